// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/explicit_property.h"

#include <algorithm>
#include <bit>

#include "automaton/analysis/scc_info.h"
#include "automaton/analysis/strength.h"
#include "base/assert.h"

namespace weir {
namespace {

/// The bits of `letter` selected by `mask`, packed to the right.
std::size_t packed(Letter letter, Letter mask) {
  std::size_t result = 0;
  for (int position = 0; mask != 0; ++position, mask &= mask - 1)
    result |= static_cast<std::size_t>(letter >> std::countr_zero(mask) & 1) << position;
  return result;
}

}  // namespace

ExplicitPropertyAutomaton::ExplicitPropertyAutomaton(const Automaton& automaton)
    : automaton_(with_single_initial(automaton)) {
  automaton_.declare_support();
  WEIR_ASSERT(automaton_.atoms().size() <= kMaxAtoms, "a property has at most 64 atoms");
  std::vector<std::uint32_t> bit(automaton_.space().size(), 0);
  for (const std::uint32_t variable : automaton_.atoms()) {
    bit[variable] = static_cast<std::uint32_t>(atoms_.size());
    atoms_.push_back(automaton_.space().name(variable));
  }
  const std::uint32_t count = automaton_.state_count();
  strengths_.resize(count, ComponentStrength::Rejecting);
  if (automaton_.words() == Words::Infinite) {
    strength_ = weir::strength(automaton_);
    const SccInfo info = scc_info(automaton_);
    component_ = info.component;
    const std::vector<ComponentStrength> by_component = component_strengths(automaton_, info);
    for (std::uint32_t s = 0; s < count; ++s) {
      if (info.component[s] != SccInfo::kNone) strengths_[s] = by_component[info.component[s]];
    }
  }
  relevant_.resize(count, 0);
  tables_.resize(count);
  maps_.resize(count);
  for (std::uint32_t s = 0; s < count; ++s) {
    for (const Automaton::Edge& edge : automaton_.edges(s))
      for (const std::uint32_t variable : automaton_.bdds().support(edge.label))
        relevant_[s] |= Letter{1} << bit[variable];
    const int atoms = std::popcount(relevant_[s]);
    if (atoms <= kMaxTableAtoms) tables_[s].resize(std::size_t{1} << atoms);
  }
  automaton_.meter().lift();  // queries by searches and reports are cheap
}

std::span<const PropertyAutomaton::Edge> ExplicitPropertyAutomaton::edges(std::uint32_t state, Letter letter) {
  letter &= relevant_[state];
  Range range;
  if (!tables_[state].empty()) {
    Range& entry = tables_[state][packed(letter, relevant_[state])];
    if (entry.begin == kUnknown) entry = compute(state, letter);
    range = entry;
  } else {
    const auto [entry, fresh] = maps_[state].try_emplace(letter);
    if (fresh) entry->second = compute(state, letter);
    range = entry->second;
  }
  return std::span<const Edge>(pool_).subspan(range.begin, range.end - range.begin);
}

ExplicitPropertyAutomaton::Range ExplicitPropertyAutomaton::compute(std::uint32_t state, Letter letter) {
  Range range{static_cast<std::uint32_t>(pool_.size()), 0};
  std::vector<bool> value(automaton_.space().size(), false);
  for (std::size_t i = 0; i < automaton_.atoms().size(); ++i) value[automaton_.atoms()[i]] = (letter >> i & 1) != 0;
  for (const Automaton::Edge& edge : std::as_const(automaton_).edges(state))
    if (automaton_.bdds().evaluate(edge.label, [&](std::uint32_t v) { return value[v]; }))
      pool_.push_back({edge.destination, edge.marks});
  // Edges that leave the component come first: a depth-first search of a product then immediately tries whether the run
  // can fail from here, instead of first exploring the rest of the model with the automaton waiting.
  if (!component_.empty()) {
    std::stable_sort(pool_.begin() + range.begin, pool_.end(), [&](const Edge& a, const Edge& b) {
      return component_[a.destination] < component_[b.destination];
    });
  }
  range.end = static_cast<std::uint32_t>(pool_.size());
  return range;
}

std::string ExplicitPropertyAutomaton::state_name(std::uint32_t state) const {
  const std::string& name = automaton_.state_name(state);
  return name.empty() ? std::to_string(state) : name;
}

}  // namespace weir
