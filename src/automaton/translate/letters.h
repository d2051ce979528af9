// SPDX-License-Identifier: Apache-2.0
// Letters seen through an expanded function: which letters leave the same function behind.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/bdd.h"
#include "automaton/property_automaton.h"
#include "automaton/translate/expansion.h"

namespace weir {

/// States are not named after formulas with more nodes than this: the names would outgrow the automaton.
inline constexpr std::size_t kLongestName = 256;

/// A function split by letters. The propositions are bound one after the other, level by level, to both values; equal
/// functions on a level are one node. What is left when all are bound are the remainders:
///
///     p + a x_Fp:      (p + a x_Fp) --p--> true       (p + a x_Fp) --!p--> a x_Fp
///
/// The diagram that this makes is the one that an order with all propositions on top would give, but only of the
/// function itself, never of the parts it was put together from.
class LetterSplit {
 public:
  /// `f` is a function of the expansion. Given up where more than `most` functions are met on a level.
  LetterSplit(Expansion& expansion, Bdd f, std::size_t most = std::numeric_limits<std::size_t>::max());

  bool complete() const { return complete_; }
  /// The different functions that letters leave behind, in a fixed order.
  std::span<const Bdd> remainders() const { return levels_.back(); }

  struct Target {
    std::uint32_t number;  ///< what the letters lead to
    Bdd letters;           ///< over the atoms of `space`
  };
  /// The letters that lead to each target, by increasing number. `targets[i]`: where remainder i leads, sorted.
  std::vector<Target> labels(AtomSpace& space, const std::vector<std::vector<std::uint32_t>>& targets) const;

 private:
  struct Branch {
    std::uint32_t low, high;  ///< positions on the next level
  };
  bool complete_ = true;
  std::vector<std::string> atoms_;             ///< by level
  std::vector<std::vector<Bdd>> levels_;       ///< functions; the last level are the remainders
  std::vector<std::vector<Branch>> branches_;  ///< by level and function
};

/// The whole of an automaton that is made on demand, over an alphabet of mutually exclusive events: letter by letter,
/// so that combinations of events, which never happen, cost nothing. An event's label is the event and none of the
/// others. The alphabet must be the atoms of `property`, in their order.
Expected<Automaton> over_events(PropertyAutomaton& property, Words words, const AtomSpacePtr& space,
                                std::uint32_t max_states, bool name_states);

}  // namespace weir
