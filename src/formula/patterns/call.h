// SPDX-License-Identifier: Apache-2.0
// A use of a named pattern while the parser reads its arguments: `response(a, b)`, or the scope of one, `after(q)`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formula/formula.h"
#include "formula/patterns/expand.h"

namespace weir {

struct PatternCall {
  std::string_view name;
  std::size_t offset = 0;  ///< of the name in the text
  bool with_number = false;
  std::uint64_t number = 1;
  PatternUse limited = {};  ///< of a scope: the pattern that it limits

  bool is_scope() const { return limited.row != nullptr; }
  /// Completes `use`. Returns a message, empty if the arguments fit.
  std::string finish(std::vector<Formula> arguments, PatternUse& use) const;
};

/// Returns whether a row of this name takes a number.
bool may_take_number(std::string_view name);
/// `'response' takes 2 arguments (a, b), found 3`
std::string wrong_arguments(std::string_view name, std::size_t found);
/// Suggests the pattern or scope with the nearest name; empty if none is near.
std::string nearest_pattern(std::string_view name);

}  // namespace weir
