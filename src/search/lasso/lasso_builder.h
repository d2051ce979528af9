// SPDX-License-Identifier: Apache-2.0
// From a component that contains a failing cycle to a short lasso: breadth-first from the initial states to the
// component, then inside it from one wanted mark to the next, then back. Each piece is a shortest one; the whole need
// not be. States are generated again, so a search keeps nothing for this.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/kernel/search.h"

namespace weir {

/// An edge as a search can find it again: where it starts, and its place among the edges there.
struct PathEdge {
  StateId source = kNoState;
  std::uint32_t index = 0;
};

struct FailingRegion {
  std::function<bool(StateId)> visited;   ///< the prefix goes through these
  std::function<bool(StateId)> contains;  ///< a strongly connected set, by edges that avoid `avoid`
  MarkSet need;                           ///< the cycle meets all of these
  MarkSet avoid;                          ///< and none of these
  std::vector<StateId> path = {};         ///< from an initial state into the region: used if memory is short
};

// All of them throw CutShort where the graph is not what they were told: because expansions are cut short by a limit,
// or because the search was taken up from a forged file.

Run build_lasso(Expander& graph, const FailingRegion& region);
/// The result of a search that found this region.
SearchResult found_in(Expander& graph, const FailingRegion& region);
/// The lasso along these edges.
Run build_lasso(Expander& graph, const std::vector<PathEdge>& prefix, const std::vector<PathEdge>& cycle);
/// The same with a prefix that is known: it ends in `entry`, a state of the region.
Run build_lasso(Expander& graph, const FailingRegion& region, const std::vector<PathEdge>& prefix, StateId entry);
/// The same from a lasso of states that a search without numbers kept: the shortest of those that go through its
/// states.
Run shortened_lasso(SearchSpace& space, const std::vector<std::vector<std::byte>>& prefix,
                    const std::vector<std::vector<std::byte>>& cycle, MarkSet need);
/// A finite run: the edges, then the state they end in.
Run build_finite_run(Expander& graph, const std::vector<PathEdge>& edges, StateId last);

}  // namespace weir
