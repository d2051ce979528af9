// SPDX-License-Identifier: Apache-2.0
// A single depth-first search that visits each state once, for properties where every cycle of some kind fails. An edge
// that closes such a cycle on the stack proves a violation, and if a cycle exists, some edge closes one. Needs a store
// with ids.
//
// Weak automata (Bloem, Ravi, Somenzi, CAV 1999): in each component of the automaton all cycles are accepting, or none.
// A cycle of the product stays in one component, so the component of any of its states decides, and marks are ignored.
// States in components without accepting cycles are not searched depth-first (rejecting_region.h).
//
// Non-terminal cycles: a sound version of the extension to infinite computations in Jard and Jéron (1989, section 5).
// The automaton of a deterministic formula is read as a Büchi automaton: a run fails if from some point on it visits no
// terminal state. The report says "an error occurs when a loop is detected and all its states are non-terminal". A
// depth-first search that remembers states may miss this: the bad cycle can go through states that were left before,
// and then no loop on the stack is bad. Instead, the subgraph of non-terminal states is searched for a cycle of its own
// while the whole graph is generated. An edge into a terminal state carries mark 0; the cycle has no such edge.
#pragma once

#include "search/kernel/depth_first.h"

namespace weir {

class SingleSearch : public DepthFirst<SingleSearch, std::uint8_t> {
 public:
  enum class Cycles : std::uint8_t {
    Accepting,  ///< cycles of states in an accepting component of a weak automaton
    Unmarked,   ///< cycles of edges without mark 0
  };
  SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles);
  void serialize(Archive& archive);

 private:
  friend class DepthFirst<SingleSearch, std::uint8_t>;
  static constexpr std::uint8_t kOnStack = 1, kDone = 2;

  void explore_roots();
  static std::uint8_t enter(std::uint32_t, MarkSet) { return kOnStack; }
  bool follows(MarkSet marks) const { return cycles_ == Cycles::Accepting || marks.empty(); }
  /// Checks edges to visited states when they are found; only edges to new states are kept.
  bool keeps(std::uint32_t target);
  static void close(std::uint32_t, MarkSet) {}
  void leave(std::uint32_t state) { notes_[state] = kDone; }
  bool fails(std::uint32_t state);
  SearchResult report();
  bool is_consistent() const;

  Cycles cycles_;
  std::size_t first_ = 0;  ///< the failing cycle consists of the frames from here on
};

}  // namespace weir
