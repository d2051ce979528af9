// SPDX-License-Identifier: Apache-2.0
// What is said of options that do not fit: a message, with no place in a file.
#pragma once

#include <string>
#include <utility>

#include <weir/diagnostic.h>

namespace weir {

inline Diagnostic refusal(std::string message) { return {.message = std::move(message)}; }

}  // namespace weir
