// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/translate.h"

#include <weir/catalogue.h>

#include "automaton/limits.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/trim.h"
#include "automaton/translate/closure.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"

namespace weir {
namespace {

/// Minimal weak automata are not computed beyond this many states: the subset construction would rarely finish.
constexpr std::uint32_t kLargestObligation = 256;
constexpr std::uint64_t kNegationSteps = std::uint64_t{1} << 22;

/// The formula in the form that Couvreur's construction needs.
Formula prepared(Formula f, SimplifyLevel level, const StopFlag* stop) {
  return level == SimplifyLevel::None ? negation_normal_form(f, Semantics::Infinite)
                                      : simplify(f, Semantics::Infinite, level, stop);
}

Expected<Automaton> constructed(Formula f, const AtomSpacePtr& space, const TranslationOptions& options) {
  const StopFlag* stop = space->bdds.meter().limits().stop;
  if (options.translator == Translator::Closure)
    return closure_automaton(simplify(f, Semantics::Infinite, options.simplify, stop), space);
  return couvreur_automaton(prepared(f, options.simplify, stop), space,
                            {.max_states = options.max_states,
                             .max_letter_classes = options.max_letter_classes,
                             .name_states = options.name_states,
                             .alphabet = options.alphabet});
}

}  // namespace

template <>
std::span<const Choice<Translator>> choices() {
  static constexpr Choice<Translator> kRows[] = {
      {Translator::Auto, "auto", "chosen by the kind of words"},
      {Translator::Couvreur, "couvreur", "transition-based generalised Büchi automata on demand (Couvreur 1999)"},
      {Translator::Derivative, "derivative", "derivatives of formulas on finite words (Jard and Jéron 1989)"},
      {Translator::Closure, "closure", "the textbook construction over sets of subformulas"},
  };
  return kRows;
}

Expected<Automaton> infinite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options) {
  return bounded([&]() -> Expected<Automaton> {
    Expected<Automaton> automaton = constructed(f, space, options);
    if (!automaton || options.simplify == SimplifyLevel::None) return automaton;
    const Automaton small = simplified(*automaton, options.simplify);
    if (options.simplify == SimplifyLevel::Low) return small;
    // Over exclusive events the automaton of !f is not a complement: it also rejects combinations of events.
    if (!options.alphabet.empty() || small.state_count() > kLargestObligation) return small;
    // The automaton of the negation may be far larger.
    const auto negation = attempt(space->bdds.meter(), kNegationSteps, [&] { return constructed(!f, space, options); });
    if (!negation || !*negation || (*negation)->state_count() > kLargestObligation) return small;
    return simplified_further(small, **negation);
  });
}

Expected<Automaton> finite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options) {
  return bounded([&]() -> Expected<Automaton> {
    Expected<Automaton> automaton =
        derivative_automaton(simplify(f, Semantics::Finite, options.simplify, space->bdds.meter().limits().stop), space,
                             {.name_states = options.name_states, .alphabet = options.alphabet});
    if (!automaton || options.simplify == SimplifyLevel::None) return automaton;
    return trimmed(*automaton);
  });
}

}  // namespace weir
