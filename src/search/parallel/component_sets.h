// SPDX-License-Identifier: Apache-2.0
// ComponentSets: the sets of states that are known to be strongly connected, shared by the threads of a search
// (Bloemen, Laarman, van de Pol, PPoPP 2016: "Multi-core on-the-fly SCC decomposition"; acceptance marks: Bloemen,
// Duret-Lutz, van de Pol, SPIN 2017). Sets are the trees of a union-find structure. The root of a set holds
//
//   - the threads that are exploring the set: each has a state of it on its path;
//   - the marks of the edges inside the set that were taken;
//   - whether the set is dead: a complete component, from which nothing remains to be explored.
//
// The states of a set form a cyclic list. A state is finished when some thread has taken all its edges, each of which
// leads to a dead set or into the state's own set. Finished states are dropped from the list; a set without unfinished
// states is a complete component and becomes dead.
//
//   paper                 here
//   MakeClaim             claim
//   SameSet, Unite        same, unite
//   PickFromList          unfinished
//   RemoveFromList        finish
//
// All fields are zero at first: links are stored as the exclusive or with the state's own number, so a zeroed entry is
// a set with one unfinished state. Flags, threads and marks share one word, so that adding some and reading the others
// is one atomic operation. There must be at most 60 threads and marks together.
//
// Invariants:
//   (a) A thread unites two sets only while it holds the locks of both roots. It never waits for a lock while holding
//       another one, so there is no deadlock.
//   (b) A link to a parent leads to a state of the same set, and a root that was united never becomes a root again. So
//       shortening a path by a stale parent does no harm.
//   (c) A thread that sets bits in the word of a root then checks that the state is still a root; if not, it repeats
//   the
//       update at the new root. unite() links the roots first and reads the word of the lower root afterwards. All four
//       operations are sequentially consistent, so no bits are lost.
//   (d) unite() relinks the cyclic lists at one unfinished state of each set. It sets kHeld on both states first;
//   finish()
//       waits while kHeld is set. unfinished() changes only the links of finished states, to skip finished successors.
//
// Memory: 16 bytes a state. Tested by component_sets_test.
#pragma once

#include <atomic>
#include <cstdint>

#include "automaton/marks.h"
#include "base/memory/shared_array.h"

namespace weir {

class ComponentSets {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  /// Whether the threads and marks fit into a word.
  static bool fits(unsigned threads, std::uint32_t marks) { return kFlags + threads + marks <= 64; }

  ComponentSets(MemoryBudget& budget, unsigned threads) : entries_(budget), first_mark_(kFlags + threads) {}
  [[nodiscard]] bool open() { return entries_.open(); }
  /// Makes the entries of the states below `states` usable for this thread. Returns false if memory is used up.
  [[nodiscard]] bool ensure(std::uint64_t states) { return entries_.ensure(static_cast<std::size_t>(states)); }
  void prefetch(std::uint32_t state) const { __builtin_prefetch(&entries_[state]); }

  /// Dead: nothing reachable from the state needs to be explored. Found: the thread has a state of this set on its
  /// path. Entered: neither; from now on the thread counts as exploring the set.
  enum class Claim : std::uint8_t { Dead, Found, Entered };
  Claim claim(std::uint32_t state, unsigned thread);
  bool same(std::uint32_t a, std::uint32_t b);
  /// Both states must be on one cycle.
  void unite(std::uint32_t a, std::uint32_t b);
  /// Adds the marks to the set of the state. Returns all marks of the set.
  MarkSet add_marks(std::uint32_t state, MarkSet marks);

  bool finished(std::uint32_t state) const { return (word(state) & kFinished) != 0; }
  /// Returns whether this call finished the state, not another thread.
  bool finish(std::uint32_t state);
  /// An unfinished state of the set, `state` itself if possible. If there is none, the set becomes dead, and the result
  /// is kNone.
  std::uint32_t unfinished(std::uint32_t state);
  bool dead(std::uint32_t state) { return (word(root_of(state)) & kDead) != 0; }

  /// Whether no thread has claimed the state.
  bool is_new(std::uint32_t state) const { return word(state) == 0; }
  /// Whether some thread has claimed the state. May be called for any number.
  bool visited(std::uint64_t state) const {
    return state < entries_.size() && !is_new(static_cast<std::uint32_t>(state));
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> word;    ///< flags, then threads, then marks
    std::atomic<std::uint32_t> parent;  ///< exclusive or with the own number, as `next`
    std::atomic<std::uint32_t> next;    ///< in the cyclic list of the set
  };
  static constexpr std::uint64_t kDead = 1;      ///< of a root
  static constexpr std::uint64_t kLocked = 2;    ///< of a root: being united
  static constexpr std::uint64_t kFinished = 4;  ///< of the state itself, as those below
  static constexpr std::uint64_t kHeld = 8;      ///< must not be finished now
  static constexpr unsigned kFlags = 4;
  static constexpr std::uint64_t kAllFlags = (std::uint64_t{1} << kFlags) - 1;

  static std::uint64_t bit_of(unsigned thread) { return std::uint64_t{1} << (kFlags + thread); }
  std::uint64_t word(std::uint32_t state) const { return entries_[state].word.load(std::memory_order_acquire); }
  std::uint32_t parent(std::uint32_t state) const {
    return entries_[state].parent.load(std::memory_order_seq_cst) ^ state;
  }
  std::uint32_t next(std::uint32_t state) const { return entries_[state].next.load(std::memory_order_acquire) ^ state; }
  void set_next(std::uint32_t state, std::uint32_t other) {
    entries_[state].next.store(other ^ state, std::memory_order_release);
  }
  std::uint32_t root_of(std::uint32_t state);
  /// Adds bits to the root of the set. Returns the word of the root afterwards.
  std::uint64_t add_to_root(std::uint32_t state, std::uint64_t bits);
  bool lock(std::uint32_t root);
  /// Holds an unfinished state of the locked set.
  std::uint32_t hold_one(std::uint32_t root);

  SharedArray<Entry> entries_;
  unsigned first_mark_;
};

}  // namespace weir
