// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/parallel_reachability.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "search/reachability/on_line.h"

namespace weir {
namespace {

constexpr Defect kind_of(std::size_t bit) { return Defect(1U << bit); }

}  // namespace

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
  for (std::size_t bit = 0; bit < kKinds; ++bit) {
    if (!any(here & kind_of(bit))) continue;
    Candidate& best = own.best[bit];
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
  for (std::size_t bit = 0; bit < kKinds; ++bit) {
    const Candidate* first = nullptr;
    for (const Found& found : found_) {
      const Candidate& candidate = found.best[bit];
      if (candidate.state == kNoState) continue;
      if (first == nullptr || candidate.bytes < first->bytes) first = &candidate;
    }
    if (first != nullptr && any(wanted_ & kind_of(bit))) note_defect(kind_of(bit), first->state, depth);
  }
  return !any(wanted_);
}

void ParallelReachability::note_defect(Defect defect, StateId state, std::uint64_t depth) {
  Run run = search_.control().rebuilt([&] {
    const std::vector<PathEdge> path = search_.path_to(state, static_cast<std::size_t>(depth));
    Expander graph = search_.sequential();
    return with_defect(graph, build_finite_run(graph, path, state), state);
  });
  result_.found.push_back({defect, std::move(run)});
  wanted_ = wanted_ & ~defect;
}

}  // namespace weir
