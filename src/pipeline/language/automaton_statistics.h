// SPDX-License-Identifier: Apache-2.0
// `weir translate --stats`: one line of JSON about an automaton.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "automaton/automaton.h"

namespace weir {

/// Steps after which a fact is left open.
inline constexpr std::uint64_t kFactSteps = std::uint64_t{1} << 25;

/// What the automaton does not say by itself; null in the line where it is not known.
struct AutomatonFacts {
  std::string name = {};     ///< empty: left out
  std::string formula = {};  ///< likewise
  std::optional<bool> stutter_invariant = {};
  std::string property_class = {};
  std::optional<bool> empty = {};  ///< left out if not known
  double seconds = 0;
};

/// Class and stuttering of an infinite language, where they can be told in a bounded time.
void classify_into(const Automaton& language, const Automaton& complement, AutomatonFacts& facts);

/// The line of an automaton that is no translation: its language is looked at as well. May throw LimitReached.
std::string automaton_statistics(const Automaton& automaton, double seconds);
/// On finite words class and stuttering are found out here.
std::string statistics_line(const Automaton& automaton, AutomatonFacts facts);

}  // namespace weir
