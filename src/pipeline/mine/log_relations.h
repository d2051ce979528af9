// SPDX-License-Identifier: Apache-2.0
// LogRelations: counts, over all cases of a log, of the cases that satisfy each pattern of one or two event names; and
// the patterns that reach given shares. Memory grows with the pairs of names that occur in one case.
//
// A case activates a pattern if the pattern demands or forbids something there. Vacuous cases do not count:
//
//   support     activating cases that satisfy the pattern, of all cases
//   confidence  activating cases that satisfy the pattern, of the activating cases
//
// docs/trace.md says when a case activates a pattern. The patterns between alternatives (choice, exclusive_choice,
// not_co_existence) have the support of the rarer alternative, so that a rare name does not give a rule with every
// other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/mine/case_relations.h"

namespace weir {

/// A pattern over names, with the cases that it is about.
struct Proposal {
  const char* pattern;   ///< name of a row of the table of patterns
  std::uint32_t number;  ///< 0: the row takes none
  CaseRelations::Name a;
  std::optional<CaseRelations::Name> b;
  std::uint64_t activated;
  std::uint64_t satisfied;  ///< of those
  std::uint64_t supporting;
};

struct ProposalLimits {
  double support = 0;
  double confidence = 0;
  std::size_t most = 1'000'000;
};

class LogRelations {
 public:
  /// The largest number told apart by existence, absence and exactly.
  static constexpr std::uint32_t kMostTimes = 3;

  void add(const CaseRelations& ended);
  std::uint64_t cases() const { return cases_; }
  /// All patterns within the limits; nothing if there are more than `limits.most`.
  std::optional<std::vector<Proposal>> proposals(const ProposalLimits& limits) const;

 private:
  struct Single {
    std::uint64_t cases = 0, first = 0, last = 0;
    std::array<std::uint64_t, kMostTimes + 1> times = {};  ///< cases with 1, 2, 3, and more events
  };
  struct Pair {
    std::uint32_t both = 0, response = 0, precedence = 0, succession = 0;
    std::uint32_t alternate_response = 0, alternate_precedence = 0, alternate_succession = 0;
    std::uint32_t chain_response = 0, chain_precedence = 0, chain_succession = 0;
    std::uint32_t not_succession = 0, not_chain_succession = 0;
  };
  class Collector;

  void count(const CaseRelations::Pair& relation, Pair& pair);
  Pair pair(CaseRelations::Name a, CaseRelations::Name b) const {
    return a < pairs_.size() && b < pairs_[a].size() ? pairs_[a][b] : Pair();
  }
  void propose_single(CaseRelations::Name a, Collector& out) const;
  void propose_ordered(CaseRelations::Name a, CaseRelations::Name b, Collector& out) const;
  void propose_symmetric(CaseRelations::Name a, CaseRelations::Name b, Collector& out) const;

  std::uint64_t cases_ = 0;
  std::vector<Single> singles_;
  std::vector<std::vector<Pair>> pairs_;
};

}  // namespace weir
