// SPDX-License-Identifier: Apache-2.0
#include "pipeline/language/automaton_shape.h"

#include <utility>

#include <weir/catalogue.h>

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

namespace weir {

template <>
std::span<const Choice<AutomatonFormat>> choices() {
  static constexpr Choice<AutomatonFormat> kRows[] = {
      {AutomatonFormat::Hoa, "hoa", "Hanoi omega-automata, version 1"},
      {AutomatonFormat::Dot, "dot", "a Graphviz graph"},
      {AutomatonFormat::Never, "never", "a never claim for Spin"},
      {AutomatonFormat::Json, "json", "states and edges as JSON"},
      {AutomatonFormat::Text, "text", "states and edges as text"},
      {AutomatonFormat::Cpp, "cpp", "a monitor as a C++ class"},
      {AutomatonFormat::Ltl, "ltl", "the simplified formula in the syntax of weir"},
      {AutomatonFormat::Spin, "spin", "the simplified formula in the syntax of Spin"},
      {AutomatonFormat::Spot, "spot", "the simplified formula in the syntax of Spot"},
      {AutomatonFormat::Latex, "latex", "the simplified formula for LaTeX"},
  };
  return kRows;
}

std::optional<Syntax> syntax_of(AutomatonFormat format) {
  switch (format) {
    case AutomatonFormat::Ltl: return Syntax::Weir;
    case AutomatonFormat::Spin: return Syntax::Spin;
    case AutomatonFormat::Spot: return Syntax::Spot;
    case AutomatonFormat::Latex: return Syntax::Latex;
    default: return std::nullopt;
  }
}

std::optional<Diagnostic> unfit_for_automata(const TranslateOptions& o) {
  if (o.translator != Translator::Auto)
    return Diagnostic{.message = "--translator applies to formulas, not to automata"};
  if (!o.alphabet.empty()) return Diagnostic{.message = "--alphabet applies to formulas, not to automata"};
  if (syntax_of(o.to))
    return Diagnostic{.message = "--to " + name_of(o.to) + " writes a formula, but this is an automaton"};
  if (o.finite && (o.degeneralize || o.to == AutomatonFormat::Never))
    return Diagnostic{
        .message = "automata on finite words have no acceptance sets and cannot be never claims; leave out --finite"};
  if (!o.finite && o.to == AutomatonFormat::Cpp)
    return Diagnostic{.message = "a monitor reads finite words; add --finite"};
  return name_problem(o);
}

namespace {

Automaton reshaped_finite(Automaton automaton, const TranslateOptions& o) {
  if (o.minimize || o.to == AutomatonFormat::Cpp) {
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
    if (!minimal)
      return Diagnostic{.message = "the language is not an obligation, so it has no unique minimal automaton"};
    automaton = o.complete ? *minimal : trimmed(*minimal);
  } else {
    automaton = simplified(automaton, o.simplify);
  }
  return shaped(std::move(automaton), o);
}

Expected<Automaton> shaped(Automaton automaton, const TranslateOptions& options) {
  if (options.deterministic) automaton = determinized(automaton);
  const bool never = options.to == AutomatonFormat::Never;
  if ((options.degeneralize || never) && !automaton.acceptance().generalized_buchi_sets()) {
    const std::string acceptance = automaton.acceptance().to_string();
    if (options.deterministic && never)
      return Diagnostic{.message = "a never claim is a Büchi automaton; leave out --deterministic"};
    if (options.deterministic)
      return Diagnostic{.message =
                            "the deterministic automaton has the acceptance " + acceptance +
                            ", which --degeneralize would make nondeterministic again; leave out one of the two"};
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
  if (options.to != AutomatonFormat::Cpp) return Diagnostic{.message = "--name needs --to cpp"};
  if (!is_class_name(options.name))
    return Diagnostic{.message = "--name '" + options.name + "' is not a valid C++ class name"};
  return std::nullopt;
}

std::string written(const Automaton& automaton, const TranslateOptions& options, bool known_stutter_invariant) {
  switch (options.to) {
    case AutomatonFormat::Dot: return to_dot(automaton);
    case AutomatonFormat::Json: return to_json(automaton) + '\n';
    case AutomatonFormat::Text: return to_text(automaton);
    case AutomatonFormat::Never: return to_never_claim(automaton);
    case AutomatonFormat::Cpp: return to_cpp_monitor(automaton, options.name);
    default: break;
  }
  std::vector<std::string> properties;
  if (known_stutter_invariant) properties.push_back("stutter-invariant");
  return to_hoa(automaton, properties);
}

}  // namespace weir
