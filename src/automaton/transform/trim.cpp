// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/trim.h"

#include <algorithm>
#include <vector>

#include "automaton/analysis/scc_info.h"

namespace weir {
namespace {

using State = Automaton::State;

/// States from which a word can be accepted.
std::vector<bool> productive_states(const Automaton& automaton) {
  std::vector<bool> productive(automaton.state_count(), false);
  if (automaton.words() == Words::Infinite) {
    const SccInfo info = scc_info(automaton);
    for (const SccInfo::Component& component : info.components) {  // successors come first
      bool good = component.accepting;
      for (const State s : component.states)
        for (const Automaton::Edge& edge : automaton.edges(s)) good = good || productive[edge.destination];
      for (const State s : component.states) productive[s] = good;
    }
    return productive;
  }
  std::vector<std::vector<State>> sources(automaton.state_count());
  std::vector<State> pending;
  for (State s = 0; s < automaton.state_count(); ++s) {
    for (const Automaton::Edge& edge : automaton.edges(s)) sources[edge.destination].push_back(s);
    if (!automaton.accepts_end(s)) continue;
    productive[s] = true;
    pending.push_back(s);
  }
  while (!pending.empty()) {
    const State s = pending.back();
    pending.pop_back();
    for (const State source : sources[s]) {
      if (productive[source]) continue;
      productive[source] = true;
      pending.push_back(source);
    }
  }
  return productive;
}

Automaton kept_part(const Automaton& automaton, const std::vector<bool>& keep) {
  Automaton result = Automaton::like(automaton);
  std::vector<State> number(automaton.state_count(), SccInfo::kNone);
  std::vector<State> order;
  const auto visit = [&](State s) {
    if (number[s] != SccInfo::kNone) return;
    number[s] = result.add_state();
    result.set_state_name(number[s], automaton.state_name(s));
    result.set_accepts_end(number[s], automaton.accepts_end(s));
    order.push_back(s);
  };
  // With several initial states, remove those that accept nothing, but keep at least one.
  std::vector<State> initials = automaton.initials();
  std::erase_if(initials, [&](State s) { return !keep[s]; });
  if (initials.empty() && !automaton.initials().empty()) initials.push_back(automaton.initials().front());
  for (const State s : initials) {
    visit(s);
    result.add_initial(number[s]);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const State s = order[i];
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      if (!keep[edge.destination]) continue;
      visit(edge.destination);
      result.add_edge(number[s], edge.label, edge.marks, number[edge.destination]);
    }
  }
  return result;
}

}  // namespace

Automaton trimmed(const Automaton& automaton) { return kept_part(automaton, productive_states(automaton)); }

Automaton reachable_part(const Automaton& automaton) {
  return kept_part(automaton, std::vector<bool>(automaton.state_count(), true));
}

}  // namespace weir
