// SPDX-License-Identifier: Apache-2.0
// Syntactic classification of formulas on infinite words: the class in the safety-progress hierarchy of Chang, Manna &
// Pnueli ("Characterization of temporal property classes", ICALP 1992; grammars after Černá & Pelánek, MFCS 2003), and
// stutter invariance. Sound but not complete; automata give the exact answers (src/automaton).
#pragma once

#include <cstdint>
#include <string_view>

#include "formula/formula.h"

namespace weir {

/// The syntactic classes of a formula. Every formula is a reactivity property.
struct SyntacticClass {
  bool safety = false;       ///< violations have a finite bad prefix
  bool guarantee = false;    ///< satisfaction has a finite good prefix
  bool obligation = false;   ///< boolean combination of safety and guarantee
  bool recurrence = false;   ///< something happens infinitely often
  bool persistence = false;  ///< something holds from some moment on
};

SyntacticClass syntactic_class(Formula f);

/// The lowest class of the hierarchy, by name: safety guarantee obligation recurrence persistence reactivity.
std::string_view name_of(const SyntacticClass& kind);

/// Returns whether the formula has no X and no X[!]; on infinite words it is then stutter-invariant.
bool is_next_free(Formula f);

/// Returns whether the formula has no temporal operator.
bool is_propositional(Formula f);

}  // namespace weir
