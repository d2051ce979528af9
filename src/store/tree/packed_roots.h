// SPDX-License-Identifier: Apache-2.0
// PackedRoots: a sequence of pairs of numbers, each in as few bits as its block needs, because early numbers are small.
// A block has 1024 pairs of the same width.
#pragma once

#include <bit>
#include <cstring>

#include "base/memory/region.h"
#include "store/tree/tree_root.h"

namespace weir {

class PackedRoots {
 public:
  using Root = TreeRoot;

  explicit PackedRoots(MemoryBudget& budget) : blocks_(budget), bits_(budget) {}
  /// Returns false, without change, if memory is used up.
  bool push_back(const Root& root) {
    const std::size_t slot = count_ % kBlock;
    if (slot == 0 || ((root.left >> widths_.left_bits) | (root.right >> widths_.right_bits)) != 0 ||
        !bits_.ensure(widths_.begin + ((slot + 1) * widths_.width()) / 8 + 9)) {
      return push_back_slowly(root);
    }
    write(widths_, slot, root);
    ++count_;
    return true;
  }
  Root operator[](std::size_t number) const { return read(blocks()[number / kBlock], number % kBlock); }
  void prefetch(std::size_t number) const {
    const Block& block = blocks()[number / kBlock];
    __builtin_prefetch(bits_.data() + block.begin + (number % kBlock) * block.width() / 8);
  }
  std::size_t size() const { return count_; }
  std::uint64_t memory_bytes() const { return blocks_.committed() + bits_.committed(); }

 private:
  static constexpr std::size_t kBlock = 1024;
  struct Block {
    std::uint64_t begin = 0;  ///< byte offset in bits_
    std::uint8_t left_bits = 0;
    std::uint8_t right_bits = 0;
    unsigned width() const { return unsigned{left_bits} + right_bits; }
  };
  Block* blocks() { return reinterpret_cast<Block*>(blocks_.data()); }
  const Block* blocks() const { return reinterpret_cast<const Block*>(blocks_.data()); }
  bool widen_last_block(const Block& wider);
  static std::uint64_t read_bits(const std::byte* bytes, std::size_t bit, unsigned width) {
    std::uint64_t word;
    std::memcpy(&word, bytes + bit / 8, sizeof word);
    return (word >> (bit % 8)) & ((std::uint64_t{1} << width) - 1);
  }
  Root read(const Block& block, std::size_t slot) const {
    const std::byte* bytes = bits_.data() + block.begin;
    const std::size_t bit = slot * block.width();
    return {static_cast<std::uint32_t>(read_bits(bytes, bit, block.left_bits)),
            static_cast<std::uint32_t>(read_bits(bytes, bit + block.left_bits, block.right_bits))};
  }
  static void write_bits(std::byte* bytes, std::size_t bit, unsigned width, std::uint64_t value) {
    std::uint64_t word;
    std::memcpy(&word, bytes + bit / 8, sizeof word);
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (bit % 8);
    word = (word & ~mask) | (value << (bit % 8));
    std::memcpy(bytes + bit / 8, &word, sizeof word);
  }
  void write(const Block& block, std::size_t slot, const Root& root) {
    std::byte* bytes = bits_.data() + block.begin;
    const std::size_t bit = slot * block.width();
    write_bits(bytes, bit, block.left_bits, root.left);
    write_bits(bytes, bit + block.left_bits, block.right_bits, root.right);
  }
  bool push_back_slowly(const Root& root);

  Region blocks_;
  Region bits_;
  std::size_t count_ = 0;
  Block widths_;  ///< widths of the last block, enough for every root so far
};

}  // namespace weir
