// SPDX-License-Identifier: Apache-2.0
// Automata and languages: files in the Hanoi omega-automata format (HOA v1) converted, and languages combined and
// compared.
//
// A language is named by a text. One that ends in `.hoa` or `.hoaf`, or begins with `@` (which is not part of the
// name), is a file that holds one automaton; `-` is an automaton from standard input; everything else is a formula.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/weir.h>

namespace weir {

/// Every automaton of a file ("-": standard input), in the shape and format that the options ask for. Options about
/// formulas (translator, alphabet, the formats of formulas) are refused.
Expected<std::string> convert_automata(const std::string& path, const TranslateOptions& options,
                                       Observer* observer = nullptr);

enum class LanguageOperation : std::uint8_t {
  Product,     ///< the words of all
  Union,       ///< the words of at least one
  Complement,  ///< of one language: the other words
  Difference,  ///< the words of the first that none of the others has
};
/// An automaton of the combined language, in the shape and format that the options ask for.
Expected<std::string> combine_languages(LanguageOperation operation, const std::vector<std::string>& languages,
                                        const TranslateOptions& options, Observer* observer = nullptr);

enum class LanguageQuestion : std::uint8_t {
  Empty,       ///< of one language: has it no word?
  Universal,   ///< of one language: has it every word?
  Included,    ///< is every word of the first one a word of the second?
  Equivalent,  ///< have both the same words?
  Disjoint,    ///< have both no word in common?
};
struct LanguageAnswer {
  bool yes = false;
  std::string word;           ///< shows why not: `a & !b; cycle{b}` or, finite, `a; b`
  bool first_accepts = true;  ///< whether it is a word of the first language
};
Expected<LanguageAnswer> ask_languages(LanguageQuestion question, const std::vector<std::string>& languages,
                                       const CompareOptions& options = {}, Observer* observer = nullptr);

}  // namespace weir
