// SPDX-License-Identifier: Apache-2.0
// IndexTable: a hash index over elements stored elsewhere and numbered 0, 1, 2, ...
//
// An entry has 4 bytes: the number plus one (0 is a free slot) in the low bits, and as many hash bits as fit above it.
// Sixteen entries form a bucket, one cache line. A search compares the hash bits of a whole bucket at once and
// continues in the next bucket only if the bucket is full. The number of buckets is arbitrary (multiplication maps the
// hash to a bucket), so the table can grow by any factor. It grows in place and is refilled from the hashes of the
// elements, which needs no second table. Entries are never removed.
//
// The index does not compare elements: lookups call back with candidates.
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

  /// Returns the first candidate that `equal` accepts, or kNone.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, Equal&& equal) const {
    if (buckets_ == 0) return kNone;
    return find(hash, equal, [](const std::uint32_t*) {});
  }

  struct Outcome {
    std::uint32_t number = kNone;  ///< kNone if the element could not be written
    bool inserted = false;
  };

  /// Finds the element that `equal` accepts, or inserts a new one written by `write(number)`; if that returns false,
  /// nothing changes. `number` is the current count of entries. Requires !must_grow(number).
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

  /// The state of the bucket where find() starts.
  struct Probe {
    std::uint32_t number = kNone;   ///< first entry with matching hash bits, or kNone;
    std::uint32_t* free = nullptr;  ///< otherwise the slot that insert() would use, or nullptr if the bucket is full
  };
  Probe probe(std::uint64_t hash) {
    if (buckets_ == 0) return {};
    std::uint32_t* bucket = slots() + bucket_of(hash) * kSlots;
    const std::uint32_t mask = matches(bucket, tag_of(hash));
    if (mask != 0) return {(bucket[std::countr_zero(mask)] & number_mask_) - 1, nullptr};
    if (bucket[kSlots - 1] == 0) return {kNone, bucket + std::countr_zero(free_slots(bucket))};
    __builtin_prefetch(bucket + kSlots);  // the search will continue there
    return {};
  }
  /// The number of the first candidate; used to prefetch what find() will compare.
  std::uint32_t candidate(std::uint64_t hash) const { return const_cast<IndexTable*>(this)->probe(hash).number; }
  /// Inserts at a free slot returned by probe() for the same hash. Requires that the table was not rebuilt since.
  /// Buckets fill in order, so while the slot is free nothing was inserted into the bucket. Returns kNone if the slot
  /// is taken or write() failed.
  template <class Write>
  std::uint32_t insert_at(std::uint32_t number, std::uint32_t* free, std::uint64_t hash, Write&& write) {
    if (*free != 0 || !write(number)) return kNone;
    *free = tag_of(hash) | (number + 1);
    return number;
  }

  void prefetch(std::uint64_t hash) const {
    if (buckets_ > 0) __builtin_prefetch(slots() + bucket_of(hash) * kSlots);
  }

  /// Returns whether one more entry requires rebuild(), if numbers 0..count-1 are in use.
  bool must_grow(std::size_t count) const { return count >= capacity_; }

  /// Requires !must_grow(number) and that `number` is the current count of entries.
  void insert(std::uint64_t hash, std::uint32_t number) {
    std::size_t at = bucket_of(hash);
    while (slots()[at * kSlots + kSlots - 1] != 0) at = at + 1 == buckets_ ? 0 : at + 1;
    std::uint32_t* bucket = slots() + at * kSlots;
    bucket[std::countr_zero(free_slots(bucket))] = tag_of(hash) | (number + 1);
  }

  /// Grows to hold at least `entries` (or by `factor`, if that is more) and re-enters 0..count-1. Returns false if
  /// refused; nothing changes then.
  template <class HashOf>
  [[nodiscard]] bool rebuild(std::size_t count, std::size_t entries, double factor, HashOf&& hash_of) {
    const std::size_t old_buckets = buckets_;
    if (!enlarge(entries, factor)) return false;
    ++version_;
    std::memset(region_.data(), 0, old_buckets * kSlots * sizeof(std::uint32_t));
    // Refilling accesses the table at random: hash a few elements ahead and prefetch their buckets.
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
  std::uint64_t version() const { return version_; }  ///< number of rebuilds

 private:
  std::uint32_t* slots() { return reinterpret_cast<std::uint32_t*>(region_.data()); }
  const std::uint32_t* slots() const { return reinterpret_cast<const std::uint32_t*>(region_.data()); }

  std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * buckets_) >> 64);
  }
  /// The low bits of the hash at their position in a slot; the high bits select the bucket.
  std::uint32_t tag_of(std::uint64_t hash) const { return static_cast<std::uint32_t>(hash) & ~number_mask_; }

  /// Calls `absent` with the bucket where an unsuccessful search ended.
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

  /// Bit i is set if slot i, masked by `bits`, equals `wanted`.
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
  std::size_t capacity_ = 0;  ///< maximum number of entries at this size
  std::uint32_t number_mask_ = 0xFFFFFFFF;
};

}  // namespace weir
