// SPDX-License-Identifier: Apache-2.0
// BadPrefixes: the subset construction over an automaton of failing runs, on demand. Reading the beginning of a run, it
// has no edge where every continuation fails, as far as terminal components tell (strength.h).
//
// A state is the set of edges (destination and marks) that runs of the automaton may have taken last. So two letters
// lead to the same state only if the automaton cannot tell them apart there, not even by its marks.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "automaton/property_automaton.h"

namespace weir {

class BadPrefixes final : public PropertyAutomaton {
 public:
  explicit BadPrefixes(PropertyAutomaton& failures) : failures_(failures) { state_of({{failures.initial(), {}}}); }

  const std::vector<std::string>& atoms() const override { return failures_.atoms(); }
  const Acceptance& acceptance() const override { return failures_.acceptance(); }
  std::uint32_t initial() override { return 0; }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override;
  std::optional<Diagnostic> incomplete() const override;
  std::size_t states() const override { return sets_.size(); }
  std::string state_name(std::uint32_t state) const override;

 private:
  using EdgeSet = std::vector<Edge>;  ///< sorted, without duplicates
  std::uint32_t state_of(const EdgeSet& set);

  PropertyAutomaton& failures_;
  std::map<EdgeSet, std::uint32_t> numbers_;
  std::vector<const EdgeSet*> sets_;  ///< by number: keys of numbers_
  Edge edge_;
};

}  // namespace weir
