// SPDX-License-Identifier: Apache-2.0
// Monitor: a formula on finite words as a machine that reads letters and reports whether the word so far satisfies the
// formula, and whether a continuation could change that. Some atoms may be exclusive (event names: at most one is true
// at a position), which decides formulas earlier.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/translate/explicit_property.h"
#include "formula/formula.h"

namespace weir {

class Monitor {
 public:
  using State = std::uint32_t;

  /// Fails for formulas with more than 64 atoms, or if the automaton is too large.
  static Expected<Monitor> create(Formula formula, const std::vector<std::string>& exclusive_atoms,
                                  const ConstructionLimits& limits = {});

  const std::vector<std::string>& atoms() const { return automaton_.atoms(); }
  State initial() { return automaton_.initial(); }
  State next(State state, Letter letter) {
    const auto edges = automaton_.edges(state, letter);
    return edges.empty() ? rejecting_ : edges.front().destination;
  }
  /// Returns whether the word read so far satisfies the formula.
  bool accepts(State state) const { return info_[state].accepts; }
  /// Returns whether every continuation satisfies the formula.
  bool always(State state) const { return !info_[state].can_fail; }
  bool never(State state) const { return !info_[state].can_succeed; }

 private:
  struct Info {
    bool accepts = false;
    bool can_fail = false;
    bool can_succeed = false;
  };
  explicit Monitor(const Automaton& automaton, State rejecting);

  ExplicitPropertyAutomaton automaton_;
  State rejecting_;
  std::vector<Info> info_;
};

}  // namespace weir
