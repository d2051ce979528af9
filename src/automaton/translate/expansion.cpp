// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/expansion.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/assert.h"

namespace weir {
namespace {

bool is_boolean(Op op) {
  return op == Op::Not || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Implies || op == Op::Equiv;
}

/// The goal of f as an until, which ends its postponement. Empty if f is not an until-like formula.
std::optional<Formula> goal_of(Formula f) {
  switch (f.op()) {
    case Op::Finally: return f[0];
    case Op::Until: return f[1];
    case Op::StrongRelease: return f[0] & f[1];
    case Op::Globally: return f[0].is(Op::Finally) ? std::optional(f[0][0]) : std::nullopt;
    default: return std::nullopt;
  }
}

/// Operands whose expansions make up r_f. Next operators have none: their obligation is a variable. Nor does Yesterday:
/// what it needs is remembered.
std::vector<Formula> expanded_operands(Formula f, Words words) {
  if (f.is(Op::Next) || f.is(Op::StrongNext) || f.is(Op::Yesterday) || f.is(Op::WeakYesterday)) return {};
  if (words == Words::Infinite && f.is(Op::Not) && f[0].is(Op::Closure)) return expanded_operands(f[0], words);
  if (words == Words::Infinite && f.is(Op::Globally) && f[0].is(Op::Finally)) return {f[0][0]};
  return {f.operands().begin(), f.operands().end()};
}

}  // namespace

Expansion::Expansion(Words words, Formula root, std::shared_ptr<Meter> meter, const std::vector<Formula>& guesses)
    : words_(words),
      bdds_(std::move(meter)),
      regexes_(bdds_, [this](Formula letter) { return now(letter); }),
      guesses_(guesses.begin(), guesses.end()) {
  arrange(root);
  for (const Formula f : subformulas(root)) {
    if (!is_past(f.op())) continue;
    WEIR_ASSERT(words_ == Words::Finite || f.about_past(), "infinite words: past formulas without future operators");
    past_index_.emplace(f, past_.size());
    past_.push_back(f);
  }
}

void Expansion::arrange(Formula root) {
  // Atoms by first occurrence, from left to right.
  std::unordered_map<Formula, std::uint32_t> rank;
  std::unordered_set<Formula> seen;
  std::vector<Formula> waiting{root};
  while (!waiting.empty()) {
    const Formula f = waiting.back();
    waiting.pop_back();
    if (!seen.insert(f).second) continue;
    if (f.is(Op::Atom)) rank.emplace(f, static_cast<std::uint32_t>(rank.size()));
    const auto parts = f.operands();
    waiting.insert(waiting.end(), parts.rbegin(), parts.rend());
  }
  // A subformula is placed after its last atom; among those with the same last atom, the smaller first.
  struct Key {
    std::uint32_t last_atom;
    bool is_atom;
    Formula formula;
  };
  std::vector<Key> keys;
  const auto add = [&](Formula f) {
    std::uint32_t last = 0;
    for (const Formula part : f.operands()) last = std::max(last, rank.at(part));
    if (f.is(Op::Atom)) last = rank.at(f);
    rank.emplace(f, last);
    keys.push_back({last, f.is(Op::Atom), f});
  };
  for (const Formula f : subformulas(root)) {
    add(f);
    if (f.is(Op::StrongRelease)) {
      const Formula goal = *goal_of(f);
      if (seen.insert(goal).second) add(goal);
    }
  }
  std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::pair(a.last_atom, !a.is_atom) < std::pair(b.last_atom, !b.is_atom);
  });
  for (const Key& key : keys) {
    places_.emplace(key.formula, static_cast<std::uint32_t>(order_.size()));
    order_.insert(order_.end(), is_past(key.formula.op()) ? 2 : 1, key.formula);
  }
}

