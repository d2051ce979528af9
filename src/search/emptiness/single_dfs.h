// SPDX-License-Identifier: Apache-2.0
// One depth-first search, each state once, for properties where every cycle of one kind fails: whatever edge closes a
// cycle of that kind on the stack shows one, and if there is one, some edge closes one. Needs a store with ids.
//
// Weak automata (Bloem, Ravi, Somenzi, CAV 1999): a component of the automaton has accepting cycles only or none. A
// cycle of the product stays in one component, so the component of any of its states decides; marks are not looked at.
// States in components without accepting cycles are not searched depth-first at all (rejecting_region.h).
//
// Non-terminal cycles: the 1989 report's extension to infinite computations (section 5), done soundly. A deterministic
// formula's automaton is read as a Büchi automaton: a run fails if from some point on it meets no terminal state. The
// report says "an error occurs when a loop is detected and all its states are non-terminal", which a depth-first search
// that remembers states may miss: the bad cycle can go through states that were left before, and then no loop on the
// stack is bad. Instead the subgraph of non-terminal states is searched for a cycle by itself while the whole is being
// generated. An edge into a terminal state carries mark 0; the cycle has none.
#pragma once

#include "base/memory/growing_array.h"
#include "search/kernel/rejecting_region.h"
#include "search/kernel/search.h"

namespace weir {

class SingleSearch {
 public:
  enum class Cycles : std::uint8_t {
    Accepting,  ///< of states in an accepting component of a weak automaton
    Unmarked,   ///< of edges without mark 0
  };
  SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles);
  SearchResult run();
  void serialize(Archive& archive);

 private:
  enum class Colour : std::uint8_t { New, OnStack, Done };
  struct Frame {
    std::uint32_t state;
    std::uint32_t remaining;
  };
  /// Depth-first from what is on the stack. True: a failing cycle closes; it is the frames from first_ on.
  bool search();
  bool search_from(std::uint32_t start, std::uint64_t depth);
  bool run_from_roots();
  SearchResult run_unmarked();
  bool push(std::uint32_t state);
  bool fails(std::uint32_t state);
  Colour colour(std::uint32_t state) const { return Colour{colour_[state]}; }
  SearchResult report();
  bool sensible();

  Expander graph_;
  Cycles cycles_;
  std::vector<RejectingRegion::Waiting> roots_;
  std::uint32_t next_ = 0;  ///< root that was begun last
  GrowingArray<std::uint8_t> colour_;
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> targets_;
  RejectingRegion rejecting_;
  std::uint64_t depth_ = 0;  ///< of the first frame
  std::size_t first_ = kNothing;
  static constexpr std::size_t kNothing = ~std::size_t{0};
};

}  // namespace weir
