// SPDX-License-Identifier: Apache-2.0
#include "store/tree/pair_table.h"

namespace weir {

std::uint32_t PairTable::number_in_table(Pair pair, std::uint64_t hash) {
  constexpr std::uint32_t kNone = IndexTable::kNone;
  // Pairs are few; their table may grow by small steps and stay well filled.
  constexpr double kGrowth = 1.25;
  const auto equal = [&](std::uint32_t number) { return pairs()[number] == pair; };
  if (index_.must_grow(count_)) {
    const std::uint32_t found = index_.find(hash, equal);
    if (found != kNone) return found;
    const auto rehash = [this](std::uint32_t number) { return hash_of(pairs()[number]); };
    if (!index_.rebuild(count_, count_ + 1, kGrowth, rehash)) return kNone;
  }
  const auto number = static_cast<std::uint32_t>(count_);
  const std::uint32_t found = index_.find_or_insert(hash, number, equal, [&] {
    if (!pairs_.ensure((count_ + 1) * sizeof(Pair))) return false;
    reinterpret_cast<Pair*>(pairs_.data())[count_++] = pair;
    return true;
  });
  if (found != kNone) return found;
  return count_ > number ? number : kNone;
}

}  // namespace weir
