// SPDX-License-Identifier: Apache-2.0
// What the shape of a formula tells: its class in the safety-progress hierarchy of Chang, Manna & Pnueli
// ("Characterization of temporal property classes", ICALP 1992; grammars after Černá & Pelánek, MFCS 2003), and
// insensitivity to stuttering. On infinite words. Sound, not complete: the exact answers come from automata
// (src/automaton).
#pragma once

#include <cstdint>
#include <string_view>

#include "formula/formula.h"

namespace weir {

/// The syntactic classes a formula belongs to. Every formula is of reactivity.
struct SyntacticClass {
  bool safety = false;       ///< a violation is seen on a finite prefix
  bool guarantee = false;    ///< satisfaction is seen on a finite prefix
  bool obligation = false;   ///< a boolean combination of the two
  bool recurrence = false;   ///< something again and again
  bool persistence = false;  ///< something from some moment on
};

SyntacticClass syntactic_class(Formula f);

/// The lowest class of the hierarchy, by name: safety guarantee obligation recurrence persistence reactivity.
std::string_view name_of(const SyntacticClass& kind);

/// No X and no X[!] in it: adding or removing repetitions of a letter changes nothing, on infinite words.
bool is_next_free(Formula f);

/// No temporal operator at all.
bool is_propositional(Formula f);

}  // namespace weir
