// SPDX-License-Identifier: Apache-2.0
#include "report/run_json.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_set>
#include <utility>

#include <weir/catalogue.h>

#include "base/text/printable.h"
#include "report/changes.h"
#include "report/words.h"

namespace weir {
namespace {

const char* name_of(Communication::Kind kind) {
  switch (kind) {
    case Communication::Kind::Send: return "send";
    case Communication::Kind::Receive: return "receive";
    case Communication::Kind::Rendezvous: return "rendezvous";
  }
  return "";
}

Json pair_of(const Variable& variable) { return Json::array({text_json(variable.name), value_json(variable.value)}); }

bool same_names(const std::vector<Variable>& one, const std::vector<Variable>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Variable& a, const Variable& b) { return a.name == b.name; });
}

/// Adds what one state changed in another.
void add_changes(Json& position, const std::vector<Variable>& before, const std::vector<Variable>& after) {
  position["changes"] = changes_json(before, after);
  if (Json gone = gone_json(before, after); !gone.empty()) position["gone"] = std::move(gone);
}

/// The state behind the last step of the cycle: where the cycle starts, except for the variables that drift.
std::vector<Variable> behind_cycle(const Counterexample& run) {
  std::vector<Variable> state = run.cycle.front().state;
  for (const Variable& drifted : run.drifting) {
    const auto found =
        std::find_if(state.begin(), state.end(), [&](const Variable& v) { return v.name == drifted.name; });
    if (found != state.end()) found->value = drifted.value;
  }
  return state;
}

/// The subformulas if their truth values are known, otherwise the atoms. If the letters belong to steps, position 0 has
/// no value (' '); otherwise the position behind a cycle repeats the values of the cycle's start.
Json timeline_of(const Counterexample& run, const std::vector<const TraceStep*>& steps) {
  Json rows = Json::array();
  const std::size_t positions = steps.size() + (run.cycle.empty() ? 0 : 1);
  const auto add = [&](const std::string& subformula, std::string values, bool first_round = false) {
    if (run.letters_are_steps())
      values.insert(values.begin(), ' ');
    else if (!run.cycle.empty() && values.size() == steps.size() && !first_round)
      values += values[run.prefix.size()];
    values.resize(positions, ' ');
    rows.push_back({{"subformula", text_json(subformula)}, {"values", std::move(values)}});
    if (first_round) rows.back()["first_round"] = true;
  };
  for (const TruthRow& row : run.timeline) {
    std::string values;
    for (const bool value : row.values) values += value ? '1' : '0';
    add(row.subformula, std::move(values), row.first_round);
  }
  if (!rows.empty() || steps.empty()) return rows;
  for (std::size_t atom = 0; atom < steps.front()->atoms.size(); ++atom) {
    std::string values;
    for (const TraceStep* step : steps) values += atom < step->atoms.size() && step->atoms[atom].value ? '1' : '0';
    add(steps.front()->atoms[atom].atom, std::move(values));
  }
  return rows;
}

/// The number in `NAME[number]`; names without one come first.
std::int64_t number_in(const std::string& name) {
  const std::size_t bracket = name.rfind('[');
  std::int64_t number = -1;
  if (bracket != std::string::npos) std::from_chars(name.data() + bracket + 1, name.data() + name.size(), number);
  return number;
}

}  // namespace

Json text_json(std::string_view text) { return printable(text); }
Json lines_json(std::string_view text) { return printable_lines(text); }

Json value_json(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return text_json(*text);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  return std::get<std::int64_t>(value);
}

Json state_json(const std::vector<Variable>& state) {
  Json out = Json::array();
  for (const Variable& variable : state) out.push_back(pair_of(variable));
  return out;
}

Json changes_json(const std::vector<Variable>& before, const std::vector<Variable>& after) {
  Json out = Json::array();
  for (const Variable* variable : changed_variables(before, after)) out.push_back(pair_of(*variable));
  return out;
}

Json gone_json(const std::vector<Variable>& before, const std::vector<Variable>& after) {
  Json out = Json::array();
  if (same_names(before, after)) return out;
  std::unordered_set<std::string_view> present;
  for (const Variable& variable : after) present.insert(variable.name);
  for (const Variable& variable : before)
    if (!present.contains(variable.name)) out.push_back(text_json(variable.name));
  return out;
}

Json action_json(const StepDescription& step) {
  Json out = Json::object();
  if (!step.event.empty()) out["event"] = text_json(step.event);
  if (!step.process.empty()) out["process"] = text_json(step.process);
  if (!step.file.empty()) out["file"] = text_json(step.file);
  if (step.line > 0) out["line"] = step.line;
  if (!step.fault.empty()) out["fault"] = lines_json(step.fault);
  if (!step.output.empty()) out["output"] = lines_json(step.output);
  if (const auto& talk = step.communication) {
    out["communication"] = {{"kind", name_of(talk->kind)},
                            {"channel", text_json(talk->channel)},
                            {"message", text_json(talk->message)},
                            {"sender", text_json(talk->sender)},
                            {"receiver", text_json(talk->receiver)}};
  }
  return out;
}

