// SPDX-License-Identifier: Apache-2.0
// Streams of truth values for formulas with time bounds over a timed word (MTL, pointwise): for each subformula its
// value at position 0, 1, 2, ..., each as soon as the events read so far determine it and those before it.
//
//   (σ,i) ⊨ f U[a,b] g   iff  there is j ≥ i with a ≤ t_j - t_i ≤ b, g at j, and f at every k, i ≤ k < j
//   (σ,i) ⊨ f S[a,b] g   iff  there is j ≤ i with a ≤ t_i - t_j ≤ b, g at j, and f at every k, j < k ≤ i
//
// A subformula keeps the positions that wait for later events, and the values that the formulas around it have not used
// yet. With bounded windows these are positions inside a window, so memory is bounded by the events of a window. An
// operator without bounds on the future may have to wait for ever; then memory grows, and bytes() says so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "automaton/property_automaton.h"
#include "formula/formula.h"
#include "formula/regex.h"
#include "log/timestamp.h"
#include "pipeline/trace/position_queue.h"

namespace weir {

/// The formulas to evaluate; shared by all cases.
class TimedProgram {
 public:
  /// `atoms` defines the bits of a letter (at most 64) and contains all atoms of `roots`.
  TimedProgram(std::vector<Formula> roots, const std::vector<std::string>& atoms);

  struct Node {
    Formula formula;
    std::vector<std::uint32_t> operands;  ///< nodes before this one
    std::uint32_t bit = 0;                ///< of an atom
    /// Of an operator with a regular expression: its letters and their propositional parts.
    std::unordered_map<Formula, std::uint32_t> letter_parts = {};
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Formula>& roots() const { return roots_; }
  std::uint32_t node_of_root(std::size_t root) const { return root_nodes_[root]; }

 private:
  std::vector<Formula> roots_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> root_nodes_;
};

/// The streams of one timed word.
class TimedStreams {
 public:
  explicit TimedStreams(const TimedProgram& program);
  ~TimedStreams();
  TimedStreams(TimedStreams&&) noexcept;

  /// Stamps must not decrease.
  void read(Letter letter, Timestamp stamp);
  /// No event follows: all values become known.
  void end();

  std::uint64_t length() const { return length_; }
  /// How many positions, from 0, have a known value of this root.
  std::uint64_t known(std::size_t root) const;
  /// The value at a position not yet forgotten.
  bool value(std::size_t root, std::uint64_t position) const;
  /// Drops the values of roots, and all that is not needed any more.
  void forget();
  /// Memory of what is waiting.
  std::uint64_t bytes() const;

 private:
  struct Stream;
  class Step;

  void advance();

  const TimedProgram& program_;
  std::vector<Stream> streams_;
  PositionQueue<Timestamp> stamps_;
  Letter letter_ = 0;
  std::uint64_t length_ = 0;
  bool ended_ = false;
};

}  // namespace weir
