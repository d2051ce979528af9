// SPDX-License-Identifier: Apache-2.0
// BitstateStore: Holzmann's bit-state hashing with k hash functions, a Bloom filter (Dillinger & Manolios 2004 for the
// two hash values that make the k). Its memory is fixed when it is made; it is never full, it only gets worse: a new
// state whose k bits happen to be set is omitted. A search on it finds errors but never proves their absence.
#pragma once

#include <memory>

#include "base/memory/region.h"
#include "store/state_store.h"

namespace weir {

class BitstateStore final : public StateStore {
 public:
  /// Null: the budget does not allow so many bytes.
  static std::unique_ptr<BitstateStore> make(MemoryBudget& budget, std::uint64_t bytes, std::uint32_t hashes);

  static constexpr StoreTraits kTraits{.exact = false, .has_ids = false, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  bool contains(StateView state) const override;
  /// Not possible here: the state is gone.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return count_; }
  std::uint64_t memory_bytes() const override { return region_.committed(); }

  /// That a state not offered before would be taken for known now.
  double state_omission_probability() const;
  double omission_probability() const override;
  /// Estimated share of the states offered that were taken in; states behind omitted ones are not counted.
  double coverage() const;
  std::string guarantee() const override;

 private:
  explicit BitstateStore(MemoryBudget& budget, std::uint32_t hashes) : region_(budget), hashes_(hashes) {}

  Region region_;
  std::uint32_t hashes_;
  std::uint64_t bits_ = 0;
  std::uint64_t ones_ = 0;
  std::uint64_t count_ = 0;
  double expected_omissions_ = 0;
};

}  // namespace weir
