// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/state_difference.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace weir {

StateDifference difference(const std::vector<Variable>& before, const std::vector<Variable>& after) {
  StateDifference result;
  // Most steps keep the list of variables: the common beginning needs no search by name.
  const std::size_t common = std::min(before.size(), after.size());
  std::size_t i = 0;
  for (; i < common && before[i].name == after[i].name; ++i)
    if (before[i].value != after[i].value) result.changed.push_back(after[i]);
  if (i == before.size() && i == after.size()) return result;

  std::unordered_map<std::string_view, const Value*> old;
  for (std::size_t k = i; k < before.size(); ++k) old.emplace(before[k].name, &before[k].value);
  for (std::size_t k = i; k < after.size(); ++k) {
    const auto found = old.find(after[k].name);
    if (found == old.end() || *found->second != after[k].value) result.changed.push_back(after[k]);
    if (found != old.end()) old.erase(found);
  }
  for (std::size_t k = i; k < before.size(); ++k)
    if (old.contains(before[k].name)) result.gone.push_back(before[k].name);
  return result;
}

}  // namespace weir
