// SPDX-License-Identifier: Apache-2.0
// Every row, with small numbers and lists and with every scope, is expanded over atoms that stand for its parameters,
// brought into negation normal form, and matched. All atoms of such a template are variables. Matching recurses on the
// template, whose depth is fixed, never on the formula.
#include "formula/patterns/recognise.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

#include "formula/classify.h"
#include "formula/parser.h"
#include "formula/patterns/describe.h"

namespace weir {
namespace {

constexpr std::size_t kLargest = 300;     ///< nodes of a formula
constexpr std::size_t kMostRepeated = 4;  ///< the largest number and the longest list tried
constexpr std::size_t kMostExpanded = 100'000;
constexpr std::size_t kMostSteps = 100000;  ///< of matching one template

Formula read_template(const char* text) { return *parse_formula(text); }

constexpr PublishedFormula kPublished[] = {
    {"absence", "before", "F r -> (!a U r)"},
    {"absence", "after", "G (q -> G !a)"},
    {"absence", "between", "G (q & !r & F r -> (!a U r))"},
    {"existence", "before", "!r W (a & !r)"},
    {"existence", "after", "G !q | F (q & F a)"},
    {"existence", "between", "G (q & !r -> (!r W (a & !r)))"},
    {"universality", "before", "F r -> (a U r)"},
    {"universality", "after", "G (q -> G a)"},
    {"universality", "between", "G (q & !r & F r -> (a U r))"},
    {"precedence", "before", "F r -> (!b U (a | r))"},
    {"precedence", "between", "G (q & !r & F r -> (!b U (a | r)))"},
    {"response", "before", "F r -> ((a -> (!r U (b & !r))) U r)"},
    {"response", "after", "G (q -> G (a -> F b))"},
    {"response", "between", "G (q & !r & F r -> ((a -> (!r U (b & !r))) U r))"},
};

class Matcher {
 public:
  explicit Matcher(Semantics semantics) : semantics_(semantics) {}

  bool match(Formula pattern, Formula f) {
    return match(pattern, f, [] { return true; });
  }
  std::optional<Formula> value(Formula variable) const {
    const auto found = values_.find(variable);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  using GoOn = std::function<bool()>;

  static bool is_variable(Formula pattern) {
    return pattern.is(Op::Atom) || (pattern.is(Op::Not) && pattern[0].is(Op::Atom));
  }

  bool match(Formula pattern, Formula f, const GoOn& go_on) {
    if (++steps_ > kMostSteps) return false;
    if (is_variable(pattern)) return match_variable(pattern, f, go_on);
    if (pattern.op() != f.op()) return false;
    if (pattern.is(Op::And) || pattern.is(Op::Or)) {
      std::vector<Formula> parts(pattern.operands().begin(), pattern.operands().end());
      std::stable_partition(parts.begin(), parts.end(), [](Formula part) { return !is_variable(part); });
      std::vector<bool> used(f.operands().size(), false);
      return place(parts, 0, f, used, go_on);
    }
    if (pattern.operands().empty()) return go_on();
    if (pattern.operands().size() == 1) return match(pattern[0], f[0], go_on);
    return match(pattern[0], f[0], [&] { return match(pattern[1], f[1], go_on); });
  }

  bool match_variable(Formula pattern, Formula f, const GoOn& go_on) {
    if (!is_propositional(f)) return false;
    const Formula variable = pattern.is(Op::Not) ? pattern[0] : pattern;
    const Formula meant = pattern.is(Op::Not) ? negation_normal_form(!f, semantics_) : f;
    if (const auto known = value(variable)) return *known == meant && go_on();
    values_.emplace(variable, meant);
    if (go_on()) return true;
    values_.erase(variable);
    return false;
  }

  /// Gives every part an operand of `f` of its own; the last one, if it is a variable, takes all that are left.
  bool place(const std::vector<Formula>& parts, std::size_t k, Formula f, std::vector<bool>& used, const GoOn& go_on) {
    if (k == parts.size()) return std::find(used.begin(), used.end(), false) == used.end() && go_on();
    if (k + 1 == parts.size() && is_variable(parts[k])) {
      std::vector<Formula> rest;
      for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i]) rest.push_back(f[i]);
      return !rest.empty() && match_variable(parts[k], Formula::nary(f.op(), std::move(rest)), go_on);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      used[i] = true;
      if (match(parts[k], f[i], [&] { return place(parts, k + 1, f, used, go_on); })) return true;
      used[i] = false;
    }
    return false;
  }

