// SPDX-License-Identifier: Apache-2.0
// KeptEdges: the edges of some states of a parallel search, by state id. Each thread appends edges to its own arrays;
// an index per state records where. Memory: 16 bytes a state, and 4 bytes plus marks per edge.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/memory/growing_array.h"
#include "base/memory/shared_region.h"
#include "search/kernel/mark_stack.h"
#include "search/space/search_space.h"
#include "store/state_store.h"

namespace weir {

class KeptEdges {
 public:
  KeptEdges(MemoryBudget& budget, unsigned workers, std::uint32_t mark_count);
  /// Call before the first use. Returns false if memory is used up.
  [[nodiscard]] bool open() { return places_.open(); }

  /// Called by thread `worker`, once per state. Returns false if memory is used up.
  [[nodiscard]] bool keep(unsigned worker, std::uint32_t state, std::uint32_t automaton, const StateEdges& edges,
                          const std::vector<Insertion>& targets);

  /// Only while no thread calls keep(). Exception: a thread may call has() for a state that only it keeps.
  bool has(std::uint32_t state) const {
    return (std::size_t{state} + 1) * sizeof(Place) <= places_.committed() && place(state).worker_plus_one != 0;
  }
  /// The state must have kept edges.
  std::uint32_t automaton_of(std::uint32_t state) const { return place(state).automaton; }
  /// Calls use(target, marks) for the edges until it returns false.
  template <class Use>
  void for_each(std::uint32_t state, Use&& use) const {
    const Place& from = place(state);
    const Edges& edges = *edges_[from.worker_plus_one - 1];
    for (std::uint64_t i = from.offset; i < from.offset + from.degree; ++i)
      if (!use(edges.targets[i], edges.marks[i])) return;
  }

 private:
  struct Place {
    std::uint64_t offset : 40;
    std::uint64_t worker_plus_one : 24;  ///< 0: no edges are kept
    std::uint32_t degree;
    std::uint32_t automaton;
  };
  struct alignas(64) Edges {
    Edges(MemoryBudget& budget, std::uint32_t mark_count) : targets(budget), marks(budget, mark_count) {}
    GrowingArray<std::uint32_t> targets;
    MarkStack marks;
  };
  const Place& place(std::uint32_t state) const { return reinterpret_cast<const Place*>(places_.data())[state]; }

  SharedRegion places_;
  std::vector<std::unique_ptr<Edges>> edges_;  ///< by worker
};

}  // namespace weir
