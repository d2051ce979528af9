// SPDX-License-Identifier: Apache-2.0
// Atoms of formulas over logs: the name of an event, or a comparison of a field such as `amount >= 100`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "log/log_reader.h"

namespace weir {

struct FieldAtom {
  enum class Comparison : std::uint8_t { None, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

  Comparison comparison = Comparison::None;  ///< None: the atom is an event's name
  std::string field;
  std::string value;

  /// `FIELD op VALUE` with op one of == != <= >= < >; a value may stand in quotes. Anything else is an event's name.
  static FieldAtom parse(std::string_view text);
  /// Numbers are compared as numbers, other values as text. An absent field satisfies no comparison but !=.
  bool holds(const FieldValue& actual) const;
};

}  // namespace weir
