// SPDX-License-Identifier: Apache-2.0
#include "pipeline/automaton_shape.h"

#include <utility>

#include "automaton/degeneralize.h"
#include "automaton/determinize.h"
#include "automaton/hoa_writer.h"
#include "automaton/monitor_writer.h"
#include "automaton/remove_fin.h"
#include "automaton/trim.h"
#include "automaton/writers.h"
#include "pipeline/refusal.h"

namespace weir {

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
