// SPDX-License-Identifier: Apache-2.0
#include "report/itf.h"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

/// ITF represents integers that JSON readers might round as {"#bigint": "..."}.
Json itf_value(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    if (*number >= kExact || *number <= -kExact) return {{"#bigint", std::to_string(*number)}};
    return *number;
  }
  return std::visit([](const auto& content) { return Json(content); }, value);
}

}  // namespace

std::string itf_report(const CheckResult& result) {
  const auto violated = std::find_if(result.properties.begin(), result.properties.end(),
                                     [](const PropertyResult& property) { return property.has_counterexample; });
  if (violated == result.properties.end()) return "";
  const Counterexample& run = violated->counterexample;
  std::set<std::string> names;
  Json states = Json::array();
  const auto add = [&](const TraceStep& step) {
    Json state = {{"#meta", {{"index", states.size()}, {"event", step.step.event}, {"process", step.step.process}}}};
    for (const Variable& variable : step.state) {
      names.insert(variable.name);
      state[variable.name] = itf_value(variable.value);
    }
    states.push_back(std::move(state));
  };
  for (const TraceStep& step : run.prefix) add(step);
  for (const TraceStep& step : run.cycle) add(step);
  Json trace = {
      {"#meta",
       {{"format", "ITF"}, {"source", result.model}, {"description", violated->name + ": " + run.explanation}}},
      {"vars", names},
      {"states", std::move(states)}};
  if (!run.cycle.empty()) trace["loop"] = run.prefix.size();
  return trace.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
