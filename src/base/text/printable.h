// SPDX-License-Identifier: Apache-2.0
// Makes text of models, logs and command lines safe for terminals: control characters, bidirectional controls, and
// bytes that are not UTF-8 are written as escapes (\n, \x1b, \u202e).
#pragma once

#include <string>
#include <string_view>

namespace weir {

/// Escapes line ends as well; the result is one line.
std::string printable(std::string_view text);
/// Keeps line ends and tabs.
std::string printable_lines(std::string_view text);

/// Joins lines: every run of blanks, tabs and line ends becomes one blank, and there are none at the ends.
std::string in_one_line(std::string_view text);

}  // namespace weir
