// SPDX-License-Identifier: Apache-2.0
#include "search/space/joint_monitor.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"

namespace weir {

JointMonitor::JointMonitor(const std::vector<PropertyAutomaton*>& failures, std::vector<std::string> atoms)
    : atoms_(std::move(atoms)) {
  WEIR_ASSERT(failures.size() <= MarkSet::kCapacity, "every property has a mark");
  for (PropertyAutomaton* failure : failures) {
    WEIR_ASSERT(failure->strength() == Strength::Terminal, "a failure is shown by a prefix");
    Part& part = parts_.emplace_back();
    part.prefixes = std::make_unique<BadPrefixes>(*failure);
    for (const std::string& atom : failure->atoms()) {
      const auto place = std::find(atoms_.begin(), atoms_.end(), atom);
      WEIR_ASSERT(place != atoms_.end(), "a joint letter has all atoms");
      part.bits.push_back(Letter{1} << (place - atoms_.begin()));
    }
  }
  state_of(Tuple(parts_.size(), 0));
}

std::uint32_t JointMonitor::state_of(const Tuple& tuple) {
  const auto [entry, fresh] = numbers_.try_emplace(tuple, static_cast<std::uint32_t>(tuples_.size()));
  if (fresh) tuples_.push_back(&entry->first);
  return entry->second;
}

Letter JointMonitor::own_letter(std::size_t property, Letter letter) const {
  const std::vector<Letter>& bits = parts_[property].bits;
  Letter own = 0;
  for (std::size_t bit = 0; bit < bits.size(); ++bit)
    if ((letter & bits[bit]) != 0) own |= Letter{1} << bit;
  return own;
}

std::span<const PropertyAutomaton::Edge> JointMonitor::edges(std::uint32_t state, Letter letter) {
  if (incomplete_) return {};
  Tuple next = *tuples_[state];
  edge_.marks = {};
  std::size_t most = kFewTuples;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    const Letter own = own_letter(i, letter);
    part.letters.note(own);
    const std::span<const Edge> edges = part.prefixes->edges(next[i], own);
    if ((incomplete_ = part.prefixes->incomplete())) return {};
    if (edges.empty()) {
      edge_.marks.add(static_cast<std::uint32_t>(i));
    } else {
      next[i] = edges.front().destination;
    }
    most += part.prefixes->states();
  }
  edge_.destination = state_of(next);
  if (tuples_.size() <= most) return {&edge_, 1};
  incomplete_ = Diagnostic{.message = "the properties together have too many states"};
  return {};
}

std::string JointMonitor::state_name(std::uint32_t state) const {
  std::string name;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    name += (i == 0 ? "" : " | ") + parts_[i].prefixes->state_name((*tuples_[state])[i]);
  return name;
}

}  // namespace weir
