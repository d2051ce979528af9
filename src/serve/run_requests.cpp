// SPDX-License-Identifier: Apache-2.0
// Requests about states and runs: /api/expand, /api/states, /api/walk, /api/follow, /api/save.
#include <map>
#include <optional>
#include <utility>

#include "serve/api.h"

namespace weir::serve {
namespace {

constexpr std::size_t kNodes = 10000;    // in one request
constexpr std::size_t kSteps = 1000000;  // of a run in one request
constexpr std::uint64_t kWalk = 100000;  // steps
constexpr std::size_t kBreakpoints = 100;
constexpr std::size_t kRecording = HttpServer::kBodyLimit;

/// {action, changes, gone}: a step and its effect.
Json effect_json(const Explorer::Successor& successor) {
  Json out = {{"action", action_json(successor.step)}, {"changes", state_json(successor.changed)}};
  for (const std::string& name : successor.gone) out["gone"].push_back(text_json(name));
  return out;
}

/// Writes the positions of a run. Runs come by the same steps again and again, so steps are described once.
class PositionWriter {
 public:
  explicit PositionWriter(const Call& call) : call_(call) {}

  void add(const Explorer::RunStep& step) {
    Json& known = described_[{step.from, step.choice}];
    if (known.is_null()) known = describe(step);
    positions_.push_back(known);
    if (described_.size() >= kDescribed) described_.clear();
  }
  void add_start(Explorer::Node start) {
    positions_.push_back(initial_position_json(call_.explorer().state(start)));
    positions_.back()["node"] = call_.number_of(start);
  }
  Json positions() { return std::move(positions_); }
  Json processes() const { return processes_.json(); }

 private:
  static constexpr std::size_t kDescribed = 10000;

  Json describe(const Explorer::RunStep& step) {
    Json out = Json::object();
    if (const std::optional<Explorer::Successor> successor = call_.explorer().successor(step.from, step.choice)) {
      out = effect_json(*successor);
      processes_.meet(successor->step);
    }
    out["node"] = call_.number_of(step.to);
    out["choice"] = step.choice;
    return out;
  }

