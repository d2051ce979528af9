// SPDX-License-Identifier: Apache-2.0
#include "pipeline/mine/log_relations.h"

#include <algorithm>

namespace weir {

class LogRelations::Collector {
 public:
  Collector(const ProposalLimits& limits, std::uint64_t cases) : limits_(limits), cases_(cases) {}

  void add(const Proposal& p) {
    const auto share = [](std::uint64_t part, double least, std::uint64_t whole) {
      return static_cast<double>(part) >= least * static_cast<double>(whole) - 1e-9;
    };
    if (p.activated == 0 || full() || !share(p.supporting, limits_.support, cases_) ||
        !share(p.satisfied, limits_.confidence, p.activated))
      return;
    found.push_back(p);
  }
  bool full() const { return found.size() > limits_.most; }

  std::vector<Proposal> found;

 private:
  const ProposalLimits& limits_;
  std::uint64_t cases_;
};

void LogRelations::count(const CaseRelations::Pair& relation, Pair& pair) {
  ++pair.both;
  pair.response += relation.response;
  pair.precedence += relation.precedence;
  pair.succession += relation.response && relation.precedence;
  pair.alternate_response += relation.alternate_response;
  pair.alternate_precedence += relation.alternate_precedence;
  pair.alternate_succession += relation.alternate_response && relation.alternate_precedence;
  pair.chain_response += relation.chain_response;
  pair.chain_precedence += relation.chain_precedence;
  pair.chain_succession += relation.chain_response && relation.chain_precedence;
  pair.not_succession += relation.not_succession;
  pair.not_chain_succession += relation.not_chain_succession;
}

void LogRelations::add(const CaseRelations& ended) {
  ++cases_;
  for (std::size_t i = 0; i < ended.names(); ++i) {
    const CaseRelations::Name a = ended.name(i);
    if (singles_.size() <= a) singles_.resize(a + 1);
    Single& single = singles_[a];
    ++single.cases;
    single.first += ended.is_first(i);
    single.last += ended.is_last(i);
    ++single.times[std::min<std::uint64_t>(ended.count(i), kMostTimes + 1) - 1];
    if (pairs_.size() <= a) pairs_.resize(a + 1);
    for (std::size_t j = 0; j < ended.names(); ++j) {
      const CaseRelations::Name b = ended.name(j);
      if (a == b) continue;
      if (pairs_[a].size() <= b) pairs_[a].resize(b + 1);
      count(ended.pair(i, j), pairs_[a][b]);
    }
  }
}

void LogRelations::propose_single(CaseRelations::Name a, Collector& out) const {
  const Single& single = singles_[a];
  const auto add = [&](const char* pattern, std::uint32_t number, std::uint64_t activated, std::uint64_t satisfied) {
    out.add({pattern, number, a, std::nullopt, activated, satisfied, satisfied});
  };
  std::uint64_t fewer = 0;  // cases with 1 to n - 1 events
  for (std::uint32_t n = 1; n <= kMostTimes; ++n) {
    const std::uint64_t exactly = single.times[n - 1];
    add("existence", n == 1 ? 0 : n, cases_, single.cases - fewer);
    add("exactly", n, cases_, exactly);
    fewer += exactly;
    add("absence", n + 1, single.cases, fewer);
  }
  add("init", 0, cases_, single.first);
  add("end", 0, cases_, single.last);
}

void LogRelations::propose_ordered(CaseRelations::Name a, CaseRelations::Name b, Collector& out) const {
  const Pair p = pair(a, b);
  const std::uint64_t with_a = singles_[a].cases;
  const std::uint64_t with_b = singles_[b].cases;
  const std::uint64_t either = with_a + with_b - p.both;
  const auto add = [&](const char* pattern, std::uint64_t activated, std::uint64_t satisfied) {
    out.add({pattern, 0, a, b, activated, satisfied, satisfied});
  };
  add("chain_succession", either, p.chain_succession);
  add("chain_response", with_a, p.chain_response);
  add("chain_precedence", with_b, p.chain_precedence);
  add("alternate_succession", either, p.alternate_succession);
  add("alternate_response", with_a, p.alternate_response);
  add("alternate_precedence", with_b, p.alternate_precedence);
  add("succession", either, p.succession);
  add("response", with_a, p.response);
  add("precedence", with_b, p.precedence);
  add("responded_existence", with_a, p.both);
  add("not_succession", p.both, p.not_succession);
  add("not_chain_succession", p.both, p.not_chain_succession);
}

void LogRelations::propose_symmetric(CaseRelations::Name a, CaseRelations::Name b, Collector& out) const {
  const std::uint64_t both = pair(a, b).both;
  const std::uint64_t with_a = singles_[a].cases;
  const std::uint64_t with_b = singles_[b].cases;
  const std::uint64_t either = with_a + with_b - both;
  const std::uint64_t rarer = std::min(with_a, with_b);
  out.add({"co_existence", 0, a, b, either, both, both});
  out.add({"exclusive_choice", 0, a, b, cases_, either - both, rarer - both});
  out.add({"choice", 0, a, b, cases_, either, rarer});
  out.add({"not_co_existence", 0, a, b, either, either - both, rarer - both});
}

std::optional<std::vector<Proposal>> LogRelations::proposals(const ProposalLimits& limits) const {
  Collector out(limits, cases_);
  for (CaseRelations::Name a = 0; a < singles_.size() && !out.full(); ++a) {
    propose_single(a, out);
    for (CaseRelations::Name b = 0; b < singles_.size(); ++b) {
      if (a != b) propose_ordered(a, b, out);
      if (a < b) propose_symmetric(a, b, out);
    }
  }
  if (out.full()) return std::nullopt;
  return std::move(out.found);
}

}  // namespace weir