  Semantics semantics_;
  std::unordered_map<Formula, Formula> values_;
  std::size_t steps_ = 0;
};

/// The uses of a row over atoms, without scopes.
std::vector<PatternUse> templates_of(const NamedPattern& row) {
  std::vector<PatternUse> uses;
  PatternUse use = sample_use(row);
  if (takes_list(row)) {
    use.arguments.clear();
    for (std::size_t i = 0; i < kMostRepeated; ++i) {
      use.arguments.push_back(Formula::atom(list_name(i)));
      if (i > 0) uses.push_back(use);
    }
    return uses;
  }
  const bool once_has_own_row = takes_number(row) && find_pattern(row.name, false, use.arguments.size()) != nullptr;
  for (use.number = once_has_own_row ? 2 : 1; use.number <= (takes_number(row) ? kMostRepeated : 1); ++use.number)
    uses.push_back(use);
  return uses;
}

std::size_t negations(const PatternUse& use) {
  std::size_t count = 0;
  for (const auto* arguments : {&use.arguments, &use.scope_arguments})
    for (const Formula f : *arguments)
      for (const Formula g : subformulas(f)) count += g.is(Op::Not) ? 1 : 0;
  return count;
}

}  // namespace

std::span<const PublishedFormula> published_formulas() { return kPublished; }

std::optional<PatternUse> recognise(Formula f, Semantics semantics) {
  if (f.size() > kLargest || (semantics == Semantics::Infinite && is_propositional(f))) return std::nullopt;
  const Formula wanted = negation_normal_form(f, semantics);
  if (wanted.size() > kLargest) return std::nullopt;
  std::optional<PatternUse> best;
  const auto consider = [&](PatternUse use, Formula formula) {
    const Formula pattern = negation_normal_form(formula, semantics);
    Matcher matcher(semantics);
    if (!matcher.match(pattern, wanted)) return;
    for (auto* arguments : {&use.arguments, &use.scope_arguments}) {
      for (Formula& argument : *arguments) {
        const auto value = matcher.value(argument);
        if (!value) return;
        argument = *value;
      }
    }
    const auto rank = [](const PatternUse& u) {
      return std::tuple(negations(u), u.scope != nullptr, to_string(u).size());
    };
    if (!best || rank(use) < rank(*best)) best = std::move(use);
  };
  for (const NamedPattern& row : named_patterns()) {
    const bool limited = can_be_limited(row, read_template);
    for (const PatternUse& use : templates_of(row)) {
      consider(use, *expand(use, kMostExpanded, read_template));
      for (const PatternScope& scope : pattern_scopes()) {
        if (!limited || parameter_count(scope.parameters) == 0) continue;
        PatternUse within = use;
        within.scope = &scope;
        within.scope_arguments = sample_use(row, &scope).scope_arguments;
        const Formula formula = *expand(within, kMostExpanded, read_template);
        consider(std::move(within), formula);
      }
    }
  }
  for (const PublishedFormula& published : kPublished) {
    const bool two =
        published.pattern == std::string_view("precedence") || published.pattern == std::string_view("response");
    const NamedPattern& row = *find_pattern(published.pattern, false, two ? 2 : 1);
    consider(sample_use(row, find_scope(published.scope)), read_template(published.formula));
  }
  return best;
}

}  // namespace weir
