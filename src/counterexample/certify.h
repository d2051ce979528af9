// SPDX-License-Identifier: Apache-2.0
// Certification: a counterexample is shown only after the run has been replayed on the model and judged by the
// definition of the logic (and of fairness), by code that knows no automaton, no product and no search.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "counterexample/replay.h"
#include "formula/formula.h"
#include "model/run.h"

namespace weir {

/// What a run is said to show.
struct Accusation {
  enum class Kind : std::uint8_t {
    Fault,      ///< its last step is faulty
    Deadlock,   ///< it ends where it may not, without successors
    Formula,    ///< its word does not satisfy the formula
    Undefined,  ///< an atom of the formula has no value in its last state
    Language,   ///< its word belongs to an automaton: judged elsewhere, only the run and fairness are looked at
  };
  Kind kind = Kind::Formula;
  std::optional<Formula> formula = std::nullopt;
  std::vector<Formula> assumptions = {};  ///< its word satisfies these
  std::vector<std::string> atoms = {};    ///< of formula and assumptions: events other than these are `tau`
  WordKind word = WordKind::Lasso;
  bool maximal = false;      ///< it must end where the model has no successor
  bool beginning = false;    ///< it fails however it goes on, as an infinite run
  bool weakly_fair = false;  ///< it must be fair to every process
  bool strongly_fair = false;
  SameFuture same_future = {};  ///< of a run that closes loosely
};

/// What is wrong with the run or with the accusation; empty: it stands.
std::string certify(TransitionSystem& system, const Run& run, const Accusation& accusation);

}  // namespace weir
