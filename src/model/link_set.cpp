// SPDX-License-Identifier: Apache-2.0
#include "model/link_set.h"

#include <algorithm>
#include <cstring>

namespace weir {

bool LinkSet::same(std::uint32_t number, std::span<const std::byte> other) const {
  const std::span<const std::byte> known = link(number);
  return std::equal(known.begin(), known.end(), other.begin(), other.end());
}

bool LinkSet::insert(std::span<const std::byte> link, std::size_t height) {
  constexpr double kGrowth = 2;
  constexpr std::size_t kFewest = 1024;
  const std::size_t number = entries_.size();
  if (number >= kNone) return false;
  if (index_.must_grow(number)) {
    const auto hash_of = [this](std::uint32_t known) { return hash_bytes(this->link(known)); };
    if (!index_.rebuild(number, std::max(kFewest, number + 1), kGrowth, hash_of)) return false;
  }
  if (!bytes_.ensure(used_ + link.size()) || !path_.push({height, static_cast<std::uint32_t>(number)})) return false;
  if (!entries_.push({used_, static_cast<std::uint32_t>(link.size()), true})) {
    path_.pop();
    return false;
  }
  std::memcpy(bytes_.data() + used_, link.data(), link.size());
  used_ += link.size();
  index_.insert(hash_bytes(link), static_cast<std::uint32_t>(number));
  return true;
}

}  // namespace weir
