// SPDX-License-Identifier: Apache-2.0
#include "store/cache_store.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include <weir/catalogue.h>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {
namespace {

constexpr int kDrawn = 4;  ///< of whom the cheapest goes

}  // namespace

template <>
std::span<const Choice<Replacement>> choices() {
  static constexpr Choice<Replacement> kRows[] = {
      {Replacement::Random, "random", "a random state"},
      {Replacement::Fifo, "fifo", "the oldest state"},
      {Replacement::Lru, "lru", "the least recently used state"},
      {Replacement::Depth, "depth", "the deepest state"},
      {Replacement::Hits, "hits", "the least frequently hit state"},
      {Replacement::Cost, "cost", "a state that is cheap to explore again"},
      {Replacement::None, "none", "no state is replaced; new ones are dropped"},
  };
  return kRows;
}

CacheStore::CacheStore(MemoryBudget& budget, std::uint64_t entries, Replacement replacement, std::uint64_t seed,
                       std::uint64_t state_bytes)
    : region_(budget),
      entries_(std::min<std::uint64_t>(entries, kNil - 1)),
      replacement_(replacement),
      random_(hash_mix(seed, seed + 1) | 1),
      block_size_(state_bytes) {}

bool CacheStore::start(std::size_t state_size) {
  block_size_ = std::clamp<std::size_t>(std::max(state_size, block_size_), 8, 1024);
  const std::size_t fixed = sizeof(Entry) + 3 * sizeof(std::uint32_t);
  const std::size_t entries = static_cast<std::size_t>(entries_);
  if (!region_.ensure_exactly(entries * (fixed + block_size_))) return false;
  table_ = reinterpret_cast<Entry*>(region_.data());
  chains_ = reinterpret_cast<std::uint32_t*>(table_ + entries);
  heap_ = chains_ + entries;
  next_block_ = heap_ + entries;
  blocks_ = reinterpret_cast<std::byte*>(next_block_ + entries);
  for (std::uint32_t i = 0; i < entries; ++i) {
    chains_[i] = kNil;
    table_[i].size = kNil;
    table_[i].next = next_block_[i] = i + 1 < entries ? i + 1 : kNil;
  }
  free_entry_ = free_block_ = 0;
  free_blocks_ = entries_;
  started_ = true;
  return true;
}

std::uint32_t& CacheStore::chain(std::uint64_t hash) const {
  return chains_[static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * entries_) >> 64)];
}

bool CacheStore::equal(const Entry& entry, StateView state) const {
  if (entry.size != state.size()) return false;
  std::uint32_t block = entry.block;
  while (!state.empty()) {
    const std::size_t part = std::min(state.size(), block_size_);
    if (std::memcmp(blocks_ + block * block_size_, state.data(), part) != 0) return false;
    state = state.subspan(part);
    block = next_block_[block];
  }
  return true;
}

std::uint32_t CacheStore::find(StateView state, std::uint64_t hash) const {
  if (!started_) return kNil;
  std::uint32_t number = chain(hash);
  while (number != kNil && !(table_[number].hash == hash && equal(table_[number], state))) number = table_[number].next;
  return number;
}

std::uint64_t* CacheStore::note(StateView state) {
  const std::uint32_t number = find(state, hash_bytes(state));
  if (number == kNil) return nullptr;
  met(number);
  return &table_[number].note;
}

bool CacheStore::contains(StateView state) const { return find(state, hash_bytes(state)) != kNil; }

Insertion CacheStore::insert(StateView state, std::uint64_t depth) {
  const std::uint64_t hash = hash_bytes(state);
  if (const std::uint32_t known = find(state, hash); known != kNil) {
    met(known);
    return {Insertion::Outcome::Present};
  }
  return insert_new(state, hash, {.depth = depth});
}

Insertion CacheStore::insert_with(StateView state, const CacheHints& hints) {
  const std::uint64_t hash = hash_bytes(state);
  const std::uint32_t known = find(state, hash);
  if (known == kNil) return insert_new(state, hash, hints);
  Entry& entry = table_[known];
  entry.note = hints.note;
  if (replacement_ == Replacement::Cost) entry.key = worth(cost_of(entry.key) + hints.cost);
  met(known);
  return {Insertion::Outcome::Present};
}

Insertion CacheStore::insert_new(StateView state, std::uint64_t hash, const CacheHints& hints) {
  if (entries_ == 0) {
    forgot_ = true;
    return {Insertion::Outcome::Inserted};
  }
  if (!started_ && !start(state.size())) return {};
  const std::size_t blocks = blocks_for(state.size());
  const bool fits_at_all = blocks <= entries_ && state.size() < kNil;
  while (fits_at_all && replacement_ != Replacement::None && (free_entry_ == kNil || free_blocks_ < blocks)) {
    remove(victim());
    ++replaced_;
    forgot_ = true;
  }
  if (fits_at_all && free_entry_ != kNil && free_blocks_ >= blocks) {
    add(state, hash, hints);
  } else {
    forgot_ = true;
  }
  return {Insertion::Outcome::Inserted};
}

void CacheStore::met(std::uint32_t number) {
  if (replacement_ == Replacement::Lru) {
    unlink(number);
    link_newest(number);
  } else if (replacement_ == Replacement::Hits) {
    ++table_[number].key;
    sift_down(table_[number].place);
  } else if (replacement_ == Replacement::Cost) {
    table_[number].key = worth(cost_of(table_[number].key));
  }
}

