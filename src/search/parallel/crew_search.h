// SPDX-License-Identifier: Apache-2.0
// CrewSearch: what searches with several threads and without levels have in common. Every thread repeats small steps
// of work until no thread has any left, a limit is reached, or the search is ended. Every thread watches the number of
// states, the first one also the other limits. For work that needs all threads at rest, such as changing the store,
// they interrupt their work between two steps and continue afterwards.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/thread/work_crew.h"
#include "search/kernel/expansion_group.h"
#include "search/kernel/search.h"
#include "search/parallel/make_space.h"
#include "store/shared/shared_store.h"

namespace weir {

class CrewSearch {
 public:
  CrewSearch(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control);
  virtual ~CrewSearch() = default;
  CrewSearch(const CrewSearch&) = delete;
  CrewSearch& operator=(const CrewSearch&) = delete;

 protected:
  /// What a thread needs for expanding states.
  struct alignas(64) Worker {
    std::unique_ptr<SearchSpace> space;
    StateStore* store = nullptr;
    // Written by the thread, read by the first one for progress.
    std::atomic<std::uint64_t> transitions{0};
    std::atomic<std::uint64_t> max_depth{0};
    std::atomic<std::uint64_t> frontier{0};

    void count(std::uint64_t edges) {
      transitions.store(transitions.load(std::memory_order_relaxed) + edges, std::memory_order_relaxed);
    }
    void note_depth(std::uint64_t depth) {
      if (depth > max_depth.load(std::memory_order_relaxed)) max_depth.store(depth, std::memory_order_relaxed);
    }
  };

  /// Does a small part of the work of thread `worker`. Returns false if the thread has nothing to do.
  virtual bool step(unsigned worker) = 0;
  /// Whether a thread with nothing to do may find something. Called by any thread.
  virtual bool has_work(unsigned worker) const = 0;

  /// Runs all threads until nothing is left, the search was ended, or a limit was reached.
  void run_steps();
  /// Ends the search.
  void end() { stopping_.store(true, std::memory_order_relaxed); }
  void out_of_memory() {
    full_.store(true, std::memory_order_relaxed);
    end();
  }
  bool ending() const { return stopping_.load(std::memory_order_relaxed); }
  /// Whether a thread waits for work.
  bool someone_waits() const { return working_.load(std::memory_order_relaxed) < crew_.size(); }

  Worker& worker(unsigned i) { return *workers_[i]; }
  const Worker& worker(unsigned i) const { return *workers_[i]; }
  unsigned threads() const { return crew_.size(); }
  SharedStore& store() { return store_; }
  SearchControl& control() { return control_; }
  Statistics stats() const;
  /// For expanding single states in the calling thread, before or after run_steps().
  Expander sequential() { return {*workers_[0]->space, store_.handle(0), control_}; }

 private:
  void work(unsigned worker);
  /// Returns false if the thread has to leave.
  bool wait_for_work(unsigned worker);
  bool limit_reached(unsigned worker);
  /// Of all limits, as far as the first thread has to watch them.
  bool any_limit_reached();
  void rest();

  WorkCrew& crew_;
  SharedStore& store_;
  SearchControl& control_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Statistics last_stats_;  ///< as the first thread has seen them
  std::uint64_t waiting_ = 0;
  unsigned until_stats_ = 0;  ///< limit checks until the next collection
  // Relaxed unless noted: a thread that sees a flag late only does extra work; the crew orders everything else.
  std::atomic<bool> stopping_{false};
  std::atomic<bool> resting_{false};
  std::atomic<bool> full_{false};
  std::atomic<bool> too_many_states_{false};
  /// The number of threads that may have or create work. Only working threads create work, so if it is 0, none is left.
  std::atomic<unsigned> working_{0};
};

}  // namespace weir
