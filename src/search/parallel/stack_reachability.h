// SPDX-License-Identifier: Apache-2.0
// StackReachability: reachability of states with a defect, with several threads. Each thread has
// a stack of unexpanded states (shared_work.h) and takes the youngest first, in the order of the sequential search
// (reachability.h).
//
// Errors are found about as early as by one thread. A state is on the stack of every thread that has met it before it
// was expanded; the first to take it expands it. So the thread that takes a state continues with its successors in
// depth-first order, even if another thread met them before and postponed them. The first thread expands one state at a
// time, as the sequential search does; the others expand groups, whose memory latencies overlap.
//
// Memory in addition to the store: 5 bytes a state, and 8 for each state on a stack.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/memory/shared_array.h"
#include "search/parallel/crew_search.h"
#include "search/parallel/shared_work.h"
#include "search/parallel/visits.h"

namespace weir {

class StackReachability final : private CrewSearch {
 public:
  StackReachability(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);

  /// Stops when a state with each of the wanted defects is found.
  DefectResult run(Defect wanted);

 private:
  using Waiting = SharedWork::Waiting;
  struct alignas(64) Own {
    std::vector<Waiting> taken;  ///< the states being expanded
    std::vector<Waiting> met;    ///< successors to be put on the stack
    ExpansionGroup group;
    SuccessorBuffer states;  ///< successors of the whole group
    LookupBatch batch;
    std::vector<Insertion> targets;
    std::vector<std::byte> scratch;
  };

  bool step(unsigned worker) override;
  bool has_work(unsigned) const override { return work_.has_offer(); }
  bool start();
  void search();
  void take_states(unsigned worker);
  enum class Whole : std::uint8_t { Expanded, Refused, Full };
  Whole expand_whole(unsigned worker);
  bool expand_one_by_one(unsigned worker);
  /// Records new and unexpanded states among the targets of a state. Returns false if memory is used up.
  bool note_targets(unsigned worker, Waiting source, std::span<const Insertion> targets);
  void note_defect(Defect defect, std::uint32_t state);
  /// A finite run to the state. Nothing if some step of it is not known, because memory was used up.
  std::optional<Run> run_to(Expander& graph, std::uint32_t state);

  SharedWork work_;
  Visits visits_;                       ///< done: taken from a stack
  SharedArray<std::uint32_t> parents_;  ///< by id, plus 1; an initial state is its own parent
  std::vector<std::unique_ptr<Own>> own_;
  std::atomic<std::uint64_t> wanted_{0};  ///< bits of Defect
  std::mutex mutex_;
  std::vector<std::pair<Defect, std::uint32_t>> found_;  ///< guarded by mutex_
};

}  // namespace weir
