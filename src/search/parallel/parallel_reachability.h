// SPDX-License-Identifier: Apache-2.0
// Parallel breadth-first reachability of a state with a defect (level_search.h). Counterexamples are shortest and the
// same for every number of threads. Of the states with a defect on the first level that has one, the one whose bytes
// are lexicographically first is reported.
#pragma once

#include <map>
#include <vector>

#include "search/parallel/level_search.h"

namespace weir {

class ParallelReachability final : private LevelSearch::Visitor {
 public:
  ParallelReachability(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);

  /// Stops after the first level with each of the wanted defects.
  DefectResult run(Defect wanted);
  /// The levels of the search. Before run(), forget_levels() may be called if no defect can be found.
  LevelSearch& levels() { return search_; }

 private:
  struct Candidate {
    StateId state = kNoState;
    std::vector<std::byte> bytes;
  };
  struct alignas(64) Found {
    std::map<Defect, Candidate> best;  ///< of each single defect
  };

  bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                const std::vector<Insertion>& targets) override;
  bool level_done(std::uint64_t depth) override;
  void note_defect(Defect defect, StateId state, std::uint64_t depth);

  LevelSearch search_;
  Defect wanted_ = Defect::None;  ///< changes between levels only
  std::vector<Found> found_;      ///< one for each thread
  DefectResult result_;
};

}  // namespace weir
