// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/scc_info.h"

#include <algorithm>

namespace weir {
namespace {

using State = Automaton::State;
using Edge = Automaton::Edge;

/// The condition with Fin(mark) false.
Acceptance without_fin_of(const Acceptance& condition, std::uint32_t mark) {
  std::vector<Acceptance> parts;
  for (const Acceptance& part : condition.operands()) parts.push_back(without_fin_of(part, mark));
  switch (condition.op()) {
    case Acceptance::Op::Fin: return condition.mark() == mark ? Acceptance::constant(false) : condition;
    case Acceptance::Op::And: return Acceptance::conjunction(parts);
    case Acceptance::Op::Or: return Acceptance::disjunction(parts);
    default: return condition;
  }
}

std::optional<std::uint32_t> some_fin(const Acceptance& condition) {
  if (condition.op() == Acceptance::Op::Fin) return condition.mark();
  for (const Acceptance& part : condition.operands())
    if (const auto mark = some_fin(part)) return mark;
  return std::nullopt;
}

/// Marks that every disjunct-free reading asks to be finite: the Fin that are conjuncts of the whole.
MarkSet forced_fins(const Acceptance& condition) {
  if (condition.op() == Acceptance::Op::Fin) return MarkSet::single(condition.mark());
  MarkSet marks;
  if (condition.op() == Acceptance::Op::And)
    for (const Acceptance& part : condition.operands()) marks |= forced_fins(part);
  return marks;
}

struct Task {
  std::vector<State> states;  ///< strongly connected by the edges without `without`
  MarkSet without;
  MarkSet marks;  ///< on these edges
  Acceptance condition;
};

/// The components that are left of `states` when the edges with marks in `without` go.
void split(const Automaton& automaton, const std::vector<State>& states, MarkSet without, const Acceptance& condition,
           std::vector<Task>& out) {
  std::vector<bool> inside(automaton.state_count(), false);
  for (const State s : states) inside[s] = true;
  const SccInfo info = components_from(automaton, states, [&](State, const Edge& edge) {
    return inside[edge.destination] && (edge.marks & without).empty();
  });
  for (const SccInfo::Component& component : info.components)
    if (!component.trivial) out.push_back({component.states, without, component.marks, condition});
}

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

std::optional<AcceptingPart> accepting_part(const Automaton& automaton, const SccInfo::Component& component,
                                            const Acceptance& condition) {
  std::vector<Task> tasks{{component.states, {}, component.marks, condition}};
  while (!tasks.empty()) {
    Task task = std::move(tasks.back());
    tasks.pop_back();
    automaton.meter().steps(task.states.size());
    task.condition = task.condition.restricted(task.marks);
    if (task.condition.accepts(task.marks)) return AcceptingPart{task.states, task.without};
    if (const MarkSet forced = forced_fins(task.condition); !forced.empty()) {
      split(automaton, task.states, task.without | forced, task.condition, tasks);
      continue;
    }
    if (task.condition.op() == Acceptance::Op::Or) {
      for (const Acceptance& disjunct : task.condition.operands())
        tasks.push_back({task.states, task.without, task.marks, disjunct});
      continue;
    }
    const auto fin = some_fin(task.condition);
    if (!fin) continue;
    split(automaton, task.states, task.without | MarkSet::single(*fin), task.condition, tasks);
    task.condition = without_fin_of(task.condition, *fin);
    tasks.push_back(std::move(task));
  }
  return std::nullopt;
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
