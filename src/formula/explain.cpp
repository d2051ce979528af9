// SPDX-License-Identifier: Apache-2.0
// Explanations follow the definition of each operator: G f fails because of the first position where f fails, f U g
// fails because g never holds or because f fails before it, and so on. The options bound the recursion, not the
// formula.
#include "formula/explain.h"

#include <optional>

#include "formula/classify.h"

namespace weir {
namespace {

constexpr std::size_t kMaxShown = 60;  // maximum number of nodes of a formula printed inside a sentence

std::string formula_text(Formula f, Syntax syntax = Syntax::Weir) {
  if (f.size() > kMaxShown) return "a subformula of " + std::to_string(f.size()) + " nodes";
  return to_string(f, syntax);
}

/// An operand that decides the value: g at position j.
struct Cause {
  Formula formula;
  std::size_t position;
};

class Explainer {
 public:
  Explainer(const Timeline& timeline, const ExplainOptions& options) : timeline_(timeline), options_(options) {}

  /// Explains the value of f at i as a clause. `here` is the position that the previous clause mentioned.
  std::string clause(Formula f, std::size_t i, std::optional<std::size_t> here, std::size_t depth) const {
    const bool value = timeline_.holds(f, i);
    const std::string at = here == i ? "" : place(i) + " ";
    if (f.is(Op::Not)) return clause(f[0], i, here, depth);
    if (f.is(Op::Atom)) return at + shown(f) + (value ? " holds" : " does not hold");
    // What was written has been simplified.
    if (f.is(Op::True) || f.is(Op::False)) {
      return depth == 0 ? "it is equivalent to " + shown(f) : at + "the rest is equivalent to " + shown(f);
    }
    const bool first = i == 0 && !here;
    if (depth < options_.max_depth && !stopped()) {
      if (const auto j = recurring_failure(f); !value && j) {
        return clause(f[0][0], *j, std::nullopt, depth + 1) + ", and this repeats for ever";
      }
      if ((f.is(Op::Finally) && !value) || (f.is(Op::Until) && !value && never(f[1], i)) ||
          (f.is(Op::StrongRelease) && !value && never(f[0], i))) {
        const Formula goal = f.is(Op::Until) ? f[1] : f[0];
        if (first) return goal_text(goal) + (goal_is_negative(goal) ? " always holds" : " never holds");
        return (here == i ? "" : "from " + step(i) + " on ") + goal_text(goal) +
               (goal_is_negative(goal) ? " always holds" : " never holds") + (here == i ? " afterwards" : "");
      }
      if (f.is(Op::Globally) && value)
        return shown(f[0]) + " holds at every " + (options_.name ? "event" : "step") +
               (first ? "" : " from " + (here == i ? std::string("there") : step(i)) + " on");
      const std::vector<Cause> reasons = causes(f, i, value);
      if (!reasons.empty()) return join(f, i, value, reasons, here, depth);
    }
    std::string end = end_of_word(f, i);
    if (!end.empty()) return end;
    return at + shown(f) + (value ? " holds" : " does not hold");
  }

 private:
  std::string shown(Formula f) const { return formula_text(f, options_.syntax); }
  bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }
  std::string place(std::size_t i) const {
    return options_.name ? "at " + options_.name(i) : place_of_letter(i, options_.letters);
  }
  std::string step(std::size_t i) const {
    if (options_.name) return options_.name(i);
    if (options_.letters == Letters::Steps) return "step " + std::to_string(i + 1);
    return i == 0 ? "the start" : "step " + std::to_string(i);
  }

  static bool goal_is_negative(Formula goal) { return goal.is(Op::Not); }
  std::string goal_text(Formula goal) const { return shown(goal.is(Op::Not) ? goal[0] : goal); }

