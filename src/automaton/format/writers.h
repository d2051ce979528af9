// SPDX-License-Identifier: Apache-2.0
// Automata for people and for other tools: Graphviz, Spin, JSON, plain text. (HOA: hoa_writer.h.)
#pragma once

#include <string>

#include "automaton/automaton.h"

namespace weir {

/// A Graphviz graph, drawn from left to right. Marks are circled numbers on the edges; states that accept (Büchi with
/// marks on states, or finite words) have a double line.
std::string to_dot(const Automaton& automaton);
/// A Promela never claim that accepts the automaton's language. Requires a generalised Büchi automaton on infinite
/// words; it is degeneralised first. Atoms are written as they are, so they must mean something in the model.
std::string to_never_claim(const Automaton& automaton);
/// One JSON object on one line, without newline: name, words, atoms, acceptance, initial, states with their edges.
std::string to_json(const Automaton& automaton);
/// A listing for people, state by state.
std::string to_text(const Automaton& automaton);

}  // namespace weir
