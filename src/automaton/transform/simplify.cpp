// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/simplify.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/powerset.h"
#include "automaton/transform/quotient.h"
#include "automaton/transform/recurrence.h"
#include "automaton/transform/simplify_acceptance.h"
#include "automaton/transform/simulation.h"
#include "automaton/transform/trim.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Subset graphs larger than this, or than this multiple of the automaton, rarely become smaller than the automaton.
constexpr std::uint32_t kLargestGraph = 4096;
constexpr std::uint32_t kLargestGrowth = 6;
/// Step limit of each round of reductions; no automaton of the published collections needs a tenth of it.
constexpr std::uint64_t kSimplificationSteps = std::uint64_t{1} << 23;

std::pair<std::uint32_t, std::size_t> size_of(const Automaton& automaton) {
  return {automaton.state_count(), automaton.edge_count()};
}

/// Returns `other` if it has fewer states, and at most eight more edges per saved state.
const Automaton& smaller(const Automaton& one, const Automaton& other) {
  const auto cost = [](const Automaton& a) { return 8 * std::size_t{a.state_count()} + a.edge_count(); };
  return size_of(other) < size_of(one) && cost(other) < cost(one) ? other : one;
}

struct Deterministic {
  Automaton automaton;
  bool minimal;  ///< no deterministic automaton has fewer states
};

/// Tries the subset construction: the minimal automaton of an obligation, or a deterministic one of a recurrence.
std::optional<Deterministic> by_powerset(const Automaton& automaton, const Automaton& negation) {
  const Powerset sets = powerset(automaton, kLargestGraph);
  if (const auto weak = minimal_obligation(automaton, negation, sets))
    return Deterministic{with_simplified_acceptance(trimmed(*weak)), true};
  if (is_deterministic(automaton) || sets.automaton.state_count() > kLargestGrowth * automaton.state_count())
    return std::nullopt;
  if (const auto buchi = buchi_on_powerset(automaton, negation, sets))
    return Deterministic{merged_while_disjoint(simplified(merged_by_marks(*buchi), SimplifyLevel::Low), negation),
                         false};
  return std::nullopt;
}

/// Marks on edges out of a state that lies on no cycle are irrelevant. Such a state may therefore carry the marks of a
/// state with otherwise equal edges; simulation then merges both.
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

Automaton simplified(const Automaton& automaton, SimplifyLevel level) {
  if (level == SimplifyLevel::None) return automaton;
  Automaton best = with_simplified_acceptance(trimmed(automaton));
  merge_edges(best);
  for (;;) {
    std::optional<Automaton> next = attempt(automaton.meter(), kSimplificationSteps, [&] {
      Automaton reduced = best;
      if (reduced.words() == Words::Infinite) borrow_marks(reduced);
      reduced = trimmed(reduced_by_simulation(reduced, Direction::Forward));
      if (level == SimplifyLevel::High) reduced = trimmed(reduced_by_simulation(reduced, Direction::Backward));
      return with_simplified_acceptance(reduced);
    });
    if (!next) return best;
    const bool smaller = size_of(*next) < size_of(best) || next->mark_count() < best.mark_count();
    if (size_of(*next) <= size_of(best)) best = std::move(*next);
    if (!smaller || level == SimplifyLevel::Low) return best;
  }
}

Automaton simplified_further(const Automaton& automaton, const Automaton& negation) {
  if (automaton.words() == Words::Finite) return automaton;
  Automaton best = automaton;
  const auto tried = attempt(automaton.meter(), kSimplificationSteps, [&] { return by_powerset(best, negation); });
  if (const auto deterministic = tried ? *tried : std::nullopt) {
    if (deterministic->minimal && deterministic->automaton.state_count() <= best.state_count())
      return deterministic->automaton;
    best = smaller(best, deterministic->automaton);
  }
  Automaton merged = merged_while_disjoint(best, negation);
  if (merged.state_count() == best.state_count()) return best;
  merged = simplified(merged);
  return smaller(best, merged);
}

}  // namespace weir
