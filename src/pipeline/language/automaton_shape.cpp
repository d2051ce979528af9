// SPDX-License-Identifier: Apache-2.0
#include "pipeline/language/automaton_shape.h"

#include <utility>

#include "automaton/format/hoa_writer.h"
#include "automaton/format/monitor_writer.h"
#include "automaton/format/writers.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/trim.h"
#include "pipeline/refusal.h"

namespace weir {

std::optional<Diagnostic> unfit_for_automata(const TranslateOptions& o) {
  if (o.translator != "auto") return refusal("--translator is for formulas, and this is an automaton");
  if (!o.alphabet.empty()) return refusal("--alphabet is for formulas, and this is an automaton");
  if (o.to == "ltl" || o.to == "spin" || o.to == "spot" || o.to == "latex")
    return refusal("--to " + o.to + " writes a formula, and this is an automaton");
  if (o.finite && (o.degeneralize || o.to == "never"))
    return refusal("an automaton on finite words has no acceptance sets and is no never claim; leave out --finite");
  if (!o.finite && o.to == "cpp") return refusal("a monitor judges finite words; add --finite");
  return name_problem(o);
}

namespace {

Automaton reshaped_finite(Automaton automaton, const TranslateOptions& o) {
  if (o.minimize || o.to == "cpp") {
    automaton = trimmed(minimal_finite(automaton));
  } else if (o.deterministic || o.complete) {
    automaton = determinized(automaton);
  }
  return o.complete ? completed(automaton) : automaton;
}

}  // namespace

Expected<Automaton> reshaped(Automaton automaton, const TranslateOptions& o) {
  if (o.finite) return reshaped_finite(std::move(automaton), o);
  if (o.minimize) {
    const auto minimal = minimal_obligation(automaton, complement(automaton));
    if (!minimal) return refusal("the language is no obligation: there is no unique minimal automaton");
    automaton = o.complete ? *minimal : trimmed(*minimal);
  } else if (o.simplify != "none") {
    automaton = simplified(automaton, o.simplify == "high" ? Effort::High : Effort::Low);
  }
  return shaped(std::move(automaton), o);
}

Expected<Automaton> shaped(Automaton automaton, const TranslateOptions& options) {
  if (options.deterministic) automaton = determinized(automaton);
  const bool never = options.to == "never";
  if ((options.degeneralize || never) && !automaton.acceptance().generalized_buchi_sets()) {
    const std::string acceptance = automaton.acceptance().to_string();
    if (options.deterministic && never)
      return Diagnostic{.message = "a never claim is a Büchi automaton; leave out --deterministic"};
    if (options.deterministic)
      return Diagnostic{.message = "the deterministic automaton has the acceptance " + acceptance +
                                   ", which --degeneralize would make nondeterministic again; leave out one of both"};
    automaton = trimmed(without_fin(automaton));
  }
  if (options.degeneralize) {
    automaton = degeneralized(automaton, options.state_based ? Acceptances::OnStates : Acceptances::OnTransitions);
  } else if (options.state_based) {
    automaton = with_state_marks(automaton);
  }
  if (options.complete) automaton = completed(automaton);
  return automaton;
}

std::optional<Diagnostic> name_problem(const TranslateOptions& options) {
  if (options.name.empty()) return std::nullopt;
  if (options.to != "cpp") return refusal("--name is for the class of --to cpp");
  if (!is_class_name(options.name)) return refusal("--name '" + options.name + "': no C++ class can be called so");
  return std::nullopt;
}

std::string written(const Automaton& automaton, const TranslateOptions& options, bool known_stutter_invariant) {
  if (options.to == "dot") return to_dot(automaton);
  if (options.to == "json") return to_json(automaton) + '\n';
  if (options.to == "text") return to_text(automaton);
  if (options.to == "never") return to_never_claim(automaton);
  if (options.to == "cpp") return to_cpp_monitor(automaton, options.name);
  HoaOptions hoa;
  if (known_stutter_invariant) hoa.properties.push_back("stutter-invariant");
  return to_hoa(automaton, hoa);
}

}  // namespace weir
