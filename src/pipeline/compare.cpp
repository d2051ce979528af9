// SPDX-License-Identifier: Apache-2.0
// compare, and the questions of `weir automata`: does a language contain a word that another one lacks? The word is
// searched in the product of one automaton with the complement of the other, and checked on the formulas or automata
// themselves before it is shown.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/automata.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/limits.h"
#include "automaton/transform/product.h"
#include "base/assert.h"
#include "pipeline/language/language.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

using MaybeWord = std::optional<WitnessWord>;

/// Questions do not need minimal automata.
TranslationOptions quick() {
  TranslationOptions how;
  how.simplify = SimplifyLevel::Low;
  return how;
}

Expected<MaybeWord> common_word(const Expected<Automaton>& one, const Expected<Automaton>& other) {
  if (!one) return one.error();
  if (!other) return other.error();
  return MaybeWord(accepted_word(intersection(*one, *other)));
}

struct Found {
  WitnessWord word;
  bool in_first = true;
};

/// A word that answers the question with no.
Expected<std::optional<Found>> refutation(LanguageQuestion question, const std::vector<Language>& languages,
                                          Words words) {
  const Language& first = languages.front();
  const Language& last = languages.back();
  const auto found = [](const Expected<MaybeWord>& word, bool in_first) -> Expected<std::optional<Found>> {
    if (!word) return word.error();
    return *word ? std::optional(Found{**word, in_first}) : std::nullopt;
  };
  const auto word_of = [](const Expected<Automaton>& automaton) -> Expected<MaybeWord> {
    if (!automaton) return automaton.error();
    return MaybeWord(accepted_word(*automaton));
  };
  switch (question) {
    case LanguageQuestion::Empty: return found(word_of(first.automaton()), true);
    case LanguageQuestion::Universal: return found(word_of(first.complement()), false);
    case LanguageQuestion::Included: return found(common_word(first.automaton(), last.complement()), true);
    case LanguageQuestion::Disjoint: return found(common_word(first.automaton(), last.automaton()), true);
    case LanguageQuestion::Equivalent: break;
  }
  auto only_first = found(common_word(first.automaton(), last.complement()), true);
  if (!only_first || (*only_first && words == Words::Infinite)) return only_first;
  auto only_last = found(common_word(last.automaton(), first.complement()), false);
  if (!only_last || !*only_first) return only_last;
  // On finite words each is shortest of its kind; the shorter of the two is shown.
  const bool last_is_shorter = *only_last && (*only_last)->word.prefix.size() < (*only_first)->word.prefix.size();
  return last_is_shorter ? only_last : only_first;
}

/// Checks that the languages classify the word as the answer claims.
void certify(LanguageQuestion question, const std::vector<Language>& languages, const Found& found) {
  WEIR_ASSERT(languages.front().accepts(found.word) == found.in_first, "the word shown is classified correctly");
  if (languages.size() == 1) return;
  const bool in_last = question == LanguageQuestion::Disjoint ? found.in_first : !found.in_first;
  WEIR_ASSERT(languages.back().accepts(found.word) == in_last, "the word shown answers the question");
}

std::optional<Diagnostic> wrong_number(LanguageQuestion question, std::size_t given) {
  const bool of_one = question == LanguageQuestion::Empty || question == LanguageQuestion::Universal;
  if (given == (of_one ? 1U : 2U)) return std::nullopt;
  return Diagnostic{.message = of_one ? "this question takes one language, not " + std::to_string(given)
                                      : "this question takes two languages, not " + std::to_string(given)};
}

}  // namespace

Expected<LanguageAnswer> ask_languages(LanguageQuestion question, const std::vector<std::string>& languages,
                                       const CompareOptions& options, Observer* observer) {
  if (auto problem = wrong_number(question, languages.size())) return *problem;
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  const Words words = options.finite ? Words::Finite : Words::Infinite;
  const auto opened = Language::open_all(languages, space, words, quick());
  if (!opened) return opened.error();
  return bounded([&]() -> Expected<LanguageAnswer> {
    const auto found = refutation(question, *opened, words);
    if (!found) return found.error();
    if (!*found) return LanguageAnswer{.yes = true, .word = {}, .first_accepts = false};
    certify(question, *opened, **found);
    return LanguageAnswer{.yes = false, .word = word_text(*space, (*found)->word), .first_accepts = (*found)->in_first};
  });
}

Expected<Comparison> compare(const std::string& left, const std::string& right, const CompareOptions& options,
                             Observer* observer) {
  const auto answer = ask_languages(LanguageQuestion::Equivalent, {left, right}, options, observer);
  if (!answer) return answer.error();
  return Comparison{answer->yes, answer->word, answer->first_accepts};
}

}  // namespace weir
