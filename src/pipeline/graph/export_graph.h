// SPDX-License-Identifier: Apache-2.0
// Writes the state graph of a model whose states are all in a store with ids: as .dot, as .aut and as .hoa.
// The graph is generated once more, state by state, so that writing it takes no memory beyond the store.
#pragma once

#include <weir/weir.h>

#include "store/state_store.h"

namespace weir {

/// Empty: all files that the options name are written ("-" is standard output).
Diagnostics export_graph(const TransitionSystem& system, StateStore& store, const ExploreOptions& options);

}  // namespace weir
