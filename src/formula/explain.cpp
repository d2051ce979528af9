// SPDX-License-Identifier: Apache-2.0
// Explanations follow the definition of each operator: G f fails because of the first position where f fails, f U g
// fails because g never holds or because f fails before it, and so on. The options bound the recursion, not the
// formula. O, H, S and T look backwards in the same way; an operator with a regular expression fails because of where
// its words end, or of the position at which none can go on.
#include "formula/explain.h"

#include <algorithm>
#include <optional>

#include "formula/classify.h"
#include "formula/regex_matches.h"

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
      if (is_past(f.op())) {
        if (const std::string text = whole_past(f, i, value, here); !text.empty()) return text;
      }
      if (has_regex(f.op())) {
        if (const std::string text = regex_clause(f, i, value, here, depth); !text.empty()) return text;
      }
      const std::vector<Cause> reasons = causes(f, i, value);
      if (!reasons.empty()) return join(f, i, value, reasons, here, depth);
    }
    std::string end = end_of_word(f, i, here);
    if (!end.empty()) return end;
    return at + shown(f) + (value ? " holds" : " does not hold");
  }

 private:
  std::string shown(Formula f) const { return formula_text(f, options_.syntax); }
  bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }
  std::string place(std::size_t i) const {
    const Timeline::Place place = timeline_.place(i);
    const std::string at =
        options_.name ? "at " + options_.name(place.position) : place_of_letter(place.position, options_.letters);
    return place.round == 0 ? at : at + round_text(place.round) + ",";
  }
  /// After going round the cycle `rounds` times more than the timeline shows.
  std::string step(std::size_t i, std::size_t rounds = 0) const {
    const Timeline::Place place = timeline_.place(i);
    const std::string round = place.round + rounds == 0 ? "" : round_text(place.round + rounds);
    if (options_.name) return options_.name(place.position) + round;
    if (options_.letters == Letters::Steps) return "step " + std::to_string(place.position + 1) + round;
    return (place.position == 0 ? "the start" : "step " + std::to_string(place.position)) + round;
  }
  static std::string round_text(std::size_t round) {
    return ", in round " + std::to_string(round + 1) + " of the cycle";
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
    if (reasons.front().position != i) {
      if (f.is(Op::Since))
        result += ", and " + shown(value ? f[0] : f[1]) + (value ? " has held since" : " has not held then or since");
      if (f.is(Op::Trigger))
        result += ", and " + shown(value ? f[1] : f[0]) + (value ? " has held since" : " has not held since");
    }
    return result;
  }

  /// A clause about every position so far; empty if one position decides.
  std::string whole_past(Formula f, std::size_t i, bool value, std::optional<std::size_t> here) const {
    const bool never = !value && (f.is(Op::Once) || f.is(Op::Since)) && !last(f[f.operands().size() - 1], i, true);
    const bool always =
        value && (f.is(Op::Historically) || f.is(Op::Trigger)) && !last(f[f.operands().size() - 1], i, false);
    if (!never && !always) return "";
    const Formula what = f[f.operands().size() - 1];
    if (i == 0) return clause(what, i, here, options_.max_depth);
    const bool has_always = always != goal_is_negative(what);
    return (here == i ? "" : "up to " + step(i) + " ") + goal_text(what) +
           (has_always ? " has always held" : " has never held") + (here == i ? " up to then" : "");
  }

  /// The last position up to i at which g has this value.
  std::optional<std::size_t> last(Formula g, std::size_t i, bool value) const {
    const std::vector<bool>& row = timeline_.row(g);
    for (std::size_t j = i + 1; j-- > 0;)
      if (row[j] == value) return j;
    return std::nullopt;
  }

  /// Empty if there is nothing to tell.
  std::string regex_clause(Formula f, std::size_t i, bool value, std::optional<std::size_t> here,
                           std::size_t depth) const {
    const RegexMatches found = regex_matches(timeline_, f.regex(), i, options_.stop);
    const std::string words = shown(Formula::closure(f.regex()));
    const bool suffix = !f.is(Op::Closure);
    // The end of a word that decides.
    for (const RegexMatches::Visit& end : found.ends) {
      if (suffix ? timeline_.holds(f[0], end.position) != f.is(Op::SuffixConjunction) : !value) continue;
      std::string text = matches(words, i, end);
      if (!suffix || f[0].is(Op::True)) return text;
      if (f[0].is(Op::False)) return text;
      // In a later round, the place is said already.
      return text + (end.rounds == 0 ? ", and " + clause(f[0], end.position, std::nullopt, depth + 1)
                                     : ", where " + clause(f[0], end.position, end.position, depth + 1));
    }
    if (!found.ends.empty()) {
      if (!suffix || found.end == RegexMatches::End::Unknown) return "";
      if (found.ends.size() > 1) {
        return shown(f[0]) + (value ? " holds at the end of every match of " : " holds at the end of no match of ") +
               words + begun(i, here);
      }
      return "the only match of " + words + begun(i, here) + " ends " + at(found.ends.front()) + ", and " +
             clause(f[0], found.ends.front().position, std::nullopt, depth + 1);
    }
    switch (found.end) {
      case RegexMatches::End::Dies:
        if (found.last.position == i && found.last.rounds == 0)
          return place(i) + " no match of " + words + " can begin";
        return at(found.last) + " no match of " + words + begun(i, here) + " can continue";
      case RegexMatches::End::WordEnds:
        if (value) return "a match of " + words + begun(i, here) + " may still be completed at the end";
        return "no match of " + words + begun(i, here) + " is complete at the end";
      case RegexMatches::End::GoesOn:
        if (value) return "a match of " + words + begun(i, here) + " may be completed for ever";
        return "no match of " + words + begun(i, here) + " is ever complete";
      case RegexMatches::End::Unknown: break;
    }
    return "";
  }

  std::string at(const RegexMatches::Visit& visit) const {
    if (visit.rounds == 0) return place(visit.position);
    const bool after = !options_.name && options_.letters == Letters::States && visit.position != 0;
    return (after ? "after " : "at ") + step(visit.position, visit.rounds) + ",";
  }
  std::string begun(std::size_t i, std::optional<std::size_t> here) const {
    return here == i ? " that begins there" : " that begins " + place(i);
  }
  std::string matches(const std::string& words, std::size_t i, const RegexMatches::Visit& end) const {
    if (end.position == i && end.rounds == 0) return words + " matches " + place(i);
    return words + " matches from " + step(i) + " to " + step(end.position, end.rounds);
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
    const Formula g = f[0][0];
    const auto j = first(g, *start, false);
    // In the first round, if every round is alike.
    return j && timeline_.same_in_every_round(g) ? timeline_.place(*j).position : j;
  }

  bool never(Formula g, std::size_t i) const { return !options_.open_end && !first(g, i, true); }

  std::string end_of_word(Formula f, std::size_t i, std::optional<std::size_t> here) const {
    if (i == 0 && (f.is(Op::Yesterday) || f.is(Op::WeakYesterday))) {
      if (options_.name || options_.letters == Letters::Steps) return (here == i ? "that" : step(i)) + " is the first";
      return here == i ? "that is the start" : "at the start nothing is before";
    }
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
        // "a holds, and b has never held up to then" refers to the position that a names.
        std::stable_partition(result.begin(), result.end(),
                              [](const Cause& cause) { return is_propositional(cause.formula); });
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
      case Op::Yesterday:
      case Op::WeakYesterday:
        if (i > 0) add(f[0], i - 1);
        break;
      case Op::Once:
      case Op::Historically:
        if (const auto j = last(f[0], i, value); j && value == f.is(Op::Once)) add(f[0], *j);
        break;
      case Op::Since:
        if (value) {
          add(f[1], *last(f[1], i, true));
        } else if (const auto gap = last(f[0], i, false)) {
          add(f[0], *gap);
          if (*gap == i) add(f[1], i);
        }
        break;
      case Op::Trigger:
        if (const auto j = last(value ? f[0] : f[1], i, value)) add(value ? f[0] : f[1], *j);
        if (value && !result.empty() && result.front().position == i) add(f[1], i);
        break;
      default: break;
    }
    return result;
  }

  const Timeline& timeline_;
  const ExplainOptions& options_;
};

}  // namespace

std::string place_of_letter(std::size_t i, Letters letters) {
  if (letters == Letters::Steps) return "at step " + std::to_string(i + 1);
  return i == 0 ? "at the start" : "after step " + std::to_string(i);
}

std::string explain_failure(const Timeline& timeline, const ExplainOptions& options) {
  const Formula f = timeline.formula();
  const std::string name = options.shown_as.empty() ? formula_text(f, options.syntax) : options.shown_as;
  if (timeline.holds()) return name + " holds on this word";
  return name + " fails: " + Explainer(timeline, options).clause(f, 0, std::nullopt, 0);
}

}  // namespace weir
