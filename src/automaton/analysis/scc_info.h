// SPDX-License-Identifier: Apache-2.0
// Strongly connected components of the reachable part of an automaton, and which of them hold an accepting cycle
// (accepting_part.h). Components are numbered so that edges lead to equal or smaller numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "automaton/analysis/accepting_part.h"
#include "automaton/automaton.h"

namespace weir {

struct SccInfo {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Component {
    std::vector<Automaton::State> states;
    MarkSet marks;           ///< on edges inside
    MarkSet common_marks;    ///< on all edges inside (all marks if there is none)
    bool trivial = true;     ///< no edge inside
    bool accepting = false;  ///< some cycle inside is accepting
  };
  std::vector<std::uint32_t> component;  ///< by state; kNone: not reachable
  std::vector<Component> components;

  bool same(Automaton::State a, Automaton::State b) const {
    return component[a] == component[b] && component[a] != kNone;
  }
};

/// Components without the `accepting` field (always false): what the emptiness check itself is built on. Only edges
/// with `use(from, edge)` are followed; starts from `roots`.
SccInfo components_from(const Automaton& automaton, const std::vector<Automaton::State>& roots,
                        const std::function<bool(Automaton::State, const Automaton::Edge&)>& use);

/// Looks inside a component that is not trivial; the condition need not be the automaton's own.
std::optional<AcceptingPart> accepting_part(const Automaton& automaton, const SccInfo::Component& component,
                                            const Acceptance& condition);

/// Components reachable from the initial states, with everything filled in.
SccInfo scc_info(const Automaton& automaton);

}  // namespace weir
