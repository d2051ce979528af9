// SPDX-License-Identifier: Apache-2.0
// IndexTable: a hash index over things that are kept elsewhere and numbered 0, 1, 2, ...
//
// An entry is 4 bytes: the number (plus one; 0 is a free slot) in the low bits, and as many bits of the hash as are
// left above it. Sixteen entries are one cache line, a bucket; a search compares the hash bits of a whole bucket at
// once, and goes on to the next bucket only if the bucket has no free slot. The number of buckets is arbitrary
// (multiplication maps the hash to a bucket), so the table can grow by any factor; it grows in place, and is then
// refilled from the hashes of the things it indexes, which costs no second table. Nothing is ever removed.
//
// The index knows no equality: lookups call back with candidates.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/memory/region.h"

namespace weir {

class IndexTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kSlots = 16;  ///< entries per bucket
  static constexpr std::size_t kAhead = 16;  ///< hashes computed ahead while the table is refilled
  static constexpr double kMaxLoad = 0.92;

  explicit IndexTable(MemoryBudget& budget) : region_(budget, Region::Pages::Huge) {}

  /// The first candidate that `equal` accepts, or kNone.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    if (buckets_ == 0) return kNone;
    return find(hash, equal, [](const std::uint32_t*) {});
  }

  struct Outcome {
    std::uint32_t number = kNone;  ///< kNone: the thing could not be written
    bool inserted = false;
  };

  /// Finds the thing that `equal` accepts or inserts a new one, which `write(number)` writes; false: nothing changes.
  /// `number` is the count of entries so far. Requires !must_grow(number).
  template <class Equal, class Write>
  Outcome find_or_insert(std::uint32_t number, std::uint64_t hash, Equal&& equal, Write&& write) {
    bool written = false;
    const std::uint32_t found = find(hash, equal, [&](const std::uint32_t* bucket) {
      written = write(number);
      if (written) slots()[bucket - slots() + std::countr_zero(free_slots(bucket))] = tag_of(hash) | (number + 1);
    });
    if (found != kNone) return {found, false};
    return written ? Outcome{number, true} : Outcome{};
  }

  /// What a find() will meet in the bucket where it begins.
  struct Probe {
    std::uint32_t number = kNone;   ///< the first one whose hash bits fit; if there is none,
    std::uint32_t* free = nullptr;  ///< the slot that an insert() would take; nullptr: the bucket is full
  };
  Probe probe(std::uint64_t hash) {
    if (buckets_ == 0) return {};
    std::uint32_t* bucket = slots() + bucket_of(hash) * kSlots;
    const std::uint32_t mask = matches(bucket, tag_of(hash));
    if (mask != 0) return {(bucket[std::countr_zero(mask)] & number_mask_) - 1, nullptr};
    if (bucket[kSlots - 1] == 0) return {kNone, bucket + std::countr_zero(free_slots(bucket))};
    __builtin_prefetch(bucket + kSlots);  // the search will go on there
    return {};
  }
  /// Its number alone: for prefetching what a find() will compare.
  std::uint32_t candidate(std::uint64_t hash) const { return const_cast<IndexTable*>(this)->probe(hash).number; }
  /// Inserts where probe() has found a free slot and no number, unless the table was rebuilt since. A bucket fills up
  /// in order, so nothing came into it as long as the slot is free. kNone: the slot is taken, or write() was false.
  template <class Write>
  std::uint32_t insert_at(std::uint32_t number, std::uint32_t* free, std::uint64_t hash, Write&& write) {
    if (*free != 0 || !write(number)) return kNone;
    *free = tag_of(hash) | (number + 1);
    return number;
  }

  void prefetch(std::uint64_t hash) const {
    if (buckets_ > 0) __builtin_prefetch(slots() + bucket_of(hash) * kSlots);
  }

  /// Whether one more entry needs rebuild() first, given that numbers 0..count-1 are in use.
  bool must_grow(std::size_t count) const { return count >= capacity_; }

  /// Requires !must_grow(number), and that `number` is the count of entries so far.
  void insert(std::uint64_t hash, std::uint32_t number) {
    std::size_t at = bucket_of(hash);
    while (slots()[at * kSlots + kSlots - 1] != 0) at = at + 1 == buckets_ ? 0 : at + 1;
    std::uint32_t* bucket = slots() + at * kSlots;
    bucket[std::countr_zero(free_slots(bucket))] = tag_of(hash) | (number + 1);
  }

  /// Grows to hold at least `entries` (growing by `factor` if that is more) and enters 0..count-1 again. False:
  /// refused, unchanged.
  template <class HashOf>
  [[nodiscard]] bool rebuild(std::size_t count, std::size_t entries, double factor, HashOf&& hash_of) {
    const std::size_t old_buckets = buckets_;
    if (!enlarge(entries, factor)) return false;
    ++version_;
    std::memset(region_.data(), 0, old_buckets * kSlots * sizeof(std::uint32_t));
    // Filling is a random walk over the table: hash a few ahead and prefetch their buckets.
    std::uint64_t hashes[kAhead];
    for (std::size_t first = 0; first < count; first += kAhead) {
      const std::size_t many = count - first < kAhead ? count - first : kAhead;
      for (std::size_t i = 0; i < many; ++i) {
        hashes[i] = hash_of(static_cast<std::uint32_t>(first + i));
        prefetch(hashes[i]);
      }
      for (std::size_t i = 0; i < many; ++i) insert(hashes[i], static_cast<std::uint32_t>(first + i));
    }
    return true;
  }

  std::uint64_t memory_bytes() const { return region_.committed(); }
  std::uint64_t version() const { return version_; }  ///< how often it was rebuilt

 private:
  std::uint32_t* slots() { return reinterpret_cast<std::uint32_t*>(region_.data()); }
  const std::uint32_t* slots() const { return reinterpret_cast<const std::uint32_t*>(region_.data()); }

  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * buckets_) >> 64);
  }
  /// Low bits of the hash, where a slot has them: the bucket is chosen by the high ones.
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~number_mask_; }

  /// `absent` is called with the bucket where the search ended in vain.
  template <class Equal, class Absent>
  std::uint32_t find(std::uint64_t hash, Equal&& equal, Absent&& absent) const {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = bucket_of(hash);; at = at + 1 == buckets_ ? 0 : at + 1) {
      const std::uint32_t* bucket = slots() + at * kSlots;
      for (std::uint32_t mask = matches(bucket, tag); mask != 0; mask &= mask - 1) {
        const std::uint32_t number = (bucket[std::countr_zero(mask)] & number_mask_) - 1;
        if (equal(number)) return number;
      }
      if (bucket[kSlots - 1] != 0) continue;
      absent(bucket);
      return kNone;
    }
  }

  /// Bit i is set if slot i is in use and its hash bits equal `tag`.
  std::uint32_t matches(const std::uint32_t* bucket, std::uint32_t tag) const {
    const std::uint32_t same = equal_slots(bucket, ~number_mask_, tag);
    return tag == 0 ? same & ~free_slots(bucket) : same;
  }
  static std::uint32_t free_slots(const std::uint32_t* bucket) { return equal_slots(bucket, 0xFFFFFFFFU, 0); }

  /// Bit i is set if slot i, as far as `bits` goes, is `wanted`.
  static std::uint32_t equal_slots(const std::uint32_t* bucket, std::uint32_t bits, std::uint32_t wanted) {
#if defined(__SSE2__)
    const __m128i all = _mm_set1_epi32(static_cast<int>(wanted));
    const __m128i mask = _mm_set1_epi32(static_cast<int>(bits));
    const auto four = [&](unsigned at) {
      const __m128i slots = _mm_load_si128(reinterpret_cast<const __m128i*>(bucket + at));
      return _mm_cmpeq_epi32(_mm_and_si128(slots, mask), all);
    };
    const __m128i low = _mm_packs_epi32(four(0), four(4));
    const __m128i high = _mm_packs_epi32(four(8), four(12));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
#else
    std::uint32_t equal = 0;
    for (unsigned i = 0; i < kSlots; ++i) equal |= static_cast<std::uint32_t>((bucket[i] & bits) == wanted) << i;
    return equal;
#endif
  }

  bool enlarge(std::size_t entries, double factor);

  Region region_;
  std::uint64_t version_ = 0;
  std::size_t buckets_ = 0;
  std::size_t capacity_ = 0;  ///< entries allowed at this size
  std::uint32_t number_mask_ = 0xFFFFFFFF;
};

}  // namespace weir
