// SPDX-License-Identifier: Apache-2.0
// GrowingStore: an exact store while memory lasts, then a tree store. Both number states in insertion order, so the
// switch inserts all states into the tree in that order and ids stay valid. During the switch the two stores together
// take about a third more memory than the exact store alone.
#pragma once

#include <algorithm>
#include <memory>

#include "base/stop_flag.h"
#include "store/exact_store.h"
#include "store/tree/tree_store.h"

namespace weir {

class GrowingStore final : public StateStore {
 public:
  /// Switches to the tree store when the exact store has more than `exact_bytes`, unless `stop` is raised by then.
  GrowingStore(MemoryBudget& budget, std::uint64_t exact_bytes, const StopFlag* stop = nullptr)
      : budget_(budget), exact_bytes_(exact_bytes), stop_(stop), exact_(std::make_unique<ExactStore>(budget)) {}

  const StoreTraits& traits() const override { return ExactStore::kTraits; }
  /// Which of the two it is now.
  std::optional<Store> form() const override { return tree_ ? Store::Tree : Store::Exact; }
  /// The limit for `auto`: a gibibyte, or a quarter of the budget if that is less.
  static std::uint64_t exact_bytes(const MemoryBudget& budget) {
    return std::min(std::uint64_t{1} << 30, budget.limit() / 4);
  }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0) override;
  void prefetch_state(StateId id) const override { current().prefetch_state(id); }
  void prepare(const SuccessorBuffer& states, LookupBatch& batch) override { current().prepare(states, batch); }
  void prefetch(LookupBatch& batch, unsigned step) override { current().prefetch(batch, step); }
  void insert_prepared(const SuccessorBuffer& states, LookupBatch& batch, std::vector<Insertion>& out,
                       std::uint64_t depth = 0) override {
    change_if_due();
    current().insert_prepared(states, batch, out, depth);
  }
  void read_group(StateId first, std::span<StateView> states) override { current().read_group(first, states); }
  void prepare_group(const SuccessorBuffer& states, std::span<const std::size_t> ends, LookupBatch& batch) override {
    current().prepare_group(states, ends, batch);
  }
  bool contains(StateView state) const override { return current().contains(state); }
  /// Always copies into scratch, because the exact store may be replaced.
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;
  StateView look(StateId id, std::vector<std::byte>& scratch) const override {
    return tree_ ? tree_->get(id, scratch) : exact_->get(id);
  }

  ExactStore* as_exact() override { return exact_.get(); }

  std::uint64_t size() const override { return current().size(); }
  std::uint64_t memory_bytes() const override { return current().memory_bytes(); }

 private:
  StateStore& current() { return tree_ ? static_cast<StateStore&>(*tree_) : *exact_; }
  const StateStore& current() const { return tree_ ? static_cast<const StateStore&>(*tree_) : *exact_; }
  void change_if_due() {
    if (exact_ && exact_->memory_bytes() > exact_bytes_) change();
  }
  void change();

  MemoryBudget& budget_;
  std::uint64_t exact_bytes_;
  const StopFlag* stop_;
  std::unique_ptr<ExactStore> exact_;
  std::unique_ptr<TreeStore> tree_;
};

}  // namespace weir
