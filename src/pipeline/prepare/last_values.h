// SPDX-License-Identifier: Apache-2.0
// For models all of whose runs end in a deadlock: a word is then w l l l ..., where some atoms have a known value in l.
// F f is true if f is true of l l l ..., and G f is false if f is false of it.
#pragma once

#include <weir/transition_system.h>

#include "formula/formula.h"

namespace weir {

/// A formula with the same value on every infinite word of the system. The same formula if nothing is known.
Formula with_last_values(TransitionSystem& system, Formula formula);

}  // namespace weir