Json initial_position_json(const std::vector<Variable>& state) { return {{"changes", state_json(state)}}; }

Json position_json(const std::vector<Variable>& before, const StepDescription& step,
                   const std::vector<Variable>& after) {
  Json out = Json::object();
  add_changes(out, before, after);
  out["action"] = action_json(step);
  return out;
}

void ProcessNames::meet(const std::string& name) {
  if (!name.empty() && std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
}

void ProcessNames::meet(const StepDescription& step) {
  meet(step.process);
  if (!step.communication) return;
  meet(step.communication->sender);
  meet(step.communication->receiver);
}

Json ProcessNames::json() const {
  std::vector<std::string> ordered = names_;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const std::string& a, const std::string& b) { return number_in(a) < number_in(b); });
  Json out = Json::array();
  for (const std::string& name : ordered) out.push_back(text_json(name));
  return out;
}

Json run_json(const Counterexample& run) {
  std::vector<const TraceStep*> steps;
  for (const TraceStep& step : run.prefix) steps.push_back(&step);
  for (const TraceStep& step : run.cycle) steps.push_back(&step);

  Json positions = Json::array();
  ProcessNames processes;
  const auto add_effect = [&](const TraceStep& cause, const std::vector<Variable>& after, std::int64_t automaton) {
    Json position = Json::object();
    if (cause.stutters) {
      add_changes(position, cause.state, after);
      position["stutters"] = true;
    } else {
      position = position_json(cause.state, cause.step, after);
      processes.meet(cause.step);
    }
    if (automaton >= 0) position["automaton"] = automaton;
    positions.push_back(std::move(position));
  };
  if (!steps.empty()) {
    positions.push_back(initial_position_json(steps.front()->state));
    if (steps.front()->automaton_state >= 0) positions.back()["automaton"] = steps.front()->automaton_state;
  }
  for (std::size_t i = 1; i < steps.size(); ++i) add_effect(*steps[i - 1], steps[i]->state, steps[i]->automaton_state);
  if (!run.cycle.empty()) {
    add_effect(*steps.back(), behind_cycle(run), run.cycle.front().automaton_state);
  } else if (!steps.empty() && !steps.back()->last && !steps.back()->stutters && !steps.back()->step.event.empty()) {
    // The run ends with a step whose target is unknown.
    add_effect(*steps.back(), steps.back()->state, -1);
  }
  return {{"positions", std::move(positions)},
          {"cycle", run.cycle.empty() ? Json() : Json(run.prefix.size())},
          {"processes", processes.json()},
          {"timeline", timeline_of(run, steps)},
          {"explanation", lines_json(run.explanation)}};
}

Json automaton_json(const AutomatonGraph& graph) {
  Json states = Json::array(), edges = Json::array();
  for (const std::string& state : graph.states) states.push_back(text_json(state));
  for (const AutomatonGraph::Edge& edge : graph.edges) {
    edges.push_back({{"source", edge.source},
                     {"destination", edge.destination},
                     {"label", text_json(edge.label)},
                     {"marks", edge.marks}});
  }
  return {{"states", std::move(states)}, {"edges", std::move(edges)}, {"initial", graph.initial}};
}

Json property_json(const PropertyResult& property) {
  Json warnings = Json::array();
  for (const std::string& warning : property.warnings) warnings.push_back(lines_json(warning));
  Json out = {{"name", text_json(property.name)},
              {"kind", word(property.kind)},
              {"formula", lines_json(property.formula)},
              {"verdict", word(property.verdict)},
              {"reason", lines_json(property.reason)},
              {"warnings", std::move(warnings)},
              {"engine",
               {{"translator", property.engine.translator},
                {"emptiness", property.engine.emptiness},
                {"store", name_of(property.engine.store)},
                {"reduce", names_of(property.engine.reduce)},
                {"fair", name_of(property.engine.fair)}}},
              {"stats",
               {{"states", property.stats.states},
                {"estimated", property.stats.states_estimated},
                {"transitions", property.stats.transitions},
                {"depth", property.stats.max_depth},
                {"memory", property.stats.memory_bytes},
                {"seconds", property.stats.seconds}}}};
  if (property.has_counterexample) out["counterexample"] = run_json(property.counterexample);
  if (!property.automaton.states.empty()) out["automaton"] = automaton_json(property.automaton);
  return out;
}

Json sources_json(const std::vector<SourceFile>& sources) {
  Json out = Json::array();
  for (const SourceFile& source : sources) {
    std::string text;  // with plain line ends
    for (std::size_t i = 0; i < source.text.size(); ++i)
      if (source.text.compare(i, 2, "\r\n") != 0) text += source.text[i];
    out.push_back({{"name", text_json(source.name)}, {"text", lines_json(text)}});
  }
  return out;
}

std::string dump_for_page(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace weir
