// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hash.h"

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;
/// The tables are refilled from 8-byte pairs, quickly, so they may grow by small steps and stay well filled.
constexpr double kGrowth = 1.25;

std::uint64_t hash_of(PairTable::Pair pair) {
  return hash_mix((std::uint64_t{pair.left} << 32) | pair.right, 0x2545F4914F6CDD1D);
}
std::uint64_t hash_of(const PackedRoots::Root& root) {
  return hash_mix((std::uint64_t{root.left} << 32) | root.right, root.length);
}

void cut_into_words(StateView state, std::vector<std::uint32_t>& words) {
  // Two words at least, so that there is always a root pair.
  words.assign(std::max<std::size_t>((state.size() + 3) / 4, 2), 0);
  if (!state.empty()) std::memcpy(words.data(), state.data(), state.size());
}

/// Replaces the words by the two halves of the root. `number` turns a pair into its number, or kNone to give up.
template <class Number>
bool fold(std::vector<std::uint32_t>& words, Number&& number) {
  std::size_t count = words.size();
  while (count > 2) {
    const std::size_t pairs = count / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::uint32_t found = number(PairTable::Pair{words[2 * i], words[2 * i + 1]});
      if (found == kNone) return false;
      words[i] = found;
    }
    if (count % 2 == 1) words[pairs] = words[count - 1];
    count = pairs + count % 2;
  }
  return true;
}

std::uint64_t read_bits(const std::byte* bytes, std::size_t bit, unsigned width) {
  std::uint64_t word;
  std::memcpy(&word, bytes + bit / 8, sizeof word);
  return (word >> (bit % 8)) & ((std::uint64_t{1} << width) - 1);
}

void write_bits(std::byte* bytes, std::size_t bit, unsigned width, std::uint64_t value) {
  std::uint64_t word;
  std::memcpy(&word, bytes + bit / 8, sizeof word);
  const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (bit % 8);
  word = (word & ~mask) | (value << (bit % 8));
  std::memcpy(bytes + bit / 8, &word, sizeof word);
}

std::uint8_t bits_for(std::uint32_t value) { return static_cast<std::uint8_t>(std::bit_width(value)); }

}  // namespace

std::uint32_t PairTable::find(Pair pair) const {
  return index_.find(hash_of(pair), [&](std::uint32_t number) { return (*this)[number] == pair; });
}

std::uint32_t PairTable::number(Pair pair) {
  const std::uint64_t hash = hash_of(pair);
  const std::uint32_t found = index_.find(hash, [&](std::uint32_t number) { return (*this)[number] == pair; });
  if (found != kNone) return found;
  const auto rehash = [this](std::uint32_t number) { return hash_of((*this)[number]); };
  if (index_.must_grow(count_) && !index_.rebuild(count_, count_ + 1, kGrowth, rehash)) return kNone;
  if (!pairs_.ensure((count_ + 1) * sizeof(Pair))) return kNone;
  reinterpret_cast<Pair*>(pairs_.data())[count_] = pair;
  index_.insert(hash, static_cast<std::uint32_t>(count_));
  return static_cast<std::uint32_t>(count_++);
}

PackedRoots::Root PackedRoots::read(const Block& block, std::size_t slot) const {
  const std::byte* bytes = bits_.data() + block.begin;
  const std::size_t bit = slot * block.width();
  Root root;
  root.left = static_cast<std::uint32_t>(read_bits(bytes, bit, block.left_bits));
  root.right = static_cast<std::uint32_t>(read_bits(bytes, bit + block.left_bits, block.right_bits));
  if (block.length_bits > 0) {
    root.length =
        static_cast<std::uint32_t>(read_bits(bytes, bit + block.left_bits + block.right_bits, block.length_bits));
  }
  return root;
}

void PackedRoots::write(const Block& block, std::size_t slot, const Root& root) {
  std::byte* bytes = bits_.data() + block.begin;
  const std::size_t bit = slot * block.width();
  write_bits(bytes, bit, block.left_bits, root.left);
  write_bits(bytes, bit + block.left_bits, block.right_bits, root.right);
  write_bits(bytes, bit + block.left_bits + block.right_bits, block.length_bits, root.length);
}

PackedRoots::Root PackedRoots::operator[](std::size_t number) const {
  return read(blocks()[number / kBlock], number % kBlock);
}

