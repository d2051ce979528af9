// SPDX-License-Identifier: Apache-2.0
// The tables of a parallel tree store: they number leaves and pairs, each with a SharedIndex, all behind one gate.
//
// Lookups happen inside the gate. A thread that has no number left cannot take a new block there, because the table may
// have to grow. The lookup returns kBlocked; the thread leaves the gate, calls prepare() and tries again. What it has
// numbered before is then found at once. Tested by shared_store_test.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/memory/shared_region.h"
#include "base/table/shared_index.h"
#include "store/shared/shared_strings.h"
#include "store/tree/tree_layout.h"

namespace weir {

/// Results of lookups that are not numbers; both are at least TreeLayout::kNoNumber.
inline constexpr std::uint32_t kBlocked = 0xFFFFFFFE;  ///< call prepare() first
inline constexpr std::uint32_t kNoRoom = 0xFFFFFFFF;   ///< memory is used up; from find(): absent

class SharedPairTable {
 public:
  SharedPairTable(MemoryBudget& budget, SharedGate& gate);
  [[nodiscard]] bool open() { return pairs_.open() && index_.open(1); }

  /// Inside the gate.
  std::uint32_t number(unsigned worker, TreeRoot pair) {
    const std::uint64_t hash = hash_of_pair(pair);
    Recent& recent = recent_[worker * kRecent + hash % kRecent];
    if (recent.pair == pair && recent.number < TreeLayout::kNoNumber) return recent.number;
    recent = {pair, number_in_table(worker, pair, hash)};
    return recent.number;
  }
  std::uint32_t find(TreeRoot pair) const {
    return index_.find(hash_of_pair(pair), [&](std::uint32_t number) { return (*this)[number] == pair; });
  }
  TreeRoot operator[](std::uint32_t number) const { return pairs()[number]; }
  /// number() in three steps, each of which uses memory that the previous one has prefetched. Inside the gate.
  void prefetch_index(std::uint64_t hash) const { index_.prefetch(hash); }
  std::uint32_t candidate(std::uint64_t hash) const {
    const std::uint32_t number = index_.candidate(hash);
    if (number != SharedIndex::kNone) prefetch(number);
    return number;
  }
  std::uint32_t number(unsigned worker, TreeRoot pair, std::uint64_t hash, std::uint32_t candidate) {
    if (candidate != SharedIndex::kNone && pairs()[candidate] == pair) return candidate;
    return number_in_table(worker, pair, hash);
  }
  void prefetch(std::uint32_t number) const { __builtin_prefetch(pairs() + number); }
  /// Outside the gate. Returns false if memory is used up.
  [[nodiscard]] bool prepare(unsigned worker) { return index_.prepare(worker); }

  std::uint32_t limit() const { return index_.numbers(); }
  std::uint64_t memory_bytes() const { return index_.memory_bytes() + pairs_.committed(); }

 private:
  /// The pairs a thread looked up last, by hash: most lookups end here after one cache line.
  struct Recent {
    TreeRoot pair;
    std::uint32_t number = kNoRoom;
  };
  static constexpr std::size_t kRecent = std::size_t{1} << 11;

  TreeRoot* pairs() { return reinterpret_cast<TreeRoot*>(pairs_.data()); }
  const TreeRoot* pairs() const { return reinterpret_cast<const TreeRoot*>(pairs_.data()); }
  std::uint32_t number_in_table(unsigned worker, TreeRoot pair, std::uint64_t hash);

  SharedIndex index_;
  SharedRegion pairs_;
  std::vector<Recent> recent_;
};

/// All tables of one shape.
struct SharedTreeTables {
  SharedTreeTables(MemoryBudget& budget, SharedGate& gate, TreeShape shape);
  [[nodiscard]] bool open();
  std::uint64_t memory_bytes() const;
  /// Inside the gate.
  std::uint32_t leaf_number(unsigned worker, std::size_t node, StateView leaf);
  /// Exclusive upper bounds of the numbers on the two sides of a root.
  TreeRoot limits() const { return {limit(layout.shape().root.left), limit(layout.shape().root.right)}; }

  TreeLayout layout;
  std::deque<SharedStringTable> leaves;  // a deque, because other objects point to the tables
  std::deque<SharedPairTable> pairs;

 private:
  std::uint32_t limit(std::size_t node) const {
    return node < leaves.size() ? leaves[node].index.numbers() : pairs[node - leaves.size()].limit();
  }
};

/// Folds and unfolds states for one thread.
class SharedTreeFolder {
 public:
  SharedTreeFolder(SharedGate& gate, unsigned worker) : gate_(gate), worker_(worker) {}
  /// While no thread folds.
  void use(SharedTreeTables* tables) {
    tables_ = tables;
    reference_.known = unfolded_ = false;
  }

  /// Like TreeLayout::fold, inside the gate. Returns 0 if blocked; then call prepare() and try again.
  std::uint64_t fold(StateView state, std::uint64_t asked) {
    return tables_->layout.fold(
        reference_, state, asked, values_,
        [this](std::size_t node, StateView leaf) {
          const std::uint32_t number = tables_->leaf_number(worker_, node, leaf);
          if (number >= TreeLayout::kNoNumber) blocked_ = {number, node, leaf.size()};
          return number;
        },
        [this](std::size_t table, TreeRoot pair) {
          const std::uint32_t number = tables_->pairs[table].number(worker_, pair);
          if (number >= TreeLayout::kNoNumber) note_blocked(table, number);
          return number;
        });
  }
  void note_blocked(std::size_t table, std::uint32_t number) { blocked_ = {number, tables_->leaves.size() + table, 0}; }
  /// Call outside the gate after a lookup was blocked. Returns false if memory is used up.
  [[nodiscard]] bool prepare();
  /// Computes the root of a state, outside the gate. Returns false if memory is used up.
  [[nodiscard]] bool root_of(StateView state, TreeRoot& root);

  TreeRoot root() const { return tables_->layout.root(values_); }
  const std::uint32_t* values() const { return values_; }
  /// The state of a root, inside the gate. It becomes the reference until forget().
  const std::vector<std::byte>& unfold(TreeRoot root);
  bool unfolded() const { return unfolded_; }
  void forget() { unfolded_ = false; }
  /// Makes the state that was folded last the reference.
  void remember(StateView state);

 private:
  struct Blocked {
    std::uint32_t why = kBlocked;
    std::size_t node = 0;
    std::size_t size = 0;
  };

  SharedGate& gate_;
  unsigned worker_;
  SharedTreeTables* tables_ = nullptr;
  TreeLayout::Reference reference_;
  bool unfolded_ = false;  ///< reference_ is a state returned by unfold()
  std::uint32_t values_[TreeLayout::kNodes] = {};
  Blocked blocked_;
};

}  // namespace weir
