// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/parallel_reachability.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "search/reachability/on_line.h"

namespace weir {
ParallelReachability::ParallelReachability(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store,
                                           SearchControl& control)
    : search_(crew, make_space, store, control), found_(crew.size()) {}

DefectResult ParallelReachability::run(Defect wanted) {
  wanted_ = wanted;
  search_.run(*this);
  result_.search = finished(search_.control(), search_.stats());
  if (!any(wanted_)) result_.search.outcome = SearchResult::Outcome::Found;
  return std::move(result_);
}

bool ParallelReachability::expanded(unsigned worker, StateId id, StateView bytes, const StateEdges& edges,
                                    const std::vector<Insertion>&) {
  const Defect here = edges.defect & wanted_;
  if (!any(here)) return true;
  Found& own = found_[worker];
  for (Defect left = here; any(left); left = left & ~first_of(left)) {
    Candidate& best = own.best[first_of(left)];
    if (best.state != kNoState &&
        !std::lexicographical_compare(bytes.begin(), bytes.end(), best.bytes.begin(), best.bytes.end())) {
      continue;
    }
    best.state = id;
    best.bytes.assign(bytes.begin(), bytes.end());
  }
  return true;
}

bool ParallelReachability::level_done(std::uint64_t depth) {
  for (Defect left = wanted_; any(left); left = left & ~first_of(left)) {
    const Candidate* first = nullptr;
    for (const Found& found : found_) {
      const auto candidate = found.best.find(first_of(left));
      if (candidate == found.best.end()) continue;
      if (first == nullptr || candidate->second.bytes < first->bytes) first = &candidate->second;
    }
    if (first != nullptr) note_defect(first_of(left), first->state, depth);
  }
  return !any(wanted_);
}

void ParallelReachability::note_defect(Defect defect, StateId state, std::uint64_t depth) {
  Expander graph = search_.sequential();
  Run run = search_.control().rebuilt([&] {
    const std::vector<PathEdge> path = search_.path_to(state, static_cast<std::size_t>(depth));
    return with_last_expanded(graph, build_finite_run(graph, path, state), state);
  });
  add_defects(graph.space(), graph.expansion(), defect, std::move(run), result_);
  wanted_ = wanted_ & ~defect;
}

}  // namespace weir
