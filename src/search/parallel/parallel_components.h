// SPDX-License-Identifier: Apache-2.0
// ParallelComponents: search for a failing cycle on the fly with several threads, for generalised Büchi acceptance and
// for weak automata: the algorithm of Bloemen, Laarman, van de Pol (PPoPP 2016) with acceptance marks (Bloemen,
// Duret-Lutz, van de Pol, SPIN 2017). Every thread searches depth-first. The threads share what they know about
// strongly connected components (component_sets.h): a thread skips dead components, and continues with an unfinished
// state of a component if another thread has finished the state it met. A set of states that has all marks is a failing
// component.
//
//   paper        here
//   R            roots_
//   recursion    frames_
//
// Two differences from the paper:
//   - A thread picks an unfinished state from the list of a set only when it would otherwise leave the set. So thread
//   0,
//     which takes edges in the order of the model, follows the order of the sequential search, except that it skips
//     states finished by other threads, and finds an error about as early. The other threads shuffle the edges.
//   - States on no failing cycle (SearchSpace::strength_at) are expanded in groups (rejecting_region.h); depth-first
//     search starts from the other states found there. An idle thread joins the search of another one.
//
// A decided state (product.h) ends the search as soon as a thread meets it. While a thread searches depth-first, the
// states on no failing cycle get a share of its expansions, so that it meets a decided state there however long its
// path grows.
//
// A byte a state (visits.h) says that the state is done: its set is dead, or it is on no failing cycle and was taken
// from a stack. So most edges need not look at the sets.
//
// If every cycle of the states searched depth-first fails, as in a weak automaton, there are no sets. A thread skips
// states that are done, and a state on its own path closes a failing cycle. It enters all others, even if they are on
// the path of another thread, and makes a state done when it leaves it. Whenever a state becomes done, its successors
// have been done before: the thread found them done, or entered them and has left them. "Was done before" is a strict
// order (visits.h), so there is no cycle among states that are done, and in the end all states are.
//
// Memory in addition to the store: 17 bytes a state, 1 without sets; for each thread 12 bytes a state on its path, 4
// bytes (and the marks) an edge not yet taken, 8 bytes a state waiting.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/memory/growing_array.h"
#include "search/kernel/mark_stack.h"
#include "search/parallel/component_sets.h"
#include "search/parallel/crew_search.h"
#include "search/parallel/shared_work.h"
#include "search/parallel/visits.h"

namespace weir {

class ParallelComponents final : private CrewSearch {
 public:
  /// Whether the search decides this acceptance with so many threads.
  static bool suits(const SearchSpace& space, unsigned threads);

  ParallelComponents(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);
  /// The run found is a lasso, or finite if it ends in a decided state.
  SearchResult run();

 private:
  using Waiting = SharedWork::Waiting;
  struct Frame {
    std::uint32_t state;
    std::uint32_t remaining;  ///< edges not yet taken; the last of targets while the frame is on top
    std::uint32_t edges;      ///< of the state
  };
  struct Root {
    std::uint32_t state;
    std::uint32_t frame;
  };
  struct alignas(64) Own {
    Own(MemoryBudget& budget, std::uint32_t marks)
        : frames(budget), targets(budget), target_marks(budget, marks), roots(budget), arcs(budget, marks) {}
    GrowingArray<Frame> frames;  ///< the path
    GrowingArray<std::uint32_t> targets;
    MarkStack target_marks;
    GrowingArray<Root> roots;     ///< of each set on the path, its first state there
    MarkStack arcs;               ///< marks of the edge that leads to each root
    std::vector<Waiting> starts;  ///< states to search from, the next one last
    std::uint32_t start_depth = 0;
    std::atomic<std::uint32_t> exploring{ComponentSets::kNone};  ///< first state of the path; read by idle threads
    std::vector<Waiting> taken;                                  ///< states being expanded together
    std::vector<Waiting> met;                                    ///< states to be put on the stack
    ExpansionGroup group;
    StateEdges expansion;
    StateEdges decided;           ///< edges of a state that may be decided
    bool region_is_next = false;  ///< the states on no failing cycle get their share next
    std::vector<Insertion> insertions;
    std::vector<std::uint32_t> order;
    std::vector<std::byte> scratch;
    std::uint64_t random = 0;
  };

  bool step(unsigned worker) override;
  bool has_work(unsigned worker) const override;
  bool start();
  void count_unfinished();
  /// The depth-first search of the thread.
  void explore(unsigned worker);
  void take_edge(unsigned worker);
  void leave_frame(unsigned worker);
  bool push(unsigned worker, std::uint32_t state, MarkSet marks);
  bool expand(unsigned worker, std::uint32_t state);
  void close_cycle(unsigned worker, std::uint32_t target, MarkSet marks);
  void drop_edges(unsigned worker);
  bool start_next(unsigned worker);
  bool help(unsigned worker);
  /// The states on no failing cycle.
  bool expand_waiting(unsigned worker);
  enum class Kind : std::uint8_t { Search, Wait, Skip };
  /// What to do with a target: search from it depth-first, put it on the stack, or nothing.
  Kind kind_of(unsigned worker, std::uint32_t target, StateView bytes);
  using Claim = ComponentSets::Claim;
  Claim claim(unsigned worker, std::uint32_t state);
  bool is_finished(std::uint32_t state) const { return any_cycle_fails_ ? visits_.done(state) : sets_.finished(state); }
  bool finish(std::uint32_t state) { return any_cycle_fails_ ? visits_.finish(state) : sets_.finish(state); }
  bool dead(std::uint32_t state) { return any_cycle_fails_ ? visits_.done(state) : sets_.dead(state); }
  bool ensure(std::uint64_t states) { return visits_.ensure(states) && (any_cycle_fails_ || sets_.ensure(states)); }
  bool ensure_entries(const std::vector<Insertion>& targets);
  bool is_decided(unsigned worker, StateView bytes);
  void note_found(std::vector<std::uint32_t> states);
  bool fails(MarkSet marks) const { return marks.includes(all_); }
  SearchResult report();

  MarkSet all_;           ///< a cycle with these marks fails
  bool any_cycle_fails_;  ///< and no sets are needed
  ComponentSets sets_;
  Visits visits_;
  SharedWork work_;
  std::vector<std::unique_ptr<Own>> own_;
  std::mutex mutex_;
  std::vector<std::uint32_t> found_;  ///< a failing cycle, or a state of a failing set; guarded by mutex_
};

}  // namespace weir
