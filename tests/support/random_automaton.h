// SPDX-License-Identifier: Apache-2.0
// Random automata from a seed, and the words on which two automata are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/automaton.h"
#include "support/words.h"

namespace weir::test {

enum class RandomAcceptance : std::uint8_t {
  Buchi,
  GeneralizedBuchi,
  EmersonLei,
  All,   ///< t
  None,  ///< f
  CoBuchi,
  GeneralizedCoBuchi,
  Rabin,
  Streett,
  GeneralizedRabin,
  Parity,
};
inline constexpr RandomAcceptance kAcceptances[] = {RandomAcceptance::Buchi,
                                                    RandomAcceptance::GeneralizedBuchi,
                                                    RandomAcceptance::EmersonLei,
                                                    RandomAcceptance::All,
                                                    RandomAcceptance::None,
                                                    RandomAcceptance::CoBuchi,
                                                    RandomAcceptance::Rabin,
                                                    RandomAcceptance::Streett,
                                                    RandomAcceptance::GeneralizedCoBuchi,
                                                    RandomAcceptance::Parity,
                                                    RandomAcceptance::GeneralizedRabin};

/// Where marks are placed.
enum class MarkPlaces : std::uint8_t { Transitions, States, Mixed };

struct RandomAutomaton {
  std::uint32_t states = 4;
  std::uint32_t atoms = 2;  ///< named p0, p1, ...
  double edges_per_state = 2.5;
  double mark_density = 0.4;
  RandomAcceptance acceptance = RandomAcceptance::GeneralizedBuchi;
  std::uint32_t sets = 2;  ///< at most; conditions made of pairs use an even number
  Words words = Words::Infinite;
  bool deterministic = false;
  bool complete = false;  ///< every letter has an edge
  MarkPlaces marks = MarkPlaces::Transitions;
  std::uint32_t initials = 1;  ///< at most; 0: none
};

/// Random parameters of any kind: no states, no or several initial states, any acceptance, marks anywhere.
RandomAutomaton random_shape(std::mt19937_64& random, std::uint32_t max_states, std::uint32_t atoms);

/// A space with the atoms p0 .. p<count-1>, as variables 0 .. count-1.
AtomSpacePtr space_of(std::uint32_t count);
Automaton random_automaton(std::mt19937_64& random, const AtomSpacePtr& space, const RandomAutomaton& shape);
/// A fixed collection of lassos over `atoms` atoms: all short ones, and longer random ones.
std::vector<LassoWord> sample_lassos(std::mt19937_64& random, std::size_t atoms, std::size_t random_count = 60);
/// A lasso (or finite word, if the cycle is empty) that matches the witness; atoms it does not mention are false.
LassoWord letters_of(const AtomSpace& space, const WitnessWord& word);
std::string show(const LassoWord& word);

}  // namespace weir::test
