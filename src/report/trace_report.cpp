// SPDX-License-Identifier: Apache-2.0
#include "report/trace_report.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/text/printable.h"
#include "report/numbers.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

const char* word(TraceVerdict verdict) {
  switch (verdict) {
    case TraceVerdict::Satisfied: return "satisfied";
    case TraceVerdict::Violated: return "violated";
    case TraceVerdict::Undecided: return "undecided";
  }
  return "undecided";
}

std::string written(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string where(const TraceOutcome& outcome) {
  if (!outcome.decided)
    return outcome.verdict == TraceVerdict::Undecided ? "can still go either way" : "at the end of the trace";
  std::string text = fmt::format("at event {}", outcome.event);
  if (!outcome.event_text.empty()) text += ": " + printable(outcome.event_text);
  return text;
}

std::string case_name(const TraceCase& shown) {
  return shown.name.empty() ? "the trace" : "case " + printable(shown.name);
}

/// ` for u = alice and 2 other values`.
std::string for_values(const TraceOutcome& outcome) {
  if (outcome.values.empty()) return {};
  std::string text = fmt::format(" for {} = {}", printable(outcome.variable), printable(outcome.values.front()));
  if (outcome.violating_values > 1) text += " and " + counted(outcome.violating_values - 1, "other value");
  return text;
}

/// `log.csv:7: case 12: response violated at event 3: paid`, and below it why.
std::string outcome_text(const std::string& log, const TraceCase& shown, const TraceProperties& properties,
                         std::size_t property) {
  const TraceOutcome& outcome = shown.outcomes[property];
  const std::uint64_t line = outcome.decided ? outcome.line : shown.line;
  std::string text = log == "-" ? "standard input" : printable(log);
  if (line > 0) text += fmt::format(":{}", line);
  text += fmt::format(": {}: {} {}{} {}\n", case_name(shown), printable(properties[property].name),
                      word(outcome.verdict), for_values(outcome), where(outcome));
  if (!outcome.explanation.empty()) text += "  " + printable(outcome.explanation) + "\n";
  return text;
}

}  // namespace

std::string trace_case_text(const std::string& log, const TraceCase& ended, const TraceProperties& properties,
                            TraceLines lines) {
  std::string text;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const TraceOutcome& outcome = ended.outcomes[i];
    if (lines == TraceLines::Violations && outcome.verdict != TraceVerdict::Violated) continue;
    if (lines == TraceLines::Undecided && outcome.decided) continue;
    text += outcome_text(log, ended, properties, i);
  }
  return text;
}

std::string trace_decision_text(const std::string& log, const TraceCase& open, std::size_t property,
                                const TraceProperties& properties) {
  return outcome_text(log, open, properties, property);
}

std::string trace_summary_text(const TraceSummary& summary) {
  std::string text =
      fmt::format("{}, {}, {:.2f} s{}\n", counted(summary.events, "event"), counted(summary.cases, "trace"),
                  summary.seconds, summary.interrupted ? ", interrupted" : "");
  for (const TraceSummary::Property& property : summary.properties) {
    text +=
        fmt::format("{}: {} satisfied, {} violated", printable(property.name), property.satisfied, property.violated);
    if (property.undecided > 0) text += fmt::format(", {} undecided", property.undecided);
    if (property.memory_bytes > 0) text += fmt::format(", at most {}", bytes_text(property.memory_bytes));
    text += fmt::format("   {}\n", printable(in_one_line(property.formula)));
  }
  return text;
}

std::string trace_json_begin(const std::string& log, const TraceProperties& properties) {
  Json formulas = Json::array();
  for (const auto& property : properties)
    formulas.push_back({{"name", property.name}, {"formula", in_one_line(property.formula)}});
  return fmt::format("{{\"tool\":\"weir\",\"version\":\"{}\",\"schema\":1,\"log\":{},\"formulas\":{},\"cases\":[",
                     version(), written(log), written(formulas));
}

std::string trace_json_case(const TraceCase& ended, const TraceProperties& properties, bool first) {
  Json results = Json::array();
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const TraceOutcome& outcome = ended.outcomes[i];
    Json result = {{"name", properties[i].name}, {"verdict", word(outcome.verdict)}, {"decided", outcome.decided}};
    if (outcome.decided)
      result.update({{"event", outcome.event}, {"line", outcome.line}, {"event_text", outcome.event_text}});
    if (!outcome.values.empty())
      result.update(
          {{"variable", outcome.variable}, {"values", outcome.values}, {"violating_values", outcome.violating_values}});
    if (!outcome.explanation.empty()) result["explanation"] = outcome.explanation;
    results.push_back(std::move(result));
  }
  return (first ? "\n" : ",\n") +
         written({{"case", ended.name}, {"events", ended.events}, {"results", std::move(results)}});
}

std::string trace_json_end(const TraceSummary& summary) {
  Json totals = Json::array();
  for (const auto& property : summary.properties) {
    totals.push_back({{"name", property.name},
                      {"satisfied", property.satisfied},
                      {"violated", property.violated},
                      {"undecided", property.undecided}});
    if (property.memory_bytes > 0) totals.back()["memory_bytes"] = property.memory_bytes;
  }
  return fmt::format("\n],\"summary\":{},\"events\":{},\"traces\":{},\"interrupted\":{},{}\"seconds\":{}}}\n",
                     written(totals), summary.events, summary.cases, summary.interrupted,
                     summary.limit.empty() ? "" : "\"limit\":" + written(summary.limit) + ",", summary.seconds);
}

}  // namespace weir
