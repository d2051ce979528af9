// SPDX-License-Identifier: Apache-2.0
// TreeLayout: a TreeShape prepared for folding states into roots and unfolding them. The caller provides the tables
// that number leaves and pairs: sequential (tree_store.h) or shared (shared_tree_store.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "store/state_store.h"
#include "store/tree/tree_root.h"
#include "store/tree/tree_shape.h"

namespace weir {

class TreeLayout {
 public:
  static constexpr std::size_t kNodes = 2 * TreeShape::kMaxLeaves;
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  /// Numbers from here on mean "none".
  static constexpr std::uint32_t kNoNumber = 0xFFFFFFFE;

  /// A state and the numbers of its nodes.
  struct Reference {
    std::vector<std::byte> bytes;
    std::uint32_t values[kNodes] = {};
    bool known = false;
  };

  TreeLayout() = default;
  explicit TreeLayout(TreeShape shape);

  bool empty() const { return begins_.empty(); }
  const TreeShape& shape() const { return shape_; }
  std::size_t leaves() const { return shape_.leaves(); }
  std::uint64_t sides() const { return sides_; }  ///< bits of the two nodes below the root that are pairs
  /// The index of the pair table of a side of the root; the side must be a pair.
  std::size_t side(bool right) const { return (right ? shape_.root.right : shape_.root.left) - leaves(); }
  TreeRoot root(const std::uint32_t* values) const { return {values[shape_.root.left], values[shape_.root.right]}; }
  StateView leaf(StateView state, std::size_t node) const {
    const std::size_t begin = begin_of(node, state.size());
    return state.subspan(begin, begin_of(node + 1, state.size()) - begin);
  }

  /// Numbers those nodes of a state in the bit set `asked` that differ from the reference. Returns the bit set of
  /// changed nodes not yet numbered, with a bit for the root; 0 if a number could not be assigned. `leaf_number(node,
  /// bytes)` and `pair_number(table, pair)` return numbers.
  template <class LeafNumber, class PairNumber>
  std::uint64_t fold(const Reference& reference, StateView state, std::uint64_t asked, std::uint32_t* values,
                     LeafNumber&& leaf_number, PairNumber&& pair_number) const {
    const std::size_t leaves = this->leaves();
    std::uint64_t changed = 0;
    if (reference.known) {
      changed = changed_leaves(reference.bytes, state);
      std::memcpy(values, reference.values, shape_.nodes() * sizeof values[0]);
    } else {
      changed = (std::uint64_t{1} << leaves) - 1;
    }
    // Children come before their parents, so one pass suffices.
    for (changed |= kRootBit; (changed & asked) != kRootBit;) {
      const auto node = static_cast<std::size_t>(std::countr_zero(changed & asked));
      changed &= ~(std::uint64_t{1} << node);
      if (node < leaves) {
        values[node] = leaf_number(node, leaf(state, node));
      } else {
        const TreeShape::Pair pair = shape_.pairs[node - leaves];
        values[node] = pair_number(node - leaves, TreeRoot{values[pair.left], values[pair.right]});
      }
      if (values[node] >= kNoNumber) return 0;
      changed |= std::uint64_t{1} << parents_[node];
    }
    return changed;
  }

  /// Whether fold() has left this side of the root without a number.
  bool is_open(bool right, std::uint64_t open) const {
    return ((open >> (right ? shape_.root.right : shape_.root.left)) & 1) != 0;
  }
  TreeRoot side_pair(bool right, const std::uint32_t* values) const {
    const TreeShape::Pair pair = shape_.pairs[side(right)];
    return {values[pair.left], values[pair.right]};
  }

  /// The state of a root. `pair_at(table, number)` and `leaf_at(node, number)` read the tables.
  template <class PairAt, class LeafAt>
  void unfold(TreeRoot root, Reference& into, PairAt&& pair_at, LeafAt&& leaf_at) const {
    const std::size_t leaves = this->leaves();
    into.values[shape_.root.left] = root.left;
    into.values[shape_.root.right] = root.right;
    for (std::size_t i = shape_.pairs.size(); i-- > 0;) {
      const TreeRoot pair = pair_at(i, into.values[leaves + i]);
      into.values[shape_.pairs[i].left] = pair.left;
      into.values[shape_.pairs[i].right] = pair.right;
    }
    std::size_t size = 0;
    for (std::size_t i = 0; i < leaves; ++i) {
      const StateView leaf = leaf_at(i, into.values[i]);
      if (into.bytes.size() < size + leaf.size()) into.bytes.resize(size + leaf.size());
      if (!leaf.empty()) std::memcpy(into.bytes.data() + size, leaf.data(), leaf.size());
      size += leaf.size();
    }
    into.bytes.resize(size);
    into.known = true;
  }