  std::string join(Formula f, std::size_t i, bool value, const std::vector<Cause>& reasons,
                   std::optional<std::size_t> here, std::size_t depth) const {
    std::string result;
    std::size_t count = 0;
    for (const Cause& cause : reasons) {
      if (count == options_.max_causes) {
        result += ", and so on";
        break;
      }
      if (count++ > 0) result += ", and ";
      result += clause(cause.formula, cause.position, here, depth + 1);
      // "ack never holds" refers to many positions: the next clause must name its own.
      here = is_propositional(cause.formula) ? std::optional(cause.position) : std::nullopt;
    }
    if (!value && (f.is(Op::Until) || f.is(Op::WeakUntil))) result += ", before " + shown(f[1]) + " has held";
    if (!value && (f.is(Op::Release) || f.is(Op::StrongRelease)) && reasons.front().position != i) {
      result += ", and " + shown(f[0]) + " has not held before";
    }
    return result;
  }

  /// The first of the positions reachable from i at which g has this value.
  std::optional<std::size_t> first(Formula g, std::size_t i, bool value) const {
    const std::vector<bool>& row = timeline_.row(g);
    for (std::size_t j = i; j < row.size(); ++j)
      if (row[j] == value) return j;
    for (std::size_t j = timeline_.cycle_start().value_or(i); j < i; ++j)
      if (row[j] == value) return j;
    return std::nullopt;
  }

  /// A cycle position where g fails, which refutes F G g on a lasso.
  std::optional<std::size_t> recurring_failure(Formula f) const {
    const auto start = timeline_.cycle_start();
    if (!start || !f.is(Op::Finally) || !f[0].is(Op::Globally)) return std::nullopt;
    return first(f[0][0], *start, false);
  }

  bool never(Formula g, std::size_t i) const { return !options_.open_end && !first(g, i, true); }

  std::string end_of_word(Formula f, std::size_t i) const {
    const bool next = f.is(Op::Next) || f.is(Op::StrongNext);
    if (!next || timeline_.successor(i)) return "";
    if (options_.name || options_.letters == Letters::Steps) return step(i) + " is the last";
    return i == 0 ? "the run has no step" : "the run ends " + place_of_letter(i, options_.letters);
  }

  /// The operands that decide the value; empty if the whole future decides it, or no operand does.
  std::vector<Cause> causes(Formula f, std::size_t i, bool value) const {
    std::vector<Cause> result;
    const auto add = [&](Formula g, std::size_t j) { result.push_back({g, j}); };
    switch (f.op()) {
      case Op::Not: add(f[0], i); break;
      case Op::And:
      case Op::Or: {
        const bool one_decides = value == f.is(Op::Or);
        for (const Formula g : f.operands()) {
          if (one_decides && timeline_.holds(g, i) != value) continue;
          add(g, i);
          if (one_decides) break;
        }
        break;
      }
      case Op::Implies:
        if (!value || !timeline_.holds(f[0], i)) add(f[0], i);
        if (!value || timeline_.holds(f[0], i)) add(f[1], i);
        break;
      case Op::Xor:
      case Op::Equiv:
        add(f[0], i);
        add(f[1], i);
        break;
      case Op::Next:
      case Op::StrongNext:
        if (const auto j = timeline_.successor(i)) add(f[0], *j);
        break;
      case Op::Finally:
        if (const auto j = first(f[0], i, true); value && j) add(f[0], *j);
        if (const auto j = recurring_failure(f); !value && j) add(f[0][0], *j);
        break;
      case Op::Globally:
        if (const auto j = first(f[0], i, false); !value && j) add(f[0], *j);
        break;
      case Op::Until:
      case Op::WeakUntil:
        if (const auto goal = first(f[1], i, true); value && goal) add(f[1], *goal);
        if (const auto gap = first(f[0], i, false); !value && gap && !(f.is(Op::Until) && never(f[1], i)))
          add(f[0], *gap);
        break;
      case Op::Release:
      case Op::StrongRelease:
        if (const auto gap = first(f[1], i, false); !value && gap && !(f.is(Op::StrongRelease) && never(f[0], i))) {
          add(f[1], *gap);
        }
        if (const auto goal = first(f[0], i, true); value && goal) add(f[0], *goal);
        break;
      default: break;
    }
    return result;
  }

