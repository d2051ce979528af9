// SPDX-License-Identifier: Apache-2.0
#include "formula/patterns/call.h"

#include <algorithm>

#include "base/text/nearest_name.h"

namespace weir {
namespace {

std::string counted(std::string_view parameters) {
  if (parameters.ends_with("...")) return "2 or more arguments (a, b, ...)";
  const std::size_t count = parameter_count(parameters);
  return std::to_string(count) + (count == 1 ? " argument (" : " arguments (") + std::string(parameters) + ")";
}

}  // namespace

bool may_take_number(std::string_view name) {
  const auto rows = named_patterns();
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name && takes_number(row); });
}

std::string wrong_arguments(std::string_view name, std::size_t found) {
  std::string expected;
  bool number = false;
  for (const NamedPattern& row : named_patterns()) {
    if (row.name != name) continue;
    expected += (expected.empty() ? "" : " or ") + counted(row.parameters);
    number |= takes_number(row);
  }
  if (expected.empty()) expected = counted(find_scope(name)->parameters);
  if (number) expected += ", where n is a number";
  return "'" + std::string(name) + "' takes " + expected + "; found " + (found == 0 ? "none" : std::to_string(found));
}

std::string nearest_pattern(std::string_view name) {
  NearestName nearest(name);
  for (const NamedPattern& row : named_patterns()) nearest.consider(row.name);
  for (const PatternScope& scope : pattern_scopes()) nearest.consider(scope.name);
  return nearest.suggestion();
}

std::string PatternCall::finish(std::vector<Formula> arguments, PatternUse& use) const {
  const std::size_t found = arguments.size() + (with_number ? 1 : 0);
  if (is_scope()) {
    use = limited;
    use.scope = find_scope(name);
    if (arguments.size() != parameter_count(use.scope->parameters)) return wrong_arguments(name, found);
    use.scope_arguments = std::move(arguments);
    return "";
  }
  use.row = find_pattern(name, with_number, arguments.size());
  if (use.row == nullptr) return wrong_arguments(name, found);
  use.number = number;
  use.arguments = std::move(arguments);
  return "";
}

}  // namespace weir
