// SPDX-License-Identifier: Apache-2.0
// Certification: a counterexample is shown only after the run was replayed on the model and evaluated by the definition
// of the logic (and of fairness), by code that shares nothing with automata, products and searches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "counterexample/replay.h"
#include "formula/formula.h"
#include "model/run.h"

namespace weir {

/// The claim that a run is supposed to demonstrate.
struct Accusation {
  enum class Kind : std::uint8_t {
    Fault,      ///< its last step is faulty
    Deadlock,   ///< it ends in a state without successors where it may not end
    Formula,    ///< its word does not satisfy the formula
    Undefined,  ///< an atom of the formula is undefined in its last state
    Language,   ///< its word is accepted by an automaton: checked elsewhere; only the run and fairness are checked here
  };
  Kind kind = Kind::Formula;
  std::optional<Formula> formula = std::nullopt;
  std::vector<Formula> assumptions = {};  ///< its word satisfies these formulas
  std::vector<std::string> atoms = {};    ///< of formula and assumptions; all other events are `tau`
  WordKind word = WordKind::Lasso;
  bool maximal = false;      ///< the run must end in a state without successors
  bool beginning = false;    ///< every infinite continuation of the run fails and satisfies the assumptions
  bool weakly_fair = false;  ///< the run must be fair to every process
  bool strongly_fair = false;
  SameFuture same_future = {};  ///< for a run whose cycle closes only up to equivalence
};

/// The processes that a lasso is not fair to; none for a finite run, which has fair continuations. Once `stop` is
/// raised, the result has no meaning.
std::vector<std::uint32_t> unfair_to(const TransitionSystem& system, const Run& run, bool strong,
                                     const StopFlag* stop = nullptr);

/// Returns what is wrong with the run or the claim, or an empty string if it is confirmed. Once `stop` is raised,
/// nothing is confirmed.
std::string certify(TransitionSystem& system, const Run& run, const Accusation& accusation,
                    const StopFlag* stop = nullptr);

}  // namespace weir
