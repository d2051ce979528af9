// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/scc_info.h"

#include <span>

namespace weir {
namespace {

using State = Automaton::State;
using Edge = Automaton::Edge;

/// As AcceptingPartSearch sees an automaton.
struct MeteredGraph {
  struct MarkedEdge {
    State target;
    MarkSet marks;
  };
  std::uint32_t states() const { return automaton.state_count(); }
  std::size_t degree(State state) const { return automaton.edges(state).size(); }
  MarkedEdge edge(State state, std::size_t i) const {
    automaton.meter().step();
    const Edge& edge = automaton.edges(state)[i];
    return {edge.destination, edge.marks};
  }
  const Automaton& automaton;
};

}  // namespace

SccInfo components_from(const Automaton& automaton, const std::vector<Automaton::State>& roots,
                        const std::function<bool(Automaton::State, const Automaton::Edge&)>& use) {
  SccInfo info;
  info.component.assign(automaton.state_count(), SccInfo::kNone);
  StrongComponents components(automaton.state_count());
  components.open_all();
  const auto next = [&](State s, std::uint64_t& position) {
    for (const auto edges = automaton.edges(s); position < edges.size();) {
      const Edge& edge = edges[position++];
      automaton.meter().step();
      if (use(s, edge)) return edge.destination;
    }
    return StrongComponents::kNoNode;
  };
  components.search(roots, next, [&](std::span<const State> members) {
    const auto number = static_cast<std::uint32_t>(info.components.size());
    SccInfo::Component& component = info.components.emplace_back();
    component.states.assign(members.rbegin(), members.rend());
    component.common_marks = MarkSet::first(MarkSet::kCapacity);
    for (const State s : members) {
      info.component[s] = number;
      automaton.meter().steps(automaton.edges(s).size());
      for (const Edge& edge : automaton.edges(s)) {
        if (!components.inside(edge.destination) || !use(s, edge)) continue;
        component.trivial = false;
        component.marks |= edge.marks;
        component.common_marks = component.common_marks & edge.marks;
      }
    }
    return true;
  });
  return info;
}

std::optional<AcceptingPart> accepting_part(const Automaton& automaton, const SccInfo::Component& component,
                                            const Acceptance& condition) {
  AcceptingPartSearch search;
  search.judge(component.states, component.marks, {}, condition);
  return search.run(MeteredGraph{automaton});
}

SccInfo scc_info(const Automaton& automaton) {
  SccInfo info = components_from(automaton, automaton.initials(), [](auto, const auto&) { return true; });
  for (SccInfo::Component& component : info.components) {
    component.accepting =
        !component.trivial && accepting_part(automaton, component, automaton.acceptance()).has_value();
  }
  return info;
}

}  // namespace weir
