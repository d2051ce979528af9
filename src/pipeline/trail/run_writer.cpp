// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trail/run_writer.h"

#include <utility>

#include <weir/weir.h>

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<Variable>& variables) {
  Json result = Json::object();
  for (const Variable& variable : variables)
    result[variable.name] = std::visit([](const auto& content) { return Json(content); }, variable.value);
  return result;
}

}  // namespace

RunWriter::RunWriter(std::size_t start, const std::vector<Variable>& state) : start_(start), state_(to_json(state)) {}

void RunWriter::add(std::size_t choice, const StepDescription& step, const std::vector<Variable>& changed) {
  Json entry = {{"event", step.event}};
  if (!step.process.empty()) entry["process"] = step.process;
  if (!step.file.empty()) entry["file"] = step.file;
  if (step.line != 0) entry["line"] = step.line;
  if (!step.fault.empty()) entry["fault"] = step.fault;
  if (!step.output.empty()) entry["output"] = step.output;
  entry["choice"] = choice;
  entry["state"] = std::move(state_);
  part().push_back(std::move(entry));
  state_ = to_json(changed);
}

std::string RunWriter::finish(const std::string& name, bool stutters) {
  if (stutters) {
    in_cycle_ = true;
    cycle_.push_back({{"event", nullptr}, {"stutters", true}, {"state", std::move(state_)}});
  } else if (!in_cycle_) {
    prefix_.push_back({{"event", nullptr}, {"last", true}, {"state", std::move(state_)}});
  }
  Json run;
  run["start"] = start_;
  run["prefix"] = std::move(prefix_);
  run["cycle"] = std::move(cycle_);
  Json property;
  property["name"] = name;
  property["kind"] = "run";
  property["counterexample"] = std::move(run);
  Json document;
  document["tool"] = "weir";
  document["version"] = version();
  document["schema"] = 1;
  document["properties"] = Json::array({std::move(property)});
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
