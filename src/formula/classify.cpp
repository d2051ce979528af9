// SPDX-License-Identifier: Apache-2.0
#include "formula/classify.h"

#include <algorithm>
#include <unordered_map>

#include "base/assert.h"
#include "formula/rewrite.h"

namespace weir {
namespace {

constexpr SyntacticClass kAll = {true, true, true, true, true};

SyntacticClass meet(const SyntacticClass& a, const SyntacticClass& b) {
  return {a.safety && b.safety, a.guarantee && b.guarantee, a.obligation && b.obligation, a.recurrence && b.recurrence,
          a.persistence && b.persistence};
}

// Safety and guarantee properties are obligations; obligations are recurrence and persistence properties.
SyntacticClass closed(SyntacticClass c) {
  c.obligation = c.obligation || c.safety || c.guarantee;
  c.recurrence = c.recurrence || c.obligation;
  c.persistence = c.persistence || c.obligation;
  return c;
}

// F and G are untils with one constant operand, and constants belong to every class.
SyntacticClass of_until(const SyntacticClass& path, const SyntacticClass& goal) {
  return closed({.safety = false,
                 .guarantee = path.guarantee && goal.guarantee,
                 .obligation = path.obligation && goal.guarantee,
                 .recurrence = path.recurrence && goal.guarantee,
                 .persistence = path.persistence && goal.persistence});
}
SyntacticClass of_weak_until(const SyntacticClass& path, const SyntacticClass& goal) {
  return closed({.safety = path.safety && goal.safety,
                 .guarantee = false,
                 .obligation = path.safety && goal.obligation,
                 .recurrence = path.recurrence && goal.recurrence,
                 .persistence = path.safety && goal.persistence});
}
// Dual classes: safety and guarantee are swapped, as are recurrence and persistence.
SyntacticClass swapped(const SyntacticClass& c) {
  return {c.guarantee, c.safety, c.obligation, c.persistence, c.recurrence};
}

}  // namespace

SyntacticClass syntactic_class(Formula f) {
  const Formula normal = negation_normal_form(f, Semantics::Infinite);
  std::unordered_map<Formula, SyntacticClass> classes;
  for (const Formula g : subformulas(normal)) {
    const auto operand = [&](std::size_t k) -> const SyntacticClass& { return classes.at(g[k]); };
    const auto result = [&]() -> SyntacticClass {
      switch (g.op()) {
        case Op::True:
        case Op::False:
        case Op::Atom:
        case Op::Not: return kAll;
        case Op::And:
        case Op::Or: {
          SyntacticClass all = kAll;
          for (const Formula h : g.operands()) all = meet(all, classes.at(h));
          return all;
        }
        case Op::Next:
        case Op::StrongNext: return operand(0);
        case Op::Finally: return of_until(kAll, operand(0));
        case Op::Globally: return of_weak_until(operand(0), kAll);
        case Op::Until: return of_until(operand(0), operand(1));
        case Op::WeakUntil: return of_weak_until(operand(0), operand(1));
        case Op::Release: return swapped(of_until(swapped(operand(0)), swapped(operand(1))));
        case Op::StrongRelease: return swapped(of_weak_until(swapped(operand(0)), swapped(operand(1))));
        default: WEIR_ASSERT(false, "no other operator is left in negation normal form");
      }
    }();
    classes.emplace(g, result);
  }
  return classes.at(normal);
}

std::string_view name_of(const SyntacticClass& kind) {
  if (kind.safety) return "safety";
  if (kind.guarantee) return "guarantee";
  if (kind.obligation) return "obligation";
  if (kind.recurrence) return "recurrence";
  if (kind.persistence) return "persistence";
  return "reactivity";
}

bool is_next_free(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::none_of(all.begin(), all.end(), [](Formula g) { return g.is(Op::Next) || g.is(Op::StrongNext); });
}

bool is_propositional(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::all_of(all.begin(), all.end(), [](Formula g) { return g.op() <= Op::Equiv; });
}

}  // namespace weir
