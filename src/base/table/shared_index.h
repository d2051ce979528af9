// SPDX-License-Identifier: Apache-2.0
// SharedIndex: a hash index over things that several threads number and keep elsewhere; what IndexTable is for one.
//
// Entries and buckets are those of IndexTable: 4 bytes, the number plus one and above it hash bits; sixteen to a cache
// line. A slot is written once, from 0 to its entry, by compare-and-swap. Numbers are handed out to the threads in
// blocks, so they are dense up to one block a thread.
//
// Inserting a thing t (the protocol is modelled in examples/self/shared_index.pml):
//   1. look at the slots in probe order; an entry whose thing equals t: present;
//   2. at the first free slot, write t under a number of one's own block, where nobody looks yet, and swap the entry
//   in;
//   3. the swap failed: somebody else has filled the slot. Compare with that one, and go on from there.
// Invariants:
//   (a) Entries never change, so a slot passed as different stays different.
//   (b) All threads look for t along the same slots, and t's entry goes to the first that is free; so whoever looks
//       for t later, or at the same time, meets that slot before any other free one: no thing gets two numbers.
//   (c) The swap releases what was written of t, and whoever reads the entry acquires it before comparing.
//
// Growing needs the table for itself: threads touch slots inside of a gate (shared_gate.h), which whoever grows closes.
// Threads that find the gate closed help to refill. Nothing is copied: the table grows in place and is refilled from
// the hashes of the things. Several tables may share a gate; then a thread is inside of all of them at once.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
#define WEIR_SHARED_INDEX_SSE2 1
#include <emmintrin.h>
#endif

#include "base/memory/region.h"
#include "base/table/index_table.h"
#include "base/thread/shared_gate.h"

namespace weir {

class WorkCrew;

/// The numbers that were in use at some moment: all below an end but for the rests of the threads' blocks.
class UsedNumbers {
 public:
  struct Gap {
    std::uint32_t begin, end;
  };
  UsedNumbers() = default;
  UsedNumbers(std::uint64_t end, std::vector<Gap> gaps);  ///< gaps do not overlap

  bool contains(std::uint64_t number) const {
    return number < first_gap_ || (number < end_ && !in_gap(static_cast<std::uint32_t>(number)));
  }

 private:
  bool in_gap(std::uint32_t number) const;

  std::uint64_t first_gap_ = 0;  ///< its begin, or the end if there is none
  std::uint64_t end_ = 0;
  std::vector<Gap> gaps_;  ///< by begin
};

/// How a SharedIndex grows.
struct SharedGrowth {
  double max_load = 0.85;
  /// By how much at least. Null: by 4 while it is small (it may be emptier for being refilled less often), then by 2.
  std::function<double()> factor;
  bool small_blocks = false;  ///< while there are few things, numbers are handed out in smaller blocks
};

class SharedIndex {
 public:
  static constexpr std::uint32_t kNone = IndexTable::kNone;
  static constexpr std::size_t kSlots = IndexTable::kSlots;
  static constexpr std::uint32_t kBlock = 256;  ///< numbers handed to a thread at a time

  /// `hash_of(number)` is of the thing with this number; used when the table grows, from any of the threads.
  SharedIndex(MemoryBudget& budget, SharedGate& gate, std::function<std::uint64_t(std::uint32_t)> hash_of,
              SharedGrowth growth = {});
  ~SharedIndex();
  /// Before the first use, by one thread. False: no memory.
  [[nodiscard]] bool open(std::size_t entries);

  using Outcome = IndexTable::Outcome;
  using Guard = SharedGate::Guard;

  /// Makes sure that the thread has a number for one more thing. Outside of a Guard. False: no memory.
  [[nodiscard]] bool prepare(unsigned worker) {
    const Worker& own = workers_[worker];
    return own.next != own.end || claim_block(worker);
  }
  bool prepared(unsigned worker) const { return workers_[worker].next != workers_[worker].end; }

