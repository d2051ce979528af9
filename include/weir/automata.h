// SPDX-License-Identifier: Apache-2.0
// Operations on automata and languages: convert files in the Hanoi omega-automata format (HOA v1), combine languages,
// and compare them.
//
// A language is given as a string. A string that ends in `.hoa` or `.hoaf`, or starts with `@` (which is then dropped),
// names a file with one automaton. `-` reads an automaton from standard input. Any other string is a formula.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/export.h>
#include <weir/weir.h>

namespace weir {

/// Converts every automaton of a file ("-": standard input) to the requested shape and format. Options that apply to
/// formulas only (translator, alphabet, formula output formats) are errors.
WEIR_EXPORT Expected<std::string> convert_automata(const std::string& path, const TranslateOptions& options,
                                                   Observer* observer = nullptr);

enum class LanguageOperation : std::uint8_t {
  Product,     ///< intersection of all languages
  Union,       ///< union of all languages
  Complement,  ///< complement; takes one language
  Difference,  ///< words of the first language that are in none of the others
};
/// Returns an automaton for the combined language, in the requested shape and format.
WEIR_EXPORT Expected<std::string> combine_languages(LanguageOperation operation,
                                                    const std::vector<std::string>& languages,
                                                    const TranslateOptions& options, Observer* observer = nullptr);

enum class LanguageQuestion : std::uint8_t {
  Empty,       ///< is the language empty? Takes one language
  Universal,   ///< does the language contain every word? Takes one language
  Included,    ///< is the first language a subset of the second?
  Equivalent,  ///< are both languages equal?
  Disjoint,    ///< is the intersection of both languages empty?
};
struct LanguageAnswer {
  bool yes = false;
  std::string word;           ///< a word that shows why the answer is no: `a & !b; cycle{b}`, or `a; b` if finite
  bool first_accepts = true;  ///< whether `word` belongs to the first language
};
WEIR_EXPORT Expected<LanguageAnswer> ask_languages(LanguageQuestion question, const std::vector<std::string>& languages,
                                                   const CompareOptions& options = {}, Observer* observer = nullptr);

}  // namespace weir
