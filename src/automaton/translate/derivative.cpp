// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/derivative.h"

#include <algorithm>

#include <fmt/core.h>

#include "automaton/translate/letters.h"
#include "base/assert.h"
#include "base/table/hash.h"
#include "formula/printer.h"

namespace weir {
namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFF;  ///< destination of letters after which the formula cannot hold

/// The two cofactors of a state's function, which has ξ on top or is a constant.
Bdd without_end(const Expansion& expansion, const BddManager& bdds, Bdd f) {
  if (BddManager::is_constant(f)) return f;
  WEIR_ASSERT(bdds.top(f) == expansion.letter_follows(), "a derivative is a constant where no letter follows");
  return bdds.high(f);
}
bool end_value(const BddManager& bdds, Bdd f) {
  return BddManager::is_constant(f) ? f == kBddTrue : bdds.low(f) == kBddTrue;
}

/// The initial state: f if a letter follows, otherwise the truth value of λ.
Bdd initial_function(Expansion& expansion, Formula f) {
  const Bdd follows = expansion.bdds().variable(expansion.letter_follows());
  return expansion.bdds().if_then_else(follows, expansion.next(f), empty_word_satisfies(f) ? kBddTrue : kBddFalse);
}

/// The function as readable text: a disjunction of conjunctions of formulas.
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

Expected<std::unique_ptr<DerivativeAutomaton>> DerivativeAutomaton::create(Formula f, std::vector<std::string> atoms,
                                                                           const ConstructionLimits& limits) {
  if (atoms.size() > kMaxAtoms)
    return Diagnostic{
        .message = fmt::format("a formula may have at most {} atoms here, this one has {}", kMaxAtoms, atoms.size())};
  return bounded(
      [&] { return std::unique_ptr<DerivativeAutomaton>(new DerivativeAutomaton(f, std::move(atoms), limits)); });
}

DerivativeAutomaton::DerivativeAutomaton(Formula f, std::vector<std::string> atoms, const ConstructionLimits& limits)
    : atoms_(std::move(atoms)), expansion_(Words::Finite, f, std::make_shared<Meter>(limits)) {
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
  if (const auto found = by_function_.find(function.id); found != by_function_.end()) return found->second;
  Letter relevant = 0;
  for (const std::uint32_t v : expansion_.bdds().support(function)) {
    if (v == expansion_.letter_follows()) continue;
    auto mask = relevant_.find(v);
    if (mask == relevant_.end())
      mask = relevant_.emplace(v, propositions(expansion_.now(Formula(expansion_.meaning(v).formula)))).first;
    relevant |= mask->second;
  }
  const auto number = static_cast<std::uint32_t>(states_.size());
  states_.push_back({function, end_value(expansion_.bdds(), function), relevant});
  by_function_.emplace(function.id, number);
  return number;
}

Bdd DerivativeAutomaton::bound(std::uint32_t next_variable, Letter letter) {
  const Key key{next_variable, letter & relevant_.at(next_variable)};
  if (const auto found = bound_.find(key); found != bound_.end()) return found->second;
  const Bdd r = expansion_.now(Formula(expansion_.meaning(next_variable).formula));
  const Bdd result = expansion_.bdds().bind(r, [&](std::uint32_t variable) {
    if (!expansion_.is_proposition(variable)) return -1;
    return static_cast<int>(letter >> bit_of_.at(expansion_.meaning(variable).formula) & 1);
  });
  bound_.emplace(key, result);
  return result;
}

std::span<const PropertyAutomaton::Edge> DerivativeAutomaton::edges(std::uint32_t state, Letter letter) {
  if (incomplete_) return {};
  const Key key{state, letter & states_[state].relevant};
  auto entry = known_.find(key);
  if (entry == known_.end()) {
    const Expected<Edge> edge = bounded([&] { return compute(state, letter); });
    if (!edge) {
      incomplete_ = edge.error().front();
      return {};
    }
    entry = known_.emplace(key, *edge).first;
  }
  if (entry->second.destination == kNowhere) return {};
  return {&entry->second, 1};
}

PropertyAutomaton::Edge DerivativeAutomaton::compute(std::uint32_t state, Letter letter) {
  const Bdd here = without_end(expansion_, expansion_.bdds(), states_[state].function);
  const Bdd derivative =
      expansion_.bdds().substitute(here, [&](std::uint32_t variable) { return bound(variable, letter); });
  return {derivative == kBddFalse ? kNowhere : state_of(derivative), {}};
}

std::string DerivativeAutomaton::state_name(std::uint32_t state) const {
  // Computing prime implicants modifies the manager, but not observably.
  const Expected<std::string> text =
      bounded([&] { return function_text(const_cast<Expansion&>(expansion_), states_[state].function); });
  return text ? *text : std::to_string(state);
}

namespace {

Automaton whole_derivatives(Formula f, const AtomSpacePtr& space, const DerivativeOptions& options) {
  Automaton automaton(space, Words::Finite);
  Expansion expansion(Words::Finite, f, space->bdds.shared_meter());
  expansion.declare_propositions(*space);
  std::vector<Bdd> functions;
  std::unordered_map<std::uint32_t, Automaton::State> state_of;
  const auto state = [&](Bdd function) {
    const auto [entry, is_new] = state_of.try_emplace(function.id, automaton.state_count());
    if (is_new) {
      automaton.set_accepts_end(automaton.add_state(), end_value(expansion.bdds(), function));
      functions.push_back(function);
    }
    return entry->second;
  };
  const Bdd possible = expansion.at_most_one(options.exclusive);
  automaton.add_initial(state(initial_function(expansion, f)));
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    if (s >= options.max_states) too_large(fmt::format("the automaton has more than {} states", options.max_states));
    if (options.name_states && f.size() <= kLongestName)
      automaton.set_state_name(s, function_text(expansion, functions[s]));
    const Bdd expanded = expansion.advance(without_end(expansion, expansion.bdds(), functions[s]));
    const LetterSplit split(expansion, expansion.bdds().conjoin(possible, expanded));
    std::vector<std::vector<std::uint32_t>> leads_to;
    for (const Bdd rest : split.remainders()) {
      leads_to.emplace_back();
      if (rest != kBddFalse) leads_to.back().push_back(state(rest));
    }
    for (const LetterSplit::Target& edge : split.labels(*space, leads_to))
      automaton.add_edge(s, edge.letters, {}, edge.number);
  }
  for (const std::string& atom : atoms(f)) automaton.declare_atom(space->variable(atom));
  return automaton;
}

}  // namespace

Expected<Automaton> derivative_automaton(Formula f, const AtomSpacePtr& space, const DerivativeOptions& options) {
  return bounded([&]() -> Expected<Automaton> {
    if (!options.alphabet.empty()) {
      auto on_demand = DerivativeAutomaton::create(f, options.alphabet, space->bdds.meter().limits());
      if (!on_demand) return on_demand.error();
      return over_events(**on_demand, Words::Finite, space, options.max_states,
                         options.name_states && f.size() <= kLongestName);
    }
    return whole_derivatives(f, space, options);
  });
}

}  // namespace weir
