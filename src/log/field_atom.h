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

  Comparison comparison = Comparison::None;  ///< None: the atom is an event name
  std::string field;
  std::string value;

  /// Parses `FIELD op VALUE` with op one of == != <= >= < >; the value may be quoted. Anything else is an event name.
  static FieldAtom parse(std::string_view text);
  /// Numbers are compared as numbers, other values as text. A missing field satisfies only !=.
  bool holds(const FieldValue& actual) const;
};

}  // namespace weir
