// SPDX-License-Identifier: Apache-2.0
// LevelSearch: breadth-first search by several threads, level by level. The threads take the states of a level in small
// chunks, expand them with a space of their own and offer the successors to a shared store; what is new is the next
// level. Which thread expands a state is chance; which states are on a level is not. So counts, depths, and everything
// that is decided between two levels from the levels alone, are the same for every number of threads and every run.
//
// For this reason counterexamples are not read off from who met a state first: path_to() goes back from a state level
// by level, generating the levels again, and takes among the predecessors the one whose bytes come first.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/memory/growing_array.h"
#include "base/thread/work_crew.h"
#include "base/thread/work_stealing_range.h"
#include "search/kernel/expansion_group.h"
#include "search/kernel/search.h"
#include "search/lasso/lasso_builder.h"
#include "store/shared/shared_store.h"

namespace weir {

/// Makes the space of one thread; called before the search, one after the other.
using MakeSpace = std::function<std::unique_ptr<SearchSpace>(unsigned worker)>;

class LevelSearch {
 public:
  /// What a search does with the states; counts nothing.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    /// In thread `worker`: a state was expanded, alone and not in a group (SearchSpace::expand_group). False: memory is
    /// used up.
    virtual bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                          const std::vector<Insertion>& targets) = 0;
    /// Between two levels, in the calling thread. True: the search ends here.
    virtual bool level_done(std::uint64_t depth) = 0;
  };

  LevelSearch(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);

  /// Before run(): levels are not kept once they are expanded, which saves 4 bytes a state and 8 a level; levels(),
  /// level(), levels_between() and path_to() are then not to be used.
  void forget_levels() { forgets_levels_ = true; }
  /// Until the visitor has enough, everything is seen, or a limit is reached (the control knows).
  void run(Visitor& visitor);

  WorkCrew& crew() { return crew_; }
  SharedStore& store() { return store_; }
  SearchControl& control() { return control_; }
  SearchSpace& space(unsigned worker) { return *workers_[worker]->space; }
  Statistics stats() const;

  /// In expanded(): the level at hand.
  std::uint64_t depth() const { return depth_; }
  /// In expanded(): whether a target is on the level at hand or on one above it, not on the next one.
  bool leads_back(const Insertion& target) const {
    return !target.inserted() && in_level_.contains(static_cast<std::uint64_t>(target.id));
  }
  /// The lesser of `known` and the level of such a target; in very deep graphs it may be a little less.
  std::uint64_t least_level(std::uint64_t known, const Insertion& target) const;
  /// In thread `worker`, between levels: the edges of states that were expanded before, once more. False: `use` said
  /// so.
  bool expand_again(unsigned worker, std::span<const std::uint32_t> states,
                    const std::function<bool(const ExpansionGroup::Member&)>& use);

  std::size_t levels() const { return level_begins_.size(); }
  std::uint64_t expanded() const { return expanded_; }  ///< states on levels that were expanded in full
  /// The states of a level, in no particular order.
  std::span<const std::uint32_t> level(std::size_t depth) const;
  /// The states of the levels from `first` up to, but without, `end`.
  std::span<const std::uint32_t> levels_between(std::size_t first, std::size_t end) const;
  /// How a state of a level is reached from an initial state: always the same path. Between levels or after the search.
  std::vector<PathEdge> path_to(StateId state, std::size_t depth);
  /// For looking at single states in the calling thread, between levels or after the search.
  Expander sequential() { return {space(0), store_.handle(0), control_}; }
  /// Calls work(worker, begin, end) for pieces of 0 ... count, by all threads if there are enough of them.
  using Work = std::function<void(unsigned, std::uint64_t, std::uint64_t)>;
  void share(std::uint64_t count, const Work& work);

 private:
  struct alignas(64) Worker {
    explicit Worker(MemoryBudget& budget) : next(budget) {}
    std::unique_ptr<SearchSpace> space;
    StateStore* store = nullptr;
    ExpansionGroup group;
    SuccessorBuffer states;  ///< of a whole group
    LookupBatch batch;
    std::vector<Insertion> targets;
    StateEdges edges;
    std::vector<std::byte> scratch;
    GrowingArray<std::uint32_t> next;           ///< new states
    std::atomic<std::uint64_t> transitions{0};  ///< written by the thread, read by the first one for progress
  };

  bool start();
  WorkStealingRange shares_of(std::uint64_t count) const;
  /// As share(), until nothing is left or there is `enough`; returns whether nothing is left.
  template <class Enough>
  bool share_until(WorkStealingRange& shares, const Work& work, Enough&& enough);
  void expand_level(std::uint64_t begin, std::uint64_t end, Visitor& visitor);
  bool expand_some(WorkStealingRange& shares, std::uint64_t begin, std::uint64_t end, Visitor& visitor);
  bool expand(unsigned worker, std::uint64_t begin, std::uint64_t end, Visitor& visitor);
  enum class Whole : std::uint8_t { Expanded, Refused, Full };
  Whole expand_whole(unsigned worker, std::uint64_t begin, std::uint64_t end);
  bool gather_next_level();
  void note_level();
  bool limit_reached(std::uint64_t frontier);

  WorkCrew& crew_;
  SharedStore& store_;
  SearchControl& control_;
  std::vector<std::unique_ptr<Worker>> workers_;
  GrowingArray<std::uint32_t> order_;  ///< all states, level after level
  std::vector<std::uint64_t> level_begins_;
  UsedNumbers in_level_;                ///< of the states on the level at hand and above it
  std::vector<UsedNumbers> in_levels_;  ///< the same of levels 0, stride_, 2 * stride_, ...
  std::uint64_t stride_ = 1;
  std::uint64_t max_depth_ = 0;
  std::uint64_t depth_ = 0;
  bool forgets_levels_ = false;
  std::uint64_t expanded_ = 0;
  Statistics last_stats_;     ///< as the first thread has seen them
  unsigned until_stats_ = 0;  ///< limits to be looked at before they are gathered anew
  std::atomic<bool> stopping_{false};
  std::atomic<bool> out_of_memory_{false};
};

}  // namespace weir
