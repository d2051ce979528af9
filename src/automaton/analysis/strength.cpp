// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/strength.h"

#include <algorithm>

namespace weir {
namespace {

/// Every letter keeps the run in an accepting component where nothing can go wrong any more.
bool is_terminal(const Automaton& automaton, const SccInfo& info, std::uint32_t number,
                 const std::vector<ComponentStrength>& below) {
  for (const Automaton::State s : info.components[number].states) {
    Bdd safe = kBddFalse;
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      const std::uint32_t target = info.component[edge.destination];
      if (target == number || below[target] == ComponentStrength::Terminal)
        safe = automaton.bdds().disjoin(safe, edge.label);
    }
    if (safe != kBddTrue) return false;
  }
  return true;
}

}  // namespace

const char* strength_name(Strength strength) {
  switch (strength) {
    case Strength::Terminal: return "terminal";
    case Strength::Weak: return "weak";
    case Strength::Strong: return "strong";
  }
  return "";
}

std::vector<ComponentStrength> component_strengths(const Automaton& automaton, const SccInfo& info) {
  std::vector<ComponentStrength> result(info.components.size(), ComponentStrength::Rejecting);
  const Acceptance rejection = automaton.acceptance().negated();
  for (std::uint32_t i = 0; i < info.components.size(); ++i) {  // what a component leads to comes first
    const SccInfo::Component& component = info.components[i];
    if (!component.accepting) continue;
    const bool uniform = component.marks == component.common_marks;
    const bool weak = uniform || !accepting_part(automaton, component, rejection);
    if (!weak) {
      result[i] = ComponentStrength::Strong;
    } else {
      result[i] = is_terminal(automaton, info, i, result) ? ComponentStrength::Terminal : ComponentStrength::Weak;
    }
  }
  return result;
}

Strength strength(const Automaton& automaton) {
  Strength strongest = Strength::Terminal;
  for (const ComponentStrength s : component_strengths(automaton, scc_info(automaton))) {
    if (s == ComponentStrength::Strong) strongest = Strength::Strong;
    if (s == ComponentStrength::Weak) strongest = std::max(strongest, Strength::Weak);
  }
  return strongest;
}

bool is_weak(const Automaton& automaton) {
  const SccInfo info = scc_info(automaton);
  return std::all_of(info.components.begin(), info.components.end(), [](const SccInfo::Component& component) {
    return component.trivial || component.marks == component.common_marks;
  });
}

bool is_very_weak(const Automaton& automaton) {
  const SccInfo info = scc_info(automaton);
  return is_weak(automaton) && std::all_of(info.components.begin(), info.components.end(),
                                           [](const SccInfo::Component& c) { return c.states.size() == 1; });
}

}  // namespace weir
