// SPDX-License-Identifier: Apache-2.0
// Which reductions a check uses: what --reduce asks for, as far as it is sound for the property, the model and the rest
// of the options. A reduction that was named and is not sound is refused, with the reason; `auto` leaves it out and
// notes why.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/archive.h"
#include "formula/formula.h"
#include "reduction/combined/reduced_system.h"
#include "reduction/partial_order/stubborn_system.h"
#include "reduction/symmetry/quotient.h"
#include "search/space/model_space.h"
#include "search/space/product.h"

namespace weir {

/// What a reduction must preserve.
struct ReductionQuestion {
  bool defects = false;            ///< assertions or deadlocks of the model by itself
  bool deadlock_only = false;      ///< of them, only deadlocks
  bool finite_words = false;       ///< --ltlf
  bool stutter_invariant = false;  ///< of a property on infinite words, if need be found out by `decide_stuttering`
  std::string why_not_stutter_invariant = {};
  bool tail_only = false;  ///< of a property on infinite words: no finite beginning of a run matters
  const AtomBinding* atoms = nullptr;
  bool shortest = false;
  bool depth_first = false;
  bool keeps_notes = false;  ///< the store can keep what slept with a state
  bool forgets = false;      ///< the store is a cache: what is reached in one way only need not be remembered
  bool fair = false;
};

struct ChosenReductions {
  std::unique_ptr<ReducedSystem> system;  ///< of a program; null: none is used
  // Of other models: at most one of them.
  std::unique_ptr<StubbornSystem> stubborn;
  std::unique_ptr<QuotientSystem> quotient;
  std::vector<Reduction> used;
  std::vector<std::string> left_out;  ///< by `auto`: "NAME: REASON"
  bool sleep = false;

  bool any() const { return system != nullptr || stubborn != nullptr || quotient != nullptr; }
  /// What is searched.
  const TransitionSystem& searched(const TransitionSystem& model) const;
  /// What ran the reduced program (describe_executor); empty: there is none.
  std::string executor() const;
  /// A promise of the model was broken, so nothing that was found means anything; empty: none.
  std::string broken_promise() const;
  /// Of a search that is saved: what was broken so far.
  void serialize(Archive& archive);
  std::string broken_before = {};
};

/// The states that are searched, without an automaton.
ModelSpace model_space_of(const ChosenReductions& reductions, const TransitionSystem& model);

/// What cannot be read in --symmetry.
Diagnostics unknown_symmetry(const std::string& text);

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question);
/// Sets stutter_invariant: exactly, where the automata are not too large for that; and tail_only.
void decide_stuttering(Formula failure, const ConstructionLimits& limits, ReductionQuestion& question);

/// Turns a run of the reduced system into one of the model; false: there is none.
/// `ends_in_fault`: the run is shown up to its last step's fault, though statements merged with it come after.
bool refine_run(const ChosenReductions& reductions, Run& run, bool ends_in_fault = false);

}  // namespace weir
