// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/quotient.h"

#include <algorithm>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/scc_info.h"
#include "automaton/transform/product.h"

namespace weir {
namespace {

using State = Automaton::State;

/// The table is not built beyond this many pairs of states of the automaton and the complement.
constexpr std::size_t kLargestComparison = 1 << 12;
/// Step limit of looking for one pair to merge.
constexpr std::uint64_t kMergingSteps = std::uint64_t{1} << 22;

/// All pairs of states of two automata: which are reachable, and from which the intersection is not empty.
class PairTable {
 public:
  PairTable(const Automaton& left, const Automaton& right) : right_count_(right.state_count()) {
    Automaton product(left.space_pointer());
    product.add_states(left.state_count() * right_count_);
    product.set_acceptance(left.mark_count() + right.mark_count(),
                           Acceptance::conjunction({left.acceptance(), right.acceptance().shifted(left.mark_count())}));
    for (State l = 0; l < left.state_count(); ++l)
      for (State r = 0; r < right_count_; ++r)
        for (const Automaton::Edge& a : left.edges(l))
          for (const Automaton::Edge& b : right.edges(r))
            if (!left.bdds().disjoint(a.label, b.label))
              product.add_edge(pair(l, r), a.label, a.marks | b.marks.shifted(left.mark_count()),
                               pair(a.destination, b.destination));
    find_reachable(product, left, right);
    find_accepting(product);
  }

  /// Returns whether some word leads to `at` and, continued by a word that `instead` accepts, is outside the language.
  bool tells_apart(State at, State instead) const {
    for (State r = 0; r < right_count_; ++r)
      if (reachable_[pair(at, r)] && accepting_[pair(instead, r)]) return true;
    return false;
  }

 private:
  State pair(State l, State r) const { return l * right_count_ + r; }

  void find_reachable(const Automaton& product, const Automaton& left, const Automaton& right) {
    reachable_.assign(product.state_count(), false);
    std::vector<State> waiting;
    const auto reach = [&](State s) {
      if (reachable_[s]) return;
      reachable_[s] = true;
      waiting.push_back(s);
    };
    for (const State l : left.initials())
      for (const State r : right.initials()) reach(pair(l, r));
    while (!waiting.empty()) {
      const State s = waiting.back();
      waiting.pop_back();
      for (const Automaton::Edge& edge : product.edges(s)) reach(edge.destination);
    }
  }

  void find_accepting(Automaton& product) {
    std::vector<State> all(product.state_count());
    for (State s = 0; s < product.state_count(); ++s) all[s] = s;
    product.set_initials(all);
    accepting_.assign(product.state_count(), false);
    for (const SccInfo::Component& component : scc_info(product).components) {  // successors come first
      bool good = component.accepting;
      for (const State s : component.states)
        for (const Automaton::Edge& edge : product.edges(s)) good = good || accepting_[edge.destination];
      for (const State s : component.states) accepting_[s] = good;
    }
  }

  State right_count_;
  std::vector<bool> reachable_, accepting_;
};

/// Merges `gone` into `kept`; the last state takes the free number.
Automaton merged(const Automaton& automaton, State kept, State gone) {
  automaton.meter().steps(automaton.state_count());
  const State last = automaton.state_count() - 1;
  const auto renamed = [&](State s) { return s == gone ? kept : s == last ? gone : s; };
  Automaton result = Automaton::like(automaton);
  result.add_states(last);
  for (State s = 0; s <= last; ++s) {
    if (s != gone) result.set_state_name(renamed(s), automaton.state_name(s));
    for (const Automaton::Edge& edge : automaton.edges(s))
      result.add_edge(renamed(s), edge.label, edge.marks, renamed(edge.destination));
  }
  std::vector<State> initials;
  for (const State s : automaton.initials()) initials.push_back(renamed(s));
  std::sort(initials.begin(), initials.end());
  initials.erase(std::unique(initials.begin(), initials.end()), initials.end());
  result.set_initials(std::move(initials));
  merge_edges(result);
  return result;
}

bool merge_one_pair(Automaton& automaton, const Automaton& negation) {
  const PairTable pairs(automaton, negation);
  for (State p = 0; p < automaton.state_count(); ++p) {
    for (State q = p + 1; q < automaton.state_count(); ++q) {
      if (pairs.tells_apart(p, q) || pairs.tells_apart(q, p)) continue;
      Automaton candidate = merged(automaton, p, q);
      if (!is_empty(intersection(candidate, negation))) continue;
      automaton = std::move(candidate);
      return true;
    }
  }
  return false;
}

}  // namespace

Automaton merged_while_disjoint(const Automaton& automaton, const Automaton& negation) {
  Automaton result = automaton;
  while (result.state_count() > 1 && std::size_t{result.state_count()} * negation.state_count() <= kLargestComparison) {
    const auto merged = attempt(automaton.meter(), kMergingSteps, [&] { return merge_one_pair(result, negation); });
    if (!merged || !*merged) break;
  }
  return result;
}

}  // namespace weir
