// SPDX-License-Identifier: Apache-2.0
// Statement merging: a statement that touches nothing but its process' own variables is executed together with the one
// before it, so that the state between them does not exist. Nobody else can see that state, nor be seen in it.
//
// A location is passed if all its transitions are of that kind; then every transition that leads there keeps control,
// as in an atomic sequence. Cycles of such locations are left one location where a state remains.
#pragma once

#include <memory>
#include <vector>

#include "model/program.h"
#include "reduction/step_analysis.h"

namespace weir {

struct MergedProgram {
  std::unique_ptr<Program> program;  ///< null: there is nothing to merge
  std::vector<bool> passed;          ///< locations
};

/// `atoms`: of the property; locations that they mention are kept.
MergedProgram merge_statements(const Program& program, const std::vector<CodeRef>& atoms);

/// Locations from which control may be kept for ever.
std::vector<bool> without_end(const Program& program);

}  // namespace weir
