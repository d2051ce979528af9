// SPDX-License-Identifier: Apache-2.0
#include "automaton/simplify.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "automaton/obligation.h"
#include "automaton/scc_info.h"
#include "automaton/simplify_acceptance.h"
#include "automaton/simulation.h"
#include "automaton/trim.h"

namespace weir {
namespace {

using State = Automaton::State;

std::pair<std::uint32_t, std::size_t> size_of(const Automaton& automaton) {
  return {automaton.state_count(), automaton.edge_count()};
}

/// Marks on edges out of a state that lies on no cycle mean nothing, so such a state may carry those of a state that
/// has the same edges otherwise: simulation then sees that both are one.
void borrow_marks(Automaton& automaton) {
  const SccInfo info = scc_info(automaton);
  using Plain = std::vector<std::pair<State, Bdd>>;
  const auto without_marks = [&](State s) {
    std::map<State, Bdd> letters;
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      Bdd& label = letters.try_emplace(edge.destination, kBddFalse).first->second;
      label = automaton.bdds().disjoin(label, edge.label);
    }
    return Plain(letters.begin(), letters.end());
  };
  const auto transient = [&](State s) {
    return info.component[s] != SccInfo::kNone && info.components[info.component[s]].trivial;
  };
  std::map<Plain, State> lenders;
  for (State s = 0; s < automaton.state_count(); ++s)
    if (!transient(s)) lenders.emplace(without_marks(s), s);
  for (State s = 0; s < automaton.state_count(); ++s) {
    if (!transient(s)) continue;
    const auto lender = lenders.find(without_marks(s));
    if (lender == lenders.end()) continue;
    const std::vector<Automaton::Edge> edges = automaton.edges(lender->second);
    automaton.edges(s) = edges;
  }
}

}  // namespace

Automaton simplified(const Automaton& automaton, Effort effort) {
  if (effort == Effort::None) return automaton;
  Automaton best = with_simplified_acceptance(trimmed(automaton));
  merge_edges(best);
  for (;;) {
    Automaton next = best;
    if (next.words() == Words::Infinite) borrow_marks(next);
    next = trimmed(reduced_by_simulation(next, Direction::Forward));
    if (effort == Effort::High) next = trimmed(reduced_by_simulation(next, Direction::Backward));
    next = with_simplified_acceptance(next);
    const bool smaller = size_of(next) < size_of(best) || next.mark_count() < best.mark_count();
    if (size_of(next) <= size_of(best)) best = std::move(next);
    if (!smaller || effort == Effort::Low) return best;
  }
}

Automaton simplified(const Automaton& automaton, const Automaton& negation, Effort effort) {
  Automaton best = simplified(automaton, effort);
  if (effort != Effort::High || automaton.words() == Words::Finite) return best;
  if (auto weak = minimal_obligation(best, negation)) {
    Automaton minimal = with_simplified_acceptance(trimmed(*weak));
    if (minimal.state_count() <= best.state_count()) return minimal;
  }
  return best;
}

}  // namespace weir
