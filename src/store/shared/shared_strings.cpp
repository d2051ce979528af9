// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_strings.h"

#include <algorithm>
#include <cstring>

namespace weir {

StateView SharedStrings::view_in_directory(std::uint32_t number) const {
  const std::uint64_t entry = directory()[number];
  const std::byte* place = bytes_.data() + (entry >> 16);
  if ((entry & kLong) != kLong) return {place, static_cast<std::size_t>(entry & kLong)};
  std::uint64_t size;
  std::memcpy(&size, place, sizeof size);
  return {place + sizeof size, static_cast<std::size_t>(size)};
}

bool SharedStrings::admit(std::size_t size, std::uint64_t numbers) {
  const std::size_t length = length_.load(std::memory_order_relaxed);
  if (length == size || length == kManyLengths) return true;
  if (length == kNoLength && size < kLong) {
    length_.store(size, std::memory_order_relaxed);
    return true;
  }
  if (length == kNoLength) numbers = 0;  // the numbers taken so far have no strings yet
  if (!directory_.ensure((numbers + 1) * sizeof(std::uint64_t))) return false;
  for (std::uint64_t i = 0; i < numbers; ++i) directory()[i] = (i * length) << 16 | length;
  used_.store(numbers * length, std::memory_order_relaxed);
  length_.store(kManyLengths, std::memory_order_relaxed);
  return true;
}

bool SharedStrings::write(unsigned worker, std::uint32_t number, StateView string) {
  const std::size_t length = length_.load(std::memory_order_relaxed);
  if (length != kManyLengths) {
    const std::size_t place = std::size_t{number} * length;
    if (!bytes_.ensure(place + length)) return false;
    if (length > 0) std::memcpy(bytes_.data() + place, string.data(), length);
    return true;
  }
  const bool is_long = string.size() >= kLong;
  const std::uint64_t needed = string.size() + (is_long ? sizeof(std::uint64_t) : 0);
  if (!directory_.ensure((std::size_t{number} + 1) * sizeof(std::uint64_t))) return false;
  Piece& own = pieces_[worker];
  if (own.end - own.next < needed) {
    constexpr std::uint64_t kPiece = 1 << 14;
    const std::uint64_t piece = std::max(kPiece, needed);
    const std::uint64_t begin = used_.fetch_add(piece, std::memory_order_relaxed);
    if (!bytes_.ensure(begin + piece)) return false;
    own = {begin, begin + piece};
  }
  // If the number was not used after the last write, its bytes are written again. The space of the first is lost, which
  // is rare.
  std::byte* place = bytes_.data() + own.next;
  const std::uint64_t size = string.size();
  if (is_long) std::memcpy(place, &size, sizeof size);
  if (size > 0) std::memcpy(place + (is_long ? sizeof size : 0), string.data(), size);
  directory()[number] = own.next << 16 | (is_long ? kLong : size);
  own.next += needed;
  return true;
}

}  // namespace weir
