// SPDX-License-Identifier: Apache-2.0
// What `weir translate` does with an automaton wherever it came from: bring it into a shape, write it.
#pragma once

#include <optional>
#include <string>

#include <weir/weir.h>

#include "automaton/automaton.h"
#include "formula/printer.h"

namespace weir {

/// The syntax in which a format writes the formula; nothing: it writes the automaton.
std::optional<Syntax> syntax_of(AutomatonFormat format);
/// Options about formulas, where there is an automaton; nothing: none is given.
std::optional<Diagnostic> unfit_for_automata(const TranslateOptions& options);
/// An automaton that is no translation: --minimize, --simplify, and the shape. May throw LimitReached.
Expected<Automaton> reshaped(Automaton automaton, const TranslateOptions& options);
/// On infinite words: --deterministic, --degeneralize, --state-based, --complete, and what a never claim needs.
Expected<Automaton> shaped(Automaton automaton, const TranslateOptions& options);
/// What is wrong with --name, if anything.
std::optional<Diagnostic> name_problem(const TranslateOptions& options);
/// In the format of --to.
std::string written(const Automaton& automaton, const TranslateOptions& options, bool known_stutter_invariant);

}  // namespace weir
