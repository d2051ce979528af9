// SPDX-License-Identifier: Apache-2.0
#include "search/kernel/explicit_graph.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace weir {

bool build_graph(Expander& expander, ExplicitGraph& graph) {
  const auto refused = [&] { return !expander.control().end(Stop::Memory); };
  if (!expander.initial()) return false;
  if (!graph.close_state()) return refused();
  std::uint64_t depth = 0;
  std::uint64_t level_end = expander.store().size();
  for (std::uint64_t next = 0; next < expander.store().size(); ++next) {
    if (next == level_end) {
      ++depth;
      level_end = expander.store().size();
    }
    expander.frontier = expander.store().size() - next;
    if (expander.control().too_deep(depth)) {
      if (!graph.close_state()) return refused();
      continue;
    }
    if (!expander.expand(StateId{static_cast<std::uint32_t>(next)}, depth)) return false;
    for (std::size_t i = 0; i < expander.size(); ++i) {
      if (!graph.add_edge(static_cast<std::uint32_t>(expander.target(i)), expander.marks(i))) return refused();
    }
    if (!graph.close_state()) return refused();
  }
  return true;
}

void Components::start(std::uint32_t state) {
  number_[state] = low_[state] = ++count_;
  live_.push_back(state);
  frames_.push_back({state, graph_.begin(state)});
}

bool Components::next(std::vector<std::uint32_t>& component) {
  while (!frames_.empty()) {
    Frame& top = frames_.back();
    const std::uint32_t state = top.state;
    if (top.edge < graph_.end(state)) {
      const std::uint64_t edge = top.edge++;
      const std::uint32_t target = graph_.target(edge);
      if (inside_[target] != stamp_ || !(graph_.marks(edge) & avoid_).empty()) continue;
      if (number_[target] == 0) {
        start(target);
      } else if (number_[target] != kDone) {
        low_[state] = std::min(low_[state], number_[target]);
      }
      continue;
    }
    frames_.pop_back();
    if (!frames_.empty()) low_[frames_.back().state] = std::min(low_[frames_.back().state], low_[state]);
    if (low_[state] != number_[state]) continue;
    const auto begin = std::find(live_.rbegin(), live_.rend(), state).base() - 1;
    component.assign(begin, live_.end());
    live_.erase(begin, live_.end());
    for (const std::uint32_t member : component) number_[member] = kDone;
    return true;
  }
  return false;
}

