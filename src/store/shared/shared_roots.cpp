// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_roots.h"

#include <algorithm>
#include <bit>

namespace weir {
namespace {

/// The number of bits of numbers below the limit.
unsigned bits_below(std::uint32_t limit) { return limit <= 1 ? 1 : static_cast<unsigned>(std::bit_width(limit - 1)); }

}  // namespace

bool SharedRoots::place(std::size_t block, unsigned left, unsigned right) {
  const std::uint64_t words = kBlock * (left + right) / 64;
  if (!directory_.ensure((block + 1) * sizeof(std::uint64_t))) return false;
  const std::uint64_t begin = used_words_.fetch_add(words, std::memory_order_relaxed);
  // One extra word, because reading always takes two.
  if (!bits_.ensure((begin + words + 1) * sizeof(std::uint64_t))) return false;
  // Zero the words first. Writing a root reads a word and changes it, and a page that is read before it is written is
  // faulted in twice and remapped on all cores.
  for (std::uint64_t i = 0; i < words; ++i) this->words()[begin + i].store(0, std::memory_order_relaxed);
  entries()[block].store(begin << (2 * kWidthBits) | left << kWidthBits | right, std::memory_order_relaxed);
  return true;
}

void SharedRoots::put(const Block& block, std::size_t slot, TreeRoot root) {
  const std::size_t bit = slot * block.width();
  const unsigned shift = bit % 64;
  const std::uint64_t value = root.left | std::uint64_t{root.right} << block.left;
  const std::uint64_t mask = block.width() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << block.width()) - 1;
  std::atomic<std::uint64_t>* word = words() + block.begin + bit / 64;
  const auto change = [](std::atomic<std::uint64_t>& at, std::uint64_t bits, std::uint64_t to) {
    // The block has one writer, so this read-modify-write needs no atomicity.
    at.store((at.load(std::memory_order_relaxed) & ~bits) | to, std::memory_order_relaxed);
  };
  change(word[0], mask << shift, value << shift);
  if (shift + block.width() > 64) change(word[1], mask >> (64 - shift), value >> (64 - shift));
}

bool SharedRoots::start(std::size_t block, TreeRoot limits) {
  return place(block, bits_below(limits.left), bits_below(limits.right));
}

bool SharedRoots::widen(std::uint32_t number, TreeRoot limits) {
  const std::size_t at = number / kBlock;
  const Block old = block_at(at);
  TreeRoot roots[kBlock];
  for (std::size_t slot = 0; slot < number % kBlock; ++slot)
    roots[slot] = (*this)[static_cast<std::uint32_t>(at * kBlock + slot)];
  // The old space is lost: less than 2 kB, once for every bit by which numbers grow.
  if (!place(at, std::max(old.left, bits_below(limits.left)), std::max(old.right, bits_below(limits.right))))
    return false;
  const Block wider = block_at(at);
  for (std::size_t slot = 0; slot < number % kBlock; ++slot) put(wider, slot, roots[slot]);
  return true;
}

bool SharedRoots::write_block(std::size_t block, std::span<const TreeRoot> roots) {
  TreeRoot most;
  for (const TreeRoot& root : roots) {
    most.left = std::max(most.left, root.left);
    most.right = std::max(most.right, root.right);
  }
  if (!place(block, bits_below(most.left + 1), bits_below(most.right + 1))) return false;
  const Block at = block_at(block);
  for (std::size_t slot = 0; slot < roots.size(); ++slot) put(at, slot, roots[slot]);
  return true;
}

}  // namespace weir
