// SPDX-License-Identifier: Apache-2.0
// The page is a template with the results as embedded JSON, drawn by report.js. States are stored as differences, so
// that a run of ten thousand steps stays a small file.
#include "report/html.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>
#include <weir/catalogue.h>
#include <weir/weir.h>
#include <nlohmann/json.hpp>

#include "base/text/printable.h"
#include "report/assets.h"
#include "report/words.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

std::string escape(std::string_view text) {
  std::string safe;
  for (char c : printable_lines(text)) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

Json value_of(const Value& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

const char* name_of(Communication::Kind kind) {
  switch (kind) {
    case Communication::Kind::Send: return "send";
    case Communication::Kind::Receive: return "receive";
    case Communication::Kind::Rendezvous: return "rendezvous";
  }
  return "";
}

/// Writes the differences from the previous state; names that disappeared are in "gone".
void write_changes(Json& target, const std::vector<Variable>& state, std::map<std::string, Value>& before) {
  Json changes = Json::array();
  std::map<std::string, Value> now;
  for (const Variable& variable : state) {
    const auto known = before.find(variable.name);
    if (known == before.end() || known->second != variable.value) {
      changes.push_back({variable.name, value_of(variable.value)});
    }
    now.emplace(variable.name, variable.value);
  }
  target["changes"] = std::move(changes);
  for (const auto& [name, value] : before) {
    if (!now.contains(name)) target["gone"].push_back(name);
  }
  before = std::move(now);
}

Json step_of(const TraceStep& step, std::map<std::string, Value>& before) {
  Json out = Json::object();
  write_changes(out, step.state, before);
  if (!step.step.event.empty()) out["event"] = step.step.event;
  if (!step.step.process.empty()) out["process"] = step.step.process;
  if (!step.step.file.empty()) out["file"] = step.step.file;
  if (step.step.line > 0) out["line"] = step.step.line;
  if (!step.step.fault.empty()) out["fault"] = step.step.fault;
  if (!step.step.output.empty()) out["output"] = step.step.output;
  if (step.stutters) out["stutters"] = true;
  if (step.last) out["last"] = true;
  if (step.automaton_state >= 0) out["automaton"] = step.automaton_state;
  if (const auto& talk = step.step.communication) {
    out["communication"] = {{"kind", name_of(talk->kind)},
                            {"channel", talk->channel},
                            {"message", talk->message},
                            {"sender", talk->sender},
                            {"receiver", talk->receiver}};
  }
  return out;
}

/// The subformulas if their truth values are known, otherwise the atoms.
Json timeline_of(const Counterexample& run, const std::vector<const TraceStep*>& steps) {
  Json rows = Json::array();
  for (const TruthRow& row : run.timeline) {
    std::string values;
    for (bool value : row.values) values += value ? '1' : '0';
    rows.push_back({{"subformula", row.subformula}, {"values", values}});
  }
  if (!rows.empty() || steps.empty()) return rows;
  for (std::size_t atom = 0; atom < steps.front()->atoms.size(); ++atom) {
    std::string values;
    for (const TraceStep* step : steps) values += atom < step->atoms.size() && step->atoms[atom].value ? '1' : '0';
    rows.push_back({{"subformula", steps.front()->atoms[atom].atom}, {"values", values}});
  }
  return rows;
}

Json counterexample_of(const Counterexample& run) {
  std::vector<const TraceStep*> steps;
  for (const TraceStep& step : run.prefix) steps.push_back(&step);
  for (const TraceStep& step : run.cycle) steps.push_back(&step);
  Json written = Json::array();
  std::vector<std::string> processes;
  const auto meet = [&](const std::string& process) {
    if (!process.empty() && std::find(processes.begin(), processes.end(), process) == processes.end()) {
      processes.push_back(process);
    }
  };
  std::map<std::string, Value> before;
  for (const TraceStep* step : steps) {
    written.push_back(step_of(*step, before));
    meet(step->step.process);
    if (step->step.communication) {
      meet(step->step.communication->sender);
      meet(step->step.communication->receiver);
    }
  }
  return {{"explanation", run.explanation},      {"prefix", run.prefix.size()}, {"cycle", run.cycle.size()},
          {"timeline", timeline_of(run, steps)}, {"processes", processes},      {"steps", std::move(written)}};
}

Json automaton_of(const AutomatonGraph& graph) {
  Json edges = Json::array();
  for (const AutomatonGraph::Edge& edge : graph.edges) {
    edges.push_back(
        {{"source", edge.source}, {"destination", edge.destination}, {"label", edge.label}, {"marks", edge.marks}});
  }
  return {{"states", graph.states}, {"edges", std::move(edges)}, {"initial", graph.initial}};
}

Json property_of(const PropertyResult& property) {
  Json out = {{"name", property.name},
              {"kind", word(property.kind)},
              {"formula", property.formula},
              {"verdict", word(property.verdict)},
              {"reason", property.reason},
              {"warnings", property.warnings},
              {"engine",
               {{"translator", property.engine.translator},
                {"emptiness", property.engine.emptiness},
                {"store", name_of(property.engine.store)},
                {"reduce", names_of(property.engine.reduce)},
                {"fair", name_of(property.engine.fair)}}},
              {"stats",
               {{"states", property.stats.states},
                {"estimated", property.stats.states_estimated},
                {"seconds", property.stats.seconds}}}};
  if (property.has_counterexample) out["counterexample"] = counterexample_of(property.counterexample);
  if (!property.automaton.states.empty()) out["automaton"] = automaton_of(property.automaton);
  return out;
}

Json data_of(const CheckResult& result) {
  Json properties = Json::array(), sources = Json::array(), unreached = Json::array();
  for (const PropertyResult& property : result.properties) properties.push_back(property_of(property));
  for (const SourceFile& source : result.sources) sources.push_back({{"name", source.name}, {"text", source.text}});
  for (const UnreachedStatement& statement : result.unreached) {
    unreached.push_back({{"file", statement.file}, {"line", statement.line}, {"statement", statement.statement}});
  }
  return {{"properties", std::move(properties)}, {"sources", std::move(sources)}, {"unreached", std::move(unreached)}};
}

std::string coverage_of(const CheckResult& result) {
  if (!result.coverage_known) return "";
  if (result.unreached.empty()) return "every statement was executed";
  return fmt::format("○ {} statement{} never executed", result.unreached.size(),
                     result.unreached.size() == 1 ? "" : "s");
}

/// Replaces @NAME@ in the template, in one pass, so that inserted text is never searched.
std::string fill(std::string_view page, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  while (true) {
    const std::size_t start = page.find('@');
    const std::size_t end = start == std::string_view::npos ? start : page.find('@', start + 1);
    if (end == std::string_view::npos) return out.append(page);
    const auto value = values.find(page.substr(start + 1, end - start - 1));
    out.append(page.substr(0, start));
    if (value == values.end()) {
      out += '@';
      page.remove_prefix(start + 1);
    } else {
      out += value->second;
      page.remove_prefix(end + 1);
    }
  }
}

}  // namespace

std::string html_report(const CheckResult& result) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(result.properties.begin(), result.properties.end(),
                         [&](const PropertyResult& property) { return property.verdict == verdict; });
  };
  const auto violated = count(Verdict::Violated);
  const auto open = count(Verdict::Inconclusive);
  const Verdict overall = violated > 0 ? Verdict::Violated : open > 0 ? Verdict::Inconclusive : Verdict::Holds;
  std::string summary = fmt::format("{} of {} hold", count(Verdict::Holds), result.properties.size());
  if (violated > 0) summary += fmt::format(", {} violated", violated);
  if (open > 0) summary += fmt::format(", {} inconclusive", open);
  // "<" could end the script element; in JSON strings it may be escaped.
  std::string data;
  for (const char c : data_of(result).dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<')
      data += "\\u003c";
    else
      data += c;
  }
  return fill(assets::k_report_html, {{"TITLE", escape("weir: " + result.model)},
                                      {"STYLE", assets::k_report_css},
                                      {"MODEL", escape(result.model)},
                                      {"VERDICT", word(overall)},
                                      {"SUMMARY", summary},
                                      {"FIGURES", fmt::format("{:.2f} s, {:.1f} MB", result.seconds,
                                                              static_cast<double>(result.peak_memory_bytes) / 1e6)},
                                      {"COVERAGE", coverage_of(result)},
                                      {"VERSION", version()},
                                      {"DATA", std::move(data)},
                                      {"SCRIPT", assets::k_report_js}});
}

}  // namespace weir