  const Timeline& timeline_;
  const ExplainOptions& options_;
};

class EnglishWriter {
 public:
  explicit EnglishWriter(Semantics semantics) : finite_(semantics == Semantics::Finite) {}

  std::string clause(Formula f) const {
    switch (f.op()) {
      case Op::True: return "anything is allowed";
      case Op::False: return "nothing is allowed";
      case Op::Atom: return to_string(f) + " holds";
      case Op::Not:
        return f[0].is(Op::Atom) ? to_string(f[0]) + " does not hold" : "it is not the case that " + part(f[0]);
      case Op::And: return joined(f, " and ");
      case Op::Or: return "either " + joined(f, " or ");
      case Op::Xor: return "either " + part(f[0]) + " or " + part(f[1]) + ", but not both";
      case Op::Implies: return "if " + part(f[0]) + ", then " + part(f[1]);
      case Op::Equiv: return part(f[0]) + " if and only if " + part(f[1]);
      case Op::Next:
        return finite_ ? "if there is a next moment, then " + part(f[0]) + " at it"
                       : "at the next moment " + part(f[0]);
      case Op::StrongNext:
        return finite_ ? "there is a next moment, and " + part(f[0]) + " at it" : "at the next moment " + part(f[0]);
      case Op::Finally: return finally(f[0]);
      case Op::Globally: return globally(f[0]);
      case Op::Until: return part(f[0]) + " until " + part(f[1]) + ", which must happen";
      case Op::WeakUntil: return part(f[0]) + " until " + part(f[1]) + ", or to the end";
      case Op::Release:
        return part(f[1]) + " up to and including the first moment at which " + part(f[0]) + ", or to the end";
      case Op::StrongRelease:
        return part(f[1]) + " up to and including the first moment at which " + part(f[0]) + ", which must happen";
    }
    return to_string(f);
  }

 private:
  /// A clause as part of another: in parentheses if it is longer than a few words.
  std::string part(Formula f) const {
    const bool simple =
        f.is(Op::Atom) || (f.is(Op::Not) && f[0].is(Op::Atom)) || f.is(Op::Finally) || f.is(Op::Globally);
    return simple ? clause(f) : "(" + clause(f) + ")";
  }

  std::string joined(Formula f, const char* word) const {
    std::string result;
    for (const Formula g : f.operands()) result += (result.empty() ? "" : word) + part(g);
    return result;
  }

  std::string finally(Formula f) const {
    if (f.is(Op::Globally)) {
      return finite_ ? "at the last moment " + part(f[0]) : "from some moment on, " + part(f[0]) + " for ever";
    }
    return "at some moment " + part(f);
  }

  std::string globally(Formula f) const {
    if (f.is(Op::Finally)) return finite_ ? "at the last moment " + part(f[0]) : part(f[0]) + " again and again";
    if (f.is(Op::Not) && f[0].is(Op::Atom)) return to_string(f[0]) + " never holds";
    if (f.is(Op::Atom)) return to_string(f) + " always holds";
    if (f.is(Op::Implies)) {
      if (f[1].is(Op::Finally))
        return "whenever " + part(f[0]) + ", " + part(f[1][0]) + " at the same or some later moment";
      return "whenever " + part(f[0]) + ", " + part(f[1]);
    }
    return "at every moment " + part(f);
  }

  bool finite_;
};

}  // namespace

std::string place_of_letter(std::size_t i, Letters letters) {
  if (letters == Letters::Steps) return "at step " + std::to_string(i + 1);
  return i == 0 ? "at the start" : "after step " + std::to_string(i);
}

std::string in_english(Formula f, Semantics semantics) {
  if (f.size() > 2 * kMaxShown) return formula_text(f);
  return EnglishWriter(semantics).clause(f);
}

std::string explain_failure(const Timeline& timeline, const ExplainOptions& options) {
  const Formula f = timeline.formula();
  const std::string name = options.shown_as.empty() ? formula_text(f, options.syntax) : options.shown_as;
  if (timeline.holds()) return name + " holds on this word";
  return name + " fails: " + Explainer(timeline, options).clause(f, 0, std::nullopt, 0);
}

}  // namespace weir
