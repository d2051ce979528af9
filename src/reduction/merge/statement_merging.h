// SPDX-License-Identifier: Apache-2.0
// Statement merging: a transition that only its own process can observe is executed together with its predecessor, so
// that the state between them does not exist.
//
// Such a transition is *internal*: it accesses only the frame of its own process, which no other code reads; it cannot
// fail; and no atom, flag or guard distinguishes its source location from its target. It commutes with every step of
// every other process, and the states before and after it have the same letter. Leaving out the state before it
// therefore preserves deadlocks, failing assertions and, up to stuttering, the words of runs (proof in
// docs/reductions.md).
//
// A location is passed if all its transitions are internal; every transition into it then keeps control, as in an
// atomic sequence. In every cycle of such locations, one keeps its state.
#pragma once

#include <memory>
#include <vector>

#include "model/program.h"

namespace weir {

struct MergedProgram {
  std::unique_ptr<Program> program;  ///< null if there is nothing to merge
  std::vector<bool> passed;          ///< by location
};

/// `atoms`: code of the atoms of the property.
MergedProgram merge_statements(const Program& program, const std::vector<CodeRef>& atoms);

}  // namespace weir
