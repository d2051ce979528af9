// SPDX-License-Identifier: Apache-2.0
// Selects the reductions of a check: those of --reduce, as far as they are sound for the property, the model and the
// other options. A reduction that was named and is not sound is refused with the reason; `auto` omits it and records
// why.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/archive.h"
#include "formula/formula.h"
#include "model/reducible_structure.h"
#include "reduction/combined/reduced_system.h"
#include "reduction/partial_order/stubborn_system.h"
#include "reduction/symmetry/quotient.h"
#include "search/space/guided_steps.h"
#include "search/space/model_space.h"
#include "search/space/product.h"

namespace weir {

/// What a reduction must preserve.
struct ReductionQuestion {
  bool defects = false;            ///< assertions or deadlocks of the model
  bool deadlock_only = false;      ///< only deadlocks
  bool finite_words = false;       ///< --ltlf
  bool stutter_invariant = false;  ///< for infinite words; set by `decide_stuttering` if necessary
  std::string why_not_stutter_invariant = {};
  bool tail_only = false;        ///< for infinite words: finite prefixes of a run do not matter
  bool beginnings_only = false;  ///< for infinite words: a run fails if and only if a finite prefix of it decides so
  const AtomBinding* atoms = nullptr;
  PropertyAutomaton* failures = nullptr;  ///< of failing runs on infinite words, complete in memory; null: unknown
  bool shortest = false;
  bool depth_first = false;
  bool keeps_notes = false;  ///< the store can keep a sleep set with each state
  bool forgets = false;      ///< the store is a cache: states with a single path to them need not be stored
  bool fair = false;
};

/// How much the reductions save, as far as that is known before the search.
struct ReductionEffect {
  std::vector<Reduction> used;
  std::size_t passed = 0;     ///< locations without states, by merging
  std::size_t cleared = 0;    ///< bits of variables that are dead or sliced, over all locations
  std::size_t exchanged = 0;  ///< locations whose processes are exchanged
  double explored = 1;        ///< the share of the steps of the first states that partial order explores
};

struct ChosenReductions {
  std::unique_ptr<ReducedSystem> system;  ///< for a program; null if not reduced
  std::unique_ptr<SimplerModel> simpler;  ///< for a net; null if not reduced
  // For other models: at most one of these. `stubborn` refers to the simpler model if there is one.
  std::unique_ptr<StubbornSystem> stubborn;
  std::unique_ptr<QuotientSystem> quotient;
  std::unique_ptr<GuidedSteps> guided;  ///< instead of `stubborn`, for the product
  std::vector<Reduction> used;
  std::vector<std::string> left_out;  ///< by `auto`: "NAME: REASON"
  bool sleep = false;
  double explored = 1;  ///< see ReductionEffect; known if `auto` chose

  bool any() const {
    return system != nullptr || simpler != nullptr || stubborn != nullptr || quotient != nullptr || guided != nullptr;
  }
  /// The system to search.
  const TransitionSystem& searched(const TransitionSystem& model) const;
  ReductionEffect effect() const;
  /// For a counterexample whose cycle closes up to differences that these state atoms do not show; empty if there are
  /// none.
  SameFuture same_future(const TransitionSystem& model, std::vector<std::uint32_t> state_atoms) const;
  /// What ran the reduced program (describe_executor); empty if there is none.
  std::string executor() const;
  /// Describes a promise of the model that was broken, which invalidates the result; empty if there is none.
  std::string broken_promise() const;
  /// For a search that is saved: the promises broken so far.
  void serialize(Archive& archive);
  std::string broken_before = {};
};

/// The space of the states to search, without an automaton.
ModelSpace model_space_of(const ChosenReductions& reductions, const TransitionSystem& model);

/// Syntax errors in --symmetry.
Diagnostics unknown_symmetry(const std::string& text);

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question);
/// Sets tail_only and stutter_invariant, the latter exactly unless the automata are too large.
void decide_stuttering(Formula failure, const ConstructionLimits& limits, ReductionQuestion& question);

/// Turns a run of the reduced system into one of the model; returns false if there is none. `ends_in_fault`: the run
/// ends with the fault of its last step, although merged statements follow it.
bool refine_run(const ChosenReductions& reductions, Run& run, bool ends_in_fault = false);

}  // namespace weir