  const Call& call_;
  Json positions_ = Json::array();
  ProcessNames processes_;
  std::map<std::pair<Explorer::Node, std::size_t>, Json> described_;
};

const char* word(Explorer::Walk::End end) {
  using End = Explorer::Walk::End;
  switch (end) {
    case End::Steps: return "steps";
    case End::Breakpoint: return "breakpoint";
    case End::Ended: return "ended";
    case End::Deadlock: return "deadlock";
    case End::Fault: return "fault";
    case End::Interrupted: return "interrupted";
    case End::Limit: return "limit";
  }
  return "";
}

Explorer::Breakpoint breakpoint_of(const Call& call, Explorer::Node start, const Arguments& given) {
  using Kind = Explorer::Breakpoint::Kind;
  Explorer::Breakpoint breakpoint;
  if (given.has("expression")) {
    breakpoint.kind = Kind::Watch;
    breakpoint.number = call.watch(given.text("expression"));
  } else if (given.has("formula")) {
    breakpoint.kind = Kind::Monitor;
    breakpoint.number = call.monitor(given.text("formula"));
    // Without a state of the monitor, the formula is followed from the start of the walk on.
    if (given.has("from")) {
      breakpoint.monitor_state = static_cast<std::uint32_t>(given.number("from", UINT32_MAX));
    } else if (const auto state = call.explorer().monitor_start(breakpoint.number, start)) {
      breakpoint.monitor_state = state->id;
    }
  } else {
    if (given.has("file")) breakpoint.file = given.text("file");
    breakpoint.line = static_cast<std::uint32_t>(given.number("line", UINT32_MAX));
  }
  return breakpoint;
}

Json run_of(const Call& call, const Explorer::Run& run) {
  PositionWriter writer(call);
  writer.add_start(run.start);
  for (const Explorer::RunStep& step : run.steps) writer.add(step);
  Json out = {{"positions", writer.positions()},
              {"cycle", run.cycle ? Json(*run.cycle) : Json()},
              {"processes", writer.processes()},
              {"timeline", Json::array()},
              {"explanation", ""},
              {"start", run.start_choice},
              {"followed", run.steps.size()},
              {"of", run.of}};
  if (!run.problem.empty()) out["problem"] = lines_json(run.problem);
  return out;
}

/// The run with the choices of the request.
Explorer::Run chosen_run(const Call& call) {
  const std::uint64_t start = call.arguments.number_or("start", 0, UINT32_MAX);
  const std::vector<std::uint64_t> given = call.arguments.numbers("choices", kSteps);
  if (start >= call.explorer().initial().size()) throw Refusal{404, "There is no such initial state."};
  const std::vector<std::size_t> choices(given.begin(), given.end());
  return call.explorer().follow(static_cast<std::size_t>(start), choices, call.interrupted());
}

}  // namespace

ApiAnswer answer_expand(const Call& call) {
  Json expansions = Json::array();
  for (const std::uint64_t number : call.arguments.numbers("nodes", kNodes)) {
    const std::shared_ptr<const Explorer::Expansion> expansion =
        call.explorer().expand(call.node(number), call.interrupted());
    Json successors = Json::array();
    for (const Explorer::Successor& successor : expansion->successors) {
      successors.push_back(effect_json(successor));
      successors.back()["node"] = call.number_of(successor.target);
      successors.back()["fault"] = successor.fault;
    }
    expansions.push_back({{"node", number}, {"may_end", expansion->may_end}, {"successors", std::move(successors)}});
    if (!expansion->limit.empty()) expansions.back()["limit"] = lines_json(expansion->limit);
  }
  return {.json = {{"expansions", std::move(expansions)}}};
}

ApiAnswer answer_states(const Call& call) {
  Json states = Json::array();
  for (const std::uint64_t number : call.arguments.numbers("nodes", kNodes))
    states.push_back(state_json(call.explorer().state(call.node(number))));
  return {.json = {{"states", std::move(states)}}};
}

ApiAnswer answer_walk(const Call& call) {
  const Explorer::Node start = call.node(call.arguments.number("node", UINT64_MAX));
  const std::uint64_t steps = call.arguments.number_or("steps", 1, kWalk);
  const std::uint64_t seed = call.arguments.number_or("seed", 1, UINT64_MAX);
  std::vector<Explorer::Breakpoint> breakpoints;
  for (const Arguments& given : call.arguments.objects("breakpoints", kBreakpoints))
    breakpoints.push_back(breakpoint_of(call, start, given));
  const Explorer::Walk walk = call.explorer().walk(start, steps, seed, breakpoints, call.interrupted());
  PositionWriter writer(call);
  for (const Explorer::RunStep& step : walk.steps) writer.add(step);
  Json out = {{"positions", writer.positions()}, {"processes", writer.processes()}, {"why", word(walk.end)}};
  if (walk.end == Explorer::Walk::End::Breakpoint) out["breakpoint"] = walk.breakpoint;
  if (!walk.message.empty()) out["message"] = lines_json(walk.message);
  return {.json = std::move(out)};
}

ApiAnswer answer_follow(const Call& call) {
  if (!call.arguments.has("recording")) return {.json = run_of(call, chosen_run(call))};
  const std::string property = call.arguments.has("property") ? call.arguments.text("property") : "";
  const Expected<Explorer::Run> run =
      call.explorer().follow_recording(call.arguments.text("recording", kRecording), property, call.interrupted());
  if (!run) throw Refusal{400, "This is not a recorded run.", run.error()};
  return {.json = run_of(call, *run)};
}

ApiAnswer answer_save(const Call& call) {
  const Explorer::Run run = chosen_run(call);
  if (!run.problem.empty()) throw Refusal{409, run.problem};
  return {.text = call.explorer().save(run)};
}

}  // namespace weir::serve