Expansion::Variable Expansion::meaning(std::uint32_t variable) const {
  if (variable == letter_follows())
    return {words_ == Words::Finite ? Role::LetterFollows : Role::Pending, Formula::constant(true)};
  const std::uint32_t index = variable - 1;
  const std::uint32_t place = index / kPerFormula;
  const Formula f = order_[place];
  switch (index % kPerFormula) {
    case 1: return {Role::Next, f};
    case 2: return {Role::Postponed, f};
    default: break;
  }
  if (f.is(Op::Atom)) return {guesses_.count(f) != 0 ? Role::Guess : Role::Proposition, f};
  if (!is_past(f.op())) return {Role::ObservedNext, f};
  return {places_.at(f) == place ? Role::Previous : Role::Remembered, f};
}

void Expansion::declare_propositions(AtomSpace& space) const {
  for (const Formula f : order_)
    if (f.is(Op::Atom) && guesses_.count(f) == 0) space.variable(f.name());
}

Bdd Expansion::at_most_one(const std::vector<std::string>& atoms) {
  std::vector<Bdd> mentioned;
  for (const std::string& name : atoms) {
    const Formula atom = Formula::atom(name);
    if (places_.count(atom) != 0) mentioned.push_back(variable_of(Role::Proposition, atom));
  }
  return bdds_.at_most_one(mentioned);
}

std::uint32_t Expansion::number_of(Role role, Formula f) {
  // Formulas with derivatives of regular expressions are placed as they are met.
  const auto [place, fresh] = places_.try_emplace(f, static_cast<std::uint32_t>(order_.size()));
  if (fresh) order_.push_back(f);
  const std::uint32_t slot = role == Role::Next ? 1 : role == Role::Postponed ? 2 : 0;
  return 1 + kPerFormula * (place->second + (role == Role::Remembered ? 1 : 0)) + slot;
}

bool Expansion::initially(std::size_t past) const {
  const Formula f = past_[past];
  return f.is(Op::WeakYesterday) || f.is(Op::Historically) || f.is(Op::Trigger);
}

Bdd Expansion::update(std::size_t past) {
  const Formula f = past_[past];
  return now(f.is(Op::Yesterday) || f.is(Op::WeakYesterday) ? f[0] : f);
}

Formula Expansion::memory_text(std::size_t past, bool value) const {
  const Formula f = past_[past];
  const Formula what = f.is(Op::Yesterday) || f.is(Op::WeakYesterday) ? f[0] : f;
  // At the first position the weak operators have a previous value that is true.
  const Formula previous = Formula::unary(initially(past) ? Op::WeakYesterday : Op::Yesterday, what);
  return value ? previous : !previous;
}

const std::vector<std::uint32_t>& Expansion::past_of(Formula f) {
  if (const auto found = past_of_.find(f); found != past_of_.end()) return found->second;
  std::vector<std::uint32_t> found;
  if (!past_.empty()) {
    for (const Formula g : subformulas(f))
      if (is_past(g.op())) found.push_back(static_cast<std::uint32_t>(past_index_.at(g)));
    std::sort(found.begin(), found.end());
  }
  return past_of_.emplace(f, std::move(found)).first->second;
}

Bdd Expansion::next(Formula f) {
  if (f.is(Op::True)) return kBddTrue;
  if (f.is(Op::False)) return kBddFalse;
  if (words_ == Words::Infinite) {
    if (!f.is(Op::And)) return variable_of(Role::Next, f);
    Bdd all = kBddTrue;
    for (const Formula part : f.operands()) all = bdds_.conjoin(all, variable_of(Role::Next, part));
    return all;
  }
  if (!is_boolean(f.op())) return variable_of(Role::Next, f);
  if (const auto known = next_.find(f); known != next_.end()) return known->second;
  std::vector<Formula> waiting{f};
  while (!waiting.empty()) {
    const Formula g = waiting.back();
    if (next_.count(g) != 0 || !is_boolean(g.op())) {
      if (next_.count(g) == 0) {
        if (g.is(Op::True) || g.is(Op::False))
          next_[g] = g.is(Op::True) ? kBddTrue : kBddFalse;
        else
          next_[g] = variable_of(Role::Next, g);
      }
      waiting.pop_back();
      continue;
    }
    const std::size_t before = waiting.size();
    for (const Formula part : g.operands())
      if (next_.count(part) == 0) waiting.push_back(part);
    if (waiting.size() != before) continue;
    next_[g] = boolean(g, next_);
    waiting.pop_back();
  }
  return next_.at(f);
}

