// SPDX-License-Identifier: Apache-2.0
#include "serve/api.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <weir/catalogue.h>

#include "report/words.h"

namespace weir::serve {
namespace {

constexpr std::chrono::seconds kLongestWork(30), kLongestTranslation(5);

struct Endpoint {
  const char* method;
  std::string_view path;  ///< "#" stands for a number
  ApiAnswer (*answer)(const Call& call);
  bool keeps_model = true;  ///< refused if the model was replaced meanwhile
};

constexpr std::array kEndpoints = {
    Endpoint{"GET", "/api/model", answer_model},
    Endpoint{"GET", "/api/changes", answer_changes, false},
    Endpoint{"POST", "/api/expand", answer_expand},
    Endpoint{"POST", "/api/states", answer_states},
    Endpoint{"POST", "/api/walk", answer_walk},
    Endpoint{"POST", "/api/follow", answer_follow},
    Endpoint{"POST", "/api/save", answer_save},
    Endpoint{"POST", "/api/evaluate", answer_evaluate},
    Endpoint{"POST", "/api/monitor", answer_monitor},
    Endpoint{"POST", "/api/graph", answer_graph},
    Endpoint{"POST", "/api/check", answer_check},
    Endpoint{"GET", "/api/jobs/#", answer_job, false},
    Endpoint{"POST", "/api/jobs/#/cancel", answer_cancel, false},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether the path is this endpoint's; `parameter` is then the number in it.
bool matches(std::string_view pattern, std::string_view path, std::string& parameter) {
  const std::size_t mark = pattern.find('#');
  if (mark == std::string_view::npos) return path == pattern;
  if (path.substr(0, mark) != pattern.substr(0, mark)) return false;
  std::size_t end = mark;
  while (end < path.size() && is_digit(path[end])) ++end;
  parameter = path.substr(mark, end - mark);
  return end > mark && path.substr(end) == pattern.substr(mark + 1);
}

HttpReply reply(int status, const Json& json) { return {.status = status, .body = dump_for_page(json)}; }

}  // namespace

Explorer::Node Call::node(std::uint64_t number) const {
  if (number < model->first_node) throw Refusal{409, "The model has changed since this state was shown."};
  const std::uint64_t node = number - model->first_node;
  if (node >= explorer().node_count()) throw Refusal{404, fmt::format("There is no state {}.", number)};
  return static_cast<Explorer::Node>(node);
}

std::uint32_t Call::watch(const std::string& expression) const {
  const Expected<std::uint32_t> number = explorer().watch(expression);
  if (!number) throw Refusal{400, number.error().front().message, number.error()};
  return *number;
}

std::uint32_t Call::monitor(const std::string& formula) const {
  // Other requests have to wait for the automaton.
  const auto until = std::min(end, std::chrono::steady_clock::now() + kLongestTranslation);
  const Expected<std::uint32_t> number =
      explorer().monitor(formula, [&] { return session.stopping() || std::chrono::steady_clock::now() > until; });
  if (!number) throw Refusal{400, number.error().front().message, number.error()};
  return *number;
}

Explorer::Interrupted Call::interrupted() const {
  return [&stopped = session, until = end] { return stopped.stopping() || std::chrono::steady_clock::now() > until; };
}

Json diagnostics_json(const Diagnostics& diagnostics) {
  Json out = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    const char* const severity = diagnostic.severity == Diagnostic::Severity::Error     ? "error"
                                 : diagnostic.severity == Diagnostic::Severity::Warning ? "warning"
                                                                                        : "note";
    out.push_back({{"severity", severity},
                   {"message", lines_json(diagnostic.message)},
                   {"file", text_json(diagnostic.file)},
                   {"line", diagnostic.line},
                   {"column", diagnostic.column},
                   {"length", diagnostic.length},
                   {"source_line", text_json(diagnostic.source_line)}});
  }
  return out;
}

HttpReply Api::answer(const HttpRequest& request) {
  Call call{.session = session_, .jobs = jobs_, .check_seconds = check_seconds_, .waiting = waiting_};
  bool known_path = false;
  for (const Endpoint& endpoint : kEndpoints) {
    if (!matches(endpoint.path, request.path, call.parameter)) continue;
    known_path = true;
    if (request.method != endpoint.method) continue;
    try {
      if (request.method == "POST") call.arguments = Arguments(request.body);
      call.query = request.query;
      call.model = session_.model();
      call.end = std::chrono::steady_clock::now() + kLongestWork;
      if (call.arguments.number_or("generation", call.model->generation, UINT64_MAX) != call.model->generation)
        throw Refusal{409, "The model has changed since this request was made."};
      ApiAnswer answer = endpoint.answer(call);
      if (endpoint.keeps_model && !session_.is_current(*call.model))
        throw Refusal{409, "The model has changed during this request."};
      if (!answer.text.empty()) return {.status = answer.status, .body = std::move(answer.text)};
      if (!answer.json.contains("generation")) answer.json["generation"] = call.model->generation;
      return reply(answer.status, answer.json);
    } catch (const Refusal& refused) {
      Json body = {{"error", lines_json(refused.sentence)}};
      if (!refused.diagnostics.empty()) body["diagnostics"] = diagnostics_json(refused.diagnostics);
      return reply(refused.status, body);
    }
  }
  return known_path ? refusal(405, "This request needs the other method, GET or POST.")
                    : refusal(404, "There is no such request.");
}

ApiAnswer answer_model(const Call& call) {
  Explorer& explorer = call.explorer();
  Json properties = Json::array(), initial = Json::array();
  for (const Explorer::Property& property : explorer.properties()) {
    properties.push_back({{"name", text_json(property.name)},
                          {"kind", word(property.kind)},
                          {"formula", lines_json(property.formula)},
                          {"parsed", property.parsed},
                          {"file", text_json(property.file)},
                          {"line", property.line}});
  }
  for (const Explorer::Node node : explorer.initial())
    initial.push_back({{"node", call.number_of(node)}, {"state", state_json(explorer.state(node))}});
  Json out = {{"path", text_json(call.session.path())},
              {"sources", sources_json(explorer.sources())},
              {"properties", std::move(properties)},
              {"warnings", diagnostics_json(explorer.warnings())},
              {"initial", std::move(initial)}};
  if (!call.model->error.empty()) out["error"] = diagnostics_json(call.model->error);
  return {.json = std::move(out)};
}

ApiAnswer answer_changes(const Call& call) {
  const auto given = call.query.find("generation");
  const bool waits = given != call.query.end() && given->second == std::to_string(call.model->generation);
  std::uint64_t generation = call.model->generation;
  if (waits) generation = call.session.wait_for_change(generation, Patience(call.waiting).seconds());
  return {.json = {{"generation", generation}}};
}

}  // namespace weir::serve
