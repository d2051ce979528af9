// SPDX-License-Identifier: Apache-2.0
// The final steps of `weir translate` for any automaton: bring it into a shape and write it.
#pragma once

#include <optional>
#include <string>

#include <weir/options.h>

#include "automaton/automaton.h"
#include "formula/printer.h"

namespace weir {

/// The syntax in which a format writes the formula; nothing if it writes the automaton.
std::optional<Syntax> syntax_of(AutomatonFormat format);
/// Refuses options that apply only to formulas.
std::optional<Diagnostic> unfit_for_automata(const TranslateOptions& options);
/// For an automaton that is not a translation: --minimize, --simplify, and the shape. May throw LimitReached.
Expected<Automaton> reshaped(Automaton automaton, const TranslateOptions& options);
/// For infinite words: --deterministic, --degeneralize, --state-based, --complete, and the needs of never claims.
Expected<Automaton> shaped(Automaton automaton, const TranslateOptions& options);
/// Describes what is wrong with --name, if anything.
std::optional<Diagnostic> name_problem(const TranslateOptions& options);
/// The automaton in the format of --to.
std::string written(const Automaton& automaton, const TranslateOptions& options, bool known_stutter_invariant);

}  // namespace weir
