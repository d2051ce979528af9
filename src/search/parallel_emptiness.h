// SPDX-License-Identifier: Apache-2.0
// A failing cycle sought by several threads. Depth-first order, which the linear sequential algorithms need, does not
// divide well; breadth-first order does. So the product is explored level by level (level_search.h), its edges are
// kept, and now and then what has been explored is examined: is there a failing cycle? An examination takes time linear
// in the explored part; it is made whenever that part has doubled, so all of them together take no more than twice the
// time of the last, and a failing cycle is found when at most twice as much has been explored as is needed: on the fly,
// up to that factor.
//
// An examination (compare OWCTY: Černá and Pelánek 2003; on-the-fly for weak automata: Barnat, Brim, Ročkai 2009):
//   1. The moves that the automaton has made so far are a small graph. A failing cycle stays in one of its strongly
//      connected components, one with a move and with all acceptance marks; product states elsewhere are left out.
//   2. States without a predecessor in the same component are removed, again and again, by all threads.
//   3. What is left contains all cycles. It is decomposed by one thread, for any acceptance condition
//      (explicit_graph.h). Where every cycle of a component fails, as with weak automata, this happens only if there is
//      one: then nothing is done by one thread alone until the answer is known.
//
// Examinations happen between levels and their outcome does not depend on numbers that threads give: the verdict and
// the counterexample are the same for every number of threads and every run.
//
// Memory beside the store: 24 bytes a state, and 4 bytes and the marks an edge.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/growing_array.h"
#include "base/shared_region.h"
#include "search/explicit_graph.h"
#include "search/level_search.h"
#include "search/mark_stack.h"

namespace weir {

class ParallelEmptiness final : private LevelSearch::Visitor {
 public:
  ParallelEmptiness(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);
  SearchResult run();

 private:
  /// Where the edges of an expanded state are.
  struct Place {
    std::uint64_t offset : 40;
    std::uint64_t worker_plus_one : 24;  ///< 0: not expanded
    std::uint32_t degree;
    std::uint32_t automaton;
  };
  /// Marks of all product edges between two automaton states.
  struct Move {
    MarkSet some, every;
  };
  using Moves = std::map<std::pair<std::uint32_t, std::uint32_t>, Move>;
  struct alignas(64) Edges {
    Edges(MemoryBudget& budget, std::uint32_t mark_count)
        : targets(budget), marks(budget, mark_count), removed(budget) {}
    GrowingArray<std::uint32_t> targets;
    MarkStack marks;
    Moves moves;
    Moves::value_type* last_move = nullptr;  ///< the one noted last: most edges repeat it
    GrowingArray<std::uint32_t> removed;     ///< examination: states that have lost their last predecessor
    std::uint64_t inside = 0;                ///< examination: states in a component that counts
    bool out_of_memory = false;
  };
  bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                const std::vector<Insertion>& targets) override;
  bool level_done(std::uint64_t depth) override;
  void note_move(Edges& own, std::uint32_t from, std::uint32_t to, MarkSet marks);

  /// True: found_ is a failing component; its states have numbers in left_over_.
  bool examine();
  bool find_components();
  /// How many states stay when those without predecessor are removed again and again.
  std::uint64_t trim();
  void count_predecessors();
  std::uint64_t remove_without_predecessor();
  /// Puts what was not removed into left_over_.
  void collect_rest();
  void put_rest_in_order();
  bool decompose_rest();
  SearchResult report();

  Place* places() { return reinterpret_cast<Place*>(places_.data()); }
  const Place& place(std::uint32_t state) const { return reinterpret_cast<const Place*>(places_.data())[state]; }
  bool is_expanded(std::uint32_t state) const {
    return (std::size_t{state} + 1) * sizeof(Place) <= places_.committed() && place(state).worker_plus_one != 0;
  }
  std::uint32_t component_of(std::uint32_t state) const {
    if (!is_expanded(state)) return 0;  // or where no cycle fails: nothing is kept of such states
    const std::uint32_t automaton = place(state).automaton;
    return automaton < components_.size() ? components_[automaton] : 0;
  }
  /// Calls use(target, marks) for the edges that stay in the component.
  template <class Use>
  void for_inner_edges(std::uint32_t state, Use&& use) const;

  LevelSearch search_;
  std::optional<std::uint32_t> sets_;  ///< of generalised Büchi acceptance
  SharedRegion places_;
  std::vector<std::unique_ptr<Edges>> edges_;
  bool out_of_memory_ = false;
  std::size_t levels_expanded_ = 0;
  std::size_t levels_examined_ = 0;
  std::uint64_t next_examination_;

  // Of the examination at hand.
  std::vector<std::uint32_t> components_;     ///< by automaton state; 0: no failing cycle can go through it
  GrowingArray<std::uint32_t> predecessors_;  ///< by state: how many are left; of the rest: its number there plus one
  GrowingArray<std::uint32_t> round_;
  std::vector<std::uint32_t> left_over_;
  FailingComponent found_;  ///< in numbers of left_over_
};

}  // namespace weir
