// SPDX-License-Identifier: Apache-2.0
// SharedIndex: a concurrent hash index over elements stored elsewhere; the counterpart of IndexTable for several
// threads.
//
// Entries and buckets have the layout of IndexTable: 4 bytes with the number plus one and hash bits above it, sixteen
// per cache line. A slot is written once, from 0 to its entry, by compare-and-swap. Threads receive numbers in blocks,
// so numbers are dense up to one block per thread.
//
// Inserting an element t (the protocol is modelled in examples/self/shared_index.pml):
//   1. Read the slots in probe order. If an entry's element equals t, t is present.
//   2. At the first free slot, write t under a number of the thread's own block, which no other thread reads yet, and
//      compare-and-swap the entry into the slot.
//   3. If the swap fails, another thread filled the slot. Compare with its element and continue from there.
// Invariants:
//   (a) Entries never change, so a slot that was passed as different stays different.
//   (b) All threads search for t along the same slots, and t's entry goes to the first free one. A later or concurrent
//       search for t meets that slot before any other free slot, so no element gets two numbers.
//   (c) The swap releases the written element; a reader acquires the entry before comparing.
//
// Growing needs exclusive access: threads access slots inside a gate (shared_gate.h), which the growing thread closes.
// Threads that find the gate closed help to refill. Nothing is copied: the table grows in place and is refilled from
// the hashes of the elements. Several tables may share a gate; a thread is then inside all of them at once.
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

/// The numbers in use at one moment: all below an end, except the unused rest of each thread's block.
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

  std::uint64_t first_gap_ = 0;  ///< begin of the first gap, or the end if there is none
  std::uint64_t end_ = 0;
  std::vector<Gap> gaps_;  ///< sorted by begin
};

/// How a SharedIndex grows.
struct SharedGrowth {
  double max_load = 0.85;
  /// The minimum growth factor. Null: 4 while the table is small (trading space for fewer refills), then 2.
  std::function<double()> factor;
  bool small_blocks = false;  ///< use smaller blocks of numbers while there are few elements
};

class SharedIndex {
 public:
  static constexpr std::uint32_t kNone = IndexTable::kNone;
  static constexpr std::size_t kSlots = IndexTable::kSlots;
  static constexpr std::uint32_t kBlock = 256;  ///< numbers handed to a thread at a time

  /// `hash_of(number)` returns the hash of an element. Called from any thread when the table grows.
  SharedIndex(MemoryBudget& budget, SharedGate& gate, std::function<std::uint64_t(std::uint32_t)> hash_of,
              SharedGrowth growth = {});
  ~SharedIndex();
  /// Called by one thread before the first use. Returns false if out of memory.
  [[nodiscard]] bool open(std::size_t entries);

  using Outcome = IndexTable::Outcome;
  using Guard = SharedGate::Guard;

  /// Ensures that the thread has a number for one more element. Call outside a Guard. Returns false if out of memory.
  [[nodiscard]] bool prepare(unsigned worker) {
    const Worker& own = workers_[worker];
    return own.next != own.end || claim_block(worker);
  }
  bool prepared(unsigned worker) const { return workers_[worker].next != workers_[worker].end; }

  /// May be called at any time; has no effect while the table grows.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots() + bucket_of(hash) * kSlots); }
  /// The state of the bucket where a search starts.
  struct Probe {
    std::uint32_t number = kNone;                ///< first entry with matching hash bits, or kNone;
    std::atomic<std::uint32_t>* free = nullptr;  ///< otherwise the slot for an entry; nullptr if the bucket is full
  };
  /// Call inside a Guard. The slot remains valid until the version changes.
  Probe probe(std::uint64_t hash) {
    std::atomic<std::uint32_t>* bucket = slots() + bucket_of(hash) * kSlots;
    const Bucket seen(bucket);
    const std::uint32_t found = first_fitting(bucket, seen, hash, [](std::uint32_t) { return true; });
    if (found != kNone) return {found, nullptr};
    const std::uint32_t free = seen.free();
    if (free != 0) return {kNone, bucket + std::countr_zero(free)};
    __builtin_prefetch(bucket + kSlots);  // the search will continue there
    return {};
  }
  /// The number of the first candidate.
  std::uint32_t candidate(std::uint64_t hash) const { return const_cast<SharedIndex*>(this)->probe(hash).number; }
  std::uint64_t version() const { return version_; }  ///< how often slots were moved; call inside a Guard

