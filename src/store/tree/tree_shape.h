// SPDX-License-Identifier: Apache-2.0
// TreeShape: how a tree store takes states apart. A state is cut into leaves, runs of bytes; leaves are joined in pairs
// up to two nodes, which the root joins.
//
// A node costs what its different values cost, so a good tree has few values everywhere: the root is cut where its two
// sides take few values, and so on downwards, until a node's values are so few that they may as well be kept byte by
// byte. Such a tree is flat: a step of a model changes one or two leaves, and two or three nodes above them.
//
// best() finds the tree on a sample of states. How many values the bytes up to each cut take follows from one sort of
// the sample (neighbours differ within the first c bytes as often as there are values), and those from each cut on from
// one sort of the reversed states; how many there will be among all states is extrapolated from the repetitions in the
// sample, as if the values were equally likely.
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

  /// Where leaves end; the last one takes the rest of the state, however long. A state may end before.
  std::vector<std::size_t> cuts;
  /// Nodes are numbered: the leaves, then these, children before parents.
  std::vector<Pair> pairs;
  Pair root;

  std::size_t leaves() const { return cuts.size() + 1; }
  std::size_t nodes() const { return leaves() + pairs.size(); }
  friend bool operator==(const TreeShape&, const TreeShape&) = default;

  /// Leaves of equal lengths, for when nothing is known.
  static TreeShape even(std::size_t state_size);
};

/// States from which shapes are found and judged.
class ShapeSample {
 public:
  /// `longest`: no state is longer than this. How many states are worth adding is room().
  explicit ShapeSample(std::size_t longest);
  std::size_t room() const { return room_; }
  void add(StateView state);

  /// The best shape, if the sample was taken from so many states and more are to come. How many values the two sides of
  /// the root take is judged by the states there are: as a rule they go on growing with them.
  TreeShape best(double states) const;
  /// What a shape costs, in bytes a state; a level costs a little as well, for its time.
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
  /// Sorts the rows by their columns from `begin` to `end`, drops equal ones, and counts at [c] the values of the
  /// columns before `begin` + c.
  void sort_unique(const std::vector<std::uint16_t>& items, std::vector<std::uint32_t>& rows, std::size_t begin,
                   std::size_t end, std::vector<std::size_t>& values) const;
  std::size_t different(std::size_t begin, std::size_t end) const;  ///< values of these columns in the sample
  template <class Cost>
  Cut best_cut(std::vector<std::uint32_t>& rows, std::size_t begin, std::size_t end, double states, Cost&& cost) const;

  std::size_t grain_ = 1;    ///< bytes a column; a cut is between two columns
  std::size_t columns_ = 0;  ///< of a state; shorter ones are filled with zeros
  std::size_t room_ = 0;
  std::vector<std::uint16_t> items_;     ///< one for each column and state: the byte, or a hash of the bytes
  std::vector<std::uint16_t> reversed_;  ///< the same, the last column first
};

}  // namespace weir
