// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/remove_fin.h"

#include <algorithm>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/limits.h"

namespace weir {
namespace {

using State = Automaton::State;

struct Case {
  MarkSet finite;
  MarkSet infinite;
};

constexpr std::size_t kMaxCases = 1 << 14;

/// Keeps only the weakest cases.
void prune(std::vector<Case>& cases, Meter& meter) {
  std::vector<Case> kept;
  for (const Case& c : cases) {
    meter.steps(kept.size());
    const auto weaker = [&](const Case& k) { return c.finite.includes(k.finite) && c.infinite.includes(k.infinite); };
    if (!(c.finite & c.infinite).empty() || std::any_of(kept.begin(), kept.end(), weaker)) continue;
    std::erase_if(kept, [&](const Case& k) { return k.finite.includes(c.finite) && k.infinite.includes(c.infinite); });
    kept.push_back(c);
    if (kept.size() > kMaxCases) too_large("the acceptance condition has too many cases");
  }
  cases = std::move(kept);
}

std::vector<Case> cases_of(const Acceptance& condition, Meter& meter) {
  switch (condition.op()) {
    case Acceptance::Op::True: return {Case{}};
    case Acceptance::Op::False: return {};
    case Acceptance::Op::Inf: return {Case{{}, MarkSet::single(condition.mark())}};
    case Acceptance::Op::Fin: return {Case{MarkSet::single(condition.mark()), {}}};
    default: break;
  }
  std::vector<Case> result;
  if (condition.op() == Acceptance::Op::And) result.push_back({});
  for (const Acceptance& part : condition.operands()) {
    const std::vector<Case> more = cases_of(part, meter);
    if (condition.op() == Acceptance::Op::Or) {
      result.insert(result.end(), more.begin(), more.end());
    } else {
      std::vector<Case> joined;
      meter.steps(result.size() * more.size());
      for (const Case& a : result)
        for (const Case& b : more) joined.push_back({a.finite | b.finite, a.infinite | b.infinite});
      result = std::move(joined);
    }
    prune(result, meter);
  }
  return result;
}

}  // namespace

Automaton without_fin(const Automaton& automaton) {
  if (automaton.words() == Words::Finite || automaton.acceptance().generalized_buchi_sets()) return automaton;
  const SccInfo info = scc_info(automaton);
  // Only a component's own marks can occur in it, which excludes most cases.
  std::vector<std::vector<Case>> cases;
  std::uint32_t sets = 1;
  for (const SccInfo::Component& component : info.components) {
    cases.push_back(component.accepting
                        ? cases_of(automaton.acceptance().restricted(component.marks), automaton.meter())
                        : std::vector<Case>());
    for (const Case& c : cases.back()) sets = std::max(sets, static_cast<std::uint32_t>(c.infinite.count()));
  }

  Automaton result = Automaton::like(automaton);
  result.set_acceptance(sets, Acceptance::generalized_buchi(sets));
  result.add_states(automaton.state_count());
  result.set_initials(automaton.initials());
  for (State s = 0; s < automaton.state_count(); ++s) {
    result.set_state_name(s, automaton.state_name(s));
    for (const Automaton::Edge& edge : automaton.edges(s)) result.add_edge(s, edge.label, {}, edge.destination);
  }
  const auto renamed = [&](MarkSet marks, MarkSet infinite) {
    MarkSet out;
    std::uint32_t position = 0;
    for (std::uint32_t m = 0; m < MarkSet::kCapacity; ++m) {
      if (!infinite.has(m)) continue;
      if (marks.has(m)) out.add(position);
      ++position;
    }
    while (position < sets) out.add(position++);
    return out;
  };
  for (std::size_t i = 0; i < info.components.size(); ++i) {
    const SccInfo::Component& component = info.components[i];
    for (const Case& c : cases[i]) {
      std::vector<State> copy(automaton.state_count(), SccInfo::kNone);
      for (const State s : component.states) copy[s] = result.add_state();
      for (const State s : component.states) {
        for (const Automaton::Edge& edge : automaton.edges(s)) {
          if (!info.same(s, edge.destination)) continue;
          // The copy is entered by an edge of the component, or at the start of the run.
          result.add_edge(s, edge.label, {}, copy[edge.destination]);
          if (!(edge.marks & c.finite).empty()) continue;
          result.add_edge(copy[s], edge.label, renamed(edge.marks, c.infinite), copy[edge.destination]);
        }
      }
    }
  }
  merge_edges(result);
  return result;
}

}  // namespace weir
