// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/component_sets.h"

#include <algorithm>
#include <thread>

#include "base/assert.h"

namespace weir {

std::uint32_t ComponentSets::root_of(std::uint32_t state) {
  for (;;) {
    const std::uint32_t above = parent(state);
    if (above == state) return state;
    const std::uint32_t top = parent(above);
    if (top == above) return above;
    entries_[state].parent.store(top ^ state, std::memory_order_release);
    state = top;
  }
}

std::uint64_t ComponentSets::add_to_root(std::uint32_t state, std::uint64_t bits) {
  for (;;) {
    const std::uint32_t root = root_of(state);
    const std::uint64_t before = entries_[root].word.fetch_or(bits, std::memory_order_seq_cst);
    if (parent(root) == root) return before | bits;
  }
}

ComponentSets::Claim ComponentSets::claim(std::uint32_t state, unsigned thread) {
  const std::uint32_t root = root_of(state);
  const std::uint64_t before = word(root);
  if ((before & kDead) != 0) return Claim::Dead;
  if ((before & bit_of(thread)) != 0) return Claim::Found;
  // If the root is united meanwhile with a set that has the thread already, the thread enters the set once more, which
  // is sound: it unites both parts of its path when it meets the other one.
  return (add_to_root(state, bit_of(thread)) & kDead) != 0 ? Claim::Dead : Claim::Entered;
}

bool ComponentSets::same(std::uint32_t a, std::uint32_t b) {
  for (;;) {
    const std::uint32_t root = root_of(a);
    if (root == root_of(b)) return true;
    if (parent(root) == root) return false;
  }
}

MarkSet ComponentSets::add_marks(std::uint32_t state, MarkSet marks) {
  // There is nothing to shift if there are no marks; a shift by 64 is undefined.
  const std::uint64_t bits = marks.empty() ? 0 : marks.bits() << first_mark_;
  const std::uint64_t all = add_to_root(state, bits);
  return first_mark_ == 64 ? MarkSet() : MarkSet(all >> first_mark_);
}

bool ComponentSets::lock(std::uint32_t root) {
  std::atomic<std::uint64_t>& own = entries_[root].word;
  if ((own.load(std::memory_order_relaxed) & (kLocked | kDead)) != 0) return false;
  if ((own.fetch_or(kLocked, std::memory_order_acquire) & kLocked) != 0) return false;
  if (parent(root) == root) return true;
  own.fetch_and(~kLocked, std::memory_order_release);
  return false;
}

std::uint32_t ComponentSets::hold_one(std::uint32_t root) {
  for (;;) {
    // The union of two distinct sets is strongly connected, so neither is a maximal SCC, and each has an unfinished
    // state. The lock on the root prevents other threads from holding states of this set.
    const std::uint32_t state = unfinished(root);
    WEIR_ASSERT(state != kNone, "a set without unfinished states is a complete component");
    std::uint64_t seen = word(state);
    while ((seen & kFinished) == 0) {
      if (entries_[state].word.compare_exchange_weak(seen, seen | kHeld, std::memory_order_acq_rel)) return state;
    }
  }
}

void ComponentSets::unite(std::uint32_t a, std::uint32_t b) {
  for (;; std::this_thread::yield()) {
    const auto [root, lower] = std::minmax({root_of(a), root_of(b)});
    if (root == lower) return;
    if (!lock(root)) continue;
    if (!lock(lower)) {
      entries_[root].word.fetch_and(~kLocked, std::memory_order_release);
      continue;
    }
    const std::uint32_t one = hold_one(root);
    const std::uint32_t other = hold_one(lower);
    const std::uint32_t after = next(one);
    set_next(one, next(other));
    set_next(other, after);
    entries_[lower].parent.store(root ^ lower, std::memory_order_seq_cst);
    const std::uint64_t below = entries_[lower].word.fetch_and(~kLocked, std::memory_order_seq_cst);
    entries_[root].word.fetch_or(below & ~kAllFlags, std::memory_order_seq_cst);
    entries_[one].word.fetch_and(~kHeld, std::memory_order_release);
    entries_[other].word.fetch_and(~kHeld, std::memory_order_release);
    entries_[root].word.fetch_and(~kLocked, std::memory_order_release);
    return;
  }
}

bool ComponentSets::finish(std::uint32_t state) {
  std::uint64_t seen = word(state);
  for (;;) {
    if ((seen & kFinished) != 0) return false;
    if ((seen & kHeld) != 0) {
      std::this_thread::yield();
      seen = word(state);
    } else if (entries_[state].word.compare_exchange_weak(seen, seen | kFinished, std::memory_order_acq_rel)) {
      return true;
    }
  }
}

std::uint32_t ComponentSets::unfinished(std::uint32_t state) {
  for (std::uint32_t here = state;;) {
    if (!finished(here)) return here;
    const std::uint32_t second = next(here);
    if (second == here) {
      entries_[root_of(here)].word.fetch_or(kDead, std::memory_order_acq_rel);
      return kNone;
    }
    if (!finished(second)) return second;
    const std::uint32_t third = next(second);
    set_next(here, third);
    here = third;
  }
}

}  // namespace weir
