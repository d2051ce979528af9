// SPDX-License-Identifier: Apache-2.0
// `weir translate --stats`: one line of JSON about an automaton.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "automaton/automaton.h"

namespace weir {

/// Steps after which a fact stays unknown.
inline constexpr std::uint64_t kFactSteps = std::uint64_t{1} << 25;

/// Facts that are not part of the automaton; null in the output if unknown.
struct AutomatonFacts {
  std::string name = {};     ///< omitted if empty
  std::string formula = {};  ///< omitted if empty
  std::optional<bool> stutter_invariant = {};
  std::string property_class = {};
  std::optional<bool> empty = {};  ///< omitted if unknown
  double seconds = 0;
};

/// Class and stutter invariance of an infinite language, if they can be decided within the limit.
void classify_into(const Automaton& language, const Automaton& complement, AutomatonFacts& facts);

/// The line for an automaton that is not a translation; examines its language as well. May throw LimitReached.
std::string automaton_statistics(const Automaton& automaton, double seconds);
/// On finite words, also decides class and stutter invariance.
std::string statistics_line(const Automaton& automaton, AutomatonFacts facts);

}  // namespace weir
