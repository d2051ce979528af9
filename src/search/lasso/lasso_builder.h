// SPDX-License-Identifier: Apache-2.0
// Builds a short lasso from a component that contains a failing cycle: breadth-first from the initial states to the
// component, inside it from one required mark to the next, then back. Each piece is shortest; the whole lasso need not
// be. States are generated again, so a search stores nothing for this. A cycle that is the loop of a decided state is
// left out: the run is finite and ends there.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/kernel/search.h"

namespace weir {

/// An edge that a search can find again: its source and its index among the edges of the source.
struct PathEdge {
  StateId source = kNoState;
  std::uint32_t index = 0;
};

struct FailingRegion {
  std::function<bool(StateId)> visited;   ///< the prefix may use these states
  std::function<bool(StateId)> contains;  ///< a strongly connected set, by edges without marks of `avoid`
  MarkSet need;                           ///< the cycle meets all these marks
  MarkSet avoid;                          ///< the cycle meets none of these marks
  std::vector<StateId> path = {};         ///< from an initial state into the region; used if memory is short
};

// All of these throw CutShort if the graph does not match the arguments: because a limit cuts expansions short, or
// because the search was resumed from a forged file.

Run build_lasso(Expander& graph, const FailingRegion& region);
/// The result of a search that found this region.
SearchResult found_in(Expander& graph, const FailingRegion& region);
/// The lasso along these edges.
Run build_lasso(Expander& graph, const std::vector<PathEdge>& prefix, const std::vector<PathEdge>& cycle);
/// The same with a known prefix, which ends in `entry`, a state of the region.
Run build_lasso(Expander& graph, const FailingRegion& region, const std::vector<PathEdge>& prefix, StateId entry);
/// The same for a search without ids that found a lasso of states: the shortest lasso through these states.
Run shortened_lasso(SearchSpace& space, const std::vector<std::vector<std::byte>>& prefix,
                    const std::vector<std::vector<std::byte>>& cycle, MarkSet need);
/// The finite run through these states. Looks nothing up, so that long runs are built quickly.
Run build_finite_run(Expander& graph, const std::vector<StateId>& path);
/// A finite run: the edges, then the last state.
Run build_finite_run(Expander& graph, const std::vector<PathEdge>& edges, StateId last);

}  // namespace weir