bool PackedRoots::push_back(const Root& root) {
  Block wider = widths_;
  wider.left_bits = std::max(wider.left_bits, bits_for(root.left));
  wider.right_bits = std::max(wider.right_bits, bits_for(root.right));
  wider.length_bits = std::max(wider.length_bits, bits_for(root.length));
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
  // Bits are written eight bytes at a time: a field may touch up to eight bytes past its own.
  const Block& block = blocks()[count_ / kBlock];
  if (!bits_.ensure(block.begin + ((slot + 1) * block.width()) / 8 + 9)) return false;
  write(block, slot, root);
  ++count_;
  return true;
}

/// Widths only grow, so this happens at most once per bit of width, and never for a block that is complete.
bool PackedRoots::widen_last_block(const Block& wider) {
  Block& block = blocks()[count_ / kBlock];
  const std::size_t used = count_ % kBlock;
  if (!bits_.ensure(block.begin + (used * wider.width()) / 8 + 9)) return false;
  std::vector<Root> roots;
  roots.reserve(used);
  for (std::size_t slot = 0; slot < used; ++slot) roots.push_back(read(block, slot));
  const std::uint64_t begin = block.begin;
  widths_ = block = wider;
  block.begin = begin;
  for (std::size_t slot = 0; slot < used; ++slot) write(block, slot, roots[slot]);
  return true;
}

std::size_t TreeStore::number_of_length(std::size_t size) const {
  if (last_length_ < lengths_.size() && lengths_[last_length_] == size) return last_length_;
  return static_cast<std::size_t>(std::find(lengths_.begin(), lengths_.end(), size) - lengths_.begin());
}

Insertion TreeStore::insert(StateView state, std::uint64_t) {
  if (state.size() > 0xFFFFFFFF) return {};
  const auto size = static_cast<std::uint32_t>(state.size());
  const std::size_t length = number_of_length(size);
  cut_into_words(state, words_);
  if (!fold(words_, [this](PairTable::Pair pair) { return inner_.number(pair); })) return {};
  const PackedRoots::Root root{words_[0], words_[1], static_cast<std::uint32_t>(length)};
  const std::uint64_t hash = hash_of(root);
  const std::uint32_t found = index_.find(hash, [&](std::uint32_t number) { return roots_[number] == root; });
  if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
  const auto rehash = [this](std::uint32_t number) { return hash_of(roots_[number]); };
  if (index_.must_grow(roots_.size()) && !index_.rebuild(roots_.size(), roots_.size() + 1, kGrowth, rehash)) {
    return {};
  }
  const auto number = static_cast<std::uint32_t>(roots_.size());
  if (!roots_.push_back(root)) return {};
  if (length == lengths_.size()) lengths_.push_back(size);
  last_length_ = length;
  index_.insert(hash, number);
  return {Insertion::Outcome::Inserted, StateId{number}};
}

bool TreeStore::contains(StateView state) const {
  const std::size_t length = number_of_length(state.size());
  if (length == lengths_.size()) return false;
  std::vector<std::uint32_t> words;
  cut_into_words(state, words);
  if (!fold(words, [this](PairTable::Pair pair) { return inner_.find(pair); })) return false;
  const PackedRoots::Root root{words[0], words[1], static_cast<std::uint32_t>(length)};
  return index_.find(hash_of(root), [&](std::uint32_t number) { return roots_[number] == root; }) != kNone;
}

StateView TreeStore::get(StateId id, std::vector<std::byte>& scratch) const {
  const PackedRoots::Root root = roots_[index_of(id)];
  const std::size_t size = lengths_[root.length];
  std::size_t levels[40];  // items on each level, from the words up to the root
  std::size_t depth = 0;
  std::size_t items = std::max<std::size_t>((size + 3) / 4, 2);
  levels[0] = items;
  while (items > 2) levels[++depth] = items = (items + 1) / 2;

  // Unfolds in place, from the back, so that no item is overwritten before it is used.
  scratch.resize(levels[0] * 4);
  const auto item = [&](std::size_t i) {
    std::uint32_t value;
    std::memcpy(&value, scratch.data() + 4 * i, 4);
    return value;
  };
  const auto set = [&](std::size_t i, std::uint32_t value) { std::memcpy(scratch.data() + 4 * i, &value, 4); };
  set(0, root.left);
  set(1, root.right);
  while (depth-- > 0) {
    const std::size_t below = levels[depth];
    if (below % 2 == 1) set(below - 1, item(below / 2));
    for (std::size_t i = below / 2; i-- > 0;) {
      const PairTable::Pair pair = inner_[item(i)];
      set(2 * i + 1, pair.right);
      set(2 * i, pair.left);
    }
  }
  return {scratch.data(), size};
}

}  // namespace weir
