// SPDX-License-Identifier: Apache-2.0
#include "base/table/index_table.h"

#include <algorithm>

namespace weir {

bool IndexTable::enlarge(std::size_t entries, double factor) {
  constexpr std::size_t kBucketBytes = kSlots * sizeof(std::uint32_t);
  constexpr std::size_t kMostEntries = 0xFFFFFFFE;
  if (entries > kMostEntries) return false;
  const auto needed = static_cast<std::size_t>(static_cast<double>(entries) / (kMaxLoad * kSlots)) + 1;
  std::size_t wanted =
      std::max({needed, static_cast<std::size_t>(static_cast<double>(buckets_) * factor), std::size_t{16}});
  if (!region_.ensure_exactly(wanted * kBucketBytes)) {
    // If the growth factor is refused, try a smaller one before giving up.
    wanted = needed + needed / 32;
    if (!region_.ensure_exactly(wanted * kBucketBytes)) return false;
  }
  buckets_ = region_.committed() / kBucketBytes;
  const auto allowed = static_cast<std::size_t>(static_cast<double>(buckets_ * kSlots) * kMaxLoad);
  capacity_ = std::min(allowed, kMostEntries);
  const auto number_bits = static_cast<unsigned>(std::bit_width(capacity_ + 1));
  number_mask_ = number_bits >= 32 ? 0xFFFFFFFFU : (1U << number_bits) - 1;
  return true;
}

}  // namespace weir
