// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/crew_search.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace weir {

CrewSearch::CrewSearch(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control)
    : crew_(crew), store_(store), control_(control) {
  for (unsigned i = 0; i < crew.size(); ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_[i]->space = make_space(i);
    workers_[i]->store = &store.handle(i);
  }
}

Statistics CrewSearch::stats() const {
  Statistics stats;
  stats.states = stats.states_generated = stats.stored_peak = store_.size();
  for (const auto& worker : workers_) {
    stats.transitions += worker->transitions.load(std::memory_order_relaxed);
    stats.max_depth = std::max(stats.max_depth, worker->max_depth.load(std::memory_order_relaxed));
  }
  return stats;
}

void CrewSearch::run_steps() {
  do {
    resting_.store(false, std::memory_order_relaxed);
    working_.store(crew_.size(), std::memory_order_relaxed);
    crew_.run([this](unsigned worker) {
      try {
        work(worker);
      } catch (...) {
        end();
        throw;
      }
    });
    rest();
  } while (resting_.load(std::memory_order_relaxed) && !ending());
  if (full_.load(std::memory_order_relaxed)) control_.end(Stop::Memory);
  if (too_many_states_.load(std::memory_order_relaxed)) control_.end(Stop::States);
}

/// Called while no thread works.
void CrewSearch::rest() {
  if (ending()) return;
  if (store_.wants_change()) {
    store_.change(crew_, control_.stop_flag());
    for (unsigned i = 0; i < crew_.size(); ++i) workers_[i]->store = &store_.handle(i);
  }
  control_.rest();
}

void CrewSearch::work(unsigned worker) {
  while (!ending() && !resting_.load(std::memory_order_relaxed)) {
    if (limit_reached(worker)) return end();
    if (!step(worker) && !wait_for_work(worker)) return;
  }
}

bool CrewSearch::wait_for_work(unsigned worker) {
  constexpr unsigned kSpins = 200;
  // Acquire and release: the thread that sees 0 also sees that nothing is left.
  working_.fetch_sub(1, std::memory_order_acq_rel);
  for (unsigned i = 0;; ++i) {
    if (ending() || resting_.load(std::memory_order_relaxed) || working_.load(std::memory_order_acquire) == 0)
      return false;
    if (has_work(worker)) break;
    if (limit_reached(worker)) {
      end();
      return false;
    }
    if (i < kSpins) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }
  working_.fetch_add(1, std::memory_order_acq_rel);
  return true;
}

/// The first thread checks the limits for all. Only the number of states and the stop flag are checked by every thread:
/// the system may run the others for long without the first.
bool CrewSearch::limit_reached(unsigned worker) {
  if (store_.exceeds(control_.limits().max_states)) {
    too_many_states_.store(true, std::memory_order_relaxed);
    return true;
  }
  return (worker == 0 && any_limit_reached()) || control_.flagged();
}

/// Called often. The counters of the other threads are in their caches, so they are read rarely.
bool CrewSearch::any_limit_reached() {
  constexpr unsigned kStatsEvery = 32;
  if (until_stats_ == 0) {
    last_stats_ = stats();
    waiting_ = 0;
    for (const auto& worker : workers_) waiting_ += worker->frontier.load(std::memory_order_relaxed);
    until_stats_ = kStatsEvery;
    if (store_.wants_change() || control_.rest_due()) resting_.store(true, std::memory_order_relaxed);
  }
  --until_stats_;
  return control_.ended(last_stats_, waiting_);
}

}  // namespace weir
