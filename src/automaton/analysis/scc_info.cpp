// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/scc_info.h"

#include <algorithm>

#include "automaton/analysis/emptiness.h"

namespace weir {
namespace {

using State = Automaton::State;

}  // namespace

SccInfo components_from(const Automaton& automaton, const std::vector<Automaton::State>& roots,
                        const std::function<bool(Automaton::State, const Automaton::Edge&)>& use) {
  struct Frame {
    State state;
    std::size_t next_edge;
  };
  SccInfo info;
  info.component.assign(automaton.state_count(), SccInfo::kNone);
  std::vector<std::uint32_t> order(automaton.state_count(), 0);  // 0: not visited
  std::vector<std::uint32_t> low(automaton.state_count(), 0);
  std::vector<State> live;
  std::vector<Frame> stack;
  std::uint32_t counter = 0;
  const auto open = [&](State s) {
    order[s] = low[s] = ++counter;
    live.push_back(s);
    stack.push_back({s, 0});
  };
  for (const State root : roots) {
    if (order[root] != 0) continue;
    open(root);
    while (!stack.empty()) {
      const State s = stack.back().state;
      const auto edges = automaton.edges(s);
      if (stack.back().next_edge < edges.size()) {
        const Automaton::Edge& edge = edges[stack.back().next_edge++];
        automaton.meter().step();
        if (!use(s, edge)) continue;
        const State d = edge.destination;
        if (order[d] == 0) {
          open(d);
        } else if (info.component[d] == SccInfo::kNone) {
          low[s] = std::min(low[s], order[d]);
        }
        continue;
      }
      stack.pop_back();
      if (!stack.empty()) low[stack.back().state] = std::min(low[stack.back().state], low[s]);
      if (low[s] != order[s]) continue;
      const auto number = static_cast<std::uint32_t>(info.components.size());
      SccInfo::Component& component = info.components.emplace_back();
      State member;
      do {
        member = live.back();
        live.pop_back();
        info.component[member] = number;
        component.states.push_back(member);
      } while (member != s);
    }
  }
  for (SccInfo::Component& component : info.components) {
    component.common_marks = MarkSet::first(MarkSet::kCapacity);
    for (const State s : component.states) {
      automaton.meter().steps(automaton.edges(s).size());
      for (const Automaton::Edge& edge : automaton.edges(s)) {
        if (!info.same(s, edge.destination) || !use(s, edge)) continue;
        component.trivial = false;
        component.marks |= edge.marks;
        component.common_marks = component.common_marks & edge.marks;
      }
    }
  }
  return info;
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
