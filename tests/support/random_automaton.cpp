// SPDX-License-Identifier: Apache-2.0
#include "support/random_automaton.h"

#include <algorithm>

namespace weir::test {
namespace {

using Random = std::mt19937_64;

bool chance(Random& random, double probability) { return std::uniform_real_distribution<>(0, 1)(random) < probability; }

Bdd random_label(Random& random, AtomSpace& space, std::uint32_t atoms) {
  Bdd label = kBddTrue;
  for (std::uint32_t v = 0; v < atoms; ++v) {
    const auto pick = random() % 3;
    if (pick < 2) label = space.bdds.conjoin(label, space.bdds.literal(v, pick == 1));
  }
  return label;
}

Acceptance random_acceptance(Random& random, std::uint32_t sets, int depth) {
  if (depth == 0 || chance(random, 0.2)) {
    const auto mark = static_cast<std::uint32_t>(random() % sets);
    return chance(random, 0.5) ? Acceptance::inf(mark) : Acceptance::fin(mark);
  }
  std::vector<Acceptance> parts;
  for (std::uint64_t i = 0; i < 2 + random() % 2; ++i) parts.push_back(random_acceptance(random, sets, depth - 1));
  return chance(random, 0.5) ? Acceptance::conjunction(parts) : Acceptance::disjunction(parts);
}

MarkSet random_marks(Random& random, std::uint32_t sets, double density) {
  MarkSet marks;
  for (std::uint32_t m = 0; m < sets; ++m)
    if (chance(random, density)) marks.add(m);
  return marks;
}

}  // namespace

AtomSpacePtr space_of(std::uint32_t count) {
  auto space = std::make_shared<AtomSpace>();
  for (std::uint32_t i = 0; i < count; ++i) space->variable("p" + std::to_string(i));
  return space;
}

Automaton random_automaton(Random& random, const AtomSpacePtr& space, const RandomAutomaton& shape) {
  Automaton automaton(space, shape.words);
  automaton.add_states(shape.states);
  for (std::uint32_t i = 0; i < shape.initials; ++i)
    automaton.add_initial(static_cast<std::uint32_t>(i == 0 ? 0 : random() % shape.states));
  std::uint32_t sets = shape.words == Words::Finite ? 0 : shape.sets;
  switch (shape.acceptance) {
    case RandomAcceptance::Buchi: sets = std::min(sets, 1u); [[fallthrough]];
    case RandomAcceptance::GeneralizedBuchi: automaton.set_acceptance(sets, Acceptance::generalized_buchi(sets)); break;
    case RandomAcceptance::EmersonLei: automaton.set_acceptance(sets, random_acceptance(random, sets, 2)); break;
  }
  for (Automaton::State s = 0; s < shape.states; ++s) {
    automaton.set_accepts_end(s, shape.words == Words::Finite && chance(random, 0.4));
    Bdd used = kBddFalse;
    const auto count =
        static_cast<int>(shape.edges_per_state * std::uniform_real_distribution<>(0.3, 1.7)(random) + 0.5);
    for (int i = 0; i < count; ++i) {
      Bdd label = random_label(random, *space, shape.atoms);
      if (shape.deterministic) label = space->bdds.conjoin(label, space->bdds.negate(used));
      used = space->bdds.disjoin(used, label);
      automaton.add_edge(s, label, random_marks(random, sets, shape.mark_density),
                         static_cast<std::uint32_t>(random() % shape.states));
    }
  }
  return automaton;
}

std::vector<LassoWord> sample_lassos(Random& random, std::size_t atoms, std::size_t random_count) {
  std::vector<LassoWord> words;
  for_each_lasso(atoms, 1, atoms > 1 ? 2 : 3, [&](const LassoWord& word) { words.push_back(word); });
  for (std::size_t i = 0; i < random_count; ++i)
    words.push_back({random_word(random, atoms, random() % 4), random_word(random, atoms, 1 + random() % 5)});
  return words;
}

LassoWord letters_of(const AtomSpace& space, const WitnessWord& word) {
  const auto letters = [&](const std::vector<Bdd>& labels) {
    Word result;
    for (const Bdd label : labels) {
      Letter letter = 0;
      for (const auto& [variable, positive] : space.bdds.one_solution(label))
        if (positive) letter |= Letter{1} << variable;
      result.push_back(letter);
    }
    return result;
  };
  return {letters(word.prefix), letters(word.cycle)};
}

std::string show(const LassoWord& word) {
  std::string text;
  for (const Letter letter : word.prefix) text += std::to_string(letter) + " ";
  text += "(";
  for (const Letter letter : word.cycle) text += " " + std::to_string(letter);
  return text + " )";
}

}  // namespace weir::test
