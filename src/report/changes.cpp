// SPDX-License-Identifier: Apache-2.0
#include "report/changes.h"

#include <string_view>
#include <unordered_map>

namespace weir {

std::vector<const Variable*> changed_variables(const std::vector<Variable>& before, const std::vector<Variable>& now) {
  std::vector<const Variable*> changed;
  // Names stand in the same order in both, but for those of processes and channels that come or go.
  std::unordered_map<std::string_view, const Variable*> by_name;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Variable* old = i < before.size() ? &before[i] : nullptr;
    if (old == nullptr || old->name != now[i].name) {
      if (by_name.empty())
        for (const Variable& variable : before) by_name.emplace(variable.name, &variable);
      const auto found = by_name.find(now[i].name);
      old = found == by_name.end() ? nullptr : found->second;
    }
    if (old == nullptr || old->value != now[i].value) changed.push_back(&now[i]);
  }
  return changed;
}

}  // namespace weir