  /// Returns the number that `equal` accepts, or kNone. Call inside a Guard.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    for (std::size_t at = bucket_of(hash);; at = at + 1 == buckets() ? 0 : at + 1) {
      const std::atomic<std::uint32_t>* bucket = slots() + at * kSlots;
      const Bucket seen(bucket);
      const std::uint32_t found = first_fitting(bucket, seen, hash, equal);
      if (found != kNone || seen.free() != 0) return found;
    }
  }

  /// Finds or inserts an element. Call inside a Guard, after prepare(). `equal(number)` compares with an existing
  /// element; `write(number)` writes the new one, and returns false if it cannot, in which case nothing changes.
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
      // Slots fill in order: no slot below the first free one that we saw is free. Release publishes the element (c).
      // On failure, nothing is read through `expected`; the bucket is read again.
      std::uint32_t expected = 0;
      const std::uint32_t entry = tag_of(hash) | (own.next + 1);
      if (bucket[std::countr_zero(free)].compare_exchange_strong(expected, entry, std::memory_order_release,
                                                                 std::memory_order_relaxed)) {
        own.count.store(own.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        return {own.next++, true};
      }
    }
  }

  /// Inserts at a free slot returned by probe(). Call inside a Guard, after prepare(). Returns kNone if another thread
  /// took the slot or the element could not be written; find_or_insert() then distinguishes the two. If the slot is
  /// still free, so are all slots after it, and the slots before it are those that probe() saw: the element is not in
  /// the table.
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

  std::uint64_t size() const;  ///< elements inserted; exact while no thread is inserting
  /// All numbers are below this.
  std::uint32_t numbers() const { return next_number_.load(std::memory_order_acquire); }
  /// The numbers in use. Call only while no thread inserts, or in alone().
  UsedNumbers used_numbers() const;
  std::uint64_t memory_bytes() const { return committed_.load(std::memory_order_relaxed); }

  /// Copies the numbers in use, and their threads, from `other`. Requires that no thread uses either table. Must be
  /// followed by enter_again().
  void take_numbers_of(const SharedIndex& other);
  /// Clears the table and enters all elements with their current hashes. Requires that no thread uses the table.
  /// Returns false if out of memory.
  [[nodiscard]] bool enter_again(WorkCrew& crew);

 private:
  struct alignas(64) Worker {
    std::atomic<std::uint64_t> count{0};
    // The thread's block. Other threads read it only while this thread is outside and the table grows.
    std::uint32_t next = 0;
    std::uint32_t end = 0;
  };

  std::atomic<std::uint32_t>* slots() { return slots_; }
  const std::atomic<std::uint32_t>* slots() const { return slots_; }
  std::size_t buckets() const { return buckets_.load(std::memory_order_relaxed); }
  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * buckets()) >> 64);
  }
  /// The low bits of the hash at their position in an entry; the high bits select the bucket.
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~number_mask_; }

  /// A snapshot of the slots of a bucket, each read once. A slot seen as free may have been filled since (the
  /// compare-and-swap detects this); a slot seen as used does not change. The snapshot only selects the slots to read
  /// again with acquire.
  class Bucket {
   public:
#if defined(WEIR_SHARED_INDEX_SSE2)
    // Loads four slots at a time; the hardware reads each aligned lane atomically. Volatile forces a single load: if a
    // slot were read twice, it could be free for one comparison and used for the other, and be skipped.
    explicit Bucket(const std::atomic<std::uint32_t>* bucket) {
      for (unsigned i = 0; i < 4; ++i) slots_[i] = *reinterpret_cast<const volatile __m128i*>(bucket + 4 * i);
    }
    /// Bit i is set if slot i, masked by `bits`, equals `wanted`.
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

  /// Returns the first number in a bucket with matching hash bits that `equal` accepts, or kNone.
  template <class Equal>
  std::uint32_t first_fitting(const std::atomic<std::uint32_t>* bucket, const Bucket& seen, std::uint64_t hash,
                              Equal&& equal) const {
    for (std::uint32_t fits = seen.equal(~number_mask_, tag_of(hash)); fits != 0; fits &= fits - 1) {
      // Acquire: the element was written before its entry (c).
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
  std::mutex mutex_;  ///< held while handing out blocks or growing
  std::atomic<std::uint32_t> next_number_{0};

  std::atomic<std::uint32_t>* slots_ = nullptr;  ///< set by open()

  // Changed only while no thread is inside.
  Region region_;
  std::atomic<std::size_t> buckets_{0};  ///< atomic only for prefetch()
  std::uint64_t version_ = 0;
  std::size_t capacity_ = 0;
  std::uint32_t number_mask_ = 0xFFFFFFFF;
  std::atomic<std::uint64_t> committed_{0};

  // Refilling: threads claim pieces of the new part of the table to touch, then ranges of numbers.
  static constexpr std::uint32_t kRefillStep = 4096;
  static constexpr std::size_t kTouchStep = std::size_t{1} << 21;
  std::atomic<std::size_t> touch_next_{0};
  std::size_t touch_end_ = 0;
  std::atomic<std::uint64_t> refill_next_{0};
  std::uint64_t refill_end_ = 0;
};

}  // namespace weir
