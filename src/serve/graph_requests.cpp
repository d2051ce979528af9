// SPDX-License-Identifier: Apache-2.0
// /api/graph: the states around one, or all of them, breadth-first within a limit, and the steps between them.
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text/value_text.h"
#include "report/changes.h"
#include "serve/api.h"

namespace weir::serve {
namespace {

constexpr std::uint64_t kGraph = 5000, kUsualGraph = 500;  // nodes
constexpr std::uint64_t kRadius = 1000;
constexpr std::size_t kLabelled = 3;  // variables in a label

/// The first differences from the start, such as "turn = 1, want[0] = 1, …".
std::string label_of(const std::vector<Variable>& start, const std::vector<Variable>& state) {
  std::string label;
  std::size_t count = 0;
  for (const Variable* variable : changed_variables(start, state)) {
    if (count++ > 0) label += ", ";
    if (count > kLabelled) return label + "…";
    label += variable->name + " = " + value_text(variable->value);
  }
  return label.empty() ? "start" : label;
}

}  // namespace

ApiAnswer answer_graph(const Call& call) {
  Explorer& explorer = call.explorer();
  const bool whole = call.arguments.flag("whole");
  const std::uint64_t limit = call.arguments.number_or("limit", whole ? kGraph : kUsualGraph, kGraph);
  const std::uint64_t radius = whole ? UINT64_MAX : call.arguments.number_or("radius", 1, kRadius);
  std::optional<std::uint32_t> color;
  if (call.arguments.has("color")) color = call.watch(call.arguments.text("color"));

  std::vector<Explorer::Node> found = explorer.initial();
  if (!whole) found = {call.node(call.arguments.number("node", UINT64_MAX))};
  if (found.size() > limit) found.resize(static_cast<std::size_t>(limit));
  bool complete = whole || limit > 0;
  std::unordered_map<Explorer::Node, std::uint64_t> distance;
  for (const Explorer::Node node : found) distance.emplace(node, 0);
  const std::vector<Variable> start = found.empty() ? std::vector<Variable>() : explorer.state(found.front());
  const Explorer::Interrupted interrupted = call.interrupted();

  Json nodes = Json::array(), edges = Json::array();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Explorer::Node node = found[i];
    const std::uint64_t depth = distance[node];
    Json shown = {{"node", call.number_of(node)}, {"depth", depth}};
    shown["label"] = text_json(label_of(start, explorer.state(node)));
    if (color) {
      const Explorer::WatchValue value = explorer.value(*color, node);
      shown["color"] = value.defined ? value_json(value.value) : Json();
    }
    if (interrupted()) {
      complete = false;
      shown["expanded"] = false;
      nodes.push_back(std::move(shown));
      continue;
    }
    // The states on the rim are expanded, too: whether they are deadlocks is known, and so are the steps among them.
    const std::shared_ptr<const Explorer::Expansion> expansion = explorer.expand(node, interrupted);
    bool expanded = expansion->limit.empty();
    for (std::size_t choice = 0; choice < expansion->successors.size(); ++choice) {
      const Explorer::Successor& successor = expansion->successors[choice];
      if (!distance.contains(successor.target)) {
        if (depth >= radius || found.size() >= limit) {
          expanded = false;
          continue;
        }
        distance.emplace(successor.target, depth + 1);
        found.push_back(successor.target);
      }
      const std::string& event = successor.step.event;
      edges.push_back({call.number_of(node), call.number_of(successor.target),
                       text_json(successor.step.process.empty() ? event : successor.step.process + ": " + event),
                       choice});
    }
    const bool stuck = expansion->limit.empty() && expansion->successors.empty();
    shown["deadlock"] = stuck && !expansion->may_end;
    shown["end"] = stuck && expansion->may_end;
    shown["expanded"] = expanded;
    complete = complete && expanded;
    nodes.push_back(std::move(shown));
  }
  return {.json = {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}, {"complete", complete}}};
}

}  // namespace weir::serve
