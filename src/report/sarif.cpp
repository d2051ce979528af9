// SPDX-License-Identifier: Apache-2.0
#include "report/sarif.h"

#include <weir/weir.h>
#include <nlohmann/json.hpp>

#include "base/text/uri.h"
#include "report/words.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json location_of(const std::string& file, std::uint32_t line, const std::string& message) {
  Json location = {{"physicalLocation", {{"artifactLocation", {{"uri", percent_encoded(file)}}}}}};
  if (line > 0) location["physicalLocation"]["region"] = {{"startLine", line}};
  if (!message.empty()) location["message"] = {{"text", message}};
  return location;
}

std::string text_of(const TraceStep& step) {
  if (step.stutters) return "the state repeats for ever";
  std::string text = step.step.process.empty() ? step.step.event : step.step.process + ": " + step.step.event;
  if (!step.step.fault.empty()) text += " (" + step.step.fault + ")";
  return text;
}

Json result_of(const CheckResult& result, const PropertyResult& property) {
  Json flow = Json::array();
  const TraceStep* last = nullptr;
  const auto add = [&](const TraceStep& step) {
    if (step.last) return;
    const std::string& file = step.step.file.empty() ? result.model : step.step.file;
    flow.push_back({{"location", location_of(file, step.step.line, text_of(step))}});
    if (!step.step.file.empty()) last = &step;
  };
  for (const TraceStep& step : property.counterexample.prefix) add(step);
  for (const TraceStep& step : property.counterexample.cycle) add(step);
  const std::string why = property.counterexample.explanation.empty() ? property.name + " is violated"
                                                                      : property.counterexample.explanation;
  Json out = {{"ruleId", property.name}, {"level", "error"}, {"message", {{"text", why}}}};
  // A violation is located at the end of the run, or of its cycle.
  out["locations"] = {last != nullptr ? location_of(last->step.file, last->step.line, "")
                                      : location_of(result.model, 0, "")};
  if (!flow.empty()) out["codeFlows"] = {{{"threadFlows", {{{"locations", std::move(flow)}}}}}};
  return out;
}

}  // namespace

std::string sarif_report(const CheckResult& result) {
  Json rules = Json::array(), results = Json::array();
  for (const PropertyResult& property : result.properties) {
    Json rule = {{"id", property.name}, {"properties", {{"kind", word(property.kind)}}}};
    if (!property.formula.empty()) rule["shortDescription"] = {{"text", property.formula}};
    rules.push_back(std::move(rule));
    if (property.verdict == Verdict::Violated) results.push_back(result_of(result, property));
  }
  for (const UnreachedStatement& statement : result.unreached) {
    results.push_back({{"ruleId", "unreached"},
                       {"level", "note"},
                       {"message", {{"text", "never executed: " + statement.statement}}},
                       {"locations", {location_of(statement.file, statement.line, "")}}});
  }
  if (!result.unreached.empty()) {
    rules.push_back({{"id", "unreached"}, {"shortDescription", {{"text", "a statement that no run executes"}}}});
  }
  Json driver = {{"name", "weir"}, {"version", version()}, {"rules", std::move(rules)}};
  Json run = {{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
  const Json report = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {std::move(run)}}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
