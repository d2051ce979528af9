// SPDX-License-Identifier: Apache-2.0
// A table as users of weir would write it: a class that is a TransitionSystem, or a struct for weir/model.h.
#pragma once

#include <memory>

#include "support/model/table.h"

namespace weir::test {

/// nullptr: the tree is no table.
std::unique_ptr<TransitionSystem> build_model(const Node& tree);

}  // namespace weir::test
