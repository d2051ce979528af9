// SPDX-License-Identifier: Apache-2.0
// A failing cycle sought by several threads. Depth-first order, which the linear sequential algorithms need, does not
// divide well; breadth-first order does. So the product is explored level by level (level_search.h), and now and then
// what has been explored is examined: is there a failing cycle? An examination takes time linear in the explored part;
// it is made whenever that part has become three times as large, so all of them together take no more than one and a
// half times the time of the last, and a failing cycle is found when at most three times as much has been explored as
// is needed: on the fly, up to that factor.
//
// An examination (compare OWCTY: Černá and Pelánek 2003; on-the-fly for weak automata: Barnat, Brim, Ročkai 2009):
//   1. The moves that the automaton has made so far are a small graph. A failing cycle stays in one of its strongly
//      connected components: one with all acceptance marks, and with a product edge that does not lead to a later level
//      (back-level edges: Barnat, Brim, Chaloupka 2003). Nor does it pass levels before the first one that such an
//      edge leads to. Product states elsewhere are left out. Often there is no such component, and nothing more to do.
//   2. States through which no failing cycle goes are removed by all threads (parallel_owcty.h).
//   3. For generalised Büchi acceptance that is mostly the answer. Otherwise what is left is decomposed by one thread
//      (explicit_graph.h).
//
// Edges are kept of states in such components only. When a component becomes one, edges of its states that have been
// expanded before are missing; the next examination expands these states again, at most once each.
//
// Examinations happen between levels and their outcome does not depend on numbers that threads give: the verdict and
// the counterexample are the same for every number of threads and every run.
//
// Memory beside the store: 4 bytes a state; where edges are kept, 26 at most, and 4 bytes and the marks an edge.
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
  /// What is known of the product edges between two automaton states.
  struct Move {
    MarkSet marks;                    ///< of all of them
    std::uint32_t lowest = kNowhere;  ///< the least level that one of them leads to, but for those to the next level
  };
  using Moves = std::map<std::pair<std::uint32_t, std::uint32_t>, Move>;
  struct alignas(64) Worker {
    Moves moves;
    Moves::value_type* last_move = nullptr;  ///< the one noted last: most edges repeat it
    bool news = false;                       ///< something was noted since components_ was found
    /// By automaton state: states of it whose edges were not kept are on levels below this number.
    std::vector<std::uint32_t> missing;
    std::vector<std::uint32_t> again;  ///< states to expand again
  };
  bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                const std::vector<Insertion>& targets) override;
  bool level_done(std::uint64_t depth) override;
  void note_move(Worker& own, std::uint32_t from, std::uint32_t to, MarkSet marks, const Insertion& target);
  bool counts(std::uint32_t automaton) const { return automaton < components_.size() && components_[automaton] != 0; }

  /// True: found_ is a failing component; its states have numbers in left_over_.
  bool examine();
  /// False: there are none.
  bool find_components();
  /// Whether edges of states in a component are missing.
  bool edges_are_missing() const;
  /// Generates them. False: a limit was reached.
  bool generate_missing_edges();
  enum class Order : std::uint8_t { Any, ByBytes };
  /// True: found_ is a failing component of what is left.
  bool decompose_rest(Order order);
  void put_rest_in_order();
  SearchResult report();

  LevelSearch search_;
  std::optional<std::uint32_t> sets_;  ///< of generalised Büchi acceptance
  KeptEdges edges_;
  ParallelOwcty owcty_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool out_of_memory_ = false;
  std::size_t levels_expanded_ = 0;
  std::size_t levels_examined_ = 0;
  std::uint64_t next_examination_;
  std::uint64_t next_components_ = 0;  ///< so many states before components are looked for between examinations

  std::vector<std::uint32_t> components_;  ///< by automaton state; 0: no failing cycle can go through it
  std::uint32_t lowest_ = kNowhere;        ///< no failing cycle goes through a state of a lesser level
  // Of the examination at hand.
  std::vector<std::uint32_t> left_over_;
  std::optional<AcceptingPart> found_;  ///< in numbers of left_over_
};

}  // namespace weir
