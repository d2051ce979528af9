// SPDX-License-Identifier: Apache-2.0
// CaseRelations: what the events of one case say about pairs of event names, updated event by event. Constant work for
// each event and name of the case; memory grows with the pairs of names, not with the events.
//
// The relations of a case follow from a few facts: the first and last position of each name, whether it is always
// followed (preceded) directly by one and the same name, which names follow which directly, and gaps: gap(a, b) says
// that a happened twice without b in between. In the manner of MINERful (Di Ciccio, Mecella 2015), which keeps such
// statistics for a whole log.
#pragma once

#include <cstdint>
#include <vector>

namespace weir {

class CaseRelations {
 public:
  using Name = std::uint32_t;

  /// What holds for an ordered pair of names that both occur.
  struct Pair {
    bool response, precedence;
    bool alternate_response, alternate_precedence;
    bool chain_response, chain_precedence;
    bool not_succession, not_chain_succession;
  };

  void add(Name name);

  bool empty() const { return events_ == 0; }
  /// The names that occur, by the order of their first event. The functions below take an index into them.
  std::size_t names() const { return seen_.size(); }
  Name name(std::size_t i) const { return seen_[i].name; }
  std::uint64_t count(std::size_t i) const { return seen_[i].count; }
  bool is_first(std::size_t i) const { return i == 0; }
  bool is_last(std::size_t i) const { return !recent_.empty() && recent_.back() == i; }
  /// Requires a != b.
  Pair pair(std::size_t a, std::size_t b) const;

 private:
  static constexpr std::uint32_t kUnknown = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t kSeveral = kUnknown - 1;  ///< different neighbours, or none

  struct Seen {
    Name name;
    std::uint64_t count = 0, first = 0, last = 0;
    std::uint32_t next = kUnknown, previous = kUnknown;  ///< the only name directly after (before) it
    std::vector<bool> gap = {}, follows = {};            ///< for each index; shorter rows are false
  };

  static bool get(const std::vector<bool>& row, std::size_t i) { return i < row.size() && row[i]; }
  static void set(std::vector<bool>& row, std::size_t i) {
    if (row.size() <= i) row.resize(i + 1);
    row[i] = true;
  }
  static void meet(std::uint32_t& neighbour, std::uint32_t other) {
    neighbour = neighbour == kUnknown || neighbour == other ? other : kSeveral;
  }

  std::vector<Seen> seen_;
  std::vector<std::uint32_t> recent_;  ///< indices, the most recent name last
  std::uint64_t events_ = 0;
};

}  // namespace weir
