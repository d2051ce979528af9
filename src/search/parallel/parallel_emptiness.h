// SPDX-License-Identifier: Apache-2.0
// Parallel search for a failing cycle. Depth-first order, which the linear sequential algorithms need, does not
// parallelise well; breadth-first order does. So the product is explored level by level (level_search.h), and from time
// to time the explored part is examined for a failing cycle. An examination takes time linear in the explored part. It
// is repeated whenever that part has tripled, so all examinations together take at most one and a half times as long as
// the last, and a failing cycle is found after exploring at most three times as many states as necessary.
//
// An examination (compare OWCTY: Černá and Pelánek 2003; on-the-fly for weak automata: Barnat, Brim, Ročkai 2009):
//   1. The automaton edges taken so far form a small graph. A failing cycle stays in one of its strongly connected
//      components, which has all acceptance marks and a product edge that does not lead to a later level (back-level
//      edges: Barnat, Brim, Chaloupka 2003). It visits no level before the first target of such an edge. Other product
//      states are ignored. Often there is no such component, and the examination ends here.
//   2. All threads remove states through which no failing cycle goes (parallel_owcty.h).
//   3. For generalised Büchi acceptance this usually gives the answer. Otherwise one thread decomposes the rest
//      (explicit_graph.h).
//
// Edges are kept only for states in such components. When a component becomes one, the edges of its states that are
// already expanded are missing; the next examination expands these states again, each at most once.
//
// Examinations happen between levels, and their outcome does not depend on ids assigned by threads. So the verdict and
// the counterexample are the same for every number of threads and every run.
//
// Memory in addition to the store: 4 bytes a state; with kept edges at most 26, and 4 bytes plus marks per edge.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/kernel/explicit_graph.h"
#include "search/parallel/kept_edges.h"
#include "search/parallel/level_search.h"
#include "search/parallel/parallel_owcty.h"

namespace weir {

class ParallelEmptiness final : private LevelSearch::Visitor {
 public:
  ParallelEmptiness(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);
  SearchResult run();

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  /// Summary of the product edges between two automaton states.
  struct Move {
    MarkSet marks;                    ///< of all edges
    std::uint32_t lowest = kNowhere;  ///< the lowest target level of all edges except those to the next level
  };
  using Moves = std::map<std::pair<std::uint32_t, std::uint32_t>, Move>;
  struct alignas(64) Worker {
    Moves moves;
    Moves::value_type* last_move = nullptr;  ///< the one recorded last: most edges repeat it
    bool changed = false;                    ///< a move was recorded since components_ was computed
    /// By automaton state: its states without kept edges are on levels below this number.
    std::vector<std::uint32_t> missing;
    std::vector<std::uint32_t> again;  ///< states to expand again
  };
  bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                const std::vector<Insertion>& targets) override;
  bool level_done(std::uint64_t depth) override;
  void note_move(Worker& own, std::uint32_t from, std::uint32_t to, MarkSet marks, const Insertion& target);
  bool counts(std::uint32_t automaton) const { return automaton < components_.size() && components_[automaton] != 0; }

  /// Returns true if found_ is a failing component; its states are indices into left_over_.
  bool examine();
  /// Returns false if there are none.
  bool find_components();
  /// Whether edges of states in a component are missing.
  bool edges_are_missing() const;
  /// Generates the missing edges. Returns false if a limit was reached.
  bool generate_missing_edges();
  enum class Order : std::uint8_t { Any, ByBytes };
  /// Returns true if found_ is a failing component of the remaining states.
  bool decompose_rest(Order order);
  void put_rest_in_order();
  SearchResult report();

  LevelSearch search_;
  std::optional<std::uint32_t> sets_;  ///< number of sets, for generalised Büchi acceptance
  KeptEdges edges_;
  ParallelOwcty owcty_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool out_of_memory_ = false;
  std::size_t levels_expanded_ = 0;
  std::size_t levels_examined_ = 0;
  std::uint64_t next_examination_;
  std::uint64_t next_components_ = 0;  ///< number of states at which components are computed next

  std::vector<std::uint32_t> components_;  ///< by automaton state; 0: no failing cycle can go through it
  std::uint32_t lowest_ = kNowhere;        ///< no failing cycle goes through a state of a lower level
  // The current examination.
  std::vector<std::uint32_t> left_over_;
  std::optional<AcceptingPart> found_;  ///< states are indices into left_over_
};

}  // namespace weir
