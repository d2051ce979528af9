// SPDX-License-Identifier: Apache-2.0
#include "store/growing_store.h"

namespace weir {

Insertion GrowingStore::insert(StateView state, std::uint64_t depth) {
  change_if_due();
  return current().insert(state, depth);
}

void GrowingStore::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) {
  change_if_due();
  current().insert_all(states, out, depth);
}

StateView GrowingStore::get(StateId id, std::vector<std::byte>& scratch) const {
  if (tree_) return tree_->get(id, scratch);
  const StateView state = exact_->get(id);
  scratch.assign(state.begin(), state.end());
  return {scratch.data(), scratch.size()};
}

void GrowingStore::change() {
  auto tree = std::make_unique<TreeStore>(budget_, stop_);
  for (std::uint64_t i = 0; i < exact_->size(); ++i) {
    const bool stopped = stop_ != nullptr && stop_->raised();
    if (stopped || !tree->insert(exact_->get(StateId{static_cast<std::uint32_t>(i)})).inserted()) {
      exact_bytes_ = MemoryBudget::kUnlimited;  // no time or no memory for the tree: stay exact
      return;
    }
  }
  tree_ = std::move(tree);
  exact_.reset();
}

}  // namespace weir
