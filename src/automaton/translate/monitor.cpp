// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/monitor.h"

#include "automaton/translate/derivative.h"

namespace weir {
namespace {

/// Propagates a property backwards along the edges until a fixpoint.
template <class Has, class Set>
void spread_backwards(const Automaton& automaton, const Has& has, const Set& set) {
  std::vector<std::vector<std::uint32_t>> predecessors(automaton.state_count());
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t state = 0; state < automaton.state_count(); ++state) {
    for (const Automaton::Edge& edge : automaton.edges(state)) predecessors[edge.destination].push_back(state);
    if (has(state)) waiting.push_back(state);
  }
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t before : predecessors[state]) {
      if (has(before)) continue;
      set(before);
      waiting.push_back(before);
    }
  }
}

}  // namespace

Expected<Monitor> Monitor::create(Formula formula, const std::vector<std::string>& exclusive_atoms,
                                  const ConstructionLimits& limits) {
  if (weir::atoms(formula).size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "the formula has more than 64 atoms"};
  }
  return bounded([&]() -> Expected<Monitor> {
    const AtomSpacePtr space = std::make_shared<AtomSpace>(limits);
    auto whole = derivative_automaton(formula, space, {.exclusive = exclusive_atoms});
    if (!whole) return whole.error();
    std::vector<Bdd> names;
    for (const std::string& atom : exclusive_atoms) names.push_back(space->atom(atom));
    const Bdd possible = space->bdds.at_most_one(names);
    // Possible letters without an edge lead to a rejecting sink.
    Automaton automaton = std::move(*whole);
    const Automaton::State sink = automaton.add_state();
    for (Automaton::State state = 0; state < sink; ++state) {
      const Bdd covered = letters_of_state(automaton, state);
      automaton.add_edge(state, space->bdds.conjoin(possible, space->bdds.negate(covered)), {}, sink);
    }
    automaton.add_edge(sink, possible, {}, sink);
    for (const std::string& atom : exclusive_atoms) automaton.declare_atom(space->variable(atom));
    return Monitor(automaton, sink);
  });
}

Monitor::Monitor(const Automaton& automaton, State rejecting)
    : automaton_(automaton), rejecting_(rejecting), info_(automaton.state_count()) {
  for (State state = 0; state < automaton.state_count(); ++state) {
    info_[state].accepts = info_[state].can_succeed = automaton.accepts_end(state);
    info_[state].can_fail = !automaton.accepts_end(state);
  }
  spread_backwards(
      automaton, [&](State s) { return info_[s].can_fail; }, [&](State s) { info_[s].can_fail = true; });
  spread_backwards(
      automaton, [&](State s) { return info_[s].can_succeed; }, [&](State s) { info_[s].can_succeed = true; });
}

}  // namespace weir
