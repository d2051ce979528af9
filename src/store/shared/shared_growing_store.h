// SPDX-License-Identifier: Apache-2.0
// SharedGrowingStore: the parallel GrowingStore, exact while memory lasts, then tree. All threads together move the
// states when no thread uses the store (SharedStore::change). States keep their ids.
#pragma once

#include <memory>
#include <string_view>

#include "store/shared/shared_exact_store.h"
#include "store/shared/shared_tree_store.h"

namespace weir {

class SharedGrowingStore final : public SharedStore {
 public:
  /// Switches to the tree store when the exact store has more than `exact_bytes`.
  SharedGrowingStore(MemoryBudget& budget, unsigned workers, std::uint64_t exact_bytes)
      : budget_(budget),
        workers_(workers),
        exact_bytes_(exact_bytes),
        exact_(std::make_unique<SharedExactStore>(budget, workers)) {}
  [[nodiscard]] bool open() { return exact_->open(); }

  StateStore& handle(unsigned worker) override { return current().handle(worker); }
  std::uint64_t size() const override { return current().size(); }
  std::uint64_t id_limit() const override { return current().id_limit(); }
  UsedNumbers used_numbers() const override { return current().used_numbers(); }
  std::uint64_t memory_bytes() const override { return current().memory_bytes(); }
  Store form() const override { return current().form(); }
  bool keeps_bytes() const override { return current().keeps_bytes(); }
  bool wants_change() const override { return exact_ ? exact_->memory_bytes() > exact_bytes_ : tree_->wants_change(); }
  void change(WorkCrew& crew, const StopFlag* stop) override;

 private:
  SharedStore& current() { return tree_ ? static_cast<SharedStore&>(*tree_) : *exact_; }
  const SharedStore& current() const { return tree_ ? static_cast<const SharedStore&>(*tree_) : *exact_; }

  MemoryBudget& budget_;
  unsigned workers_;
  std::uint64_t exact_bytes_;
  std::unique_ptr<SharedExactStore> exact_;
  std::unique_ptr<SharedTreeStore> tree_;
};

}  // namespace weir
