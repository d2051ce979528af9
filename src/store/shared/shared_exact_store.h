// SPDX-License-Identifier: Apache-2.0
// SharedExactStore: every state, byte for byte, in a SharedIndex, which explains how threads insert without locks. The
// bytes are kept in SharedStrings. Tested by shared_store_test.
#pragma once

#include <memory>
#include <vector>

#include "base/table/shared_index.h"
#include "store/shared/shared_store.h"
#include "store/shared/shared_strings.h"

namespace weir {

class SharedExactStore final : public SharedStore {
 public:
  SharedExactStore(MemoryBudget& budget, unsigned workers);
  [[nodiscard]] bool open();

  ~SharedExactStore() override;
  StateStore& handle(unsigned worker) override;
  Store form() const override { return Store::Exact; }
  bool keeps_bytes() const override { return true; }
  std::uint64_t size() const override { return table_.index.size(); }
  std::uint64_t id_limit() const override { return table_.index.numbers(); }
  UsedNumbers used_numbers() const override { return table_.index.used_numbers(); }
  std::uint64_t memory_bytes() const override { return table_.memory_bytes(); }

  StateView view(std::uint32_t number) const { return table_.strings.view(number); }
  const SharedIndex& index() const { return table_.index; }

 private:
  class Handle;

  SharedGate gate_;
  SharedStringTable table_;
  std::vector<std::unique_ptr<Handle>> handles_;
};

}  // namespace weir
