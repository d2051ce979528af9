// SPDX-License-Identifier: Apache-2.0
// Unsound variants of partial-order reduction, to show that tests detect the difference: decides a formula on the
// product of a Program with its automaton, with stubborn sets of invisible steps and a proviso that depends on the
// state of the search.
#pragma once

#include <string>

#include "model/program_system.h"

namespace weir::test {

enum class NaiveRule : std::uint8_t {
  None,               ///< every step is taken
  StackOfTheProduct,  ///< a set is taken unless it closes a cycle on the stack of the product's search (Peled 1996)
  ProvisoLost,        ///< the same, with the stack forgotten
  VisibleAtTheState,  ///< a step is invisible if it changes no atom in the current state
};

/// Returns true if a run that violates the formula was found.
bool naively_violated(ProgramSystem& system, const std::string& formula, NaiveRule rule);

}  // namespace weir::test
