// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_growing_store.h"

#include <utility>

namespace weir {

void SharedGrowingStore::change(WorkCrew& crew, const StopFlag* stop) {
  if (tree_) return tree_->change(crew, stop);
  auto tree = std::make_unique<SharedTreeStore>(budget_, workers_);
  const auto state_of = [this](unsigned, std::uint32_t number, std::vector<std::byte>&) {
    return exact_->view(number);
  };
  if (!tree->open() || !tree->take_over(crew, exact_->index(), state_of, stop)) {
    exact_bytes_ = MemoryBudget::kUnlimited;  // no time or no memory for the tree: stay exact
    return;
  }
  tree_ = std::move(tree);
  exact_.reset();
}

}  // namespace weir
