// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/derivative.h"

#include <algorithm>

#include <fmt/core.h>

#include "automaton/translate/letters.h"
#include "base/assert.h"
#include "base/table/hash.h"
#include "formula/printer.h"
#include "formula/regex_semantics.h"

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

/// The past subformulas that matter from here on.
std::vector<bool> relevant_past(Expansion& expansion, Bdd function) {
  std::vector<bool> relevant(expansion.past().size(), false);
  if (relevant.empty()) return relevant;
  for (const std::uint32_t v : expansion.bdds().support(function)) {
    if (v == expansion.letter_follows()) continue;
    for (const std::uint32_t past : expansion.past_of(expansion.meaning(v).formula)) relevant[past] = true;
  }
  return relevant;
}

/// The initial state: f if a letter follows, otherwise the truth value of λ.
Derivative initial_derivative(Expansion& expansion, Formula f) {
  const Bdd follows = expansion.bdds().variable(expansion.letter_follows());
  Derivative result{
      expansion.bdds().if_then_else(follows, expansion.next(f), empty_word_satisfies(f) ? kBddTrue : kBddFalse)};
  const std::vector<bool> relevant = relevant_past(expansion, result.function);
  for (std::size_t past = 0; past < relevant.size(); ++past)
    result.memory.push_back(relevant[past] && expansion.initially(past) ? kBddTrue : kBddFalse);
  return result;
}

/// Computes the derivative of a state in one step: x_g becomes r_g, in which y_π is what is remembered. What is
/// remembered may itself be a function of obligations. These belong to operands of π, so the order by subformulas is
/// well-founded.
class Advance {
 public:
  /// `proposition` gives the value of an atom; the variable itself keeps it open.
  Advance(Expansion& expansion, const Derivative& from, std::function<Bdd(std::uint32_t)> proposition)
      : expansion_(expansion), from_(from), proposition_(std::move(proposition)) {
    for (const Bdd memory : from.memory) remembered_.push_back(renewed(memory));
  }

  Bdd function() { return renewed(without_end(expansion_, expansion_.bdds(), from_.function)); }
  /// What to remember of π, if a letter follows.
  Bdd memory(std::size_t past) {
    return expansion_.bdds().cofactor(bound(expansion_.update(past)), expansion_.letter_follows(), true);
  }

 private:
  Bdd renewed(Bdd f) {
    return expansion_.bdds().substitute(f, [&](std::uint32_t variable) { return here(variable); });
  }
  /// r_g of a next-variable at this position.
  Bdd here(std::uint32_t variable) {
    const auto [entry, fresh] = here_.try_emplace(variable, kBddFalse);
    if (!fresh) return entry->second;
    const Bdd result = bound(expansion_.now(expansion_.meaning(variable).formula));
    return here_[variable] = result;
  }
  Bdd bound(Bdd r) {
    return expansion_.bdds().substitute(r, [&](std::uint32_t variable) {
      const Expansion::Variable what = expansion_.meaning(variable);
      if (what.role == Expansion::Role::Proposition) return proposition_(variable);
      if (what.role != Expansion::Role::Previous) return expansion_.bdds().variable(variable);
      const std::size_t past = expansion_.past_index(what.formula);
      WEIR_ASSERT(past < remembered_.size(), "memory depends on that of operands only");
      return remembered_[past];
    });
  }

  Expansion& expansion_;
  const Derivative& from_;
  std::function<Bdd(std::uint32_t)> proposition_;
  std::vector<Bdd> remembered_;
  std::unordered_map<std::uint32_t, Bdd> here_;
};

