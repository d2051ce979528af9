// SPDX-License-Identifier: Apache-2.0
// Error messages for options that do not fit together; they have no place in a file.
#pragma once

#include <string>
#include <utility>

#include <weir/diagnostic.h>

namespace weir {

inline Diagnostic refusal(std::string message) { return {.message = std::move(message)}; }

}  // namespace weir