std::uint32_t CacheStore::victim() {
  if (replacement_ == Replacement::Fifo || replacement_ == Replacement::Lru) return oldest_;
  if (ordered_by_key()) return heap_[0];
  std::uint32_t chosen = draw();
  if (replacement_ != Replacement::Cost) return chosen;
  for (int i = 1; i < kDrawn; ++i)
    if (const std::uint32_t other = draw(); table_[other].key < table_[chosen].key) chosen = other;
  age_ = table_[chosen].key >> kLogarithmBits;
  return chosen;
}

std::uint64_t CacheStore::worth(std::uint64_t cost) const {
  constexpr unsigned kLargest = 40;  // larger costs are as good as infinite, and their sums stay far below 2^58
  const unsigned logarithm =
      std::min(static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(cost, 1))) - 1, kLargest);
  return ((age_ + (std::uint64_t{1} << logarithm)) << kLogarithmBits) | logarithm;
}

std::uint32_t CacheStore::draw() {
  // xorshift64*: a few instructions, and the same sequence for a seed on every platform.
  random_ ^= random_ >> 12;
  random_ ^= random_ << 25;
  random_ ^= random_ >> 27;
  const std::uint64_t drawn = random_ * 0x2545F4914F6CDD1DULL;
  auto number = static_cast<std::uint32_t>((static_cast<unsigned __int128>(drawn) * entries_) >> 64);
  while (table_[number].size == kNil) number = number + 1 == entries_ ? 0 : number + 1;
  return number;
}

void CacheStore::remove(std::uint32_t number) {
  Entry& entry = table_[number];
  std::uint32_t* link = &chain(entry.hash);
  while (*link != number) link = &table_[*link].next;
  *link = entry.next;

  std::uint32_t last = entry.block;
  const std::size_t blocks = blocks_for(entry.size);
  for (std::size_t i = 1; i < blocks; ++i) last = next_block_[last];
  next_block_[last] = free_block_;
  free_block_ = entry.block;
  free_blocks_ += blocks;

  unlink(number);
  if (ordered_by_key()) {
    const auto end = static_cast<std::uint32_t>(live_ - 1);
    const std::uint32_t place = entry.place;
    heap_[place] = heap_[end];
    table_[heap_[place]].place = place;
    --live_;
    if (place < end) {
      sift_up(place);
      sift_down(table_[heap_[place]].place);
    }
  } else {
    --live_;
  }
  entry.size = kNil;
  entry.next = free_entry_;
  free_entry_ = number;
}

void CacheStore::add(StateView state, std::uint64_t hash, const CacheHints& hints) {
  const std::uint32_t number = free_entry_;
  Entry& entry = table_[number];
  free_entry_ = entry.next;
  entry.hash = hash;
  entry.size = static_cast<std::uint32_t>(state.size());
  entry.note = hints.note;
  entry.key = replacement_ == Replacement::Depth  ? hints.depth
              : replacement_ == Replacement::Cost ? worth(hints.cost)
                                                  : 0;
  entry.block = free_block_;
  entry.next = chain(hash);
  chain(hash) = number;

  const std::size_t blocks = blocks_for(state.size());
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t part = std::min(state.size(), block_size_);
    if (part > 0) std::memcpy(blocks_ + free_block_ * block_size_, state.data(), part);
    state = state.subspan(part);
    free_block_ = next_block_[free_block_];
  }
  free_blocks_ -= blocks;

  link_newest(number);
  const auto place = static_cast<std::uint32_t>(live_++);
  if (ordered_by_key()) {
    heap_[place] = number;
    entry.place = place;
    sift_up(place);
  }
}

void CacheStore::link_newest(std::uint32_t number) {
  table_[number].older = newest_;
  table_[number].newer = kNil;
  (newest_ == kNil ? oldest_ : table_[newest_].newer) = number;
  newest_ = number;
}

void CacheStore::unlink(std::uint32_t number) {
  const Entry& entry = table_[number];
  (entry.older == kNil ? oldest_ : table_[entry.older].newer) = entry.newer;
  (entry.newer == kNil ? newest_ : table_[entry.newer].older) = entry.older;
}

/// Whether a is evicted before b.
bool CacheStore::evicted_before(std::uint32_t a, std::uint32_t b) const {
  return replacement_ == Replacement::Depth ? table_[a].key > table_[b].key : table_[a].key < table_[b].key;
}

void CacheStore::sift_up(std::uint32_t place) {
  const std::uint32_t number = heap_[place];
  while (place > 0 && evicted_before(number, heap_[(place - 1) / 2])) {
    heap_[place] = heap_[(place - 1) / 2];
    table_[heap_[place]].place = place;
    place = (place - 1) / 2;
  }
  heap_[place] = number;
  table_[number].place = place;
}

void CacheStore::sift_down(std::uint32_t place) {
  const std::uint32_t number = heap_[place];
  for (;;) {
    std::uint64_t child = 2 * std::uint64_t{place} + 1;
    if (child >= live_) break;
    if (child + 1 < live_ && evicted_before(heap_[child + 1], heap_[child])) ++child;
    if (!evicted_before(heap_[child], number)) break;
    heap_[place] = heap_[child];
    table_[heap_[place]].place = place;
    place = static_cast<std::uint32_t>(child);
  }
  heap_[place] = number;
  table_[number].place = place;
}

StateView CacheStore::get(StateId, std::vector<std::byte>&) const {
  WEIR_ASSERT(false, "a cache was asked for a state by number");
  return {};
}

std::string CacheStore::guarantee() const {
  return fmt::format(
      "cache of {} entries: {} replaced; states may have been visited more than once, and none was omitted", entries_,
      replaced_);
}

}  // namespace weir
