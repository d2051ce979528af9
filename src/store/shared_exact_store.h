// SPDX-License-Identifier: Apache-2.0
// SharedExactStore: every state, byte for byte, in a SharedIndex; see there for how threads insert without locks.
//
// As long as all states have one length, the number of a state gives its place. From the first state of another length
// on (the change is made while no thread is inside the index), a directory has 8 bytes a state: place and length.
// Tested by shared_store_test.
#pragma once

#include <atomic>
#include <vector>

#include "base/shared_index.h"
#include "base/shared_region.h"
#include "store/shared_store.h"

namespace weir {

class SharedExactStore final : public SharedStore {
 public:
  SharedExactStore(MemoryBudget& budget, unsigned workers);
  [[nodiscard]] bool open();

  ~SharedExactStore() override;
  StateStore& handle(unsigned worker) override;
  std::uint64_t size() const override { return index_.size(); }
  std::uint64_t id_limit() const override { return index_.numbers(); }
  UsedNumbers used_numbers() const override { return index_.used_numbers(); }
  std::uint64_t memory_bytes() const override {
    return index_.memory_bytes() + bytes_.committed() + directory_.committed();
  }

 private:
  class Handle;
  static constexpr std::size_t kNoLength = ~std::size_t{0};  ///< there is no state yet
  static constexpr std::size_t kManyLengths = ~std::size_t{0} - 1;
  static constexpr std::uint64_t kLong = 0xFFFF;  ///< a length that stands in front of the bytes instead

  StateView view(std::uint32_t number) const;
  /// Makes room for states of this length beside those there are. False: no memory.
  bool admit_length(std::size_t size);
  std::uint64_t* directory() { return reinterpret_cast<std::uint64_t*>(directory_.data()); }
  const std::uint64_t* directory() const { return reinterpret_cast<const std::uint64_t*>(directory_.data()); }

  SharedIndex index_;
  SharedRegion bytes_;
  SharedRegion directory_;
  /// The length of all states, or one of the two constants. Changes while nobody is inside the index; get() reads it
  /// outside. Relaxed is enough there: the number of a state that was inserted after the change comes to a thread
  /// through something that synchronizes, and older states are found either way.
  std::atomic<std::size_t> length_{kNoLength};
  std::atomic<std::uint64_t> used_{0};  ///< of bytes_, once there are many lengths
  std::vector<std::unique_ptr<Handle>> handles_;
};

}  // namespace weir
