// SPDX-License-Identifier: Apache-2.0
// `weir translate --stats`: one line of JSON about an automaton.
#pragma once

#include <optional>
#include <string>

#include "automaton/automaton.h"

namespace weir {

/// What the automaton does not say by itself; null in the line where it is not known.
struct AutomatonFacts {
  std::string name;     ///< empty: left out
  std::string formula;  ///< likewise
  std::optional<bool> stutter_invariant = {};
  std::string property_class = {};
  std::optional<bool> empty = {};  ///< left out if not known
  double seconds = 0;
};

/// Class and stuttering of an infinite language, if both automata are small enough for it not to take long.
void classify_into(const Automaton& language, const Automaton& complement, AutomatonFacts& facts);

/// On finite words class and stuttering are found out here.
std::string statistics_line(const Automaton& automaton, AutomatonFacts facts);

}  // namespace weir
