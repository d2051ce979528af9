// SPDX-License-Identifier: Apache-2.0
// ParallelOwcty: all threads remove kept states through which no failing cycle goes; each step visits every state or
// edge once (OWCTY: Černá and Pelánek 2003). States belong to components of the automaton, and only edges inside a
// component count.
//
//   - sweep() removes states without a remaining successor, level by level from the last. In a graph without cycles
//     most edges lead to later levels, so one or two sweeps leave almost nothing. Besides the edges, a sweep reads one
//     byte a state, which fits in the caches; counting predecessors needs much more.
//   - trim() removes states without predecessor until there are none. A non-empty rest contains a cycle.
//   - eliminate() alternates between removing states that no edge with a given mark leads to, for all marks, and
//     trim(). If it terminates with a non-empty rest, some component has all marks: an initial component of the rest
//     has its predecessors, and the marked edges that lead to it, inside.
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

  /// Starts with all states of levels [first, end) that have a component (by automaton state; 0: none) and kept edges.
  /// In later calls `first` must not grow and `end` must not shrink.
  void begin(std::size_t first, std::size_t end, const std::vector<std::uint32_t>& components);
  void sweep();
  void trim();
  /// Returns true if it terminated, so that nothing is left or there is a failing cycle. Returns false if it gave up.
  bool eliminate(std::uint32_t mark_count);

  bool out_of_memory() const { return out_of_memory_; }
  bool empty() const { return left_ == 0; }
  /// The remaining states in no particular order. Call after trim() or eliminate().
  std::span<const std::uint32_t> rest() const {
    return rest_.empty() ? std::span<const std::uint32_t>{} : std::span(&rest_[0], rest_.size());
  }
  /// Calls use(target, marks) for the edges of a state to remaining states of its component.
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
  /// Keeps only states reachable from edges with the mark. Returns false if memory is used up.
  bool keep_reachable(MarkSet mark);
  std::uint64_t take_counts();

  LevelSearch& search_;
  const KeptEdges& edges_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t first_ = 0;  ///< the first level
  std::size_t end_ = 0;
  const std::vector<std::uint32_t>* components_ = nullptr;
  bool exact_labels_ = true;  ///< no two components share a label
  std::uint64_t left_ = 0;
  bool out_of_memory_ = false;
  GrowingArray<std::uint8_t> labels_;         ///< by state: label of its component; 0: removed or never present
  GrowingArray<std::uint8_t> reached_;        ///< by state
  GrowingArray<std::uint32_t> predecessors_;  ///< by state: remaining predecessors
  GrowingArray<std::uint32_t> round_;
  GrowingArray<std::uint32_t> rest_;
};

}  // namespace weir
