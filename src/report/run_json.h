// SPDX-License-Identifier: Apache-2.0
// Runs, states, steps and automata as JSON, for the pages: the HTML report embeds these values, `weir serve` sends
// them.
//
//   RUN      = {positions: [POSITION...], cycle: K | null, processes: [NAME...], explanation: TEXT,
//               timeline: [{subformula: TEXT, values: " 0110..."}]}      one character a position; ' ': no value
//   POSITION = {changes: [[NAME, VALUE]...], gone: [NAME...], action: ACTION, stutters: true, automaton: N}
//   ACTION   = {event, process, file, line, fault, output, communication: {kind, channel, message, sender, receiver}}
//
// An action and its effect are one position: position k is the step k of the run, what it changed, and the state after
// it. Position 0 is the initial state; it has no action, and its changes are the whole state. Of a lasso, the last
// position is the state at the start of the cycle, position `cycle`, again. Members without content are left out.
//
// Texts of the model are made printable: a page never receives control characters or malformed UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <weir/result.h>
#include <nlohmann/json.hpp>

namespace weir {

using Json = nlohmann::ordered_json;

/// One line of text of a model: names, statements, file names.
Json text_json(std::string_view text);
/// Text that may have several lines: sources, formulas, output.
Json lines_json(std::string_view text);
Json value_json(const Value& value);

/// [[NAME, VALUE]...]
Json state_json(const std::vector<Variable>& state);
/// The variables of `after` that are new or have another value in `before`, as state_json writes them.
Json changes_json(const std::vector<Variable>& before, const std::vector<Variable>& after);
/// The names of `before` that `after` does not have.
Json gone_json(const std::vector<Variable>& before, const std::vector<Variable>& after);

Json action_json(const StepDescription& step);
/// The first position of a run: the whole state, no action.
Json initial_position_json(const std::vector<Variable>& state);
/// The position that `step` leads to, from the state `before` to the state `after`.
Json position_json(const std::vector<Variable>& before, const StepDescription& step,
                   const std::vector<Variable>& after);

/// Collects the names of the processes that act in a run, for its chart.
class ProcessNames {
 public:
  void meet(const StepDescription& step);
  /// By process number where the names have one (`P[2]`), otherwise in order of appearance.
  Json json() const;

 private:
  void meet(const std::string& name);
  std::vector<std::string> names_;
};

Json run_json(const Counterexample& run);
/// {states: [NAME...], edges: [{source, destination, label, marks}...], initial: N}
Json automaton_json(const AutomatonGraph& graph);
/// A property, its verdict, what decided it, its counterexample as a RUN, and its automaton.
Json property_json(const PropertyResult& property);
/// [{name, text}...]
Json sources_json(const std::vector<SourceFile>& sources);

/// Serialises for a response or a script element: malformed UTF-8 is replaced, and "<", which could end the element, is
/// escaped.
std::string dump_for_page(const Json& json);

}  // namespace weir
