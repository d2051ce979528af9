// SPDX-License-Identifier: Apache-2.0
// Random automata from a seed, and the words on which two automata are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/emptiness.h"
#include "support/words.h"

namespace weir::test {

enum class RandomAcceptance : std::uint8_t { Buchi, GeneralizedBuchi, EmersonLei };

struct RandomAutomaton {
  std::uint32_t states = 4;
  std::uint32_t atoms = 2;  ///< named p0, p1, ...
  double edges_per_state = 2.5;
  double mark_density = 0.4;
  RandomAcceptance acceptance = RandomAcceptance::GeneralizedBuchi;
  std::uint32_t sets = 2;
  Words words = Words::Infinite;
  bool deterministic = false;
  std::uint32_t initials = 1;
};

/// A space with the atoms p0 .. p<count-1>, as variables 0 .. count-1.
AtomSpacePtr space_of(std::uint32_t count);
Automaton random_automaton(std::mt19937_64& random, const AtomSpacePtr& space, const RandomAutomaton& shape);
/// A fixed collection of lassos over `atoms` atoms: all short ones, and longer random ones.
std::vector<LassoWord> sample_lassos(std::mt19937_64& random, std::size_t atoms, std::size_t random_count = 60);
/// One lasso (or, with an empty cycle, finite word) that a witness stands for; atoms it does not mention are false.
LassoWord letters_of(const AtomSpace& space, const WitnessWord& word);
std::string show(const LassoWord& word);

}  // namespace weir::test
