// SPDX-License-Identifier: Apache-2.0
// Depth-first search with sleep sets (Godefroid 1990; with state matching: Godefroid, Holzmann and Pirottin 1995). A
// transition that was explored at a state need not be explored again after an independent step of another process: the
// other order was already taken. It sleeps until a step that may disturb it. States are not lost, only ways to reach
// them, which is what makes a small heap enough: a state that is reached once need not be remembered.
//
// A state is kept with the set of transitions that slept whenever it was explored so far. Where it is reached again
// with less asleep, only the difference is explored. Deadlocks and faulty steps are found; cycles may be lost, so that
// this is no search for liveness. Sets have 64 bits, each for a transition of a process where it stands
// (Sleeper); what has no bit never sleeps.
//
// With stubborn sets (edges that are preferred): docs/reductions.md has the proof. In short, of a sequence w that ends
// in a fault and of which no first step is asleep, either a step can be taken at once, or a step of the set that is
// awake leads to a visit that ends earlier, from where w is still possible.
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
  /// `system`: chosen with independence. The store numbers its states, or keeps a note with each (a cache).
  SleepSearch(SearchSpace& space, const ReducedSystem& system, StateStore& store, SearchControl& control);
  DefectResult run(Defect wanted);

 private:
  using Sleepers = std::uint64_t;
  struct Frame {
    Sleepers unseen;      ///< never explored at this state so far, or asleep in its latest visit
    std::uint64_t start;  ///< states generated before it
    bool again;           ///< the same state is further down on the path
  };
  /// What is known of a state: who was never explored there.
  bool recall(StateView state, std::uint64_t hash, Sleepers& unseen);
  bool remember(StateView state, Sleepers unseen);
  bool consider();
  bool push(std::uint64_t hash, Sleepers explore, Sleepers asleep, bool again);
  bool leads_on() const;
  void backtrack();
  void note_defect();

  SearchSpace& space_;
  const ReducedSystem& system_;
  StateStore& store_;
  SearchControl& control_;
  bool numbered_;
  bool chooses_ = false;  ///< stubborn sets are used as well
  PathStack stack_;
  GrowingArray<Frame> frames_;
  GrowingArray<Sleepers> unseen_;  ///< by number of state
  StateEdges expansion_;
  std::vector<Sleeper> sleepers_;
  std::vector<bool> awake_;
  Statistics stats_;
  DistinctEstimate distinct_;  ///< of states, on a store that forgets
  Defect wanted_ = Defect::None;
  DefectResult result_;
};

}  // namespace weir
