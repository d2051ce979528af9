// SPDX-License-Identifier: Apache-2.0
// Checks: /api/check starts one, /api/jobs/N waits for its news, /api/jobs/N/cancel ends it.
#include <charconv>
#include <utility>

#include <fmt/core.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include "serve/api.h"

namespace weir::serve {
namespace {

constexpr double kLongestCheck = 86400;

CheckOptions check_options(const Call& call) {
  const Arguments& given = call.arguments;
  CheckOptions options;
  options.model = call.session.options().model;
  options.memory_limit = call.session.options().memory_limit;
  if (given.has("property")) {
    options.properties_file = call.session.options().properties_file;
    options.properties.push_back({PropertyRequest::Kind::Named, given.text("property")});
  } else {
    const std::string semantics = given.has("semantics") ? given.text("semantics") : "ltl";
    if (semantics != "ltl" && semantics != "ltlf") throw Refusal{400, "\"semantics\" must be ltl or ltlf."};
    options.properties.push_back(
        {semantics == "ltl" ? PropertyRequest::Kind::Ltl : PropertyRequest::Kind::Ltlf, given.text("formula")});
  }
  const Arguments more = given.object("options");
  options.time_limit = more.seconds_or("time", call.check_seconds, kLongestCheck);
  if (more.has("fair")) {
    const std::optional<Fairness> fair = find_choice<Fairness>(more.text("fair"));
    if (!fair) throw Refusal{400, fmt::format("\"fair\" must be one of {}.", choice_names<Fairness>(", "))};
    options.fair = *fair;
  }
  options.shortest = more.flag("shortest");
  return options;
}

/// Adds the states of the explorer to the positions of a counterexample, so that the run can be left at any step.
void add_nodes(Json& counterexample, const Explorer::Run& run, std::uint64_t first_node) {
  Json& positions = counterexample["positions"];
  counterexample["start"] = run.start_choice;
  if (!run.problem.empty()) counterexample["problem"] = lines_json(run.problem);
  if (positions.empty()) return;
  positions[0]["node"] = first_node + run.start;
  Explorer::Node last = run.start;
  std::size_t step = 0;
  for (std::size_t i = 1; i < positions.size(); ++i) {
    if (positions[i].contains("stutters")) {  // the last state repeats; the model makes no step
      positions[i]["node"] = first_node + last;
      continue;
    }
    if (step == run.steps.size()) return;
    positions[i]["node"] = first_node + run.steps[step].to;
    positions[i]["choice"] = run.steps[step].choice;
    last = run.steps[step++].to;
  }
}

Jobs::Answer failed(const Diagnostics& diagnostics) {
  const Json body = {{"error", lines_json(diagnostics.empty() ? "The check failed." : diagnostics.front().message)},
                     {"diagnostics", diagnostics_json(diagnostics)}};
  return {400, dump_for_page(body)};
}

Jobs::Answer run_check(const std::string& path, const CheckOptions& options, const OpenModel& model,
                       Observer& observer) {
  const Expected<CheckResult> result = check(path, options, &observer);
  if (!result) return failed(result.error());
  if (result->properties.empty()) return failed({{.message = "There is no such property."}});
  const PropertyResult& property = result->properties.front();
  Json shown = property_json(property);
  if (property.has_counterexample) {
    const Explorer::Run run =
        model.explorer->follow_counterexample(property, [&observer] { return observer.interrupted(); });
    add_nodes(shown["counterexample"], run, model.first_node);
  }
  const Json body = {{"done", true}, {"result", std::move(shown)}, {"warnings", diagnostics_json(result->warnings)}};
  return {200, dump_for_page(body)};
}

Json progress_json(const Observer::Progress& progress) {
  const Statistics& stats = progress.stats;
  const double states = static_cast<double>(stats.states);
  return {{"states", stats.states},
          {"rate", stats.seconds > 0 ? states / stats.seconds : 0},
          {"depth", stats.max_depth},
          {"memory", stats.memory_bytes},
          {"seconds", stats.seconds}};
}

std::uint64_t number_or(const std::string& text, std::uint64_t fallback) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : fallback;
}

[[noreturn]] void refuse_unknown() {
  throw Refusal{404, "There is no such check; finished checks are kept for a while only."};
}

}  // namespace

ApiAnswer answer_check(const Call& call) {
  if (!call.model->error.empty()) throw Refusal{409, "The model cannot be read at the moment.", call.model->error};
  const auto job = call.jobs.start(call.model->opened,
                                   [path = call.session.path(), options = check_options(call), model = call.model](
                                       Observer& observer) { return run_check(path, options, *model, observer); });
  if (!job) throw Refusal{429, fmt::format("{} checks are running; cancel one first.", Jobs::kRunning)};
  return {.json = {{"job", *job}}};
}

ApiAnswer answer_job(const Call& call) {
  const std::uint64_t number = number_or(call.parameter, 0);
  const auto given = call.query.find("since");
  const std::uint64_t since = given == call.query.end() ? 0 : number_or(given->second, 0);
  const std::optional<Jobs::View> view = call.jobs.wait(number, since, Patience(call.waiting).seconds());
  if (!view) refuse_unknown();
  if (view->generation != call.session.model()->opened)
    throw Refusal{409, "The model has changed since this check was started."};
  if (view->answer && !view->cancelled) return {.text = view->answer->body, .status = view->answer->status};
  return {.json = {{"done", view->cancelled},
                   {"cancelled", view->cancelled},
                   {"since", view->since},
                   {"progress", progress_json(view->progress)}}};
}

ApiAnswer answer_cancel(const Call& call) {
  if (!call.jobs.cancel(number_or(call.parameter, 0))) refuse_unknown();
  return {};
}

}  // namespace weir::serve
