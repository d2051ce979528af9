// SPDX-License-Identifier: Apache-2.0
// Writes the state graph of a model whose states are all in a store with ids, as .dot, .aut and .hoa. The graph is
// generated again, state by state, so writing it takes no memory beyond the store.
#pragma once

#include <weir/options.h>

#include "base/stop_flag.h"
#include "store/state_store.h"

namespace weir {

/// Writes all files that the options name ("-" is standard output). Returns diagnostics on failure. Once `stop` is
/// raised, the file being written is removed, and no other is begun.
Diagnostics export_graph(const TransitionSystem& system, StateStore& store, const ExploreOptions& options,
                         const StopFlag& stop);

}  // namespace weir
