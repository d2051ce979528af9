// SPDX-License-Identifier: Apache-2.0
#include "automaton/expansion.h"

#include <algorithm>

#include "base/assert.h"

namespace weir {
namespace {

bool is_boolean(Op op) {
  return op == Op::Not || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Implies || op == Op::Equiv;
}

/// The goal of f as an until: what ends its being put off. None if it is no kind of until.
std::optional<Formula> goal_of(Formula f) {
  switch (f.op()) {
    case Op::Finally: return f[0];
    case Op::Until: return f[1];
    case Op::StrongRelease: return f[0] & f[1];
    case Op::Globally: return f[0].is(Op::Finally) ? std::optional(f[0][0]) : std::nullopt;
    default: return std::nullopt;
  }
}

/// Operands whose expansion r_f is made of. Next-operators have none: what they owe is a variable.
std::vector<Formula> expanded_operands(Formula f, Words words) {
  if (f.is(Op::Next) || f.is(Op::StrongNext)) return {};
  if (words == Words::Infinite && f.is(Op::Globally) && f[0].is(Op::Finally)) return {f[0][0]};
  return {f.operands().begin(), f.operands().end()};
}

}  // namespace

Expansion::Expansion(Words words) : words_(words), own_(std::make_unique<BddManager>()), bdds_(own_.get()), first_(0) {
  if (words_ == Words::Finite) letter_follows_ = fresh(Role::LetterFollows, Formula::constant(true));
}

Expansion::Expansion(Words words, AtomSpacePtr space)
    : words_(words), space_(std::move(space)), bdds_(&space_->bdds), first_(AtomSpace::kFirstAuxiliary) {
  if (words_ == Words::Finite) letter_follows_ = fresh(Role::LetterFollows, Formula::constant(true));
}

const Expansion::Variable& Expansion::meaning(std::uint32_t variable) const {
  return variable < first_ ? atoms_[variable] : auxiliary_[variable - first_];
}

std::uint32_t Expansion::fresh(Role role, Formula f) {
  const auto number = first_ + static_cast<std::uint32_t>(auxiliary_.size());
  auxiliary_.push_back({role, f});
  return number;
}

Bdd Expansion::proposition(Formula atom) {
  const auto [entry, is_new] = propositions_.try_emplace(atom, kBddFalse);
  if (!is_new) return entry->second;
  if (!space_) return entry->second = bdds_->variable(fresh(Role::Proposition, atom));
  const std::uint32_t number = space_->variable(atom.name());
  if (atoms_.size() <= number) atoms_.resize(number + 1, {Role::Proposition, Formula::constant(true)});
  atoms_[number] = {Role::Proposition, atom};
  return entry->second = bdds_->variable(number);
}

Bdd Expansion::next_variable(Formula f) {
  const auto [entry, is_new] = next_.try_emplace(f, kBddFalse);
  if (is_new) entry->second = bdds_->variable(fresh(Role::Next, f));
  return entry->second;
}

Bdd Expansion::postponed(Formula goal) {
  const auto [entry, is_new] = postponed_.try_emplace(goal, kBddFalse);
  if (is_new) entry->second = bdds_->variable(fresh(Role::Postponed, goal));
  return entry->second;
}

Bdd Expansion::next(Formula f) {
  if (f.is(Op::True)) return kBddTrue;
  if (f.is(Op::False)) return kBddFalse;
  if (words_ == Words::Infinite) {
    if (!f.is(Op::And)) return next_variable(f);
    Bdd all = kBddTrue;
    for (const Formula part : f.operands()) all = bdds_->conjoin(all, next_variable(part));
    return all;
  }
  if (!is_boolean(f.op())) return next_variable(f);
  if (const auto known = next_.find(f); known != next_.end()) return known->second;
  std::vector<Formula> waiting{f};
  while (!waiting.empty()) {
    const Formula g = waiting.back();
    if (next_.count(g) != 0 || !is_boolean(g.op())) {
      if (next_.count(g) == 0) {
        if (g.is(Op::True) || g.is(Op::False))
          next_[g] = g.is(Op::True) ? kBddTrue : kBddFalse;
        else
          next_variable(g);
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
    case Op::Not: return bdds_->negate(operand(0));
    case Op::Xor: return bdds_->exclusive_or(operand(0), operand(1));
    case Op::Equiv: return bdds_->negate(bdds_->exclusive_or(operand(0), operand(1)));
    case Op::Implies: return bdds_->disjoin(bdds_->negate(operand(0)), operand(1));
    default: break;
  }
  Bdd result = f.is(Op::And) ? kBddTrue : kBddFalse;
  // From the last operand to the first: later operands have later variables, so the diagram grows from its bottom.
  for (std::size_t i = f.operands().size(); i-- > 0;)
    result = f.is(Op::And) ? bdds_->conjoin(operand(i), result) : bdds_->disjoin(operand(i), result);
  return result;
}

Bdd Expansion::strong_next(Formula f, Formula goal) {
  const Bdd guard = words_ == Words::Infinite ? postponed(goal) : bdds_->variable(letter_follows_);
  return bdds_->conjoin(guard, next(f));
}

Bdd Expansion::weak_next(Formula f) {
  if (words_ == Words::Infinite) return next(f);
  return bdds_->disjoin(bdds_->literal(letter_follows_, false), next(f));
}

Bdd Expansion::expand(Formula f) {
  const auto r = [&](std::size_t i) { return now_.at(f[i]); };
  BddManager& b = *bdds_;
  switch (f.op()) {
    case Op::True: return kBddTrue;
    case Op::False: return kBddFalse;
    case Op::Atom: return proposition(f);
    case Op::Next: return weak_next(f[0]);
    case Op::StrongNext:
      return words_ == Words::Infinite ? next(f[0]) : b.conjoin(b.variable(letter_follows_), next(f[0]));
    case Op::Finally: return b.disjoin(r(0), strong_next(f, *goal_of(f)));
    case Op::Globally:
      if (words_ == Words::Infinite && f[0].is(Op::Finally))
        return b.conjoin(b.disjoin(now_.at(f[0][0]), postponed(*goal_of(f))), next(f));
      return b.conjoin(r(0), weak_next(f));
    case Op::Until: return b.disjoin(r(1), b.conjoin(r(0), strong_next(f, *goal_of(f))));
    case Op::WeakUntil: return b.disjoin(r(1), b.conjoin(r(0), weak_next(f)));
    case Op::Release: return b.conjoin(r(1), b.disjoin(r(0), weak_next(f)));
    case Op::StrongRelease: return b.conjoin(r(1), b.disjoin(r(0), strong_next(f, *goal_of(f))));
    case Op::Not:
      WEIR_ASSERT(words_ == Words::Finite || f[0].is(Op::Atom), "infinite words: a negation normal form");
      return boolean(f, now_);
    case Op::And:
    case Op::Or: return boolean(f, now_);
    case Op::Xor:
    case Op::Implies:
    case Op::Equiv:
      WEIR_ASSERT(words_ == Words::Finite, "infinite words: a negation normal form");
      return boolean(f, now_);
  }
  return kBddFalse;
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

Bdd Expansion::advance(Bdd f) {
  return bdds_->substitute(f, [&](std::uint32_t variable) {
    const Variable& what = meaning(variable);
    return what.role == Role::Next ? now(Formula(what.formula)) : bdds_->variable(variable);
  });
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
