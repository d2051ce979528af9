// SPDX-License-Identifier: Apache-2.0
// Writes automata for readers and other tools: Graphviz, Spin, JSON, plain text. (HOA: hoa_writer.h.)
#pragma once

#include <string>

#include "automaton/automaton.h"

namespace weir {

/// A Graphviz graph, drawn from left to right. Marks are circled numbers on edges; accepting states (Büchi with state
/// marks, or finite words) have a double border.
std::string to_dot(const Automaton& automaton);
/// A Promela never claim that accepts the automaton's language. Requires a generalised Büchi automaton on infinite
/// words, which is degeneralised first. Atoms are written verbatim, so they must be valid expressions in the model.
std::string to_never_claim(const Automaton& automaton);
/// One JSON object on one line, without newline: name, words, atoms, acceptance, initial states, states with their
/// edges.
std::string to_json(const Automaton& automaton);
/// A readable listing, state by state.
std::string to_text(const Automaton& automaton);

}  // namespace weir
