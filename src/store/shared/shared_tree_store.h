// SPDX-License-Identifier: Apache-2.0
// SharedTreeStore: what TreeStore is for one thread; see there for the tree, and SharedIndex for how threads insert
// without locks. (Laarman, van de Pol, Weber, SPIN 2011, share one table of fixed size whose slots are the numbers;
// here leaves, pairs and roots have numbers of their own, in tables that grow.)
//
// All tables are behind one gate. Numbering a state is a series of insertions, leaves first; two threads that number
// the same state get the same numbers for its parts, so they offer the same root, and one of them inserts it. A root's
// number is the state's. Nothing is undone if a thread stops on the way: parts without a root do no harm.
//
// The shape is looked at when no thread uses the store (change()): then all threads together number all states anew.
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
  void change(WorkCrew& crew) override;

  /// Gives the state with a number, in thread `worker`, inside of no gate; scratch is the thread's.
  using StateOf = std::function<StateView(unsigned worker, std::uint32_t number, std::vector<std::byte>& scratch)>;
  /// In place of all that is there: the states that `index` numbers, under the same numbers. While no thread uses this
  /// store or that index. False: no memory, and the store is good for nothing.
  [[nodiscard]] bool take_over(WorkCrew& crew, const SharedIndex& index, const StateOf& state_of);
  const TreeShape& shape() const { return tables_->layout.shape(); }

 private:
  class Handle;

  /// Once, before the first state is inserted.
  bool take_first_shape(std::size_t state_size);
  /// Another shape's tables, and the roots of all states in them. Nothing: no memory.
  struct Built {
    std::unique_ptr<SharedTreeTables> tables;
    std::unique_ptr<SharedRoots> roots;
  };
  Built build(WorkCrew& crew, TreeShape shape, const UsedNumbers& used, std::uint64_t end, const StateOf& state_of);
  void use(Built built);
  /// Of the states there are, from all over.
  static ShapeSample sample(const UsedNumbers& used, std::uint64_t end, const StateOf& state_of);

  MemoryBudget& budget_;
  SharedGate gate_;
  SharedIndex index_;  ///< of the roots
  std::unique_ptr<SharedTreeTables> tables_;
  std::unique_ptr<SharedRoots> roots_;
  std::atomic<bool> has_shape_{false};
  TreeTuning tuning_;
  std::atomic<std::uint64_t> next_tuning_;  ///< tuning_.next(), for those who look from outside
  std::uint64_t version_ = 0;               ///< counts how often the tables were built anew
  std::vector<std::unique_ptr<Handle>> handles_;
};

}  // namespace weir
