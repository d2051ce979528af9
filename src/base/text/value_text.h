// SPDX-License-Identifier: Apache-2.0
// Formats the value of a variable.
#pragma once

#include <string>

#include <weir/transition_system.h>

namespace weir {

inline std::string value_text(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

}  // namespace weir
