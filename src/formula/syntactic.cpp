// SPDX-License-Identifier: Apache-2.0
#include "formula/syntactic.h"

#include <algorithm>
#include <vector>

namespace weir {
namespace {

// Beyond these limits an implication counts as unknown: the check recurses, and the number of pairs is quadratic.
constexpr int kMaxDepth = 60;
constexpr std::size_t kMaxPairs = 400'000;

// f viewed as an until: `path` holds until `goal` does, weakly or strongly. a R b is b W (a & b), a M b is b U (a & b).
struct UntilView {
  bool is_until = false;
  bool strong = false;
  Formula path = Formula::constant(true);
  Formula goal = Formula::constant(true);
  bool goal_with_path = false;  // the goal is goal & path
};

UntilView until_view(Formula f) {
  switch (f.op()) {
    case Op::Until: return {true, true, f[0], f[1], false};
    case Op::WeakUntil: return {true, false, f[0], f[1], false};
    case Op::Release: return {true, false, f[1], f[0], true};
    case Op::StrongRelease: return {true, true, f[1], f[0], true};
    case Op::Finally: return {true, true, Formula::constant(true), f[0], false};
    case Op::Globally: return {true, false, f[0], Formula::constant(false), false};
    default: return {};
  }
}

}  // namespace

SyntacticFacts::Kinds SyntacticFacts::kinds(Formula f) {
  if (const auto found = kinds_.find(f); found != kinds_.end()) return found->second;
  std::vector<Formula> todo{f};  // operands are pushed above their parents; only new formulas are visited
  while (!todo.empty()) {
    const Formula g = todo.back();
    const std::size_t before = todo.size();
    for (const Formula operand : g.operands()) {
      if (kinds_.find(operand) == kinds_.end()) todo.push_back(operand);
    }
    if (todo.size() > before) continue;
    kinds_.emplace(g, compute_kinds(g));
    todo.pop_back();
  }
  return kinds_.at(f);
}

// Requires that the kinds of the operands are known.
SyntacticFacts::Kinds SyntacticFacts::compute_kinds(Formula f) const {
  const auto all = [&](bool Kinds::*kind) {
    return std::all_of(f.operands().begin(), f.operands().end(), [&](Formula g) { return kinds_.at(g).*kind; });
  };
  const bool finite = semantics_ == Semantics::Finite;
  switch (f.op()) {
    case Op::True:
    case Op::False: return {true, true};
    case Op::And:
    case Op::Or: return {all(&Kinds::eventual), all(&Kinds::universal)};
    // The last letter of a finite word satisfies any X f and no X[!] f.
    case Op::Next: return {!finite && all(&Kinds::eventual), all(&Kinds::universal)};
    case Op::StrongNext: return {all(&Kinds::eventual), !finite && all(&Kinds::universal)};
    case Op::Finally: return {true, kinds_.at(f[0]).universal};
    case Op::Globally: return {kinds_.at(f[0]).eventual, true};
    // a U u: once u holds, it holds forever; before that, the path continues. The other three are similar or dual.
    case Op::Until:
    case Op::Release: return {kinds_.at(f[1]).eventual, kinds_.at(f[1]).universal};
    case Op::WeakUntil: return {all(&Kinds::eventual), kinds_.at(f[1]).universal};
    case Op::StrongRelease: return {kinds_.at(f[1]).eventual, all(&Kinds::universal)};
    default: return {};
  }
}

bool SyntacticFacts::implies(Formula f, Formula g, int depth) {
  if (f == g || f.is(Op::False) || g.is(Op::True)) return true;
  if (f.is(Op::True) || g.is(Op::False) || depth > kMaxDepth) return false;
  const std::uint64_t key = (static_cast<std::uint64_t>(f.id()) << 32) | g.id();
  if (const auto found = implications_.find(key); found != implications_.end()) return found->second;
  if (implications_.size() > kMaxPairs) return false;
  const bool result = implies_now(f, g, depth + 1);
  implications_[key] = result;
  return result;
}

bool SyntacticFacts::implies_now(Formula f, Formula g, int depth) {
  const auto each = [](Formula h, auto&& test) { return std::all_of(h.operands().begin(), h.operands().end(), test); };
  const auto some = [](Formula h, auto&& test) { return std::any_of(h.operands().begin(), h.operands().end(), test); };
  // Decide these first: an | on the left and an & on the right must be decomposed completely.
  if (f.is(Op::Or)) return each(f, [&](Formula h) { return implies(h, g, depth); });
  if (g.is(Op::And)) return each(g, [&](Formula h) { return implies(f, h, depth); });
  if (f.is(Op::And) && some(f, [&](Formula h) { return implies(h, g, depth); })) return true;
  if (g.is(Op::Or) && some(g, [&](Formula h) { return implies(f, h, depth); })) return true;
  const bool f_next = f.is(Op::Next) || f.is(Op::StrongNext);
  const bool g_next = g.is(Op::Next) || g.is(Op::StrongNext);
  if (f_next && g_next && (f.op() == g.op() || f.is(Op::StrongNext)) && implies(f[0], g[0], depth)) return true;
  return implies_by_left(f, g, depth) || implies_by_right(f, g, depth) || implies_until(f, g, depth);
}

// By what f implies at this position, or at a later one if g holds there already.
bool SyntacticFacts::implies_by_left(Formula f, Formula g, int depth) {
  switch (f.op()) {
    case Op::Globally: return implies(f[0], g, depth);
    case Op::Release:
    case Op::StrongRelease:
      if (implies(f[1], g, depth)) return true;
      return f.is(Op::StrongRelease) && eventual(g) && implies(f[0], g, depth);
    case Op::Until:
      if (eventual(g) && implies(f[1], g, depth)) return true;
      return implies(f[0], g, depth) && implies(f[1], g, depth);
    case Op::WeakUntil: return implies(f[0], g, depth) && implies(f[1], g, depth);
    case Op::Finally: return eventual(g) && implies(f[0], g, depth);
    case Op::Next:
    case Op::StrongNext: {
      // X e implies e; on finite words X[!] e does.
      const bool strong = f.is(Op::StrongNext) || semantics_ == Semantics::Infinite;
      return strong && eventual(g) && implies(f[0], g, depth);
    }
    default: return false;
  }
}

// By what suffices for g now, or forever if f stays true.
bool SyntacticFacts::implies_by_right(Formula f, Formula g, int depth) {
  switch (g.op()) {
    case Op::Finally: return implies(f, g[0], depth);
    case Op::Until: return implies(f, g[1], depth);
    case Op::WeakUntil: return implies(f, g[1], depth) || (universal(f) && implies(f, g[0], depth));
    case Op::Release:
      if (!implies(f, g[1], depth)) return false;
      return universal(f) || implies(f, g[0], depth);
    case Op::StrongRelease: return implies(f, g[0], depth) && implies(f, g[1], depth);
    case Op::Globally: return universal(f) && implies(f, g[0], depth);
    case Op::Next:
    case Op::StrongNext: {
      const bool weak = g.is(Op::Next) || semantics_ == Semantics::Infinite;
      return weak && universal(f) && implies(f, g[0], depth);
    }
    default: return false;
  }
}

// path U goal implies path' U goal' if path implies path' and (goal & its path part) implies path' U goal'.
bool SyntacticFacts::implies_until(Formula f, Formula g, int depth) {
  const UntilView left = until_view(f);
  const UntilView right = until_view(g);
  if (!left.is_until || !right.is_until || (right.strong && !left.strong)) return false;
  if (!implies(left.path, right.path, depth)) return false;
  const auto at_goal = [&](Formula h) {
    return implies(left.goal, h, depth) || (left.goal_with_path && implies(left.path, h, depth));
  };
  if (at_goal(g)) return true;
  if (!at_goal(right.goal)) return false;
  return !right.goal_with_path || at_goal(right.path);
}

}  // namespace weir