namespace {

/// The condition where the marks in `gone` are met finitely often for sure, and Fin of those in `forced` is given up.
Acceptance restricted(const Acceptance& acceptance, MarkSet gone, MarkSet forced) {
  using Op = Acceptance::Op;
  switch (acceptance.op()) {
    case Op::True:
    case Op::False: return acceptance;
    case Op::Inf: return gone.has(acceptance.mark()) ? Acceptance::constant(false) : acceptance;
    case Op::Fin:
      if (gone.has(acceptance.mark())) return Acceptance::constant(true);
      return forced.has(acceptance.mark()) ? Acceptance::constant(false) : acceptance;
    case Op::And:
    case Op::Or: break;
  }
  std::vector<Acceptance> parts;
  for (const Acceptance& part : acceptance.operands()) parts.push_back(restricted(part, gone, forced));
  return acceptance.op() == Op::And ? Acceptance::conjunction(parts) : Acceptance::disjunction(parts);
}

/// A mark that must be met finitely often, if the condition says so at its top; otherwise any that might have to.
std::optional<std::uint32_t> fin_mark(const Acceptance& acceptance, bool& unavoidable) {
  using Op = Acceptance::Op;
  unavoidable = true;
  if (acceptance.op() == Op::Fin) return acceptance.mark();
  if (acceptance.op() == Op::And) {
    for (const Acceptance& part : acceptance.operands()) {
      if (part.op() == Op::Fin) return part.mark();
    }
  }
  unavoidable = false;
  std::vector<Acceptance> waiting{acceptance};
  while (!waiting.empty()) {
    const Acceptance part = waiting.back();
    waiting.pop_back();
    if (part.op() == Op::Fin) return part.mark();
    waiting.insert(waiting.end(), part.operands().begin(), part.operands().end());
  }
  return std::nullopt;
}

/// As few of the present marks as still make every cycle through them accepting, whatever others it meets.
MarkSet needed_marks(const Acceptance& acceptance, MarkSet present) {
  const Acceptance positive = restricted(acceptance, {}, MarkSet(~std::uint64_t{0}));
  MarkSet needed = present & positive.marks();
  for (std::uint32_t mark = 0; mark < MarkSet::kCapacity; ++mark) {
    const MarkSet fewer = needed.without(MarkSet::single(mark));
    if (positive.accepts(fewer)) needed = fewer;
  }
  return needed;
}

/// A set of states still to be decomposed, by edges without `avoid`, under what is left of the condition.
struct Task {
  std::vector<std::uint32_t> states;
  Acceptance acceptance;
  MarkSet avoid;
};

struct Inside {
  MarkSet marks;       ///< on edges inside the component
  bool cycle = false;  ///< there is an edge
};
Inside look_inside(const ExplicitGraph& graph, const std::vector<std::uint32_t>& component,
                   std::vector<std::uint32_t>& stamp, std::uint32_t mine, MarkSet avoid) {
  for (const std::uint32_t state : component) stamp[state] = mine;
  Inside result;
  for (const std::uint32_t state : component) {
    for (std::uint64_t edge = graph.begin(state); edge < graph.end(state); ++edge) {
      if (stamp[graph.target(edge)] != mine || !(graph.marks(edge) & avoid).empty()) continue;
      result.cycle = true;
      result.marks |= graph.marks(edge);
    }
  }
  return result;
}

}  // namespace

FailingComponent find_failing_component(const ExplicitGraph& graph, const Acceptance& acceptance) {
  FailingComponent failing;
  if (graph.states() == 0) return failing;
  std::vector<std::uint32_t> everything(graph.states());
  std::iota(everything.begin(), everything.end(), 0U);
  std::vector<Task> tasks;
  tasks.push_back({std::move(everything), acceptance, {}});
  std::vector<std::uint32_t> task_stamp(graph.states()), component_stamp(graph.states());
  std::uint32_t task_number = 0, component_number = 0;
  while (!tasks.empty() && !failing.found()) {
    const Task task = std::move(tasks.back());
    tasks.pop_back();
    ++task_number;
    for (const std::uint32_t state : task.states) task_stamp[state] = task_number;
    Components::for_each(
        graph, task.states, task_stamp, task_number, task.avoid, [&](const std::vector<std::uint32_t>& component) {
          const Inside inside = look_inside(graph, component, component_stamp, ++component_number, task.avoid);
          if (!inside.cycle) return true;
          const MarkSet absent = MarkSet(~inside.marks.bits());
          const Acceptance left = restricted(task.acceptance, absent, {});
          if (left.accepts(inside.marks)) {
            failing = {component, needed_marks(left, inside.marks), task.avoid};
            return false;
          }
          bool unavoidable = false;
          const std::optional<std::uint32_t> mark = fin_mark(left, unavoidable);
          if (!mark) return true;
          const MarkSet removed = MarkSet::single(*mark);
          tasks.push_back({component, restricted(left, removed, {}), task.avoid | removed});
          if (!unavoidable) tasks.push_back({component, restricted(left, {}, removed), task.avoid});
          return true;
        });
  }
  return failing;
}

FailingComponent find_failing_component(const ExplicitGraph& graph, const Acceptance& acceptance,
                                        SearchControl& control) {
  // Numbers, stamps, stacks and lists of states: twelve words of four bytes each.
  const std::uint64_t bytes = std::uint64_t{graph.states()} * 48;
  if (!control.budget().take(bytes)) {
    control.end(Stop::Memory);
    return {};
  }
  FailingComponent failing = find_failing_component(graph, acceptance);
  control.budget().give_back(bytes);
  return failing;
}

}  // namespace weir
