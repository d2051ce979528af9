// SPDX-License-Identifier: Apache-2.0
// Backtracking in continuation-passing style: every choice calls `go_on` for the rest of the match and undoes its
// binding if that fails. In an & or |, structured parts are matched first: they bind the variables that plain parts
// then only compare.
#include "formula/pattern.h"

#include <algorithm>

namespace weir {
namespace {

using Continuation = std::function<bool()>;

bool is_nary(Formula f) { return f.is(Op::And) || f.is(Op::Or); }
bool is_rest(Formula pattern) { return pattern.is(Op::Atom) && pattern.name().front() == 'r'; }

class Matcher {
 public:
  Matcher(SyntacticFacts& facts, Bindings& bindings) : facts_(facts), bindings_(bindings) {}

  bool match(Formula pattern, Formula f, const Continuation& go_on) {
    if (pattern.is(Op::Atom)) return match_variable(pattern, f, go_on);
    if (pattern.op() != f.op()) return false;
    if (is_nary(pattern)) return match_operands(pattern, f, nullptr, go_on);
    if (pattern.operands().empty()) return go_on();
    if (pattern.operands().size() == 1) return match(pattern[0], f[0], go_on);
    return match(pattern[0], f[0], [&] { return match(pattern[1], f[1], go_on); });
  }

  /// `unmatched` receives the operands that nothing matches; if null, all must match.
  bool match_operands(Formula pattern, Formula f, std::vector<Formula>* unmatched, const Continuation& go_on) {
    std::vector<Formula> parts(pattern.operands().begin(), pattern.operands().end());
    const auto rank = [](Formula p) { return is_rest(p) ? 2 : p.is(Op::Atom) ? 1 : 0; };
    std::stable_sort(parts.begin(), parts.end(), [&](Formula p, Formula q) { return rank(p) < rank(q); });
    std::vector<bool> used(f.operands().size(), false);
    return place(parts, 0, f, used, unmatched, go_on);
  }

 private:
  bool match_variable(Formula variable, Formula f, const Continuation& go_on) {
    if (const auto value = bindings_.get(variable)) return *value == f && go_on();
    if (!fits(variable, f)) return false;
    const std::size_t mark = bindings_.mark();
    bindings_.set(variable, f);
    if (go_on()) return true;
    bindings_.undo_to(mark);
    return false;
  }

  bool fits(Formula variable, Formula f) {
    switch (variable.name().front()) {
      case 'e': return facts_.eventual(f);
      case 'u': return facts_.universal(f);
      case 'q': return facts_.eventual(f) && facts_.universal(f);
      case 'n': return !facts_.eventual(f);
      case 'm': return !facts_.universal(f);
      default: return true;
    }
  }

  bool place(const std::vector<Formula>& parts, std::size_t k, Formula f, std::vector<bool>& used,
             std::vector<Formula>* unmatched, const Continuation& go_on) {
    if (k == parts.size()) return finish(f, used, unmatched, go_on);
    const Formula part = parts[k];
    if (is_rest(part)) return place_rest(part, f, used, go_on);
    if (part.is(Op::Atom)) {
      const auto value = bindings_.get(part);
      if (value && value->op() == f.op()) return place_all(*value, parts, k, f, used, unmatched, go_on);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      used[i] = true;
      if (match(part, f[i], [&] { return place(parts, k + 1, f, used, unmatched, go_on); })) return true;
      used[i] = false;
    }
    return false;
  }

  /// The variable is bound to a conjunction (disjunction): all its operands must be present.
  bool place_all(Formula value, const std::vector<Formula>& parts, std::size_t k, Formula f, std::vector<bool>& used,
                 std::vector<Formula>* unmatched, const Continuation& go_on) {
    const std::vector<bool> before = used;
    for (const Formula g : value.operands()) {
      std::size_t i = 0;
      while (i < used.size() && (used[i] || f[i] != g)) ++i;
      if (i == used.size()) {
        used = before;
        return false;
      }
      used[i] = true;
    }
    if (place(parts, k + 1, f, used, unmatched, go_on)) return true;
    used = before;
    return false;
  }

  bool place_rest(Formula variable, Formula f, const std::vector<bool>& used, const Continuation& go_on) {
    std::vector<Formula> rest = left_over(f, used);
    if (rest.empty()) return false;
    return match_variable(variable, Formula::nary(f.op(), std::move(rest)), go_on);
  }

  static bool finish(Formula f, const std::vector<bool>& used, std::vector<Formula>* unmatched,
                     const Continuation& go_on) {
    const std::vector<Formula> rest = left_over(f, used);
    if (unmatched == nullptr) return rest.empty() && go_on();
    if (!go_on()) return false;
    *unmatched = rest;
    return true;
  }

  static std::vector<Formula> left_over(Formula f, const std::vector<bool>& used) {
    std::vector<Formula> rest;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i]) rest.push_back(f[i]);
    }
    return rest;
  }

  SyntacticFacts& facts_;
  Bindings& bindings_;
};

}  // namespace

std::optional<Formula> Bindings::get(Formula variable) const {
  for (const auto& [name, value] : values_) {
    if (name == variable) return value;
  }
  return std::nullopt;
}

Formula instantiate(Formula pattern, const Bindings& bindings) {
  if (pattern.is(Op::Atom)) return *bindings.get(pattern);
  std::vector<Formula> operands;
  for (const Formula operand : pattern.operands()) operands.push_back(instantiate(operand, bindings));
  if (operands.empty()) return pattern;
  if (is_nary(pattern)) return Formula::nary(pattern.op(), std::move(operands));
  return operands.size() == 1 ? Formula::unary(pattern.op(), operands[0])
                              : Formula::binary(pattern.op(), operands[0], operands[1]);
}

bool match_pattern(Formula pattern, Formula f, SyntacticFacts& facts, std::vector<Formula>& unmatched,
                   Bindings& bindings, const std::function<bool(const Bindings&)>& accept) {
  if (pattern.op() != f.op()) return false;
  Matcher matcher(facts, bindings);
  const Continuation done = [&] { return accept(bindings); };
  unmatched.clear();
  if (is_nary(pattern)) return matcher.match_operands(pattern, f, &unmatched, done);
  return matcher.match(pattern, f, done);
}

}  // namespace weir
