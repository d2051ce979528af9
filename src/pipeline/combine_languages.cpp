// SPDX-License-Identifier: Apache-2.0
// weir automata: union, intersection, complement and difference of languages.
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <weir/automata.h>

#include "automaton/transform/complement.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/product.h"
#include "pipeline/language/automaton_shape.h"
#include "pipeline/language/automaton_statistics.h"
#include "pipeline/language/language.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

std::optional<Diagnostic> wrong_number(LanguageOperation operation, std::size_t given) {
  if (operation == LanguageOperation::Complement && given != 1)
    return Diagnostic{.message = "complement takes one language, not " + std::to_string(given)};
  if (operation != LanguageOperation::Complement && given < 2)
    return Diagnostic{.message = "this operation takes two or more languages, not " + std::to_string(given)};
  return std::nullopt;
}

/// The union. It keeps determinism if requested, otherwise the automata are put side by side.
Automaton joined(const Automaton& left, const Automaton& right, bool deterministic) {
  return deterministic ? union_product(determinized(left), determinized(right)) : union_of(left, right);
}

Expected<Automaton> combined(LanguageOperation operation, const std::vector<Language>& languages, bool deterministic) {
  const bool subtracts = operation == LanguageOperation::Difference;
  Expected<Automaton> result =
      operation == LanguageOperation::Complement ? languages.front().complement() : languages.front().automaton();
  for (std::size_t i = 1; i < languages.size() && result; ++i) {
    const Expected<Automaton> next = subtracts ? languages[i].complement() : languages[i].automaton();
    if (!next) return next;
    result =
        operation == LanguageOperation::Union ? joined(*result, *next, deterministic) : intersection(*result, *next);
  }
  return result;
}

std::string name_of(LanguageOperation operation, const std::vector<Language>& languages) {
  if (operation == LanguageOperation::Complement)
    return languages.front().name().empty() ? "" : "!(" + languages.front().name() + ")";
  std::string name;
  for (const Language& language : languages) {
    if (language.name().empty()) return "";
    if (!name.empty()) name += operation == LanguageOperation::Union ? " | " : " & ";
    const bool negated = operation == LanguageOperation::Difference && !name.empty();
    name += (negated ? "!(" : "(") + language.name() + ")";
  }
  return name;
}

}  // namespace

Expected<std::string> combine_languages(LanguageOperation operation, const std::vector<std::string>& languages,
                                        const TranslateOptions& options, Observer* observer) {
  if (auto problem = wrong_number(operation, languages.size())) return *problem;
  if (auto problem = unfit_for_automata(options)) return *problem;
  const auto start = std::chrono::steady_clock::now();
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  const auto opened = Language::open_all(languages, space, options.finite ? Words::Finite : Words::Infinite);
  if (!opened) return opened.error();
  return bounded([&]() -> Expected<std::string> {
    Expected<Automaton> automaton = combined(operation, *opened, options.deterministic);
    if (!automaton) return automaton.error();
    automaton = reshaped(std::move(*automaton), options);
    if (!automaton) return automaton.error();
    automaton->set_name(name_of(operation, *opened));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return options.stats ? automaton_statistics(*automaton, seconds) : written(*automaton, options, false);
  });
}

}  // namespace weir
