// SPDX-License-Identifier: Apache-2.0
// compare: do two formulas have the same words? A word that tells them apart is looked for in the product of the
// automaton of one with the automaton of the other's negation, and judged by the definition of the logic before it is
// shown.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/complement.h"
#include "automaton/couvreur.h"
#include "automaton/derivative.h"
#include "automaton/emptiness.h"
#include "automaton/limits.h"
#include "automaton/product.h"
#include "automaton/simplify.h"
#include "base/assert.h"
#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/rewrite.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

/// The word with a value for every atom of the space: those it leaves open are false.
ValuedWord valued(const AtomSpace& space, const WitnessWord& word, bool finite) {
  ValuedWord result;
  result.atoms = space.names();
  for (const auto* part : {&word.prefix, &word.cycle}) {
    for (const Bdd label : *part) {
      std::vector<bool>& letter = result.letters.emplace_back(space.size(), false);
      for (const auto& [variable, positive] : space.bdds.one_solution(label)) letter[variable] = positive;
    }
  }
  if (!finite) result.cycle_start = word.prefix.size();
  return result;
}

Expected<Automaton> infinite_words(Formula f, const AtomSpacePtr& space) {
  CouvreurOptions options;
  options.name_states = false;
  auto automaton = couvreur_automaton(simplify(f, Semantics::Infinite), space, options);
  if (!automaton) return automaton.error();
  return simplified(*automaton, Effort::Low);
}

using MaybeWord = std::optional<WitnessWord>;

Expected<MaybeWord> infinite_word_in_left_only(Formula left, Formula right, const AtomSpacePtr& space) {
  const auto yes = infinite_words(left, space);
  if (!yes) return yes.error();
  const auto no = infinite_words(!right, space);
  if (!no) return no.error();
  return MaybeWord(accepted_word(intersection(*yes, *no)));
}

Expected<std::optional<Difference>> find_difference(Formula left, Formula right, bool finite,
                                                    const AtomSpacePtr& space) {
  if (finite) {
    DerivativeOptions options;
    options.name_states = false;
    const auto a = derivative_automaton(simplify(left, Semantics::Finite), space, options);
    if (!a) return a.error();
    const auto b = derivative_automaton(simplify(right, Semantics::Finite), space, options);
    if (!b) return b.error();
    return difference(*a, *b);
  }
  for (const bool left_accepts : {true, false}) {
    auto word =
        left_accepts ? infinite_word_in_left_only(left, right, space) : infinite_word_in_left_only(right, left, space);
    if (!word) return word.error();
    if (*word) return std::optional<Difference>(Difference{std::move(**word), left_accepts});
  }
  return std::optional<Difference>();
}

}  // namespace

Expected<Comparison> compare(const std::string& left, const std::string& right, const CompareOptions& options,
                             Observer* observer) {
  const bool finite = options.finite;
  const auto f = parse_formula(left, {}, "left formula");
  const auto g = parse_formula(right, {}, "right formula");
  if (!f || !g) {
    Diagnostics errors = f ? Diagnostics() : f.error();
    if (!g) errors.insert(errors.end(), g.error().begin(), g.error().end());
    return errors;
  }
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  return bounded([&]() -> Expected<Comparison> {
    const auto found = find_difference(*f, *g, finite, space);
    if (!found) return found.error();
    Comparison result;
    result.equivalent = !found->has_value();
    if (result.equivalent) return result;
    const Difference& d = **found;
    for (const Formula h : {*f, *g})
      for (const std::string& atom : atoms(h)) space->variable(atom);  // simplifying may have lost some
    const ValuedWord word = valued(*space, d.word, finite);
    const auto satisfies = [&](Formula h) { return finite ? holds_on_finite(h, word) : holds_on_lasso(h, word); };
    WEIR_ASSERT(satisfies(*f) == d.left_accepts && satisfies(*g) != d.left_accepts,
                "the word that is shown tells the formulas apart");
    result.word = word_text(*space, d.word);
    result.left_accepts = d.left_accepts;
    return result;
  });
}

}  // namespace weir
