// SPDX-License-Identifier: Apache-2.0
// Depth-first search with sleep sets (Godefroid 1990; with state matching: Godefroid, Holzmann and Pirottin 1995). A
// transition explored at a state need not be explored again after an independent step of another process, because the
// other order was already taken. It sleeps until a dependent step. All states are still visited, along fewer paths. So
// a small heap suffices: a state that is reached only once need not be stored.
//
// A state is kept with the set of transitions that slept whenever it was explored so far. Where it is reached again
// with less asleep, only the difference is explored. Deadlocks and faulty steps are found; cycles may be lost, so that
// this is no search for liveness. Sets have 64 bits, each for a transition of a process where it stands
// (Sleeper); transitions without a bit never sleep.
//
// With stubborn sets (preferred edges), docs/reductions.md has the proof. In short: for a sequence w that ends in a
// fault and none of whose first steps sleeps, either a step of w can be taken at once, or an awake step of the set
// leads to a visit that ends earlier and from which w is still possible.
#pragma once

#include "base/memory/growing_array.h"
#include "base/table/distinct_estimate.h"
#include "reduction/combined/reduced_system.h"
#include "search/kernel/path_stack.h"
#include "search/kernel/search.h"
#include "search/reachability/on_line.h"
#include "search/space/model_space.h"

namespace weir {

class SleepSearch {
 public:
  /// `system` must provide independence. The store has ids or keeps a note with each state (a cache).
  SleepSearch(SearchSpace& space, const ReducedSystem& system, StateStore& store, SearchControl& control);
  DefectResult run(Defect wanted);

 private:
  using Sleepers = std::uint64_t;
  struct Frame {
    Sleepers unseen;      ///< never explored at this state so far, or asleep in its latest visit
    std::uint64_t start;  ///< the number of states generated before it
    bool again;           ///< the same state is further down on the path
  };
  /// Reads the transitions that were never explored at a stored state. Returns false if the state is not stored.
  bool recall(StateView state, std::uint64_t hash, Sleepers& unseen);
  bool remember(StateView state, Sleepers unseen);
  bool visit(std::uint64_t hash);
  bool push(std::uint64_t hash, Sleepers explore, Sleepers asleep, bool again);
  bool backtrack();

  SearchSpace& space_;
  const ReducedSystem& system_;
  StateStore& store_;
  SearchControl& control_;
  bool numbered_;
  bool uses_preferred_ = false;  ///< stubborn sets are used as well
  PathStack stack_;
  GrowingArray<Frame> frames_;
  GrowingArray<Sleepers> unseen_;  ///< by state id
  StateEdges expansion_;
  std::vector<Sleeper> sleepers_;
  std::vector<bool> awake_;
  Statistics stats_;
  DistinctEstimate distinct_;  ///< used if the store forgets
  Defect wanted_ = Defect::None;
  DefectResult result_;
};

}  // namespace weir
