// SPDX-License-Identifier: Apache-2.0
// CompactStore: hash compaction (Wolper & Leroy 1993; Stern & Dill 1995). Of a state only a signature of 63 bits is
// kept, in an open-addressed table of 8-byte slots. Two states with one signature are taken for the same: the second is
// omitted, with all that only it leads to, so a search on this store finds errors but never proves their absence.
//
// The slot is chosen by the signature itself, so the table grows in place: all entries are marked as old, and each is
// taken out and put where it belongs in the larger table, which may push out another old one, which is then next.
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
  /// Not possible here: the state is gone.
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
  std::size_t capacity_ = 0;  ///< slots
  std::size_t count_ = 0;
  std::vector<std::uint64_t> signatures_;  ///< of the batch at hand
};

}  // namespace weir
