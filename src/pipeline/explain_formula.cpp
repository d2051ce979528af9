// SPDX-License-Identifier: Apache-2.0
// explain: a formula in English, its class, and words that it accepts and rejects, with the reason.
//
// All short words are tried, so the first one found is shortest. For a formula with many atoms, words are taken from
// its automaton instead. Every word shown has been checked by the definition of the logic.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/classify/classify.h"
#include "automaton/limits.h"
#include "automaton/translate/translate.h"
#include "formula/classify.h"
#include "formula/explain.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/patterns/describe.h"
#include "formula/patterns/recognise.h"
#include "formula/printer.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

constexpr std::size_t kMostAtomsTried = 3;
constexpr std::size_t kMostLetters = 4;                            ///< of a word that is tried
constexpr std::size_t kWordsShown = 3;                             ///< of each kind
constexpr std::uint64_t kExplainedSteps = std::uint64_t{1} << 25;  ///< limit for deciding the class

const char* meaning_of(std::string_view kind) {
  if (kind == "safety") return "something bad never happens: every violation has a finite prefix that shows it";
  if (kind == "guarantee") return "something good happens: every satisfying run has a finite prefix that shows it";
  if (kind == "obligation") return "a boolean combination of safety and guarantee";
  if (kind == "recurrence") return "something good happens infinitely often: only an infinite run shows a violation";
  if (kind == "persistence") return "something good holds from some point on: only an infinite run shows a violation";
  return "a boolean combination of recurrence and persistence: only an infinite run shows a violation";
}

std::string letter_text(const ValuedWord& word, std::size_t i) {
  std::string text;
  for (std::size_t k = 0; k < word.atoms.size(); ++k) {
    if (k > 0) text += " & ";
    text += (word.letters[i][k] ? "" : "!") + to_string(Formula::atom(word.atoms[k]));
  }
  return text.empty() ? "true" : text;
}

/// In the notation of `weir compare`: `a & !b; cycle{b}`.
std::string word_text(const ValuedWord& word) {
  std::string text;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    if (i > 0) text += "; ";
    if (word.cycle_start == i) text += "cycle{";
    text += letter_text(word, i);
  }
  return word.cycle_start ? text + "}" : text;
}

/// Whether every atom is true at one position and false at another; such a word is more instructive than a constant
/// one.
bool is_lively(const ValuedWord& word) {
  for (std::size_t k = 0; k < word.atoms.size(); ++k) {
    bool seen[2] = {false, false};
    for (const auto& letter : word.letters) seen[letter[k] ? 1 : 0] = true;
    if (!seen[0] || !seen[1]) return false;
  }
  return true;
}

class Examples {
 public:
  Examples(Formula f, FormulaExplanation& out, const StopFlag& stop) : f_(f), out_(out), stop_(stop) {}

  bool complete() const { return out_.accepted.size() >= kWordsShown && out_.rejected.size() >= kWordsShown; }

  /// Takes the word if it adds something: the first of its kind, or a lively one.
  void offer(const ValuedWord& word) {
    const Timeline timeline = evaluate(f_, word, &stop_);
    if (stop_.raised()) return;
    auto& words = timeline.holds() ? out_.accepted : out_.rejected;
    if (words.size() >= kWordsShown || (!words.empty() && !is_lively(word))) return;
    words.push_back({word.letters.empty() ? "the empty word" : word_text(word),
                     timeline.holds() ? std::string() : explain_failure(timeline)});
  }

 private:
  Formula f_;
  FormulaExplanation& out_;
  const StopFlag& stop_;
};

