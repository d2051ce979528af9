// SPDX-License-Identifier: Apache-2.0
#include "store/tree/pair_table.h"

namespace weir {

std::uint32_t PairTable::number_in_table(Pair pair, std::uint64_t hash) {
  return static_cast<std::uint32_t>(BatchLookup<IndexTable>::insert(*this, pair, hash).id);
}

bool PairTable::write(std::uint32_t number, Pair pair) {
  if (!pairs_.ensure((count_ + 1) * sizeof(Pair))) return false;
  reinterpret_cast<Pair*>(pairs_.data())[number] = pair;
  ++count_;
  return true;
}

bool PairTable::make_room(Pair) {
  // There are few pairs, so their table may grow in small steps and stay well filled.
  constexpr double kGrowth = 1.25;
  const auto hash_of = [this](std::uint32_t number) { return hash_of_pair(pairs()[number]); };
  return index_.must_grow(count_) && index_.rebuild(count_, count_ + 1, kGrowth, hash_of);
}

}  // namespace weir
