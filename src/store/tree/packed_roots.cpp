// SPDX-License-Identifier: Apache-2.0
#include "store/tree/packed_roots.h"

#include <algorithm>
#include <vector>

namespace weir {
namespace {

std::uint8_t bits_for(std::uint32_t value) { return static_cast<std::uint8_t>(std::bit_width(value)); }

}  // namespace

bool PackedRoots::push_back_slowly(const Root& root) {
  Block wider = widths_;
  wider.left_bits = std::max(wider.left_bits, bits_for(root.left));
  wider.right_bits = std::max(wider.right_bits, bits_for(root.right));
  const std::size_t slot = count_ % kBlock;
  if (slot == 0) {
    if (!blocks_.ensure((count_ / kBlock + 1) * sizeof(Block))) return false;
    if (count_ > 0) {
      const Block& last = blocks()[count_ / kBlock - 1];
      wider.begin = last.begin + kBlock / 8 * last.width();
    }
    widths_ = blocks()[count_ / kBlock] = wider;
  } else if (wider.width() != widths_.width() && !widen_last_block(wider)) {
    return false;
  }
  // Bits are written eight bytes at a time, so a write may touch up to eight bytes past the field.
  const Block& block = blocks()[count_ / kBlock];
  if (!bits_.ensure(block.begin + ((slot + 1) * block.width()) / 8 + 9)) return false;
  write(block, slot, root);
  ++count_;
  return true;
}

/// Widths only grow, so this happens at most once per bit of width, and never for a complete block.
bool PackedRoots::widen_last_block(const Block& wider) {
  Block& block = blocks()[count_ / kBlock];
  const std::size_t used = count_ % kBlock;
  if (!bits_.ensure(block.begin + (used * wider.width()) / 8 + 9)) return false;
  std::vector<Root> roots;
  roots.reserve(used);
  for (std::size_t slot = 0; slot < used; ++slot) roots.push_back(read(block, slot));
  widths_ = block = wider;
  for (std::size_t slot = 0; slot < used; ++slot) write(block, slot, roots[slot]);
  return true;
}

}  // namespace weir