 private:
  static constexpr std::uint8_t kRoot = kNodes - 1;  ///< a bit that no other node has
  static constexpr std::uint64_t kRootBit = std::uint64_t{1} << kRoot;

  std::size_t begin_of(std::size_t leaf, std::size_t size) const { return std::min(begins_[leaf], size); }
  std::size_t leaf_at(std::size_t byte) const { return byte < leaf_of_.size() ? leaf_of_[byte] : leaves() - 1; }

  /// A bit for each leaf in which two states may differ. States of different lengths differ from the leaf where the
  /// shorter one ends. A step of a model changes a few bytes, so these are located directly, not leaf by leaf.
  std::uint64_t changed_leaves(StateView a, StateView b) const {
    const std::size_t common = std::min(a.size(), b.size());
    std::uint64_t changed = 0;
    if (common < 8 || std::endian::native != std::endian::little) {
      for (std::size_t at = 0; at < common; ++at)
        if (a[at] != b[at]) changed |= std::uint64_t{1} << leaf_at(at);
    } else {
      const auto difference = [&](std::size_t at) {
        std::uint64_t one;
        std::uint64_t other;
        std::memcpy(&one, a.data() + at, sizeof one);
        std::memcpy(&other, b.data() + at, sizeof other);
        return one ^ other;
      };
      const auto mark = [&](std::size_t at, std::uint64_t bits) {
        while (bits != 0) {
          const std::size_t leaf = leaf_at(at + static_cast<std::size_t>(std::countr_zero(bits)) / 8);
          changed |= std::uint64_t{1} << leaf;
          const std::size_t rest = begins_[leaf + 1] - at;
          if (rest >= 8) return;
          bits &= ~std::uint64_t{0} << (8 * rest);
        }
      };
      std::size_t at = 0;
      for (; at + 32 <= common; at += 32) {
        const std::uint64_t bits[] = {difference(at), difference(at + 8), difference(at + 16), difference(at + 24)};
        if ((bits[0] | bits[1] | bits[2] | bits[3]) == 0) continue;
        for (std::size_t i = 0; i < 4; ++i) mark(at + 8 * i, bits[i]);
      }
      for (; at + 8 <= common; at += 8) mark(at, difference(at));
      mark(common - 8, difference(common - 8));
    }
    if (a.size() != b.size()) {
      const std::uint64_t all = (std::uint64_t{1} << leaves()) - 1;
      changed |= all & (~std::uint64_t{0} << leaf_at(common));
    }
    return changed;
  }

  TreeShape shape_;
  std::vector<std::size_t> begins_;    ///< start of each leaf, and one value beyond all states
  std::vector<std::uint8_t> leaf_of_;  ///< for each byte before the last leaf
  std::vector<std::uint8_t> parents_;  ///< for each node; kRoot below the root
  std::uint64_t sides_ = 0;
};

/// Decides at which numbers of states to look for a better shape, and whether rebuilding all tables is worth it.
class TreeTuning {
 public:
  static constexpr std::size_t kSmall = std::size_t{1} << 17;  ///< below this many states, memory matters little

  std::uint64_t next() const { return next_; }
  void never() { next_ = ~std::uint64_t{0}; }
  void looked_at(std::uint64_t states) { next_ = states >= kLast ? ~std::uint64_t{0} : states * 8; }
  /// Returns false if the parts take so little memory that a better shape can hardly save any.
  static bool may_gain(std::uint64_t states, std::uint64_t part_bytes) {
    return states <= kSmall || part_bytes >= states;
  }
  /// A shape that is sufficiently better than the current one, judged by a sample of so many states.
  static std::optional<TreeShape> better(const ShapeSample& sample, const TreeShape& now, std::uint64_t states);

  /// The growth factor of the root index for which the whole store stays at kBytesPerState. Everything but the index,
  /// whose slots take 4 bytes and are filled up to `max_load`, takes `other_bytes`.
  static double index_growth(std::uint64_t states, std::uint64_t other_bytes, double max_load);

 private:
  static constexpr std::uint64_t kFirst = 1 << 12;
  static constexpr std::uint64_t kLast = 1 << 24;
  static constexpr double kBytesPerState = 9.7;

  std::uint64_t next_ = kFirst;
};

}  // namespace weir