Bdd Expansion::boolean(Formula f, const std::unordered_map<Formula, Bdd>& operands) {
  const auto operand = [&](std::size_t i) { return operands.at(f[i]); };
  switch (f.op()) {
    case Op::Not: return bdds_.negate(operand(0));
    case Op::Xor: return bdds_.exclusive_or(operand(0), operand(1));
    case Op::Equiv: return bdds_.negate(bdds_.exclusive_or(operand(0), operand(1)));
    case Op::Implies: return bdds_.disjoin(bdds_.negate(operand(0)), operand(1));
    default: break;
  }
  Bdd result = f.is(Op::And) ? kBddTrue : kBddFalse;
  // From the last operand to the first: later operands have later variables, so the diagram grows bottom-up.
  for (std::size_t i = f.operands().size(); i-- > 0;)
    result = f.is(Op::And) ? bdds_.conjoin(operand(i), result) : bdds_.disjoin(operand(i), result);
  return result;
}

Bdd Expansion::strong_next(Formula f, Formula goal) {
  const Bdd guard = words_ == Words::Infinite ? variable_of(Role::Postponed, goal) : bdds_.variable(letter_follows());
  return bdds_.conjoin(guard, next(f));
}

Bdd Expansion::weak_next(Formula f) {
  if (words_ == Words::Infinite) return next(f);
  return bdds_.disjoin(bdds_.literal(letter_follows(), false), next(f));
}

Bdd Expansion::expand(Formula f) {
  const auto r = [&](std::size_t i) { return now_.at(f[i]); };
  BddManager& b = bdds_;
  switch (f.op()) {
    case Op::True: return kBddTrue;
    case Op::False: return kBddFalse;
    case Op::Atom: return variable_of(Role::Proposition, f);
    case Op::Next: return weak_next(f[0]);
    case Op::StrongNext:
      return words_ == Words::Infinite ? next(f[0]) : b.conjoin(b.variable(letter_follows()), next(f[0]));
    case Op::Finally: return b.disjoin(r(0), strong_next(f, *goal_of(f)));
    case Op::Globally:
      if (words_ == Words::Infinite && f[0].is(Op::Finally))
        return b.conjoin(b.disjoin(now_.at(f[0][0]), variable_of(Role::Postponed, *goal_of(f))), next(f));
      return b.conjoin(r(0), weak_next(f));
    case Op::Until: return b.disjoin(r(1), b.conjoin(r(0), strong_next(f, *goal_of(f))));
    case Op::WeakUntil: return b.disjoin(r(1), b.conjoin(r(0), weak_next(f)));
    case Op::Release: return b.conjoin(r(1), b.disjoin(r(0), weak_next(f)));
    case Op::StrongRelease: return b.conjoin(r(1), b.disjoin(r(0), strong_next(f, *goal_of(f))));
    case Op::Yesterday:
    case Op::WeakYesterday: return variable_of(Role::Previous, f);
    case Op::Once: return b.disjoin(r(0), variable_of(Role::Previous, f));
    case Op::Historically: return b.conjoin(r(0), variable_of(Role::Previous, f));
    case Op::Since: return b.disjoin(r(1), b.conjoin(r(0), variable_of(Role::Previous, f)));
    case Op::Trigger: return b.conjoin(r(1), b.disjoin(r(0), variable_of(Role::Previous, f)));
    case Op::Closure:
    case Op::SuffixConjunction:
    case Op::SuffixImplication: return expand_regex(f, false);
    case Op::Not:
      if (words_ == Words::Infinite && f[0].is(Op::Closure)) return expand_regex(f, false);
      WEIR_ASSERT(words_ == Words::Finite || f[0].about_past(), "infinite words: a negation normal form");
      return boolean(f, now_);
    case Op::And:
    case Op::Or: return boolean(f, now_);
    case Op::Xor:
    case Op::Implies:
    case Op::Equiv:
      WEIR_ASSERT(words_ == Words::Finite || f.about_past(), "infinite words: a negation normal form");
      return boolean(f, now_);
    case Op::TimedUntil:
    case Op::TimedSince: WEIR_ASSERT(false, "time bounds are evaluated on logs only");
  }
  return kBddFalse;
}

