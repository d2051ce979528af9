// SPDX-License-Identifier: Apache-2.0
#include "automaton/bad_prefixes.h"

#include <algorithm>

#include "automaton/limits.h"

namespace weir {

std::uint32_t BadPrefixes::state_of(const EdgeSet& set) {
  const auto [entry, fresh] = numbers_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
  if (fresh) sets_.push_back(&entry->first);
  return entry->second;
}

std::span<const PropertyAutomaton::Edge> BadPrefixes::edges(std::uint32_t state, Letter letter) {
  if (incomplete()) return {};
  EdgeSet next;
  for (const Edge& last : *sets_[state]) {
    for (const Edge& edge : failures_.edges(last.destination, letter)) {
      if (failures_.strength_at(edge.destination) == ComponentStrength::Terminal) return {};
      next.push_back(edge);
    }
  }
  std::sort(next.begin(), next.end());
  next.erase(std::unique(next.begin(), next.end()), next.end());
  edge_.destination = state_of(next);
  return {&edge_, 1};
}

std::optional<Diagnostic> BadPrefixes::incomplete() const {
  if (sets_.size() < kDefaultStateLimit) return failures_.incomplete();
  return Diagnostic{.message = "it may be in more than " + std::to_string(kDefaultStateLimit) + " sets of states"};
}

std::string BadPrefixes::state_name(std::uint32_t state) const {
  std::string name;
  for (const Edge& edge : *sets_[state]) name += (name.empty() ? "" : ", ") + failures_.state_name(edge.destination);
  return "{" + name + "}";
}

}  // namespace weir
