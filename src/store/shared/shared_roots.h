// SPDX-License-Identifier: Apache-2.0
// SharedRoots: the parallel PackedRoots, pairs of numbers in as few bits as their block needs. A block is the one that
// a thread takes its numbers from (SharedIndex::kBlock), so it has one writer. Its widths are set when its first root
// is written; a directory with 8 bytes a block holds widths and position.
//
// Other threads read roots of a block while its owner writes the next ones into the same words, so words are atomic.
// Relaxed order suffices: the bits of a root do not change once its number is published, and other threads learn the
// number through the index, which synchronizes.
#pragma once

#include <atomic>
#include <span>

#include "base/memory/shared_region.h"
#include "base/table/shared_index.h"
#include "store/tree/tree_layout.h"

namespace weir {

class SharedRoots {
 public:
  static constexpr std::size_t kBlock = SharedIndex::kBlock;

  explicit SharedRoots(MemoryBudget& budget) : directory_(budget), bits_(budget) {}
  [[nodiscard]] bool open() { return directory_.open() && bits_.open(); }

  enum class Written : std::uint8_t { Yes, TooNarrow, NoMemory };
  /// Called by the owner of the block before any thread reads the root. A new block is made wide enough for numbers
  /// below `limits()`.
  template <class Limits>
  Written write(std::uint32_t number, TreeRoot root, Limits&& limits) {
    const std::size_t at = number / kBlock;
    if (!directory_.ensure((at + 1) * sizeof(std::uint64_t))) return Written::NoMemory;
    if (entries()[at].load(std::memory_order_relaxed) == 0 && !start(at, limits())) return Written::NoMemory;
    const Block block = block_at(at);
    if (!block.holds(root)) return Written::TooNarrow;
    put(block, number % kBlock, root);
    return Written::Yes;
  }
  /// Makes the block of a number wide enough for numbers below `limits`, while no thread reads. Returns false if memory
  /// is used up.
  [[nodiscard]] bool widen(std::uint32_t number, TreeRoot limits);
  /// Writes a whole block, while no thread reads it. Returns false if memory is used up.
  [[nodiscard]] bool write_block(std::size_t block, std::span<const TreeRoot> roots);

  TreeRoot operator[](std::uint32_t number) const {
    const Block block = block_at(number / kBlock);
    const std::size_t bit = (number % kBlock) * block.width();
    const std::atomic<std::uint64_t>* word = words() + block.begin + bit / 64;
    const std::uint64_t low = word[0].load(std::memory_order_relaxed);
    const std::uint64_t high = word[1].load(std::memory_order_relaxed);
    const unsigned shift = bit % 64;
    const std::uint64_t both = (low >> shift) | ((high << 1) << (63 - shift));
    const auto cut = [](std::uint64_t value, unsigned bits) {
      return static_cast<std::uint32_t>(value & ((std::uint64_t{1} << bits) - 1));
    };
    return {cut(both, block.left), cut(both >> block.left, block.right)};
  }
  void prefetch(std::uint32_t number) const {
    const Block block = block_at(number / kBlock);
    __builtin_prefetch(words() + block.begin + (number % kBlock) * block.width() / 64);
  }
  std::uint64_t memory_bytes() const { return directory_.committed() + bits_.committed(); }

 private:
  /// An unpacked directory entry. Widths are 1 to 32, so an entry is never 0.
  struct Block {
    std::uint64_t begin = 0;  ///< word index in bits_
    unsigned left = 0;
    unsigned right = 0;
    unsigned width() const { return left + right; }
    bool holds(TreeRoot root) const {
      return ((std::uint64_t{root.left} >> left) | (std::uint64_t{root.right} >> right)) == 0;
    }
  };
  static constexpr unsigned kWidthBits = 6;
  Block block_at(std::size_t block) const {
    const std::uint64_t entry = entries()[block].load(std::memory_order_relaxed);
    constexpr std::uint64_t kMask = (1 << kWidthBits) - 1;
    return {entry >> (2 * kWidthBits), static_cast<unsigned>((entry >> kWidthBits) & kMask),
            static_cast<unsigned>(entry & kMask)};
  }
  bool start(std::size_t block, TreeRoot limits);
  /// Allocates a block with these widths and enters it in the directory. Returns false if memory is used up.
  bool place(std::size_t block, unsigned left, unsigned right);
  void put(const Block& block, std::size_t slot, TreeRoot root);

  std::atomic<std::uint64_t>* words() { return reinterpret_cast<std::atomic<std::uint64_t>*>(bits_.data()); }
  const std::atomic<std::uint64_t>* words() const {
    return reinterpret_cast<const std::atomic<std::uint64_t>*>(bits_.data());
  }
  std::atomic<std::uint64_t>* entries() { return reinterpret_cast<std::atomic<std::uint64_t>*>(directory_.data()); }
  const std::atomic<std::uint64_t>* entries() const {
    return reinterpret_cast<const std::atomic<std::uint64_t>*>(directory_.data());
  }

  SharedRegion directory_;
  SharedRegion bits_;
  std::atomic<std::uint64_t> used_words_{0};
};

}  // namespace weir
