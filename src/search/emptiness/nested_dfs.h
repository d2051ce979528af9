// SPDX-License-Identifier: Apache-2.0
// Nested depth-first search for one acceptance set on transitions: Courcoubetis, Vardi, Wolper and Yannakakis (1992) in
// the form of Holzmann, Peled and Yannakakis, with the improvements of Schwoon and Esparza (2005): a blue search; when
// it leaves an accepting edge, a red search from its target for a state on the blue stack ("cyan"). Cycles that close
// on the blue stack itself are seen at once if an accepting edge lies on them. A state all of whose successors are red
// becomes red without a search (Gaiser and Schwoon 2009).
//
// Both stacks are exact, so a cycle that is found is real whatever the store. On a store that omits states a cycle may
// be missed. On one that forgets them (a cache), none is: docs/searches.md has the proof. There, states enter the
// store when they leave the stack.
//
// Several acceptance sets are counted through one after the other (degeneralized_space.h).
#pragma once

#include <functional>
#include <memory>

#include "base/memory/growing_array.h"
#include "base/table/distinct_estimate.h"
#include "search/kernel/path_stack.h"
#include "search/kernel/search.h"
#include "search/space/degeneralized_space.h"

namespace weir {

class NestedSearch {
 public:
  NestedSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

  /// Without the improvements after 1993: cycles are seen by red searches only. For comparisons.
  bool plain = false;

  /// For tables like Couvreur's Table 4: called for every edge the blue search takes and every state it leaves.
  std::function<void(StateView source, StateView target, bool backtrack)> tracer;

 private:
  enum class Colour : std::uint8_t { White, Blue, Red };
  struct FrameNote {
    std::uint32_t accepting;  ///< accepting edges on the path up to this frame
    bool all_red;             ///< so far, every successor is
  };

  bool blue_search();
  bool red_search(StateView start);
  void pop_blue();
  bool push(PathStack& stack, std::uint64_t hash);
  void report_cycle(std::uint64_t cyan);

  Colour colour(StateView state);
  bool set_colour(StateView state, Colour colour);
  StateView key(StateView state, Colour colour);

  std::unique_ptr<DegeneralizedSpace> counted_;
  SearchSpace& original_;
  SearchSpace& space_;
  MarkSet all_;
  StateStore& store_;
  SearchControl& control_;
  bool numbered_, forgets_;
  PathStack blue_, red_;
  GrowingArray<FrameNote> notes_;
  GrowingArray<std::uint8_t> colours_;  ///< by number, if the store has numbers
  std::vector<std::byte> key_, left_;
  StateEdges edges_;
  Statistics stats_;
  std::uint64_t blue_states_ = 0;  ///< put on the blue stack; no state twice, unless the store forgets
  DistinctEstimate distinct_;      ///< if the store forgets
  bool found_ = false;
  std::vector<std::vector<std::byte>> prefix_, cycle_;
};

}  // namespace weir
