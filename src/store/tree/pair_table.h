// SPDX-License-Identifier: Apache-2.0
// PairTable: numbers pairs of 32-bit values 0, 1, 2, ..., for the inner nodes of a TreeStore.
#pragma once

#include <vector>

#include "base/memory/region.h"
#include "base/table/index_table.h"
#include "store/batch_lookup.h"
#include "store/tree/tree_root.h"

namespace weir {

class PairTable {
 public:
  using Pair = TreeRoot;

  explicit PairTable(MemoryBudget& budget) : index_(budget), pairs_(budget), recent_(kRecent) {}
  /// The number of the pair, a new one if it has none. IndexTable::kNone if memory is used up.
  std::uint32_t number(Pair pair) {
    const std::uint64_t hash = hash_of_pair(pair);
    Recent& recent = recent_[hash % kRecent];
    if (recent.pair == pair && recent.number != IndexTable::kNone) return recent.number;
    recent = {pair, number_in_table(pair, hash)};
    return recent.number;
  }
  /// The same in three steps, each of which uses memory that the previous one has prefetched.
  void prefetch_index(std::uint64_t hash) const { index_.prefetch(hash); }
  std::uint32_t candidate(std::uint64_t hash) const {
    const std::uint32_t number = index_.candidate(hash);
    if (number != IndexTable::kNone) prefetch(number);
    return number;
  }
  std::uint32_t number(Pair pair, std::uint64_t hash, std::uint32_t candidate) {
    if (candidate != IndexTable::kNone && pairs()[candidate] == pair) return candidate;
    return number_in_table(pair, hash);
  }
  /// The number of the pair, or kNone if it has none.
  std::uint32_t find(Pair pair) const {
    return index_.find(hash_of_pair(pair), [&](std::uint32_t number) { return (*this)[number] == pair; });
  }
  void prefetch(std::uint32_t number) const { __builtin_prefetch(pairs() + number); }
  Pair operator[](std::uint32_t number) const { return pairs()[number]; }
  std::size_t size() const { return count_; }
  std::uint64_t memory_bytes() const { return index_.memory_bytes() + pairs_.committed(); }

 private:
  /// The pairs looked up last, by hash: most lookups are of a few thousand pairs and end here after one cache line.
  struct Recent {
    Pair pair;
    std::uint32_t number = IndexTable::kNone;
  };
  static constexpr std::size_t kRecent = std::size_t{1} << 11;

  // For BatchLookup.
  friend BatchLookup<IndexTable>;
  static Unguarded enter() { return {}; }
  IndexTable& index() { return index_; }
  std::uint32_t ticket() const { return static_cast<std::uint32_t>(count_); }
  bool equal(std::uint32_t number, Pair pair) const { return pairs()[number] == pair; }
  bool ready(Pair) const { return !index_.must_grow(count_); }
  bool write(std::uint32_t number, Pair pair);
  bool make_room(Pair);

  const Pair* pairs() const { return reinterpret_cast<const Pair*>(pairs_.data()); }
  std::uint32_t number_in_table(Pair pair, std::uint64_t hash);

  IndexTable index_;
  Region pairs_;
  std::vector<Recent> recent_;
  std::size_t count_ = 0;
};

}  // namespace weir
