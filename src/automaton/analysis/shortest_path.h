// SPDX-License-Identifier: Apache-2.0
// Shortest paths in an automaton, breadth-first.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "automaton/automaton.h"

namespace weir {

using EdgeTest = std::function<bool(Automaton::State from, const Automaton::Edge&)>;

/// A shortest path from one of `sources` by edges that satisfy `use`, the last of which satisfies `goal`. Empty: there
/// is none. The edges are the automaton's own.
std::vector<const Automaton::Edge*> shortest_path(const Automaton& automaton, std::span<const Automaton::State> sources,
                                                  const EdgeTest& use, const EdgeTest& goal);

}  // namespace weir
