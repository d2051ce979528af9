// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/confirm.h"

#include <memory>
#include <utility>

#include <weir/catalogue.h>

#include "pipeline/decide/conclude.h"

namespace weir {
namespace {

/// Plans for the second decision, in order of preference. A plan is skipped if the first decision used it or it does
/// not support the question.
struct OtherWay {
  Translator translator;
  Emptiness emptiness;
};
constexpr OtherWay kOtherWays[] = {
    {Translator::Closure, Emptiness::Ndfs},     {Translator::Closure, Emptiness::Tarjan},
    {Translator::Derivative, Emptiness::Ndfs},  {Translator::Derivative, Emptiness::Tarjan},
    {Translator::Couvreur, Emptiness::Ndfs},    {Translator::Couvreur, Emptiness::Tarjan},
    {Translator::Closure, Emptiness::Couvreur}, {Translator::Derivative, Emptiness::Couvreur},
    {Translator::Couvreur, Emptiness::Owcty},   {Translator::Closure, Emptiness::EmersonLei},
    {Translator::Closure, Emptiness::Owcty},
};

CheckOptions options_for(const OtherWay& way, const CheckOptions& first, const Property& property,
                         const EngineChoice& engine) {
  CheckOptions second = first;
  const bool infinite = !is_defect(property) && !is_of_finite_words(property);
  second.translator = property.formula && infinite ? way.translator : Translator::Auto;
  second.emptiness = infinite ? way.emptiness : Emptiness::Auto;
  // Without an automaton on infinite words only the search order can differ.
  const bool depth_first = infinite || engine.emptiness == name_of(SearchOrder::BreadthFirst);
  second.search = depth_first ? SearchOrder::DepthFirst : SearchOrder::BreadthFirst;
  second.store = engine.store == Store::Exact ? Store::Tree : Store::Exact;
  second.cache_entries.reset();
  second.reduce = Reductions::none();
  second.symmetry.clear();
  second.threads = 1;
  second.shortest = false;
  second.checkpoint = {};
  return second;
}

/// The answer of the first plan that has one, or only a message if none has.
Expected<PropertyResult> decide_again(const CheckContext& context, const Plan& plan, const Property& property,
                                      const EngineChoice& first) {
  Property named = property;
  named.name += ", again";
  Diagnostic obstacle{.message = "there is no independent way to decide it"};
  for (const OtherWay& way : kOtherWays) {
    const CheckOptions options = options_for(way, plan.options, property, first);
    if (name_of(options.translator) == first.translator || name_of(options.emptiness) == first.emptiness) continue;
    StopFlag own(*context.stop);  // memory used up by one plan is available to the next
    const CheckContext second{context.system, context.observer, &own};
    Expected<PropertyResult> decided = decide(second, {options, plan.seconds_used}, named);
    if (!decided) {
      obstacle = decided.error().front();
      continue;
    }
    const bool too_large = decided->verdict == Verdict::Inconclusive && decided->reason.starts_with(kAutomatonTooLarge);
    if (!too_large) return decided;
    obstacle.message = decided->reason;
  }
  return obstacle;
}

}  // namespace

void confirm(const CheckContext& context, const Plan& plan, const Property& property, PropertyResult& result) {
  if (result.verdict == Verdict::Violated) result.certified = true;  // its run was replayed
  if (result.verdict != Verdict::Holds) return;
  const Interpreted interpreted(context.system);
  Expected<PropertyResult> second = decide_again(context, plan, property, result.engine);
  if (second && second->verdict == Verdict::Holds) {
    result.certified = true;
    result.confirmation = second->engine;
    if (!result.engine.executor.empty()) result.confirmation.executor = name_of(Executor::Interpreter);
    return;
  }
  result.verdict = Verdict::Inconclusive;
  if (second && second->verdict == Verdict::Violated) {
    result.reason =
        "internal error: the first decision is that the property holds, the second found a run that violates it. "
        "Please report this with the model and the command line.";
    second->name = property.name;
    result.contradiction = std::make_shared<PropertyResult>(std::move(*second));
    return;
  }
  result.reason =
      "it holds, but this could not be confirmed: " + (second ? second->reason : second.error().front().message);
}

}  // namespace weir
