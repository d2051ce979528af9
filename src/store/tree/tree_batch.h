// SPDX-License-Identifier: Apache-2.0
// TreeBatch: a BatchLookup of roots. Before the roots are known, the two pairs below them are looked up, whose tables
// are large as well. So there are two lookups in a row, both in steps. The lower pairs and the leaves are few; they are
// numbered directly while states are folded.
#pragma once

#include <vector>

#include "store/batch_lookup.h"
#include "store/tree/tree_layout.h"

namespace weir {

template <class Index>
class TreeBatch : public BatchLookup<Index> {
 public:
  /// A side of a root whose number is not known yet.
  struct Side {
    std::uint64_t hash = 0;
    TreeRoot pair;
    std::uint32_t state = 0;
    std::uint32_t candidate = Index::kNone;
    bool right = false;
  };

  /// `version` is the number of rebuilds of the tables; see valid().
  void start(std::size_t count, std::uint64_t version) {
    BatchLookup<Index>::start(count);
    if (roots_.size() < count) roots_.resize(2 * count);
    sides_.clear();
    version_ = version;
  }
  bool valid(std::uint64_t version) const { return !this->failed() && version_ == version; }

  TreeRoot root(std::size_t i) const { return roots_[i]; }
  void set_root(std::size_t i, TreeRoot root) { roots_[i] = root; }
  /// The same with the sides that TreeLayout::fold left `open`. `tables(right)` is the pair table of a side.
  template <class Tables>
  void set_root(std::size_t i, const TreeLayout& layout, const std::uint32_t* values, std::uint64_t open,
                Tables&& tables) {
    roots_[i] = layout.root(values);
    for (const bool right : {false, true}) {
      if (!layout.is_open(right, open)) continue;
      const TreeRoot pair = layout.side_pair(right, values);
      const std::uint64_t hash = hash_of_pair(pair);
      tables(right).prefetch_index(hash);
      sides_.push_back({hash, pair, static_cast<std::uint32_t>(i), Index::kNone, right});
    }
  }
  template <class Tables>
  void find_candidates(Tables&& tables) {
    for (Side& side : sides_) side.candidate = tables(side.right).candidate(side.hash);
  }
  /// `number_of(side)` returns the number of a pair. Returns false if it returned none.
  template <class NumberOf>
  bool number_sides(NumberOf&& number_of) {
    for (const Side& side : sides_) {
      const std::uint32_t number = number_of(side);
      if (number >= TreeLayout::kNoNumber) return false;
      (side.right ? roots_[side.state].right : roots_[side.state].left) = number;
    }
    return true;
  }
  void hash_roots(const Index& index) {
    for (std::size_t i = 0; i < this->size(); ++i) this->set_hash(i, hash_of_root(roots_[i]), index);
  }

 private:
  std::vector<TreeRoot> roots_;  ///< the first size() are used
  std::vector<Side> sides_;
  std::uint64_t version_ = 0;
};

}  // namespace weir
