// SPDX-License-Identifier: Apache-2.0
// Requests about expressions and formulas along a run: /api/evaluate, /api/monitor.
#include <optional>
#include <utility>

#include "serve/api.h"

namespace weir::serve {
namespace {

constexpr std::size_t kExpressions = 100;
constexpr std::size_t kNodes = 100000;
constexpr std::size_t kPath = 100000;

const char* word(Explorer::MonitorVerdict verdict) {
  switch (verdict) {
    case Explorer::MonitorVerdict::Open: return "open";
    case Explorer::MonitorVerdict::Satisfied: return "satisfied";
    case Explorer::MonitorVerdict::Violated: return "violated";
  }
  return "open";
}

Json monitor_json(const Explorer::MonitorState& state) {
  return {{"id", state.id}, {"automaton", state.automaton_states}, {"verdict", word(state.verdict)}};
}

/// The node where the path starts: of its first step, else the one named, else the initial state.
Explorer::Node start_of(const Call& call, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& path) {
  if (!path.empty()) return call.node(path.front().first);
  if (call.arguments.has("node")) return call.node(call.arguments.number("node", UINT64_MAX));
  const std::vector<Explorer::Node> initial = call.explorer().initial();
  if (initial.empty()) throw Refusal{404, "The model has no initial state."};
  return initial.front();
}

}  // namespace

ApiAnswer answer_evaluate(const Call& call) {
  std::vector<Explorer::Node> nodes;
  for (const std::uint64_t number : call.arguments.numbers("nodes", kNodes)) nodes.push_back(call.node(number));
  const Explorer::Interrupted interrupted = call.interrupted();
  Json columns = Json::array();
  for (const std::string& expression : call.arguments.texts("expressions", kExpressions)) {
    const Expected<std::uint32_t> watch = call.explorer().watch(expression);
    Json column = {{"expression", expression}};
    if (!watch) {
      column["error"] = lines_json(watch.error().front().message);
      column["diagnostics"] = diagnostics_json(watch.error());
    } else {
      Json values = Json::array();
      for (const Explorer::Node node : nodes) {
        if (interrupted()) throw Refusal{503, "Evaluating takes too long."};
        const Explorer::WatchValue found = call.explorer().value(*watch, node);
        values.push_back(found.defined ? value_json(found.value) : Json());
      }
      column["values"] = std::move(values);
    }
    columns.push_back(std::move(column));
  }
  return {.json = {{"columns", std::move(columns)}}};
}

ApiAnswer answer_monitor(const Call& call) {
  Explorer& explorer = call.explorer();
  const auto path = call.arguments.pairs("path", kPath);
  const std::uint32_t monitor = call.monitor(call.arguments.text("formula"));
  std::optional<Explorer::MonitorState> state;
  if (call.arguments.has("from")) {
    const std::uint64_t id = call.arguments.number("from", UINT32_MAX);
    state = explorer.monitor_at(monitor, static_cast<std::uint32_t>(id), start_of(call, path));
  } else {
    state = explorer.monitor_start(monitor, start_of(call, path));
  }
  if (!state) throw Refusal{404, "There is no such state."};
  Json states = Json::array({monitor_json(*state)});
  const Explorer::Interrupted interrupted = call.interrupted();
  std::optional<Explorer::Node> reached;
  for (const auto& [number, choice] : path) {
    if (interrupted()) throw Refusal{503, "Following the formula takes too long."};
    const Explorer::Node from = call.node(number);
    if (!reached || *reached == from)
      state = explorer.monitor_step(monitor, state->id, from, static_cast<std::size_t>(choice));
    else
      state.reset();
    if (!state) throw Refusal{404, "The path is not a run of the model."};
    reached = explorer.successor(from, static_cast<std::size_t>(choice))->target;
    states.push_back(monitor_json(*state));
  }
  return {.json = {{"automaton", automaton_json(explorer.automaton(monitor))}, {"states", std::move(states)}}};
}

}  // namespace weir::serve
