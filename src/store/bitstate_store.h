// SPDX-License-Identifier: Apache-2.0
// BitstateStore: Holzmann's bit-state hashing with k hash functions, a Bloom filter (Dillinger & Manolios 2004 for
// deriving the k from two hash values). Its memory is fixed at construction. It is never full; instead its error rate
// grows: a new state whose k bits are already set is omitted. A search on it finds errors but cannot prove their
// absence.
#pragma once

#include <memory>

#include "base/memory/region.h"
#include "store/state_store.h"

namespace weir {

class BitstateStore final : public StateStore {
 public:
  /// Returns null if the budget does not allow this many bytes. Stores with different seeds omit different states.
  static std::unique_ptr<BitstateStore> make(MemoryBudget& budget, std::uint64_t bytes, std::uint32_t hashes,
                                             std::uint64_t seed = 0);

  static constexpr StoreTraits kTraits{.exact = false, .has_ids = false, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  bool contains(StateView state) const override;
  /// Not supported: the state is not kept.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return count_; }
  std::uint64_t memory_bytes() const override { return region_.committed(); }

  /// The probability that a new state would now be reported as present.
  double state_omission_probability() const;
  double omission_probability() const override;
  /// The estimated fraction of offered states that were inserted. Successors of omitted states are not counted.
  double coverage() const;
  std::string guarantee() const override;

 private:
  BitstateStore(MemoryBudget& budget, std::uint32_t hashes, std::uint64_t seed)
      : region_(budget), hashes_(hashes), seed_(seed) {}

  Region region_;
  std::uint32_t hashes_;
  std::uint64_t seed_;
  std::uint64_t bits_ = 0;
  std::uint64_t ones_ = 0;
  std::uint64_t count_ = 0;
  double expected_omissions_ = 0;
};

}  // namespace weir
