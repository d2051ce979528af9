// SPDX-License-Identifier: Apache-2.0
#include "automaton/derivative.h"

#include <algorithm>

#include <fmt/core.h>

#include "automaton/letters.h"
#include "base/assert.h"
#include "base/hash.h"
#include "formula/printer.h"

namespace weir {
namespace {

/// The two sides of a state's function, which has ξ on top or is a constant.
Bdd without_end(const Expansion& expansion, const BddManager& bdds, Bdd f) {
  if (BddManager::is_constant(f)) return f;
  WEIR_ASSERT(bdds.top(f) == expansion.letter_follows(), "a derivative is a constant where no letter follows");
  return bdds.high(f);
}
bool end_value(const BddManager& bdds, Bdd f) {
  return BddManager::is_constant(f) ? f == kBddTrue : bdds.low(f) == kBddTrue;
}

/// The initial state: f, with the truth of λ where no letter follows.
Bdd initial_function(Expansion& expansion, Formula f) {
  const Bdd follows = expansion.bdds().variable(expansion.letter_follows());
  return expansion.bdds().if_then_else(follows, expansion.next(f), empty_word_satisfies(f) ? kBddTrue : kBddFalse);
}

/// The function for people: a disjunction of conjunctions of formulas.
std::string function_text(Expansion& expansion, Bdd f) {
  const Bdd rest = without_end(expansion, expansion.bdds(), f);
  std::vector<Formula> terms;
  for (const Cube& cube : expansion.bdds().irredundant_cover(rest)) {
    std::vector<Formula> parts;
    for (const auto& [variable, positive] : cube) {
      const Formula g = expansion.meaning(variable).formula;
      parts.push_back(positive ? g : !g);
    }
    terms.push_back(Formula::nary(Op::And, parts));
  }
  return to_string(Formula::nary(Op::Or, terms));
}

}  // namespace

bool empty_word_satisfies(Formula f) {
  std::unordered_map<Formula, bool> value;
  for (const Formula g : subformulas(f)) {
    const auto v = [&](std::size_t i) { return value.at(g[i]); };
    const auto operand_holds = [&](Formula part) { return value.at(part); };
    const auto parts = g.operands();
    bool result = false;
    switch (g.op()) {
      case Op::True:
      case Op::Next: result = true; break;
      case Op::False:
      case Op::Atom:
      case Op::StrongNext: break;
      case Op::Not: result = !v(0); break;
      case Op::And: result = std::all_of(parts.begin(), parts.end(), operand_holds); break;
      case Op::Or: result = std::any_of(parts.begin(), parts.end(), operand_holds); break;
      case Op::Xor: result = v(0) != v(1); break;
      case Op::Equiv: result = v(0) == v(1); break;
      case Op::Implies: result = !v(0) || v(1); break;
      case Op::Finally:
      case Op::Globally: result = v(0); break;
      case Op::Until:
      case Op::Release: result = v(1); break;
      case Op::WeakUntil: result = v(0) || v(1); break;
      case Op::StrongRelease: result = v(0) && v(1); break;
    }
    value.emplace(g, result);
  }
  return value.at(f);
}

Expected<std::unique_ptr<DerivativeAutomaton>> DerivativeAutomaton::create(Formula f, std::vector<std::string> atoms) {
  if (atoms.size() > kMaxAtoms)
    return Diagnostic{
        .message = fmt::format("a formula may have at most {} atoms here, this one has {}", kMaxAtoms, atoms.size())};
  try {
    return std::unique_ptr<DerivativeAutomaton>(new DerivativeAutomaton(f, std::move(atoms)));
  } catch (const BddLimitReached& limit) {
    return Diagnostic{.message = limit.what()};
  }
}

DerivativeAutomaton::DerivativeAutomaton(Formula f, std::vector<std::string> atoms)
    : atoms_(std::move(atoms)), expansion_(Words::Finite) {
  for (std::uint32_t i = 0; i < atoms_.size(); ++i) bit_of_.emplace(Formula::atom(atoms_[i]), i);
  state_of(initial_function(expansion_, f));
}

std::size_t DerivativeAutomaton::KeyHash::operator()(const Key& key) const noexcept {
  return hash_mix(key.letter, key.id);
}

Letter DerivativeAutomaton::propositions(Bdd f) {
  Letter bits = 0;
  for (const std::uint32_t v : expansion_.bdds().support(f))
    if (expansion_.is_proposition(v)) bits |= Letter{1} << bit_of_.at(expansion_.meaning(v).formula);
  return bits;
}

std::uint32_t DerivativeAutomaton::state_of(Bdd function) {
  const auto [entry, is_new] = by_function_.try_emplace(function.id, static_cast<std::uint32_t>(states_.size()));
  if (!is_new) return entry->second;
  Letter relevant = 0;
  for (const std::uint32_t v : expansion_.bdds().support(function)) {
    if (v == expansion_.letter_follows()) continue;
    const auto [mask, unknown] = relevant_.try_emplace(v, 0);
    if (unknown) mask->second = propositions(expansion_.now(Formula(expansion_.meaning(v).formula)));
    relevant |= mask->second;
  }
  states_.push_back({function, end_value(expansion_.bdds(), function), relevant});
  return entry->second;
}

Bdd DerivativeAutomaton::bound(std::uint32_t next_variable, Letter letter) {
  const auto [entry, is_new] = bound_.try_emplace({next_variable, letter & relevant_.at(next_variable)}, kBddFalse);
  if (is_new) {
    const Bdd r = expansion_.now(Formula(expansion_.meaning(next_variable).formula));
    entry->second = expansion_.bdds().bind(r, [&](std::uint32_t variable) {
      if (!expansion_.is_proposition(variable)) return -1;
      return static_cast<int>(letter >> bit_of_.at(expansion_.meaning(variable).formula) & 1);
    });
  }
  return entry->second;
}

std::span<const PropertyAutomaton::Edge> DerivativeAutomaton::edges(std::uint32_t state, Letter letter) {
  static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;
  const auto [entry, is_new] = known_.try_emplace({state, letter & states_[state].relevant}, Edge{});
  if (is_new) {
    const Bdd here = without_end(expansion_, expansion_.bdds(), states_[state].function);
    const Bdd derivative =
        expansion_.bdds().substitute(here, [&](std::uint32_t variable) { return bound(variable, letter); });
    entry->second.destination = derivative == kBddFalse ? kNowhere : state_of(derivative);
  }
  if (entry->second.destination == kNowhere) return {};
  return {&entry->second, 1};
}

std::string DerivativeAutomaton::state_name(std::uint32_t state) const {
  // Prime implicants are looked for in the manager, which changes nothing that can be seen.
  return function_text(const_cast<Expansion&>(expansion_), states_[state].function);
}

Expected<Automaton> derivative_automaton(Formula f, const AtomSpacePtr& space, const DerivativeOptions& options) {
  try {
    if (!options.alphabet.empty()) {
      auto on_demand = DerivativeAutomaton::create(f, options.alphabet);
      if (!on_demand) return on_demand.error();
      return over_events(**on_demand, Words::Finite, space, options.max_states,
                         options.name_states && f.size() <= kLongestName);
    }
    BddManager& bdds = space->bdds;
    Automaton automaton(space, Words::Finite);
    for (const std::string& atom : atoms(f)) automaton.declare_atom(space->variable(atom));
    Expansion expansion(Words::Finite, space);
    std::vector<Bdd> functions;
    std::unordered_map<std::uint32_t, Automaton::State> state_of;
    const auto state = [&](Bdd function) {
      const auto [entry, is_new] = state_of.try_emplace(function.id, automaton.state_count());
      if (is_new) {
        automaton.set_accepts_end(automaton.add_state(), end_value(bdds, function));
        functions.push_back(function);
      }
      return entry->second;
    };
    automaton.add_initial(state(initial_function(expansion, f)));
    for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
      if (s >= options.max_states)
        return Diagnostic{.message = fmt::format("the automaton has more than {} states", options.max_states)};
      if (options.name_states && f.size() <= kLongestName)
        automaton.set_state_name(s, function_text(expansion, functions[s]));
      const Bdd expanded = expansion.advance(without_end(expansion, bdds, functions[s]));
      for (const LetterClass& letters : letter_classes(bdds, expanded))
        if (letters.rest != kBddFalse) automaton.add_edge(s, letters.label, {}, state(letters.rest));
    }
    return automaton;
  } catch (const BddLimitReached& limit) {
    return Diagnostic{.message = limit.what()};
  }
}

}  // namespace weir
