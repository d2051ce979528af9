// SPDX-License-Identifier: Apache-2.0
// Language: a formula or the automaton of a HOA file, as an operand of `weir automata` and `weir compare`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/automaton.h"
#include "automaton/translate/translate.h"
#include "formula/formula.h"

namespace weir {

class Language {
 public:
  /// weir/automata.h says what names a file. `what` is the name of a formula in messages, e.g. "left formula".
  static Expected<Language> open(const std::string& text, const AtomSpacePtr& space, Words words,
                                 const std::string& what, const TranslationOptions& how = {});
  /// Opens several; reports all errors.
  static Expected<std::vector<Language>> open_all(const std::vector<std::string>& texts, const AtomSpacePtr& space,
                                                  Words words, const TranslationOptions& how = {});

  /// An automaton of the language, and one of its complement. May throw LimitReached.
  Expected<Automaton> automaton() const;
  Expected<Automaton> complement() const;

  /// The formula, or the name of the automaton; may be empty.
  const std::string& name() const { return name_; }

  /// Checks a word on the formula by the definition of the logic, or on the automaton by following its runs.
  bool accepts(const WitnessWord& word) const;

 private:
  Language(AtomSpacePtr space, Words words) : space_(std::move(space)), words_(words) {}

  AtomSpacePtr space_;
  Words words_;
  std::string name_;
  TranslationOptions how_;
  std::optional<Formula> formula_;
  std::optional<Automaton> automaton_;
};

}  // namespace weir
