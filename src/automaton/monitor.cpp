// SPDX-License-Identifier: Apache-2.0
#include "automaton/monitor.h"

#include "automaton/derivative.h"

namespace weir {
namespace {

/// At most one of the atoms is true.
Bdd at_most_one(AtomSpace& space, const std::vector<std::string>& atoms) {
  Bdd none = kBddTrue, one = kBddFalse;
  for (const std::string& atom : atoms) {
    const Bdd p = space.bdds.variable(space.variable(atom));
    one = space.bdds.if_then_else(p, none, one);
    none = space.bdds.conjoin(none, space.bdds.negate(p));
  }
  return space.bdds.disjoin(none, one);
}

/// Grows a property backwards along the edges until nothing changes.
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

Expected<Monitor> Monitor::create(Formula formula, const std::vector<std::string>& exclusive_atoms) {
  if (weir::atoms(formula).size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "the formula has more than 64 atoms"};
  }
  const AtomSpacePtr space = std::make_shared<AtomSpace>();
  auto whole = derivative_automaton(formula, space);
  if (!whole) return whole.error();
  // Letters that cannot occur are taken off the labels; those without an edge go to a rejecting sink.
  const Bdd possible = at_most_one(*space, exclusive_atoms);
  Automaton automaton = Automaton::like(*whole);
  automaton.add_states(whole->state_count() + 1);
  const Automaton::State sink = whole->state_count();
  automaton.set_initials(whole->initials());
  if (automaton.initials().empty()) automaton.add_initial(sink);
  for (Automaton::State state = 0; state < whole->state_count(); ++state) {
    automaton.set_accepts_end(state, whole->accepts_end(state));
    Bdd rest = possible;
    for (const Automaton::Edge& edge : whole->edges(state)) {
      automaton.add_edge(state, space->bdds.conjoin(edge.label, possible), {}, edge.destination);
      rest = space->bdds.conjoin(rest, space->bdds.negate(edge.label));
    }
    automaton.add_edge(state, rest, {}, sink);
  }
  automaton.add_edge(sink, possible, {}, sink);
  for (const std::string& atom : exclusive_atoms) automaton.declare_atom(space->variable(atom));
  automaton.declare_support();
  return Monitor(automaton, sink);
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