Bdd Expansion::expand_regex(Formula f, bool observed) {
  BddManager& b = bdds_;
  const bool negated = f.is(Op::Not);
  const Formula owner = negated ? f[0] : f;
  const bool universal = negated || f.is(Op::SuffixImplication);
  // The obligation that remains after a step, weak or strong.
  const auto remaining = [&](Formula g) {
    if (words_ == Words::Finite) {
      const Bdd follows = b.variable(letter_follows());
      return f.is(Op::SuffixConjunction) ? b.conjoin(follows, next(g)) : b.disjoin(b.negate(follows), next(g));
    }
    if (!observed || !is_observable(g)) return next(g);
    return b.conjoin(b.variable(letter_follows()), variable_of(Role::ObservedNext, g));
  };
  Bdd result = universal ? kBddTrue : kBddFalse;
  const std::vector<RegexSteps::Step> steps = regexes_.steps(owner.regex());
  for (const auto& [label, rest] : steps) {
    const bool ends = rest.accepts_empty_word();
    Bdd then = kBddFalse;
    if (owner.is(Op::Closure)) {
      const Formula later = Formula::closure(rest);
      then = ends ? (negated ? kBddFalse : kBddTrue) : remaining(negated ? !later : later);
    } else {
      const Formula later = Formula::suffix(f.op(), rest, f[0]);
      if (universal) {
        then = b.conjoin(ends ? now(f[0]) : kBddTrue, later.is(Op::True) ? kBddTrue : remaining(later));
      } else {
        then = b.disjoin(ends ? now(f[0]) : kBddFalse, later.is(Op::False) ? kBddFalse : remaining(later));
      }
    }
    result =
        universal ? b.conjoin(result, b.disjoin(b.negate(label), then)) : b.disjoin(result, b.conjoin(label, then));
  }
  return result;
}

Bdd Expansion::now_observed(Formula f) {
  if (!is_observable(f)) return now(f);
  if (const auto known = now_observed_.find(f); known != now_observed_.end()) return known->second;
  const Bdd result = expand_regex(f, true);
  now_observed_.emplace(f, result);
  return result;
}

Bdd Expansion::now(Formula f) {
  if (const auto known = now_.find(f); known != now_.end()) return known->second;
  std::vector<Formula> waiting{f};
  while (!waiting.empty()) {
    const Formula g = waiting.back();
    if (now_.count(g) != 0) {
      waiting.pop_back();
      continue;
    }
    const std::size_t before = waiting.size();
    const std::vector<Formula> operands = expanded_operands(g, words_);
    for (auto part = operands.rbegin(); part != operands.rend(); ++part)
      if (now_.count(*part) == 0) waiting.push_back(*part);
    if (waiting.size() != before) continue;
    const Bdd result = expand(g);
    now_.emplace(g, result);
    waiting.pop_back();
  }
  return now_.at(f);
}

bool needs_breakpoints(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::any_of(all.begin(), all.end(), Expansion::is_observable);
}

std::vector<Formula> postponable(Formula f) {
  std::vector<Formula> goals;
  for (const Formula g : subformulas(f)) {
    const std::optional<Formula> goal = goal_of(g);
    if (goal && std::find(goals.begin(), goals.end(), *goal) == goals.end()) goals.push_back(*goal);
  }
  return goals;
}

}  // namespace weir
