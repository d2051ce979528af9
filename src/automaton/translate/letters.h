// SPDX-License-Identifier: Apache-2.0
// Groups letters by the function that remains after reading them.
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

/// States are not named by formulas with more nodes than this: the names would outgrow the automaton.
inline constexpr std::size_t kLongestName = 256;

/// A function split by letters. The propositions are bound to both values one after the other, level by level; equal
/// functions of a level are one node. The functions left after binding all propositions are the remainders:
///
///     p + a x_Fp:      (p + a x_Fp) --p--> true       (p + a x_Fp) --!p--> a x_Fp
///
/// The resulting diagram is the one that an order with all propositions on top would give, but only for the function
/// itself, never for the parts it was built from.
class LetterSplit {
 public:
  /// `f` is a function of the expansion. Gives up if a level has more than `most` functions.
  LetterSplit(Expansion& expansion, Bdd f, std::size_t most = std::numeric_limits<std::size_t>::max());

  bool complete() const { return complete_; }
  /// The distinct functions that remain after a letter, in a fixed order.
  std::span<const Bdd> remainders() const { return levels_.back(); }

  struct Target {
    std::uint32_t number;  ///< the target
    Bdd letters;           ///< over the atoms of `space`
  };
  /// The letters that lead to each target, sorted by number. `targets[i]` lists the targets of remainder i, sorted.
  std::vector<Target> labels(AtomSpace& space, const std::vector<std::vector<std::uint32_t>>& targets) const;

 private:
  struct Branch {
    std::uint32_t low, high;  ///< indices in the next level
  };
  bool complete_ = true;
  std::vector<std::string> atoms_;             ///< by level
  std::vector<std::vector<Bdd>> levels_;       ///< functions; the last level are the remainders
  std::vector<std::vector<Branch>> branches_;  ///< by level and function
};

/// Builds the complete automaton of an on-demand automaton over an alphabet of mutually exclusive events, letter by
/// letter, so that impossible combinations of events cost nothing. The label of an event is the event and the negation
/// of all others. The alphabet must be the atoms of `property`, in order.
Expected<Automaton> over_events(PropertyAutomaton& property, Words words, const AtomSpacePtr& space,
                                std::uint32_t max_states, bool name_states);

}  // namespace weir
