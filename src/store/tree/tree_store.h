// SPDX-License-Identifier: Apache-2.0
// TreeStore: lossless compression by sharing parts (after Laarman, van de Pol, Weber: Parallel recursive state
// compression for free, SPIN 2011). A state is cut into leaves, which are runs of bytes. Each distinct leaf gets a
// number, pairs of numbers get numbers again, up to the last pair, the root, which represents the state:
//
//     state   bytes 0-15   16-37   38-63      leaves  #7, #9, #3        inner   #12 = (#7, #9)
//                 #7         #9      #3       root    (#12, #3)
//                     #12            #3
//
// Neighbouring states share nearly all leaves and inner pairs, so a state costs little more than its root. Unlike in
// the paper, the table grows, and roots are numbered in insertion order, so that searches can use the numbers as array
// indices. To make up for that, roots are packed into as many bits as their two numbers need (packed_roots.h), and the
// index (4 bytes an entry) holds no copy of them.
//
// The tree is not a balanced one of single words either: its cuts determine the memory, its depth the time. The shape
// (tree_shape.h) is derived from the states themselves once there are 2^12 of them, and reviewed whenever their number
// has grown by a factor of 8. If another shape is much better, the tables are rebuilt.
//
// A state is compared, leaf by leaf, with a reference whose numbers are known: the state that get() unfolded last,
// which is the parent when a search inserts successors. Only leaves that differ, and the pairs above them, are looked
// up. Any reference would be correct; the parent is the most similar one.
#pragma once

#include <vector>

#include "base/stop_flag.h"
#include "base/table/index_table.h"
#include "store/batched_store.h"
#include "store/exact_store.h"
#include "store/tree/packed_roots.h"
#include "store/tree/pair_table.h"
#include "store/tree/tree_batch.h"
#include "store/tree/tree_layout.h"

namespace weir {

class TreeStore final : public BatchedStore<TreeStore, TreeBatch<IndexTable>> {
 public:
  /// Once `stop` is raised, the shape stays as it is.
  explicit TreeStore(MemoryBudget& budget, const StopFlag* stop = nullptr)
      : budget_(&budget), stop_(stop), roots_(budget), index_(budget) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  void prefetch_state(StateId id) const override;
  void read_group(StateId first, std::span<StateView> states) override;
  void prepare_group(const SuccessorBuffer& states, std::span<const std::size_t> ends, LookupBatch& batch) override;
  bool contains(StateView state) const override;
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return roots_.size(); }
  std::uint64_t memory_bytes() const override { return part_bytes() + roots_.memory_bytes() + index_.memory_bytes(); }
  std::size_t inner_pairs() const;
  const TreeShape& shape() const { return layout_.shape(); }

 private:
  using Root = TreeRoot;
  using Batch = TreeBatch<IndexTable>;
  friend BatchLookup<IndexTable>;
  friend BatchedStore;

  void take_shape(TreeShape shape);
  /// See TreeLayout::fold.
  std::uint64_t fold(const TreeLayout::Reference& reference, StateView state, std::uint64_t asked);
  bool fold(StateView state, Root& root);
  /// Numbers the nodes of a state except the two below the root, see TreeBatch.
  bool fold_but_sides(const TreeLayout::Reference& reference, StateView state, std::size_t i, Batch& batch);
  PairTable& side(bool right) { return pairs_[layout_.side(right)]; }
  void unfold(Root root, TreeLayout::Reference& into) const;

  // For BatchedStore.
  void begin(const SuccessorBuffer& states, Batch& batch);
  void advance(Batch& batch, unsigned step);
  bool insert_batch(const SuccessorBuffer& states, Batch& batch, std::vector<Insertion>& out);

  // For BatchLookup of the roots.
  static Unguarded enter() { return {}; }
  IndexTable& index() { return index_; }
  std::uint32_t ticket() const { return static_cast<std::uint32_t>(roots_.size()); }
  bool equal(std::uint32_t number, Root root) const { return roots_[number] == root; }
  bool ready(Root) const { return !index_.must_grow(roots_.size()); }
  bool write(std::uint32_t, Root root) { return roots_.push_back(root); }
  bool make_room(Root) { return index_.must_grow(roots_.size()) && grow_index(); }

  bool grow_index();
  std::uint64_t part_bytes() const;
  /// Looks for a better shape, and rebuilds the tables if there is one.
  void tune();
  void prepare_for(StateView state) {
    if (layout_.empty()) take_shape(TreeShape::even(state.size()));
    if (roots_.size() >= tuning_.next()) tune();
  }

  MemoryBudget* budget_;
  const StopFlag* stop_;
  TreeLayout layout_;
  std::vector<ExactStore> leaves_;
  std::vector<PairTable> pairs_;
  PackedRoots roots_;
  IndexTable index_;
  std::size_t longest_ = 0;  ///< the length of the longest state so far
  TreeTuning tuning_;
  std::uint64_t version_ = 0;                      ///< the number of rebuilds
  mutable TreeLayout::Reference reference_;        ///< set by get(): a store is used by one thread at a time
  mutable bool unfolded_ = false;                  ///< reference_ is a state returned by get() since the last insertion
  std::vector<TreeLayout::Reference> group_;       ///< the states last returned by read_group(),
  std::uint64_t group_version_ = 0;                ///< and the version of their tables
  std::uint32_t values_[TreeLayout::kNodes] = {};  ///< of the state being folded
};

}  // namespace weir