/// Tries every word of at most kMostLetters letters, shortest first.
void try_short_words(Examples& examples, ValuedWord word, bool finite, const StopFlag& stop) {
  const std::size_t letters = std::size_t{1} << word.atoms.size();
  for (std::size_t length = finite ? 0 : 1; length <= kMostLetters && !examples.complete(); ++length) {
    std::size_t words = 1;
    for (std::size_t i = 0; i < length; ++i) words *= letters;
    for (std::size_t number = 0; number < words && !examples.complete() && !stop.raised(); ++number) {
      word.letters.assign(length, std::vector<bool>(word.atoms.size()));
      std::size_t rest = number;
      for (std::size_t i = length; i-- > 0; rest /= letters)
        for (std::size_t k = 0; k < word.atoms.size(); ++k) word.letters[i][k] = ((rest % letters) >> k & 1) != 0;
      for (std::size_t start = 0; start < (finite ? 1 : length); ++start) {
        if (!finite) word.cycle_start = length - 1 - start;
        examples.offer(word);
      }
    }
  }
}

/// One word of the formula and one of its negation, from their automata. Returns false if an automaton failed.
bool take_automaton_words(Examples& examples, Formula f, const AtomSpacePtr& space, bool finite) {
  bool all = true;
  for (const Formula g : {f, !f}) {
    const auto automaton = finite ? finite_automaton(g, space) : infinite_automaton(g, space);
    all = all && automaton.has_value();
    if (!automaton) continue;
    const std::optional<WitnessWord> found = accepted_word(*automaton);
    if (!found) continue;
    for (const std::string& atom : atoms(f)) space->variable(atom);  // simplification may have removed some
    ValuedWord word;
    word.atoms = space->names();
    for (const auto* part : {&found->prefix, &found->cycle}) {
      for (const Bdd label : *part) {
        std::vector<bool>& letter = word.letters.emplace_back(space->size(), false);
        for (const auto& [variable, positive] : space->bdds.one_solution(label)) letter[variable] = positive;
      }
    }
    if (!finite) word.cycle_start = found->prefix.size();
    examples.offer(word);
  }
  return all;
}

void find_kind(Formula f, const AtomSpacePtr& space, FormulaExplanation& out) {
  if (is_next_free(f)) out.stutter_invariant = true;
  const auto property = infinite_automaton(f, space);
  const auto negation = infinite_automaton(!f, space);
  if (!property || !negation) return;
  if (!out.stutter_invariant) out.stutter_invariant = is_stutter_invariant(*property, *negation);
  const auto kind = classify(*property, *negation);
  if (!kind) return;
  out.kind = kind->name();
  out.kind_meaning = meaning_of(out.kind);
}

}  // namespace

Expected<FormulaExplanation> explain(const std::string& formula, const ExplanationOptions& options,
                                     Observer* observer) {
  const bool finite = options.finite;
  const Expected<Formula> f = parse_formula(formula, {}, "formula");
  if (!f) return f.error();
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  FormulaExplanation out;
  out.formula = to_string(*f);
  out.english = in_english(*f, finite ? Semantics::Finite : Semantics::Infinite);
  if (const auto use = recognise(*f, finite ? Semantics::Finite : Semantics::Infinite)) {
    out.pattern = to_string(*use);
    out.pattern_meaning = in_english(*use);
  }
  Examples examples(*f, out, limits.stop());
  const auto complete = bounded([&] {
    const auto space = std::make_shared<AtomSpace>(limits.construction());
    if (!finite) {
      attempt(space->bdds.meter(), kExplainedSteps, [&] {
        find_kind(*f, space, out);
        return true;
      });
    }
    ValuedWord word;
    word.atoms = atoms(*f);
    if (word.atoms.size() <= kMostAtomsTried) try_short_words(examples, word, finite, limits.stop());
    out.words_known = (!out.accepted.empty() && !out.rejected.empty()) ||
                      take_automaton_words(examples, *f, std::make_shared<AtomSpace>(limits.construction()), finite);
    return true;
  });
  if (limits.stop().raised()) {
    out.limit = reason_text(limits.stop().reason());
  } else if (!complete) {
    out.limit = complete.error().front().message;
  }
  return out;
}

}  // namespace weir
