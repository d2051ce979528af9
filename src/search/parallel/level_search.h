// SPDX-License-Identifier: Apache-2.0
// LevelSearch: parallel breadth-first search, level by level. Threads take the states of a level in small chunks,
// expand them with their own space and insert the successors into a shared store; new states form the next level. Which
// thread expands a state varies, but the states of a level do not. So counts, depths and all decisions made between
// levels are the same for every number of threads and every run.
//
// For the same reason counterexamples do not depend on which thread reached a state first: path_to() goes back level by
// level, generating the levels again, and picks the predecessor whose bytes are lexicographically first.
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
#include "search/parallel/make_space.h"
#include "store/shared/shared_store.h"

namespace weir {

class LevelSearch {
 public:
  /// Processes the visited states.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    /// Called by thread `worker` when a state was expanded on its own, not in a group (SearchSpace::expand_group).
    /// Returns false if memory is used up.
    virtual bool expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                          const std::vector<Insertion>& targets) = 0;
    /// Called between two levels, in the calling thread. Returns true to end the search.
    virtual bool level_done(std::uint64_t depth) = 0;
  };

  LevelSearch(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);

  /// Call before run() to drop levels once they are expanded, which saves 4 bytes a state and 8 a level. Then levels(),
  /// level(), levels_between() and path_to() must not be used.
  void forget_levels() { forgets_levels_ = true; }
  /// Runs until the visitor ends it, every state is visited, or a limit is reached (see the control).
  void run(Visitor& visitor);

  WorkCrew& crew() { return crew_; }
  SharedStore& store() { return store_; }
  SearchControl& control() { return control_; }
  SearchSpace& space(unsigned worker) { return *workers_[worker]->space; }
  Statistics stats() const;

  /// The current level. For use in expanded().
  std::uint64_t depth() const { return depth_; }
  /// Whether the target is on the current level or an earlier one. For use in expanded().
  bool leads_back(const Insertion& target) const {
    return !target.inserted() && in_level_.contains(static_cast<std::uint64_t>(target.id));
  }
  /// The minimum of `known` and the level of such a target; a lower bound in very deep graphs.
  std::uint64_t least_level(std::uint64_t known, const Insertion& target) const;
  /// Expands states again, in thread `worker` between levels. Returns false if the callback asked to stop.
  bool expand_again(unsigned worker, std::span<const std::uint32_t> states,
                    const std::function<bool(const ExpansionGroup::Member&)>& use);

  std::size_t levels() const { return level_begins_.size(); }
  std::uint64_t expanded() const { return expanded_; }  ///< the number of states on fully expanded levels
  /// The states of a level, in no particular order.
  std::span<const std::uint32_t> level(std::size_t depth) const;
  /// The states of the levels in [first, end).
  std::span<const std::uint32_t> levels_between(std::size_t first, std::size_t end) const;
  /// A path from an initial state to a state of this level, the same in every run. Call between levels or afterwards.
  std::vector<PathEdge> path_to(StateId state, std::size_t depth);
  /// For expanding single states in the calling thread, between levels or after the search.
  Expander sequential() { return {space(0), store_.handle(0), control_}; }
  /// Calls work(worker, begin, end) for chunks of [0, count), on all threads if there are enough chunks.
  using Work = std::function<void(unsigned, std::uint64_t, std::uint64_t)>;
  void share(std::uint64_t count, const Work& work);

 private:
  struct alignas(64) Worker {
    explicit Worker(MemoryBudget& budget) : next(budget) {}
    std::unique_ptr<SearchSpace> space;
    StateStore* store = nullptr;
    ExpansionGroup group;
    SuccessorBuffer states;  ///< successors of a whole group
    LookupBatch batch;
    std::vector<Insertion> targets;
    StateEdges edges;
    std::vector<std::byte> scratch;
    std::size_t state_bytes = 0;                ///< of the successor found last
    GrowingArray<std::uint32_t> next;           ///< new states
    std::atomic<std::uint64_t> transitions{0};  ///< written by its thread, read by the first thread for progress
  };

  bool start();
  WorkStealingRange shares_of(std::uint64_t count) const;
  /// Like share(), until nothing is left or `enough()` holds. Returns whether nothing is left.
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
  GrowingArray<std::uint32_t> order_;  ///< all states, level by level
  std::vector<std::uint64_t> level_begins_;
  UsedNumbers in_level_;                ///< ids used up to the current level
  std::vector<UsedNumbers> in_levels_;  ///< ids used up to levels 0, stride_, 2 * stride_, ...
  std::uint64_t stride_ = 1;
  std::uint64_t max_depth_ = 0;
  std::uint64_t depth_ = 0;
  bool forgets_levels_ = false;
  std::uint64_t expanded_ = 0;
  Statistics last_stats_;     ///< as the first thread has seen them
  unsigned until_stats_ = 0;  ///< limit checks until the next collection
  std::atomic<bool> stopping_{false};
  std::atomic<bool> out_of_memory_{false};
  std::atomic<bool> too_many_states_{false};
};

}  // namespace weir