/// A state as readable text: a disjunction of conjunctions of formulas, and what is known of the past.
std::string derivative_text(Expansion& expansion, const Derivative& derivative) {
  const Bdd f = derivative.function;
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
  std::vector<Formula> all{Formula::nary(Op::Or, terms)};
  const std::vector<bool> relevant = relevant_past(expansion, f);
  for (std::size_t past = 0; past < relevant.size(); ++past)
    if (relevant[past] && BddManager::is_constant(derivative.memory[past]))
      all.push_back(expansion.memory_text(past, derivative.memory[past] == kBddTrue));
  return to_string(Formula::nary(Op::And, all));
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
      case Op::Yesterday: break;
      case Op::WeakYesterday: result = true; break;
      case Op::Once:
      case Op::Historically: result = v(0); break;
      case Op::Since:
      case Op::Trigger: result = v(1); break;
      case Op::Closure:
      case Op::SuffixConjunction:
      case Op::SuffixImplication: {
        // λ behaves as the one-letter word without atoms.
        const Regex rest = derivative(g.regex(), operand_holds);
        if (g.is(Op::Closure)) {
          result = LivingRegexes().lives(rest);
        } else {
          result = g.is(Op::SuffixConjunction) ? rest.accepts_empty_word() && v(0) : !rest.accepts_empty_word() || v(0);
        }
        break;
      }
      case Op::TimedUntil:
      case Op::TimedSince: WEIR_ASSERT(false, "time bounds are evaluated on logs only");
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
  state_of(initial_derivative(expansion_, f));
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

std::uint32_t DerivativeAutomaton::state_of(Derivative derivative) {
  if (const auto found = by_derivative_.find(derivative); found != by_derivative_.end()) return found->second;
  Letter relevant = 0;
  const auto add = [&](Bdd function) {
    for (const std::uint32_t v : expansion_.bdds().support(function)) {
      if (v == expansion_.letter_follows()) continue;
      auto mask = relevant_.find(v);
      if (mask == relevant_.end())
        mask = relevant_.emplace(v, propositions(expansion_.now(Formula(expansion_.meaning(v).formula)))).first;
      relevant |= mask->second;
    }
  };
  add(derivative.function);
  const std::vector<bool> past = relevant_past(expansion_, derivative.function);
  for (std::size_t i = 0; i < past.size(); ++i) {
    if (!past[i]) continue;
    add(derivative.memory[i]);
    relevant |= propositions(expansion_.update(i));
  }
  const auto number = static_cast<std::uint32_t>(states_.size());
  by_derivative_.emplace(derivative, number);
  states_.push_back({derivative, end_value(expansion_.bdds(), derivative.function), relevant});
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
  const Derivative from = states_[state].derivative;
  if (from.memory.empty()) {
    const Bdd here = without_end(expansion_, expansion_.bdds(), from.function);
    const Bdd derivative =
        expansion_.bdds().substitute(here, [&](std::uint32_t variable) { return bound(variable, letter); });
    return {derivative == kBddFalse ? kNowhere : state_of({derivative}), {}};
  }
  Advance advance(expansion_, from, [&](std::uint32_t variable) {
    return (letter >> bit_of_.at(expansion_.meaning(variable).formula) & 1) != 0 ? kBddTrue : kBddFalse;
  });
  Derivative to{advance.function(), std::vector<Bdd>(from.memory.size(), kBddFalse)};
  if (to.function == kBddFalse) return {kNowhere, {}};
  const std::vector<bool> relevant = relevant_past(expansion_, to.function);
  for (std::size_t past = 0; past < relevant.size(); ++past)
    if (relevant[past]) to.memory[past] = advance.memory(past);
  return {state_of(std::move(to)), {}};
}

std::string DerivativeAutomaton::state_name(std::uint32_t state) const {
  // Computing prime implicants modifies the manager, but not observably.
  const Expected<std::string> text =
      bounded([&] { return derivative_text(const_cast<Expansion&>(expansion_), states_[state].derivative); });
  return text ? *text : std::to_string(state);
}

namespace {

Automaton whole_derivatives(Formula f, const AtomSpacePtr& space, const DerivativeOptions& options) {
  Automaton automaton(space, Words::Finite);
  Expansion expansion(Words::Finite, f, space->bdds.shared_meter());
  expansion.declare_propositions(*space);
  BddManager& bdds = expansion.bdds();
  std::vector<Derivative> derivatives;
  std::map<Derivative, Automaton::State> state_of;
  const auto state = [&](const Derivative& derivative) {
    const auto [entry, is_new] = state_of.try_emplace(derivative, automaton.state_count());
    if (is_new) {
      automaton.set_accepts_end(automaton.add_state(), end_value(bdds, derivative.function));
      derivatives.push_back(derivative);
    }
    return entry->second;
  };
  const Bdd possible = expansion.at_most_one(options.exclusive);
  automaton.add_initial(state(initial_derivative(expansion, f)));
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    if (s >= options.max_states) too_large(fmt::format("the automaton has more than {} states", options.max_states));
    if (options.name_states && f.size() <= kLongestName)
      automaton.set_state_name(s, derivative_text(expansion, derivatives[s]));
    const Derivative from = derivatives[s];
    Advance advance(expansion, from, [&](std::uint32_t variable) { return bdds.variable(variable); });
    // The next function and memory in one function, selected by variables: they are split by letters together.
    const std::vector<bool> relevant = relevant_past(expansion, from.function);
    Bdd all = advance.function();
    for (std::size_t past = relevant.size(); past-- > 0;)
      if (relevant[past]) all = bdds.if_then_else(bdds.variable(expansion.remembered(past)), advance.memory(past), all);
    const LetterSplit split(expansion, bdds.conjoin(possible, all));
    std::vector<std::vector<std::uint32_t>> leads_to;
    for (Bdd rest : split.remainders()) {
      leads_to.emplace_back();
      Derivative to{kBddFalse, std::vector<Bdd>(relevant.size(), kBddFalse)};
      for (std::size_t past = 0; past < relevant.size(); ++past) {
        if (!relevant[past]) continue;
        to.memory[past] = bdds.cofactor(rest, expansion.remembered(past), true);
        rest = bdds.cofactor(rest, expansion.remembered(past), false);
      }
      if (rest == kBddFalse) continue;
      to.function = rest;
      const std::vector<bool> still = relevant_past(expansion, rest);
      for (std::size_t past = 0; past < still.size(); ++past)
        if (!still[past]) to.memory[past] = kBddFalse;
      leads_to.back().push_back(state(to));
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
