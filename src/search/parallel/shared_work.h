// SPDX-License-Identifier: Apache-2.0
// SharedWork: the unexpanded states of a search with several threads. Each thread has a stack of its own and takes its
// youngest states, so that it searches as a single thread would. A thread with nothing to do waits in `offered_` for
// states of another one; a thread that notices this gives away its oldest states, which usually lead to the largest
// unexplored parts.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/memory/growing_array.h"
#include "search/kernel/search.h"

namespace weir {

class SharedWork {
 public:
  using Waiting = Expander::Waiting;

  SharedWork(MemoryBudget& budget, unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) stacks_.push_back(std::make_unique<Stack>(budget));
  }

  /// Returns false if memory is used up.
  [[nodiscard]] bool push(unsigned thread, Waiting state) { return stacks_[thread]->states.push(state); }
  /// Takes the youngest state of the thread. Returns false if there is none.
  bool pop(unsigned thread, Waiting& state) {
    Stack& own = *stacks_[thread];
    if (own.size() == 0) return false;
    state = own.states.back();
    own.states.pop();
    if (own.size() == 0) own.clear();
    return true;
  }
  std::size_t size(unsigned thread) const { return stacks_[thread]->size(); }

  bool has_offer() const { return offer_.load(std::memory_order_relaxed); }
  /// Gives the oldest states of the thread away if nothing is on offer.
  void offer_oldest(unsigned thread) {
    Stack& own = *stacks_[thread];
    if (has_offer() || own.size() < 2) return;
    const std::lock_guard lock(mutex_);
    const std::size_t count = std::min(own.size() / 2, kMostOffered);
    for (std::size_t i = 0; i < count; ++i) offered_.push_back(own.states[own.begin++]);
    own.compact();
    offer_.store(true, std::memory_order_relaxed);
  }
  /// Moves what is on offer to the stack of the thread. Returns false if memory is used up.
  [[nodiscard]] bool accept(unsigned thread) {
    const std::lock_guard lock(mutex_);
    bool fits = true;
    // The oldest state is taken last, as by its first owner.
    for (const Waiting& state : offered_) fits = fits && push(thread, state);
    offered_.clear();
    offer_.store(false, std::memory_order_relaxed);
    return fits;
  }

 private:
  static constexpr std::size_t kMostOffered = 64;
  struct alignas(64) Stack {
    explicit Stack(MemoryBudget& budget) : states(budget) {}
    std::size_t size() const { return states.size() - begin; }
    void clear() {
      states.shrink(0);
      begin = 0;
    }
    /// Moves the states to the front if half of the memory is unused.
    void compact() {
      if (begin < size()) return;
      for (std::size_t i = 0; i < size(); ++i) states[i] = states[begin + i];
      const std::size_t left = size();
      states.shrink(left);
      begin = 0;
    }
    GrowingArray<Waiting> states;
    std::size_t begin = 0;  ///< the oldest state
  };

  std::vector<std::unique_ptr<Stack>> stacks_;
  std::mutex mutex_;
  std::vector<Waiting> offered_;    ///< guarded by mutex_
  std::atomic<bool> offer_{false};  ///< relaxed: the mutex orders the access to the states
};

}  // namespace weir
