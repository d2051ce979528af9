// SPDX-License-Identifier: Apache-2.0
// CompactStore: hash compaction (Wolper & Leroy 1993; Stern & Dill 1995). Only a 63-bit signature of each state is
// kept, in an open-addressing table of 8-byte slots. Two states with the same signature are taken for one: the second
// is omitted, with everything reachable only through it. So a search on this store finds errors but cannot prove their
// absence.
//
// The signature determines the slot, so the table grows in place: all entries are marked old, and each is moved to its
// slot in the larger table. That may displace another old entry, which is moved next.
#pragma once

#include <vector>

#include "base/memory/region.h"
#include "store/state_store.h"

namespace weir {

class CompactStore final : public StateStore {
 public:
  explicit CompactStore(MemoryBudget& budget) : region_(budget) {}

  static constexpr StoreTraits kTraits{.exact = false, .has_ids = false, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0) override;
  bool contains(StateView state) const override;
  /// Not supported: the state is not kept.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return count_; }
  std::uint64_t memory_bytes() const override { return region_.committed(); }
  double omission_probability() const override;
  std::string guarantee() const override;

 private:
  std::uint64_t* slots() { return reinterpret_cast<std::uint64_t*>(region_.data()); }
  const std::uint64_t* slots() const { return reinterpret_cast<const std::uint64_t*>(region_.data()); }
  std::size_t home(std::uint64_t signature) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(signature) * capacity_) >> 64);
  }
  Insertion insert_signature(std::uint64_t signature);
  std::size_t find(std::uint64_t signature) const;
  bool grow();

  Region region_;
  std::size_t capacity_ = 0;  ///< number of slots
  std::size_t count_ = 0;
  std::vector<std::uint64_t> signatures_;  ///< of the current batch
};

}  // namespace weir
