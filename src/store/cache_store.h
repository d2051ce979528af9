// SPDX-License-Identifier: Apache-2.0
// CacheStore: the bounded heap of Jard & Jéron (On-line model-checking for finite linear temporal logic specifications,
// 1989, section 4). It holds at most `entries` states and evicts one when it is full. A search that keeps its current
// path terminates with a cache of any size, even 0; it only generates states again.
//
// Replacement policies: `random` (the report's choice, seeded), `fifo`, `lru`, `depth` (the deepest state), `hits` (the
// least frequently hit), `none` (nothing is replaced; a new state is dropped), and `cost`: the least valuable of four
// states drawn at random. The value of a state is the number of states generated while the search was below it, which
// is the work of exploring it again, plus the value of the last evicted state at the time of the last hit. So a state
// that was expensive but is never hit again ages and is evicted (Young 1994, The k-server dual and loose
// competitiveness).
//
// All memory is allocated when the first state arrives and never grows. State bytes are kept in blocks of the first
// state's length, or of the configured length, one block per entry. A longer state takes a chain of blocks; further
// entries are evicted if necessary.
#pragma once

#include <cstdint>
#include <string>

#include <weir/options.h>

#include "base/memory/region.h"
#include "store/state_store.h"

namespace weir {

class CacheStore final : public StateStore {
 public:
  /// `state_bytes`: bytes per entry; 0: the length of the first state.
  CacheStore(MemoryBudget& budget, std::uint64_t entries, Replacement replacement, std::uint64_t seed,
             std::uint64_t state_bytes = 0);

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = false, .may_forget = true};
  const StoreTraits& traits() const override { return kTraits; }

  /// Full only if the budget cannot hold the cache at all.
  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  Insertion insert_with(StateView state, const CacheHints& hints) override;
  bool contains(StateView state) const override;
  std::uint64_t* note(StateView state) override;
  /// Not supported: entries have no stable ids.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return live_; }
  std::uint64_t memory_bytes() const override { return region_.committed(); }
  std::uint64_t capacity() const { return entries_; }
  std::uint64_t replaced() const { return replaced_; }
  bool forgot() const override { return forgot_; }
  std::string guarantee() const override;

 private:
  static constexpr std::uint32_t kNil = 0xFFFFFFFF;
  struct Entry {
    std::uint64_t hash;
    std::uint64_t key;    ///< depth or hits; for cost: the value, and the logarithm of the cost in the lowest bits
    std::uint64_t note;   ///< the word that the search keeps with the state
    std::uint32_t size;   ///< bytes of the state; kNil if the entry is free
    std::uint32_t block;  ///< first block
    std::uint32_t next;   ///< in its hash chain, or in the list of free entries
    std::uint32_t older;  ///< in the list by age; kNil at the end
    std::uint32_t newer;
    std::uint32_t place;  ///< index in heap_
  };

  bool start(std::size_t state_size);
  Insertion insert_new(StateView state, std::uint64_t hash, const CacheHints& hints);
  std::uint32_t find(StateView state, std::uint64_t hash) const;
  bool equal(const Entry& entry, StateView state) const;
  std::size_t blocks_for(std::size_t size) const { return size == 0 ? 1 : (size + block_size_ - 1) / block_size_; }
  std::uint32_t& chain(std::uint64_t hash) const;
  void met(std::uint32_t number);
  std::uint32_t victim();
  std::uint32_t draw();
  static constexpr unsigned kLogarithmBits = 6;
  static std::uint64_t cost_of(std::uint64_t key) { return std::uint64_t{1} << (key & ((1U << kLogarithmBits) - 1)); }
  std::uint64_t worth(std::uint64_t cost) const;
  void remove(std::uint32_t number);
  void add(StateView state, std::uint64_t hash, const CacheHints& hints);
  void link_newest(std::uint32_t number);
  void unlink(std::uint32_t number);
  bool evicted_before(std::uint32_t a, std::uint32_t b) const;
  void sift_up(std::uint32_t place);
  void sift_down(std::uint32_t place);
  bool ordered_by_key() const { return replacement_ == Replacement::Depth || replacement_ == Replacement::Hits; }

  Region region_;
  std::uint64_t entries_;
  Replacement replacement_;
  std::uint64_t random_;
  std::uint64_t age_ = 0;  ///< the value of the last evicted state
  bool started_ = false;
  std::size_t block_size_ = 0;
  std::uint64_t live_ = 0;
  std::uint64_t replaced_ = 0;
  bool forgot_ = false;
  std::uint64_t free_blocks_ = 0;
  std::uint32_t free_entry_ = kNil;
  std::uint32_t free_block_ = kNil;
  std::uint32_t oldest_ = kNil;
  std::uint32_t newest_ = kNil;
  // Arrays in region_, with one element per entry each.
  Entry* table_ = nullptr;
  std::uint32_t* chains_ = nullptr;      ///< heads of the hash chains
  std::uint32_t* heap_ = nullptr;        ///< binary heap of entries; the next to be evicted is on top
  std::uint32_t* next_block_ = nullptr;  ///< chain of a state's blocks, or of free blocks
  std::byte* blocks_ = nullptr;
};

}  // namespace weir