  /// At any time: if the table is growing, it is for nothing.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots() + bucket_of(hash) * kSlots); }
  /// What a search will meet in the first bucket.
  struct Probe {
    std::uint32_t number = kNone;                ///< the first one whose hash bits fit; if there is none,
    std::atomic<std::uint32_t>* free = nullptr;  ///< the slot that an entry would go to; nullptr: the bucket is full
  };
  /// Inside a Guard. The slot is one until the version changes.
  Probe probe(std::uint64_t hash) {
    std::atomic<std::uint32_t>* bucket = slots() + bucket_of(hash) * kSlots;
    const Bucket seen(bucket);
    const std::uint32_t found = first_fitting(bucket, seen, hash, [](std::uint32_t) { return true; });
    if (found != kNone) return {found, nullptr};
    const std::uint32_t free = seen.free();
    if (free != 0) return {kNone, bucket + std::countr_zero(free)};
    __builtin_prefetch(bucket + kSlots);  // the search will go on there
    return {};
  }
  /// Its number alone.
  std::uint32_t candidate(std::uint64_t hash) const { return const_cast<SharedIndex*>(this)->probe(hash).number; }
  std::uint64_t version() const { return version_; }  ///< inside a Guard: how often slots have moved

  /// Inside a Guard: the number that `equal` accepts, or kNone.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    for (std::size_t at = bucket_of(hash);; at = at + 1 == buckets() ? 0 : at + 1) {
      const std::atomic<std::uint32_t>* bucket = slots() + at * kSlots;
      const Bucket seen(bucket);
      const std::uint32_t found = first_fitting(bucket, seen, hash, equal);
      if (found != kNone || seen.free() != 0) return found;
    }
  }

  /// Inside a Guard, prepared: finds the thing or inserts it. `equal(number)` compares with a thing that was inserted,
  /// `write(number)` writes the new one; false: it cannot be, and nothing has changed.
  template <class Equal, class Write>
  Outcome find_or_insert(unsigned worker, std::uint64_t hash, Equal&& equal, Write&& write) {
    Worker& own = workers_[worker];
    bool written = false;
    for (std::size_t at = bucket_of(hash);;) {
      std::atomic<std::uint32_t>* bucket = slots() + at * kSlots;
      const Bucket seen(bucket);
      if (const std::uint32_t found = first_fitting(bucket, seen, hash, equal); found != kNone) return {found, false};
      const std::uint32_t free = seen.free();
      if (free == 0) {
        at = at + 1 == buckets() ? 0 : at + 1;
        continue;
      }
      if (!written && !write(own.next)) return {};
      written = true;
      // Slots fill from the first on: below the first free one that we saw there is none. Release publishes the thing
      // (c); on failure nothing is read through `expected`, the bucket is looked at again.
      std::uint32_t expected = 0;
      const std::uint32_t entry = tag_of(hash) | (own.next + 1);
      if (bucket[std::countr_zero(free)].compare_exchange_strong(expected, entry, std::memory_order_release,
                                                                 std::memory_order_relaxed)) {
        own.count.store(own.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        return {own.next++, true};
      }
    }
  }

  /// Inside a Guard, prepared: inserts where probe() has found a free slot and no number. kNone: somebody else was
  /// quicker, or the thing could not be written; find_or_insert() knows. If the slot is still free, so are those behind
  /// it, and those before it hold what probe() has seen there: the thing is nowhere.
  template <class Write>
  std::uint32_t insert_at(unsigned worker, std::atomic<std::uint32_t>* free, std::uint64_t hash, Write&& write) {
    Worker& own = workers_[worker];
    if (free->load(std::memory_order_relaxed) != 0 || !write(own.next)) return kNone;
    std::uint32_t expected = 0;
    const std::uint32_t entry = tag_of(hash) | (own.next + 1);
    if (!free->compare_exchange_strong(expected, entry, std::memory_order_release, std::memory_order_relaxed)) {
      return kNone;
    }
    own.count.store(own.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return own.next++;
  }

  std::uint64_t size() const;  ///< things inserted; exact when no thread is inserting
  std::uint32_t numbers() const { return next_number_.load(std::memory_order_acquire); }  ///< all are below
  /// Those handed out and used. Only while nobody inserts, or in alone().
  UsedNumbers used_numbers() const;
  std::uint64_t memory_bytes() const { return committed_.load(std::memory_order_relaxed); }

  /// While no thread uses this one or the other: the same numbers are in use, and of the same threads, as there. To be
  /// followed by enter_again().
  void take_numbers_of(const SharedIndex& other);
  /// While no thread uses the table: empties it and enters all things with their hashes of now. False: no memory.
  [[nodiscard]] bool enter_again(WorkCrew& crew);

 private:
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> count{0};
    // Its block; read by others only while it is not inside and the table grows.
    std::uint32_t next = 0;
    std::uint32_t end = 0;
  };

  std::atomic<std::uint32_t>* slots() { return slots_; }
  const std::atomic<std::uint32_t>* slots() const { return slots_; }
  std::size_t buckets() const { return buckets_.load(std::memory_order_relaxed); }
  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * buckets()) >> 64);
  }
  /// Low bits of the hash, where an entry has them: the bucket is chosen by the high ones.
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~number_mask_; }

  /// What the slots of a bucket were at one moment each. A slot seen as free may have been filled since, which the
  /// compare-and-swap finds out; one seen as used stays as it is. It only says which slots to read again, with acquire.
  class Bucket {
   public:
#if defined(WEIR_SHARED_INDEX_SSE2)
    // Four slots at a time, each lane whole as the hardware reads aligned words. Volatile: one load. Were a slot read
    // twice, it could be free for one comparison and in use for the other, and be passed over.
    explicit Bucket(const std::atomic<std::uint32_t>* bucket) {
      for (unsigned i = 0; i < 4; ++i) slots_[i] = *reinterpret_cast<const volatile __m128i*>(bucket + 4 * i);
    }
    /// Bit i: slot i, as far as `bits` goes, is `wanted`.
    std::uint32_t equal(std::uint32_t bits, std::uint32_t wanted) const {
      const __m128i all = _mm_set1_epi32(static_cast<int>(wanted));
      const __m128i mask = _mm_set1_epi32(static_cast<int>(bits));
      const auto four = [&](unsigned i) { return _mm_cmpeq_epi32(_mm_and_si128(slots_[i], mask), all); };
      const __m128i bytes = _mm_packs_epi16(_mm_packs_epi32(four(0), four(1)), _mm_packs_epi32(four(2), four(3)));
      return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
    }

   private:
    __m128i slots_[4];
#else
    explicit Bucket(const std::atomic<std::uint32_t>* bucket) {
      for (unsigned i = 0; i < kSlots; ++i) slots_[i] = bucket[i].load(std::memory_order_relaxed);
    }
    std::uint32_t equal(std::uint32_t bits, std::uint32_t wanted) const {
      std::uint32_t result = 0;
      for (unsigned i = 0; i < kSlots; ++i) result |= static_cast<std::uint32_t>((slots_[i] & bits) == wanted) << i;
      return result;
    }

   private:
    std::uint32_t slots_[kSlots];
#endif
   public:
    std::uint32_t free() const { return equal(0xFFFFFFFFU, 0); }
  };

  /// The first number in a bucket whose hash bits fit and that `equal` accepts, or kNone.
  template <class Equal>
  std::uint32_t first_fitting(const std::atomic<std::uint32_t>* bucket, const Bucket& seen, std::uint64_t hash,
                              Equal&& equal) const {
    for (std::uint32_t fits = seen.equal(~number_mask_, tag_of(hash)); fits != 0; fits &= fits - 1) {
      // Acquire: the thing was written before its entry (c).
      const std::uint32_t entry = bucket[std::countr_zero(fits)].load(std::memory_order_acquire);
      if (entry == 0) continue;  // free, and the hash bits are 0
      const std::uint32_t number = (entry & number_mask_) - 1;
      if (equal(number)) return number;
    }
    return kNone;
  }

  bool claim_block(unsigned worker);
  std::uint32_t block_size() const;
  bool grow(std::size_t entries);
  bool enlarge(std::size_t entries);
  void start_refilling();
  void refill_some();

  SharedGate& gate_;
  std::function<std::uint64_t(std::uint32_t)> hash_of_;
  SharedGrowth growth_;
  unsigned worker_count_;
  std::unique_ptr<Worker[]> workers_;
  std::mutex mutex_;  ///< of whoever hands out blocks or grows
  std::atomic<std::uint32_t> next_number_{0};

  std::atomic<std::uint32_t>* slots_ = nullptr;  ///< from open() on

  // Changed only while nobody is inside.
  Region region_;
  std::atomic<std::size_t> buckets_{0};  ///< atomic for prefetch() alone
  std::uint64_t version_ = 0;
  std::size_t capacity_ = 0;
  std::uint32_t number_mask_ = 0xFFFFFFFF;
  std::atomic<std::uint64_t> committed_{0};

  // Refilling: pieces of the new part of the table to be touched, and then ranges of numbers, are taken in turn.
  static constexpr std::uint32_t kRefillStep = 4096;
  static constexpr std::size_t kTouchStep = std::size_t{1} << 21;
  std::atomic<std::size_t> touch_next_{0};
  std::size_t touch_end_ = 0;
  std::atomic<std::uint64_t> refill_next_{0};
  std::uint64_t refill_end_ = 0;
};

}  // namespace weir
