// SPDX-License-Identifier: Apache-2.0
#include "lsp/check_command.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/text/printable.h"
#include "report/text.h"
#include "report/words.h"

namespace weir::lsp {
namespace {

class CancelledBy : public Observer {
 public:
  explicit CancelledBy(const std::atomic<bool>& flag) : flag_(flag) {}
  bool interrupted() override { return flag_; }

 private:
  const std::atomic<bool>& flag_;
};

/// [URI], [URI, PROPERTY] or [URI, "", KIND]; empty if it is none of these.
std::optional<std::vector<PropertyRequest>> requested(const Json& arguments) {
  using Kind = PropertyRequest::Kind;
  static const std::map<std::string, Kind> kinds = {{"deadlock", Kind::Deadlock},
                                                    {"assertions", Kind::Assertions},
                                                    {"progress", Kind::ProgressCycles},
                                                    {"acceptance", Kind::AcceptanceCycles}};
  if (!arguments.is_array() || arguments.empty() || arguments.size() > 3 ||
      !std::all_of(arguments.begin(), arguments.end(), [](const Json& argument) { return argument.is_string(); }))
    return std::nullopt;
  if (arguments.size() == 1) return std::vector<PropertyRequest>{};
  const std::string name = arguments[1];
  if (arguments.size() == 2) return std::vector<PropertyRequest>{{Kind::Named, name}};
  const auto kind = kinds.find(arguments[2].get<std::string>());
  if (kind == kinds.end() || !name.empty()) return std::nullopt;
  return std::vector<PropertyRequest>{{kind->second, ""}};
}

/// Where a step is in its source file: the whole line.
Json location_of(const StepDescription& step) {
  const std::uint32_t line = step.line - 1;
  return {{"uri", uri_of(normal_path(step.file))},
          {"range", {{"start", {{"line", line}, {"character", 0}}}, {"end", {{"line", line + 1}, {"character", 0}}}}}};
}

/// Adds the statement that fails, or closes the cycle, and the last statements before it.
void add_run(Json& property, const Counterexample& run) {
  constexpr std::size_t kSteps = 20;
  std::vector<const StepDescription*> steps;
  for (const std::vector<TraceStep>* part : {&run.prefix, &run.cycle})
    for (const TraceStep& step : *part)
      if (!step.last && step.step.line > 0 && !step.step.file.empty()) steps.push_back(&step.step);
  if (steps.empty()) return;
  property["location"] = location_of(*steps.back());
  Json& list = property["steps"] = Json::array();
  for (std::size_t i = steps.size() - std::min(steps.size(), kSteps); i < steps.size(); ++i) {
    const StepDescription& step = *steps[i];
    list.push_back({{"location", location_of(step)},
                    {"message", printable(step.process.empty() ? step.event : step.process + ": " + step.event)}});
  }
}

}  // namespace

void CheckCommand::execute(const Json& id, const Json& params) {
  const Json arguments = params.value("arguments", Json::array());
  const auto properties = requested(arguments);
  if (params.at("command") != "weir.check" || !properties) {
    return client_.refuse(id, RpcError::InvalidParams,
                          "expected the command weir.check with a document and optionally a property");
  }
  const std::string uri = arguments[0], path = path_of(uri);
  std::error_code ignored;
  if (!uri.starts_with(kFileScheme) || !std::filesystem::is_regular_file(path, ignored)) {
    return client_.refuse(id, RpcError::InvalidParams, "the document must have been saved as a file");
  }
  CheckOptions options;
  options.properties = *properties;
  options.time_limit = time_limit_;
  {
    const std::lock_guard lock(mutex_);
    if (busy_) return client_.refuse(id, RpcError::InvalidRequest, "a check is running; cancel it first");
    busy_ = true;
    running_ = id;
    cancelled_ = false;
  }
  if (worker_.joinable()) worker_.join();
  worker_ = std::thread([this, id, path, options] {
    try {
      run(id, path, options);
    } catch (const std::exception&) {
      finished();
      client_.refuse(id, RpcError::InternalError, "internal error in the check of " + path);
    }
  });
}

void CheckCommand::cancel(const Json& id) {
  const std::lock_guard lock(mutex_);
  if (busy_ && id == running_) cancelled_ = true;
}

void CheckCommand::finished() {
  const std::lock_guard lock(mutex_);
  busy_ = false;
}

void CheckCommand::run(const Json& id, const std::string& path, const CheckOptions& options) {
  CancelledBy observer(cancelled_);
  const Expected<CheckResult> result = check(path, options, &observer);
  const bool cancelled = cancelled_;
  finished();
  if (cancelled) return client_.refuse(id, RpcError::Cancelled, "cancelled");
  if (!result) return client_.refuse(id, RpcError::InvalidParams, to_string(result.error()));
  Json properties = Json::array();
  int type = 3;  // information; 1: an error, 2: a warning
  std::string summary;
  for (const PropertyResult& property : result->properties) {
    const char* verdict = word(property.verdict);
    if (property.verdict == Verdict::Violated) type = 1;
    if (property.verdict == Verdict::Inconclusive && type == 3) type = 2;
    if (!summary.empty()) summary += "; ";
    summary += property.name + ": " + verdict;
    if (!property.counterexample.explanation.empty()) summary += " (" + property.counterexample.explanation + ")";
    Json entry = {{"name", property.name}, {"verdict", verdict}};
    if (property.has_counterexample) {
      entry["explanation"] = property.counterexample.explanation;
      add_run(entry, property.counterexample);
    }
    properties.push_back(std::move(entry));
  }
  client_.notify("window/showMessage", {{"type", type}, {"message", summary}});
  client_.answer(id, {{"properties", properties}, {"report", text_report(*result, {})}});
}

void CheckCommand::end() {
  cancelled_ = true;
  if (worker_.joinable()) worker_.join();
}

}  // namespace weir::lsp
