// SPDX-License-Identifier: Apache-2.0
// Visits: a byte for every state, shared by the threads of a search: which threads have met the state, and whether it
// is done. Most edges of a large model lead to states that are done, and a byte a state stays in the cache where a
// larger entry would not.
//
// A state that may be expanded in any order is met by the threads that put it on their stacks, and done when one takes
// it. A state that is searched depth-first is entered by the threads that have it on their paths, and done when one
// leaves it.
//
// A thread that reads that a state is done sees all that came before (acquire and release). So "was done before" is a
// strict order even between threads, on which the search for cycles relies (parallel_components.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "base/memory/shared_array.h"

namespace weir {

class Visits {
 public:
  static constexpr unsigned kThreads = 6;  ///< each has its own bit; if there are more, some share one

  explicit Visits(MemoryBudget& budget) : bytes_(budget) {}
  [[nodiscard]] bool open() { return bytes_.open(); }
  /// Makes the bytes of the states below `states` usable for this thread. Returns false if memory is used up.
  [[nodiscard]] bool ensure(std::uint64_t states) { return bytes_.ensure(static_cast<std::size_t>(states)); }
  void prefetch(std::uint32_t state) const { __builtin_prefetch(&bytes_[state]); }

  bool is_new(std::uint32_t state) const { return byte(state) == 0; }
  bool done(std::uint32_t state) const { return (byte(state) & kDone) != 0; }
  /// Whether some thread has begun to expand the state. May be called for any number.
  bool visited(std::uint64_t state) const {
    return state < bytes_.size() && (byte(static_cast<std::uint32_t>(state)) & (kDone | kEntered)) != 0;
  }

  /// Returns whether the thread is to put the state on its stack: it is not done, and not on that stack. Of threads
  /// that share a bit, only one has the state.
  bool meet(std::uint32_t state, unsigned thread) {
    const unsigned known = kDone | bit_of(thread);
    return (byte(state) & known) == 0 && (add(state, bit_of(thread)) & known) == 0;
  }
  enum class Entry : std::uint8_t { Done, OnPath, Entered };
  /// Puts the state on the path of the thread, unless it is done or on that path. Needs a bit for each thread.
  Entry enter(std::uint32_t state, unsigned thread) {
    const unsigned seen = byte(state);
    if ((seen & kDone) != 0) return Entry::Done;
    if ((seen & bit_of(thread)) != 0) return Entry::OnPath;
    return (add(state, kEntered | bit_of(thread)) & kDone) != 0 ? Entry::Done : Entry::Entered;
  }
  /// Makes the state done. Returns whether it was not.
  bool finish(std::uint32_t state) { return (add(state, kDone) & kDone) == 0; }

 private:
  static constexpr unsigned kDone = 0x80, kEntered = 0x40;
  static unsigned bit_of(unsigned thread) { return 1U << thread % kThreads; }

  unsigned byte(std::uint32_t state) const { return bytes_[state].load(std::memory_order_acquire); }
  /// Returns the byte before.
  unsigned add(std::uint32_t state, unsigned bits) {
    return bytes_[state].fetch_or(static_cast<std::uint8_t>(bits), std::memory_order_acq_rel);
  }

  SharedArray<std::atomic<std::uint8_t>> bytes_;
};

}  // namespace weir
