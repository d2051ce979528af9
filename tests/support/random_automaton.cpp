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

RandomAutomaton random_shape(Random& random, std::uint32_t max_states, std::uint32_t atoms) {
  RandomAutomaton shape;
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  shape.states = below(20) == 0 ? 0 : 1 + below(max_states);
  shape.atoms = 1 + below(atoms);
  shape.edges_per_state = std::uniform_real_distribution<>(0.8, 4)(random);
  shape.mark_density = std::uniform_real_distribution<>(0.1, 0.7)(random);
  shape.acceptance = kAcceptances[random() % std::size(kAcceptances)];
  shape.sets = 1 + below(4);
  shape.deterministic = below(3) == 0;
  shape.complete = below(4) == 0;
  shape.marks = MarkPlaces(below(3));
  shape.initials = below(12) == 0 ? 0 : below(6) == 0 ? 1 + below(3) : 1;
  return shape;
}

namespace {

/// The number of sets and a condition of this kind with at most `sets` sets.
std::pair<std::uint32_t, Acceptance> condition_of(Random& random, RandomAcceptance kind, std::uint32_t sets) {
  const auto each_pair = [&](bool rabin) {
    std::vector<Acceptance> parts;
    for (std::uint32_t i = 0; i + 1 < sets; i += 2) {
      const std::vector<Acceptance> pair{Acceptance::fin(i), Acceptance::inf(i + 1)};
      parts.push_back(rabin ? Acceptance::conjunction(pair) : Acceptance::disjunction(pair));
    }
    return rabin ? Acceptance::disjunction(parts) : Acceptance::conjunction(parts);
  };
  switch (kind) {
    case RandomAcceptance::Buchi: sets = std::min(sets, 1u); [[fallthrough]];
    case RandomAcceptance::GeneralizedBuchi: return {sets, Acceptance::generalized_buchi(sets)};
    case RandomAcceptance::All: return {0, Acceptance::constant(true)};
    case RandomAcceptance::None: return {0, Acceptance::constant(false)};
    case RandomAcceptance::CoBuchi: return {1, Acceptance::fin(0)};
    case RandomAcceptance::GeneralizedCoBuchi: return {sets, Acceptance::generalized_buchi(sets).negated()};
    case RandomAcceptance::Rabin: sets = std::max(sets & ~1u, 2u); return {sets, each_pair(true)};
    case RandomAcceptance::Streett: sets = std::max(sets & ~1u, 2u); return {sets, each_pair(false)};
    case RandomAcceptance::GeneralizedRabin:
      sets = std::max(sets, 3u);
      return {sets, Acceptance::disjunction(
                        {Acceptance::conjunction({Acceptance::fin(0), Acceptance::inf(1), Acceptance::inf(2)}),
                         Acceptance::fin(sets - 1)})};
    case RandomAcceptance::Parity: {
      const bool max = chance(random, 0.5), odd = chance(random, 0.5);
      Acceptance result = Acceptance::constant(chance(random, 0.5));
      for (std::uint32_t i = 0; i < sets; ++i) {
        const std::uint32_t colour = max ? i : sets - 1 - i;
        result = (colour % 2 == 1) == odd ? Acceptance::disjunction({Acceptance::inf(colour), result})
                                          : Acceptance::conjunction({Acceptance::fin(colour), result});
      }
      return {sets, result};
    }
    case RandomAcceptance::EmersonLei: break;
  }
  return {sets, random_acceptance(random, sets, 2)};
}

}  // namespace

Automaton random_automaton(Random& random, const AtomSpacePtr& space, const RandomAutomaton& shape) {
  Automaton automaton(space, shape.words);
  automaton.add_states(shape.states);
  for (std::uint32_t i = 0; i < shape.initials && shape.states > 0; ++i)
    automaton.add_initial(static_cast<std::uint32_t>(i == 0 ? 0 : random() % shape.states));
  std::uint32_t sets = 0;
  if (shape.words == Words::Infinite) {
    const auto [marks, condition] = condition_of(random, shape.acceptance, shape.sets);
    automaton.set_acceptance(sets = marks, condition);
  }
  for (Automaton::State s = 0; s < shape.states; ++s) {
    automaton.set_accepts_end(s, shape.words == Words::Finite && chance(random, 0.4));
    Bdd used = kBddFalse;
    const bool on_state =
        shape.marks == MarkPlaces::States || (shape.marks == MarkPlaces::Mixed && chance(random, 0.5));
    const MarkSet of_state = random_marks(random, sets, shape.mark_density);
    const auto add = [&](Bdd label) {
      automaton.add_edge(s, label, on_state ? of_state : random_marks(random, sets, shape.mark_density),
                         static_cast<std::uint32_t>(random() % shape.states));
    };
    const auto count =
        static_cast<int>(shape.edges_per_state * std::uniform_real_distribution<>(0.3, 1.7)(random) + 0.5);
    for (int i = 0; i < count; ++i) {
      Bdd label = random_label(random, *space, shape.atoms);
      if (chance(random, 0.3)) label = space->bdds.disjoin(label, random_label(random, *space, shape.atoms));
      if (shape.deterministic) label = space->bdds.conjoin(label, space->bdds.negate(used));
      used = space->bdds.disjoin(used, label);
      add(label);
    }
    if (shape.complete) add(space->bdds.negate(used));
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
