// SPDX-License-Identifier: Apache-2.0
// Text of models, logs and command lines made harmless for terminals: control characters, what changes the direction
// of text, and bytes that are not UTF-8 are written as escapes (\n, \x1b, \u202e).
#pragma once

#include <string>
#include <string_view>

namespace weir {

/// On one line.
std::string printable(std::string_view text);
/// Line ends and tabs stay as they are.
std::string printable_lines(std::string_view text);

}  // namespace weir
