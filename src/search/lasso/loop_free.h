// SPDX-License-Identifier: Apache-2.0
// Cuts detours out of a run: where its prefix returns to a state of the model and the automaton, everything in between
// is left out. The last step of a finite run, which may be its fault, and the cycle of a lasso stay as they are.
#pragma once

#include "model/run.h"

namespace weir {

Run loop_free(Run run);

}  // namespace weir
