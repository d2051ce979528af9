// SPDX-License-Identifier: Apache-2.0
// ParallelOwcty: removes kept states through which no failing cycle goes, by all threads, each step over states or
// edges once (OWCTY: Černá and Pelánek 2003). States belong to components of the automaton; only edges inside one
// count.
//
//   - sweep(): level by level from the last one up, states without a successor that is left. In a graph without cycles
//     edges lead mostly to later levels, and one or two sweeps leave next to nothing. All a sweep looks at beside the
//     edges is one byte a state, which the caches hold; counting predecessors needs much more.
//   - trim(): states without a predecessor, until there are none. What is then left, if anything, has a cycle.
//   - eliminate(): states that no edge with a certain mark leads to, for all marks, and trim(), in turn. If that ends
//     and leaves something, there is a component with all marks: one before which nothing is left has its predecessors,
//     and the edges with marks that lead to it, inside.
//
// Memory: 1 byte a state; 5 more once trim() is needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/memory/growing_array.h"
#include "search/parallel/kept_edges.h"
#include "search/parallel/level_search.h"

namespace weir {

class ParallelOwcty {
 public:
  ParallelOwcty(LevelSearch& search, const KeptEdges& edges);

  /// All states of the levels from `first` up to, but without, `end` that have a component (by automaton state; 0:
  /// none) and whose edges are kept. In later calls `first` is not larger, `end` not smaller.
  void begin(std::size_t first, std::size_t end, const std::vector<std::uint32_t>& components);
  void sweep();
  void trim();
  /// True: it came to an end, so nothing is left or there is a failing cycle. False: it was given up.
  bool eliminate(std::uint32_t mark_count);

  bool out_of_memory() const { return out_of_memory_; }
  bool empty() const { return left_ == 0; }
  /// What is left, in no particular order. After trim() and eliminate().
  std::span<const std::uint32_t> rest() const {
    return rest_.empty() ? std::span<const std::uint32_t>{} : std::span(&rest_[0], rest_.size());
  }
  /// Calls use(target, marks) for the edges of a state that stay in its component and in what is left.
  template <class Use>
  void for_inner_edges(std::uint32_t state, Use&& use) const {
    const std::uint32_t component = component_of(state);
    const std::uint8_t label = label_of(component);
    edges_.for_each(state, [&](std::uint32_t target, MarkSet marks) {
      // Relaxed, as everywhere here: a thread that sees a removal late only does extra work; the crew orders the steps.
      if (left(target) == label && (exact_labels_ || component_of(target) == component)) use(target, marks);
      return true;
    });
  }

 private:
  struct alignas(64) Worker {
    explicit Worker(MemoryBudget& budget) : found(budget) {}
    GrowingArray<std::uint32_t> found;
    std::uint64_t count = 0;
    bool out_of_memory = false;
    void push(std::uint32_t state) { out_of_memory = !found.push(state) || out_of_memory; }
  };
  static constexpr std::uint32_t kLabels = 255;

  std::uint32_t component_of(std::uint32_t state) const {
    const std::uint32_t automaton = edges_.automaton_of(state);
    return automaton < components_->size() ? (*components_)[automaton] : 0;
  }
  static std::uint8_t label_of(std::uint32_t component) {
    return component == 0 ? 0 : static_cast<std::uint8_t>(1 + (component - 1) % kLabels);
  }
  std::uint8_t left(std::uint32_t state) const {
    return std::atomic_ref(const_cast<std::uint8_t&>(labels_[state])).load(std::memory_order_relaxed);
  }
  void remove(std::uint32_t state) { std::atomic_ref(labels_[state]).store(0, std::memory_order_relaxed); }

  bool collect_rest();
  void count_predecessors();
  bool next_round();
  /// Leaves what edges with the mark lead to. False: no memory.
  bool keep_behind(MarkSet mark);
  std::uint64_t take_counts();

  LevelSearch& search_;
  const KeptEdges& edges_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t first_ = 0;  ///< levels
  std::size_t end_ = 0;
  const std::vector<std::uint32_t>* components_ = nullptr;
  bool exact_labels_ = true;  ///< no two components have one
  std::uint64_t left_ = 0;
  bool out_of_memory_ = false;
  GrowingArray<std::uint8_t> labels_;         ///< by state: of its component; 0: removed, or never there
  GrowingArray<std::uint8_t> reached_;        ///< by state
  GrowingArray<std::uint32_t> predecessors_;  ///< by state: how many are left
  GrowingArray<std::uint32_t> round_;
  GrowingArray<std::uint32_t> rest_;
};

}  // namespace weir
