// SPDX-License-Identifier: Apache-2.0
// SharedTreeStore: the parallel TreeStore, which describes the tree; SharedIndex explains how threads insert without
// locks. (Laarman, van de Pol, Weber, SPIN 2011, share one table of fixed size whose slots are the numbers. Here
// leaves, pairs and roots are numbered separately, in tables that grow.)
//
// All tables are behind one gate. Numbering a state is a series of insertions, leaves first. Two threads that number
// the same state get the same numbers for its parts, so they offer the same root, and one of them inserts it. The
// number of the root is the id of the state. Nothing is undone if a thread stops midway: parts without a root do no
// harm.
//
// The shape is reviewed when no thread uses the store (change()); then all threads together renumber all states.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "base/table/shared_index.h"
#include "store/shared/shared_roots.h"
#include "store/shared/shared_store.h"
#include "store/shared/shared_tree_tables.h"

namespace weir {

class SharedTreeStore final : public SharedStore {
 public:
  SharedTreeStore(MemoryBudget& budget, unsigned workers);
  [[nodiscard]] bool open();
  ~SharedTreeStore() override;

  StateStore& handle(unsigned worker) override;
  std::uint64_t size() const override { return index_.size(); }
  std::uint64_t id_limit() const override { return index_.numbers(); }
  UsedNumbers used_numbers() const override { return index_.used_numbers(); }
  std::uint64_t memory_bytes() const override;
  Store form() const override { return Store::Tree; }
  bool wants_change() const override { return index_.numbers() >= next_tuning_.load(std::memory_order_relaxed); }
  void change(WorkCrew& crew, const StopFlag* stop) override;

  /// Returns the state with this id. Called by thread `worker`, outside any gate; scratch belongs to the thread.
  using StateOf = std::function<StateView(unsigned worker, std::uint32_t number, std::vector<std::byte>& scratch)>;
  /// Replaces the content by the states that `index` numbers, with the same ids, while no thread uses this store or
  /// that index. Returns false if memory is used up or `stop` is raised; the store is then unusable.
  [[nodiscard]] bool take_over(WorkCrew& crew, const SharedIndex& index, const StateOf& state_of, const StopFlag* stop);
  const TreeShape& shape() const { return tables_->layout.shape(); }

 private:
  class Handle;

  /// Called once, before the first state is inserted.
  bool take_first_shape(std::size_t state_size);
  /// The tables of another shape with the roots of all states. Nothing if memory is used up or `stop` is raised.
  struct Built {
    std::unique_ptr<SharedTreeTables> tables;
    std::unique_ptr<SharedRoots> roots;
  };
  Built build(WorkCrew& crew, TreeShape shape, const UsedNumbers& used, std::uint64_t end, const StateOf& state_of,
              const StopFlag* stop);
  void use(Built built);
  /// A sample of the stored states, spread evenly.
  static ShapeSample sample(const UsedNumbers& used, std::uint64_t end, const StateOf& state_of);

  MemoryBudget& budget_;
  SharedGate gate_;
  SharedIndex index_;  ///< index of the roots
  std::unique_ptr<SharedTreeTables> tables_;
  std::unique_ptr<SharedRoots> roots_;
  std::atomic<bool> has_shape_{false};
  TreeTuning tuning_;
  std::atomic<std::uint64_t> next_tuning_;  ///< tuning_.next(), readable by other threads
  std::uint64_t version_ = 0;               ///< the number of rebuilds
  std::vector<std::unique_ptr<Handle>> handles_;
};

}  // namespace weir
