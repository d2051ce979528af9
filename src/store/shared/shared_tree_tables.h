// SPDX-License-Identifier: Apache-2.0
// The tables of a tree store that several threads fill at once: what numbers leaves and pairs, each a SharedIndex, all
// behind one gate.
//
// Lookups are made inside of the gate. A thread that needs a number and has none left cannot take a block of them
// there, since the table may have to grow: it is told so (kBlocked), goes outside, prepares and tries again; what it
// has numbered before is then found at once. Tested by shared_store_test.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/memory/shared_region.h"
#include "base/table/shared_index.h"
#include "store/shared/shared_strings.h"
#include "store/tree/tree_layout.h"

namespace weir {

/// What lookups give instead of a number; both are at least TreeLayout::kNoNumber.
inline constexpr std::uint32_t kBlocked = 0xFFFFFFFE;  ///< prepare() first
inline constexpr std::uint32_t kNoRoom = 0xFFFFFFFF;   ///< no memory; from find(): there is none

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
  /// number() in three steps, each of which waits for memory that the one before it has asked for. Inside the gate.
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
  /// Outside. False: no memory.
  [[nodiscard]] bool prepare(unsigned worker) { return index_.prepare(worker); }

  std::uint32_t limit() const { return index_.numbers(); }
  std::uint64_t memory_bytes() const { return index_.memory_bytes() + pairs_.committed(); }

 private:
  /// Pairs that a thread has looked up last, by hash: most lookups end here with one cache line.
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
  /// Numbers on the two sides of a root are below.
  TreeRoot limits() const { return {limit(layout.shape().root.left), limit(layout.shape().root.right)}; }

  TreeLayout layout;
  std::deque<SharedStringTable> leaves;  // tables do not move: others point to them
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

  /// Inside the gate: like TreeLayout::fold. 0: blocked; prepare(), and then again.
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
  /// Outside the gate, after something was blocked. False: no memory.
  [[nodiscard]] bool prepare();
  /// Outside the gate: the root of a state. False: no memory.
  [[nodiscard]] bool root_of(StateView state, TreeRoot& root);

  TreeRoot root() const { return tables_->layout.root(values_); }
  const std::uint32_t* values() const { return values_; }
  /// Inside the gate: a state, which becomes the reference until forget().
  const std::vector<std::byte>& unfold(TreeRoot root);
  bool unfolded() const { return unfolded_; }
  void forget() { unfolded_ = false; }
  /// The state that was folded last becomes the reference.
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
  bool unfolded_ = false;  ///< reference_ is of a state that unfold() gave
  std::uint32_t values_[TreeLayout::kNodes] = {};
  Blocked blocked_;
};

}  // namespace weir
