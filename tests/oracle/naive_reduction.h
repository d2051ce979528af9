// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction as it must not be done, to show that a test can tell the difference: a formula decided on the
// product of a Program with its automaton, small and slow, with stubborn sets of invisible steps and a proviso that
// depends on where the search is.
#pragma once

#include <string>

#include "model/program_system.h"

namespace weir::test {

enum class NaiveRule : std::uint8_t {
  None,               ///< every step is taken
  StackOfTheProduct,  ///< a set is taken unless it closes a cycle on the stack of the product's search (Peled 1996)
  ProvisoLost,        ///< the same where nothing is known any more of what the stack was
  VisibleAtTheState,  ///< a step is invisible if it changes no atom here
};

/// True: a run that violates the formula was found.
bool naively_violated(ProgramSystem& system, const std::string& formula, NaiveRule rule);

}  // namespace weir::test
