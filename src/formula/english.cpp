// SPDX-License-Identifier: Apache-2.0
// Formulas in English. A part of a sentence that is longer than a few words is put in parentheses.
#include <optional>

#include "formula/explain.h"
#include "formula/regex.h"

namespace weir {
namespace {

constexpr std::size_t kMaxSize = 120;  // larger formulas are printed as formulas

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
      case Op::Yesterday: return "there is a previous moment, and " + part(f[0]) + " at it";
      case Op::WeakYesterday: return "if there is a previous moment, then " + part(f[0]) + " at it";
      case Op::Once: return at_moments(f[0], "now or at some earlier moment");
      case Op::Historically: return at_moments(f[0], "now and at every earlier moment");
      case Op::Since: return part(f[1]) + " now or at some earlier moment, and " + part(f[0]) + " ever since";
      case Op::Trigger:
        if (const auto path = path_before(f)) {
          return part(*path) + " ever since the last moment at which " + part(f[0]) + ", or at every moment so far";
        }
        return part(f[1]) + " from the last moment at which " + part(f[0]) + " until now, or from the start until now";
      case Op::Closure: return "the moments from now on match " + braces(f) + ", or could still match it";
      case Op::SuffixConjunction:
        return "a match of " + braces(f) + " begins now" +
               (f[0].is(Op::True) ? "" : ", and at the end of one such match " + part(f[0]));
      case Op::SuffixImplication:
        return "at the end of every match of " + braces(f) + " that begins now, " + clause(f[0]);
      case Op::TimedUntil:
      case Op::TimedSince: return timed(f);
    }
    return to_string(f);
  }

 private:
  /// A clause as part of another: in parentheses if it is longer than a few words.
  std::string part(Formula f) const { return is_simple(f) ? clause(f) : "(" + clause(f) + ")"; }
  static bool is_simple(Formula f) {
    return f.is(Op::Atom) || (f.is(Op::Not) && f[0].is(Op::Atom)) || f.is(Op::Finally) || f.is(Op::Globally);
  }

  std::string at_moments(Formula f, const std::string& moments) const {
    return is_simple(f) ? clause(f) + " " + moments : moments + " " + part(f);
  }

  /// The other operand of `g T (f | g)`, which is `f B g`: f since g, or always so far.
  static std::optional<Formula> path_before(Formula f) {
    if (!f[1].is(Op::Or) || f[1].operands().size() != 2) return std::nullopt;
    if (f[1][0] == f[0]) return f[1][1];
    return f[1][1] == f[0] ? std::optional(f[1][0]) : std::nullopt;
  }

  static std::string braces(Formula f) { return to_string(Formula::closure(f.regex())); }

  std::string timed(Formula f) const {
    const bool past = f.is(Op::TimedSince);
    const std::string bounds = " within " + to_string(f.bounds());
    if (f[0].is(Op::True)) return part(f[1]) + (past ? " now or earlier," : " now or later,") + bounds;
    return part(f[0]) + (past ? " ever since " : " until ") + part(f[1]) + "," + bounds;
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
    if (f.is(Op::SuffixConjunction) && f[0].is(Op::True)) return "at some moment a match of " + braces(f) + " begins";
    return "at some moment " + part(f);
  }

  std::string globally(Formula f) const {
    if (f.is(Op::Finally)) return finite_ ? "at the last moment " + part(f[0]) : part(f[0]) + " again and again";
    if (f.is(Op::Not) && f[0].is(Op::Atom)) return to_string(f[0]) + " never holds";
    if (f.is(Op::Atom)) return to_string(f) + " always holds";
    if (f.is(Op::Implies)) {
      if (f[1].is(Op::Finally))
        return "whenever " + part(f[0]) + ", " + part(f[1][0]) + " at the same or some later moment";
      if (f[1].is(Op::Once))
        return "whenever " + part(f[0]) + ", " + part(f[1][0]) + " at the same or some earlier moment";
      if (f[1].is(Op::Historically))
        return "whenever " + part(f[0]) + ", " + part(f[1][0]) + " at the same and at every earlier moment";
      const bool last = is_past(f[1].op()) || has_regex(f[1].op());
      return "whenever " + part(f[0]) + ", " + (last ? clause(f[1]) : part(f[1]));
    }
    if (f.is(Op::SuffixImplication)) return "at the end of every match of " + braces(f) + ", " + clause(f[0]);
    return "at every moment " + part(f);
  }

  bool finite_;
};

}  // namespace

std::string in_english(Formula f, Semantics semantics) {
  if (f.size() > kMaxSize) return "a formula of " + std::to_string(f.size()) + " nodes";
  return EnglishWriter(semantics).clause(f);
}

}  // namespace weir
