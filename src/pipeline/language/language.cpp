// SPDX-License-Identifier: Apache-2.0
#include "pipeline/language/language.h"

#include <utility>

#include "automaton/analysis/membership.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/transform/complement.h"
#include "base/text/source_text.h"
#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"

namespace weir {
namespace {

/// The path of the file that a text names; nothing if the text is a formula.
std::optional<std::string> file_of(const std::string& text) {
  if (text.starts_with('@')) return text.substr(1);
  if (text == "-" || text.ends_with(".hoa") || text.ends_with(".hoaf")) return text;
  return std::nullopt;
}

/// The word with a value for every atom of the space; unspecified atoms are false.
ValuedWord valued(const AtomSpace& space, const WitnessWord& word, Words words) {
  ValuedWord result;
  result.atoms = space.names();
  for (const auto* part : {&word.prefix, &word.cycle}) {
    for (const Bdd label : *part) {
      std::vector<bool>& letter = result.letters.emplace_back(space.size(), false);
      for (const auto& [variable, positive] : space.bdds.one_solution(label)) letter[variable] = positive;
    }
  }
  if (words == Words::Infinite) result.cycle_start = word.prefix.size();
  return result;
}

}  // namespace

Expected<Language> Language::open(const std::string& text, const AtomSpacePtr& space, Words words,
                                  const std::string& what, const TranslationOptions& how) {
  Language result(space, words);
  result.how_ = how;
  const std::optional<std::string> file = file_of(text);
  if (!file) {
    const Expected<Formula> formula = parse_formula(text, {}, what);
    if (!formula) return formula.error();
    result.name_ = to_string(*formula);
    result.formula_ = *formula;
    return result;
  }
  const Expected<SourceText> source = SourceText::read_file(*file);
  if (!source) return source.error();
  Expected<std::vector<Automaton>> automata = read_hoa(*source, space, words);
  if (!automata) return automata.error();
  if (automata->size() != 1)
    return Diagnostic{.message =
                          "'" + *file + "' contains " + std::to_string(automata->size()) + " automata; expected one"};
  result.name_ = automata->front().name();
  result.automaton_ = std::move(automata->front());
  return result;
}

Expected<std::vector<Language>> Language::open_all(const std::vector<std::string>& texts, const AtomSpacePtr& space,
                                                   Words words, const TranslationOptions& how) {
  std::vector<Language> languages;
  Diagnostics problems;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string what =
        texts.size() == 2 ? (i == 0 ? "left formula" : "right formula") : "formula " + std::to_string(i + 1);
    Expected<Language> language = open(texts[i], space, words, what, how);
    if (language) {
      languages.push_back(std::move(*language));
    } else {
      problems.insert(problems.end(), language.error().begin(), language.error().end());
    }
  }
  if (!problems.empty()) return problems;
  return languages;
}

Expected<Automaton> Language::automaton() const {
  if (automaton_) return *automaton_;
  return words_ == Words::Finite ? finite_automaton(*formula_, space_, how_)
                                 : infinite_automaton(*formula_, space_, how_);
}

Expected<Automaton> Language::complement() const {
  if (automaton_) return weir::complement(*automaton_);
  return words_ == Words::Finite ? finite_automaton(!*formula_, space_, how_)
                                 : infinite_automaton(!*formula_, space_, how_);
}

bool Language::accepts(const WitnessWord& word) const {
  if (formula_) {
    for (const std::string& atom : atoms(*formula_)) space_->variable(atom);  // simplification may have removed some
    const ValuedWord judged = valued(*space_, word, words_);
    return words_ == Words::Finite ? holds_on_finite(*formula_, judged) : holds_on_lasso(*formula_, judged);
  }
  return accepts_word(*automaton_, word);
}

}  // namespace weir
