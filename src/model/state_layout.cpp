// SPDX-License-Identifier: Apache-2.0
#include "model/state_layout.h"

namespace weir {

Place LayoutBuilder::add(std::uint32_t bits, bool is_signed, std::uint32_t count, bool is_array) {
  Place place;
  place.global = global_;
  place.bits = static_cast<std::uint8_t>(bits);
  if (bits < 8 && !is_array) {
    place.width = Width::Bits;
    for (SharedByte& byte : shared_)
      if (byte.used + bits <= 8) {
        place.offset = byte.offset;
        place.shift = static_cast<std::uint8_t>(byte.used);
        byte.used += bits;
        return place;
      }
    shared_.push_back({size_, bits});
    place.offset = size_++;
    return place;
  }
  if (bits <= 8)
    place.width = Width::U8;
  else if (bits <= 16)
    place.width = is_signed ? Width::I16 : Width::U16;
  else
    place.width = Width::I32;
  place.offset = size_;
  size_ += bytes_of(place.width) * count;
  return place;
}

Place LayoutBuilder::add_bytes(std::uint32_t bytes) {
  Place place;
  place.global = global_;
  place.offset = size_;
  size_ += bytes;
  return place;
}

}  // namespace weir
