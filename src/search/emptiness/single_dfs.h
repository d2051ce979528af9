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

#include "search/emptiness/depth_first.h"

namespace weir {

class SingleSearch : public DepthFirst<SingleSearch, std::uint8_t> {
 public:
  enum class Cycles : std::uint8_t {
    Accepting,  ///< of states in an accepting component of a weak automaton
    Unmarked,   ///< of edges without mark 0
  };
  SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles);
  void serialize(Archive& archive);

 private:
  friend class DepthFirst<SingleSearch, std::uint8_t>;
  static constexpr std::uint8_t kOnStack = 1, kDone = 2;

  void explore_roots();
  static std::uint8_t enter(std::uint32_t, MarkSet) { return kOnStack; }
  bool follows(MarkSet marks) const { return cycles_ == Cycles::Accepting || marks.empty(); }
  /// Edges to states met before are looked at here; the others are left to be taken.
  bool keeps(std::uint32_t target);
  static void close(std::uint32_t, MarkSet) {}
  void leave(std::uint32_t state) { notes_[state] = kDone; }
  bool fails(std::uint32_t state);
  SearchResult report();
  bool makes_sense() const;

  Cycles cycles_;
  std::size_t first_ = 0;  ///< the frames from here on are the failing cycle that was found
};

}  // namespace weir
