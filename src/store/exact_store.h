// SPDX-License-Identifier: Apache-2.0
// ExactStore: every state, byte for byte. States lie back to back in one region that never moves; an IndexTable finds
// them.
//
// While all states have the same length, the id of a state determines its position and nothing else is kept. From the
// first state of another length on, sixteen states share a directory entry: where the first begins, and where each ends
// relative to that (2 bytes), together 2.5 bytes a state. A state above 4095 bytes is kept in a separate region, with a
// 16-byte reference in its place.
//
// Memory: at most 1.15 * (state bytes + 8) a state from 10^5 states on. The index takes what this bound leaves: after
// growing it is a quarter full for large states, fuller for small ones.
// Tested by store_model_test and exact_store_test.
#pragma once

#include "base/memory/region.h"
#include "base/table/hash.h"
#include "base/table/index_table.h"
#include "base/table/same_bytes.h"
#include "store/batched_store.h"

namespace weir {

class ExactStore final : public BatchedStore<ExactStore, BatchLookup<IndexTable>> {
 public:
  explicit ExactStore(MemoryBudget& budget);

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  void prefetch_state(StateId id) const override { prefetch_bytes(get(id)); }
  void read_group(StateId first, std::span<StateView> states) override;
  bool contains(StateView state) const override { return find(state) != kNoState; }
  StateId find(StateView state) const { return find(state, hash_bytes(state)); }  ///< kNoState if absent
  /// The id of a state that is probably present; inserts it if it is not. kNoState if memory is used up.
  StateId number(StateView state) {
    const std::uint64_t hash = hash_bytes(state);
    const StateId found = find(state, hash);
    return found != kNoState ? found : insert_hashed(state, hash).id;
  }
  /// Points into the store; scratch is not used.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;
  StateView get(StateId id) const { return view(static_cast<std::uint32_t>(id)); }

  ExactStore* as_exact() override { return this; }

  std::uint64_t size() const override { return count_; }
  std::uint64_t memory_bytes() const override;

 private:
  using Batch = BatchLookup<IndexTable>;
  friend Batch;
  friend BatchedStore;

  static constexpr std::size_t kGroup = 16;
  static constexpr std::size_t kLongState = 4096;  ///< states of this length and longer are kept separately

  /// Directory entry of sixteen states.
  struct Group {
    std::uint64_t begin : 48;  ///< offset of the first one in bytes_
    std::uint64_t aside : 16;  ///< bit i: state i is a Reference to long_bytes_
    std::uint16_t ends[kGroup];
  };
  struct Reference {
    std::uint64_t begin;
    std::uint64_t size;
  };

  StateId find(StateView state, std::uint64_t hash) const {
    if (!has_fixed_size_) {
      return StateId{index_.find(hash, [&](std::uint32_t number) { return same_bytes(view(number), state); })};
    }
    if (state.size() != fixed_size_) return kNoState;
    return StateId{index_.find(hash, [&](std::uint32_t number) {
      return same_bytes(bytes_.data() + number * fixed_size_, state.data(), state.size());
    })};
  }
  Insertion insert_hashed(StateView state, std::uint64_t hash);

  // For BatchedStore.
  void begin(const SuccessorBuffer& states, Batch& batch);
  void advance(Batch& batch, unsigned step);
  bool insert_batch(const SuccessorBuffer& states, Batch& batch, std::vector<Insertion>& out);

  // For BatchLookup.
  static Unguarded enter() { return {}; }
  IndexTable& index() { return index_; }
  std::uint32_t ticket() const { return static_cast<std::uint32_t>(count_); }
  bool equal(std::uint32_t number, StateView state) const { return same_bytes(view(number), state); }
  bool ready(StateView) const { return !index_.must_grow(count_); }
  bool write(std::uint32_t number, StateView state);
  bool make_room(StateView) { return index_.must_grow(count_) && grow_index(); }

  StateView view(std::uint32_t number) const {
    return has_fixed_size_ ? StateView{bytes_.data() + number * fixed_size_, fixed_size_} : view_in_directory(number);
  }
  StateView view_in_directory(std::uint32_t number) const;
  bool grow_index();
  bool start_directory();
  bool add_to_directory(std::size_t number, std::size_t begin, std::size_t size, bool aside);

  IndexTable index_;
  Region bytes_;
  Region directory_;
  Region long_bytes_;
  std::size_t count_ = 0;
  std::size_t used_ = 0;        ///< bytes used of bytes_
  std::size_t long_used_ = 0;   ///< bytes used of long_bytes_
  std::size_t fixed_size_ = 0;  ///< the length of all states, while has_fixed_size_
  bool has_fixed_size_ = true;
};

}  // namespace weir
