// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/simplify_acceptance.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "automaton/analysis/scc_info.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Which marks occur together on the edges inside one or more components.
struct MarkTable {
  std::array<MarkSet, MarkSet::kCapacity> always_with;  ///< marks on every edge that carries this one

  MarkTable() { always_with.fill(MarkSet::first(MarkSet::kCapacity)); }
  void add(MarkSet marks, std::uint32_t sets) {
    for (std::uint32_t m = 0; m < sets; ++m)
      if (marks.has(m)) always_with[m] = always_with[m] & marks;
  }
};

void for_inner_edges(const Automaton& automaton, const SccInfo& info, const SccInfo::Component& component,
                     const std::function<void(const Automaton::Edge&)>& visit) {
  for (const State s : component.states)
    for (const Automaton::Edge& edge : automaton.edges(s))
      if (info.same(s, edge.destination)) visit(edge);
}

/// The marks of a component that are not implied by the others.
MarkSet needed_marks(const Automaton& automaton, const SccInfo& info, const SccInfo::Component& component,
                     std::uint32_t sets) {
  const bool all_cycles_accepting = !accepting_part(automaton, component, automaton.acceptance().negated()).has_value();
  if (all_cycles_accepting) return {};
  MarkTable table;
  for_inner_edges(automaton, info, component, [&](const Automaton::Edge& edge) { table.add(edge.marks, sets); });
  MarkSet needed = MarkSet::first(sets).without(component.common_marks);
  for (std::uint32_t m = 0; m < sets; ++m) {
    if (!needed.has(m)) continue;
    for (std::uint32_t other = 0; other < sets && needed.has(m); ++other)
      if (other != m && needed.has(other) && table.always_with[other].has(m))
        needed = needed.without(MarkSet::single(m));
  }
  return needed;
}

Automaton simplified_generalized_buchi(const Automaton& automaton, std::uint32_t sets) {
  const SccInfo info = scc_info(automaton);
  std::vector<MarkSet> needed(info.components.size());
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < info.components.size(); ++i) {
    const SccInfo::Component& component = info.components[i];
    if (component.trivial) continue;
    if (!component.accepting) {
      kept = std::max(kept, 1u);  // cycles of the component must stay rejecting
      continue;
    }
    needed[i] = needed_marks(automaton, info, component, sets);
    kept = std::max(kept, static_cast<std::uint32_t>(needed[i].count()));
  }
  const bool same_sets = kept == sets;
  const auto renamed = [&](MarkSet marks, MarkSet asked) {
    MarkSet out;
    std::uint32_t position = 0;
    for (std::uint32_t m = 0; m < sets; ++m) {
      if (same_sets) {
        if (marks.has(m) || !asked.has(m)) out.add(m);
      } else if (asked.has(m)) {
        if (marks.has(m)) out.add(position);
        ++position;
      }
    }
    if (!same_sets)
      while (position < kept) out.add(position++);
    return out;
  };
  Automaton result = automaton;
  result.set_acceptance(kept, Acceptance::generalized_buchi(kept));
  for (State s = 0; s < result.state_count(); ++s) {
    for (Automaton::Edge& edge : result.edges(s)) {
      const bool counts = info.same(s, edge.destination) && info.components[info.component[s]].accepting;
      edge.marks = counts ? renamed(edge.marks, needed[info.component[s]]) : MarkSet();
    }
  }
  merge_edges(result);
  return result;
}

Acceptance replaced(const Acceptance& condition, const std::function<Acceptance(const Acceptance&)>& leaf) {
  if (condition.op() == Acceptance::Op::Inf || condition.op() == Acceptance::Op::Fin) return leaf(condition);
  std::vector<Acceptance> parts;
  for (const Acceptance& part : condition.operands()) parts.push_back(replaced(part, leaf));
  if (condition.op() == Acceptance::Op::And) return Acceptance::conjunction(parts);
  if (condition.op() == Acceptance::Op::Or) return Acceptance::disjunction(parts);
  return condition;
}

/// For each mark, the first mark on exactly the same inner edges.
std::array<std::uint32_t, MarkSet::kCapacity> twins(const Automaton& automaton, const SccInfo& info) {
  MarkTable table;
  for (const SccInfo::Component& component : info.components)
    for_inner_edges(automaton, info, component,
                    [&](const Automaton::Edge& edge) { table.add(edge.marks, automaton.mark_count()); });
  std::array<std::uint32_t, MarkSet::kCapacity> first{};
  for (std::uint32_t m = 0; m < automaton.mark_count(); ++m) {
    first[m] = m;
    for (std::uint32_t other = 0; other < m && first[m] == m; ++other)
      if (table.always_with[m].has(other) && table.always_with[other].has(m)) first[m] = other;
  }
  return first;
}

Automaton simplified_any(const Automaton& automaton) {
  const SccInfo info = scc_info(automaton);
  MarkSet present;
  for (const SccInfo::Component& component : info.components) present |= component.marks;
  const auto twin = twins(automaton, info);
  const Acceptance condition = replaced(automaton.acceptance(), [&](const Acceptance& leaf) {
    const bool inf = leaf.op() == Acceptance::Op::Inf;
    if (!present.has(leaf.mark())) return Acceptance::constant(!inf);
    return inf ? Acceptance::inf(twin[leaf.mark()]) : Acceptance::fin(twin[leaf.mark()]);
  });
  std::array<std::uint32_t, MarkSet::kCapacity> position{};
  std::uint32_t kept = 0;
  for (std::uint32_t m = 0; m < automaton.mark_count(); ++m)
    if (condition.marks().has(m)) position[m] = kept++;
  Automaton result = automaton;
  result.set_acceptance(kept, replaced(condition, [&](const Acceptance& leaf) {
                          const std::uint32_t mark = position[leaf.mark()];
                          return leaf.op() == Acceptance::Op::Inf ? Acceptance::inf(mark) : Acceptance::fin(mark);
                        }));
  for (State s = 0; s < result.state_count(); ++s) {
    for (Automaton::Edge& edge : result.edges(s)) {
      MarkSet marks;
      if (info.same(s, edge.destination))
        for (std::uint32_t m = 0; m < automaton.mark_count(); ++m)
          if (edge.marks.has(m) && condition.marks().has(m)) marks.add(position[m]);
      edge.marks = marks;
    }
  }
  merge_edges(result);
  return result;
}

}  // namespace

Automaton with_simplified_acceptance(const Automaton& automaton) {
  if (automaton.words() == Words::Finite) return automaton;
  if (const auto sets = automaton.acceptance().generalized_buchi_sets())
    return simplified_generalized_buchi(automaton, *sets);
  return simplified_any(automaton);
}

}  // namespace weir
