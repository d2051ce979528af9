// SPDX-License-Identifier: Apache-2.0
// Nested depth-first search for one acceptance set on transitions: Courcoubetis, Vardi, Wolper and Yannakakis (1992) in
// the form of Holzmann, Peled and Yannakakis, with the improvements of Schwoon and Esparza (2005). When the blue search
// backtracks over an accepting edge, a red search from its target looks for a state on the blue stack ("cyan"). Cycles
// that close on the blue stack are found at once if they contain an accepting edge. A state whose successors are all
// red becomes red without a search (Gaiser and Schwoon 2009).
//
// Both stacks are exact, so every cycle found is real. On a store that omits states a cycle may be missed. On a store
// that forgets states (a cache) none is missed; docs/searches.md has the proof. There, states enter the store when they
// leave the stack.
//
// Several acceptance sets are degeneralized with a counter (degeneralized_space.h).
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

  /// Disables the improvements after 1993, for comparisons: only red searches find cycles.
  bool plain = false;

  /// For tables like Couvreur's Table 4: called for every edge that the blue search takes and every state it leaves.
  std::function<void(StateView source, StateView target, bool backtrack)> tracer;

 private:
  enum class Colour : std::uint8_t { White, Blue, Red };
  struct FrameNote {
    std::uint32_t accepting;  ///< the number of accepting edges on the path up to this frame
    bool all_red;             ///< all successors so far are red
  };

  void blue_search();
  bool visit_blue(std::uint64_t hash);
  bool leave_blue();
  bool red_search(StateView start);
  bool visit_red(std::uint64_t hash);
  bool push(PathStack& stack, std::uint64_t hash);
  bool report_cycle(std::uint64_t cyan);

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
  GrowingArray<std::uint8_t> colours_;  ///< by id, if the store has ids
  std::vector<std::byte> key_, left_;
  StateEdges edges_;
  Statistics stats_;
  std::uint64_t blue_states_ = 0;  ///< states pushed onto the blue stack; each once, unless the store forgets
  DistinctEstimate distinct_;      ///< used if the store forgets
  bool found_ = false;
  std::vector<std::vector<std::byte>> prefix_, cycle_;
};

}  // namespace weir
