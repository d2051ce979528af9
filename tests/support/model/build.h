// SPDX-License-Identifier: Apache-2.0
// Builds a system from a table as users of weir would write it: a class derived from TransitionSystem, or a struct for
// weir/model.h.
#pragma once

#include <memory>

#include "support/model/table.h"

namespace weir::test {

/// Returns nullptr if the tree is not a table.
std::unique_ptr<TransitionSystem> build_model(const Node& tree);

}  // namespace weir::test
