// SPDX-License-Identifier: Apache-2.0
// Tested by tests/property/regex_rewrite_test.cpp: the equivalences on all small words, at every position.
#include "formula/regex_rewrite.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "formula/regex.h"
#include "formula/regex_semantics.h"

namespace weir {
namespace {

using Kind = Regex::Kind;

/// r[*n] is written out up to this n.
constexpr std::uint32_t kMostCopies = 16;
constexpr std::size_t kMostSteps = 64;  ///< letters taken off one expression: copies of copies multiply
constexpr int kPasses = 4;              ///< a suffix made of a part of a fusion is rewritten in the next pass

bool is_letter_star(Regex r) {
  return r.is(Kind::Repetition) && r.least() <= 1 && r.most() == Regex::kUnbounded && r[0].is(Kind::OneLetter);
}
bool is_any_word(Regex r) { return is_letter_star(r) && r.least() == 0 && r[0].letter().is(Op::True); }

/// The parts of a concatenation, or the expression itself. A first part r[*n] is split into r; r[*n-1].
std::vector<Regex> parts_of(Regex r) {
  std::vector<Regex> parts;
  if (r.is(Kind::Concatenation))
    parts.assign(r.operands().begin(), r.operands().end());
  else
    parts.push_back(r);
  const Regex first = parts.front();
  if (first.is(Kind::Repetition) && first.least() == first.most() && first.most() <= kMostCopies) {
    parts.front() = Regex::repetition(first[0], first.least() - 1, first.most() - 1);
    parts.insert(parts.begin(), first[0]);
    const Regex whole = Regex::concatenation(parts);
    return {whole.operands().begin(), whole.operands().end()};
  }
  return parts;
}

Regex without_first(const std::vector<Regex>& parts) {
  return Regex::concatenation(std::vector<Regex>(parts.begin() + 1, parts.end()));
}

class Rewriter {
 public:
  Formula rewrite(Formula f) {
    if (f.is(Op::Closure)) return closure(f.regex());
    if (!has_regex(f.op())) return f;
    return suffix(f.op(), f.regex(), f[0]);
  }

 private:
  /// What a first part of the expression becomes: an operator over a letter and the rest.
  struct Step {
    bool until;  ///< otherwise the letter and a next
    Formula letter;
  };

  Formula suffix(Op op, Regex r, Formula f) {
    const bool conjunction = op == Op::SuffixConjunction;
    std::vector<Step> steps;
    Formula core = f;
    while (true) {
      if (r.is(Kind::Fusion)) {
        for (std::size_t i = r.operands().size(); i-- > 1;) f = Formula::suffix(op, r[i], f);
        r = r[0];
        continue;
      }
      if (r.is(Kind::OneLetter)) {
        core = joined(conjunction, r.letter(), f);
        break;
      }
      if (is_letter_star(r)) {
        core = conjunction ? Formula::binary(Op::StrongRelease, f, r[0].letter())
                           : Formula::binary(Op::WeakUntil, f, !r[0].letter());
        break;
      }
      const std::vector<Regex> parts = parts_of(r);
      if (parts.size() > 1 && is_any_word(parts.back())) {
        const Regex before = Regex::concatenation(std::vector<Regex>(parts.begin(), parts.end() - 1));
        f = Formula::unary(conjunction ? Op::Finally : Op::Globally, f);
        if (before.accepts_empty_word()) {
          core = f;
          break;
        }
        r = before;
        continue;
      }
      const Regex first = parts.front();
      const Regex rest = without_first(parts);
      const bool star = is_letter_star(first);
      if (parts.size() == 1 || rest.accepts_empty_word() || !(star || first.is(Kind::OneLetter)) ||
          steps.size() >= kMostSteps) {
        core = Formula::suffix(op, r, f);
        break;
      }
      if (star && first.least() == 1) steps.push_back({false, first[0].letter()});
      steps.push_back({star, star ? first[0].letter() : first.letter()});
      r = rest;
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      if (step->until) {
        core = conjunction ? Formula::binary(Op::Until, step->letter, core)
                           : Formula::binary(Op::Release, !step->letter, core);
      } else {
        core = joined(conjunction, step->letter, Formula::unary(conjunction ? Op::StrongNext : Op::Next, core));
      }
    }
    return core;
  }

  Formula closure(Regex r) {
    std::vector<Step> steps;
    Formula core = Formula::closure(r);
    while (true) {
      core = Formula::closure(r);
      if (r.is(Kind::OneLetter) || is_letter_star(r)) {
        core = r.is(Kind::OneLetter) ? r.letter() : r[0].letter();
        break;
      }
      const std::vector<Regex> parts = parts_of(r);
      const Regex first = parts.front();
      const Regex rest = without_first(parts);
      const bool star = is_letter_star(first);
      if (parts.size() == 1 || !(star || first.is(Kind::OneLetter)) || !living_.lives(rest) ||
          steps.size() >= kMostSteps)
        break;
      if (rest.accepts_empty_word()) {
        // A word of one letter is in r; b[*] alone may also be left out.
        if (!star) core = first.letter();
        break;
      }
      if (star && first.least() == 1) steps.push_back({false, first[0].letter()});
      steps.push_back({star, star ? first[0].letter() : first.letter()});
      r = rest;
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      core = step->until ? Formula::binary(Op::WeakUntil, step->letter, core)
                         : (step->letter & Formula::unary(Op::Next, core));
    return core;
  }

  static Formula joined(bool conjunction, Formula letter, Formula f) {
    return conjunction ? letter & f : (!letter) | f;
  }

  LivingRegexes living_;
};

}  // namespace

Formula without_simple_regexes(Formula f) {
  Rewriter rewriter;
  for (int pass = 0; pass < kPasses; ++pass) {
    const std::vector<Formula> all = subformulas(f);
    if (std::none_of(all.begin(), all.end(), [](Formula g) { return has_regex(g.op()); })) break;
    std::unordered_map<Formula, Formula> done;
    for (const Formula g : all) {
      std::vector<Formula> operands;
      for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
      done.emplace(g, rewriter.rewrite(rebuilt(g, std::move(operands))));
    }
    if (done.at(f) == f) break;
    f = done.at(f);
  }
  return f;
}

}  // namespace weir
