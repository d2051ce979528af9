// SPDX-License-Identifier: Apache-2.0
// TreeShape: how a tree store splits states. A state is cut into leaves, which are runs of bytes; leaves are joined in
// pairs up to two nodes, which the root joins.
//
// The cost of a node is the cost of its distinct values, so a good tree has few values everywhere. The root is cut
// where its two sides have few values, and so on downwards, until a node has so few values that they can be kept byte
// by byte. Such a tree is flat: a step of a model changes one or two leaves, and two or three nodes above them.
//
// best() finds the tree on a sample of states. One sort of the sample gives the number of values of the bytes before
// each cut (the number of neighbours that differ there); one sort of the reversed states gives those after each cut.
// The numbers for all states are extrapolated from the repetitions in the sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

struct TreeShape {
  static constexpr std::size_t kMaxLeaves = 32;
  struct Pair {
    std::uint8_t left = 0;
    std::uint8_t right = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  /// Where leaves end. The last one takes the rest of the state, of any length. A state may end earlier.
  std::vector<std::size_t> cuts;
  /// Nodes are numbered: the leaves, then the pairs, children before parents.
  std::vector<Pair> pairs;
  Pair root;

  std::size_t leaves() const { return cuts.size() + 1; }
  std::size_t nodes() const { return leaves() + pairs.size(); }
  friend bool operator==(const TreeShape&, const TreeShape&) = default;

  /// Leaves of equal length, used until states are known.
  static TreeShape even(std::size_t state_size);
};

/// A sample of states, to find and judge shapes.
class ShapeSample {
 public:
  /// No state may be longer than `longest`. room() says how many states are worth adding.
  explicit ShapeSample(std::size_t longest);
  std::size_t room() const { return room_; }
  void add(StateView state);

  /// The best shape if the sample was taken from `states` states and more will follow. The two sides of the root are
  /// judged by the states so far, because their numbers of values usually keep growing.
  TreeShape best(double states) const;
  /// The cost of a shape in bytes a state, plus a little per level for its time.
  double cost(const TreeShape& shape, double states) const;

 private:
  struct Cut {
    std::size_t column = 0;
    double cost = 0;
  };
  struct Builder;

  std::size_t count() const { return columns_ == 0 ? 0 : items_.size() / columns_; }
  std::vector<std::uint32_t> all() const;
  double values_at(std::size_t different, double states) const;
  /// Sorts the rows by the columns [begin, end), drops duplicates, and counts at [c] the distinct values of the columns
  /// before `begin` + c.
  void sort_unique(const std::vector<std::uint16_t>& items, std::vector<std::uint32_t>& rows, std::size_t begin,
                   std::size_t end, std::vector<std::size_t>& values) const;
  std::size_t different(std::size_t begin, std::size_t end) const;  ///< distinct values of these columns in the sample
  template <class Cost>
  Cut best_cut(std::vector<std::uint32_t>& rows, std::size_t begin, std::size_t end, double states, Cost&& cost) const;

  std::size_t grain_ = 1;    ///< bytes per column; cuts are between columns
  std::size_t columns_ = 0;  ///< columns per state; shorter states are padded with zeros
  std::size_t room_ = 0;
  std::vector<std::uint16_t> items_;     ///< per column and state: the byte, or a hash of the bytes
  std::vector<std::uint16_t> reversed_;  ///< the same with the last column first
};

}  // namespace weir
