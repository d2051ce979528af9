// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/monitors.h"

#include <bit>
#include <utility>

#include "pipeline/prepare/known_atoms.h"

namespace weir {
namespace {

using MonitorVerdict = Explorer::MonitorVerdict;

constexpr std::size_t kMostMonitors = 1000;

/// Whether the formula asks for atoms without value: the state after the letter depends on them.
bool asks_for(FormulaMonitor& monitor, FormulaMonitor::State state, Letter letter, Letter undefined) {
  constexpr int kMostAtATime = 8;  // beyond that, checking all subsets costs too much
  if (undefined == 0) return false;
  if (std::popcount(undefined) > kMostAtATime) return true;
  const FormulaMonitor::State without = monitor.next(state, letter);
  for (Letter some = (0 - undefined) & undefined; some != 0; some = (some - undefined) & undefined)  // each subset
    if (monitor.next(state, letter | some) != without) return true;
  return false;
}

}  // namespace

Expected<std::uint32_t> Monitors::add(const std::string& text, const ConstructionLimits& limits) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  if (monitors_.size() >= kMostMonitors)
    return Diagnostic{.message = "there are already " + std::to_string(kMostMonitors) + " formulas"};
  const Expected<Formula> formula = AtomCheck(space_.system()).parse(text, "formula");
  if (!formula) return formula.error();
  Expected<std::unique_ptr<FormulaMonitor>> automaton = FormulaMonitor::make(*formula, limits);
  if (!automaton) return automaton.error();
  Expected<AtomBinding> atoms = bind_atoms(space_.system(), (*automaton)->atoms());
  if (!atoms) return atoms.error();
  // Steps through a long atomic sequence are divided by the events that formulas name.
  if (!atoms->events.empty()) space_.forget_expansions();
  monitors_.push_back({std::move(*automaton), std::move(*atoms)});
  return numbers_[text] = static_cast<std::uint32_t>(monitors_.size() - 1);
}

std::optional<Explorer::MonitorState> Monitors::start(std::uint32_t monitor, Node node, StopFlag& stop) {
  return in_state(monitor, FormulaMonitor::kStart, node, stop);
}

std::optional<Explorer::MonitorState> Monitors::in_state(std::uint32_t monitor, std::uint32_t state, Node node,
                                                         StopFlag& stop) {
  if (!has(monitor) || !space_.has(node) || !monitors_[monitor].automaton->has(state)) return std::nullopt;
  return at(monitors_[monitor], state, node, stop);
}

std::optional<Explorer::MonitorState> Monitors::step(std::uint32_t monitor, std::uint32_t state, Node from,
                                                     std::size_t choice, StopFlag& stop) {
  if (!has(monitor) || !space_.has(from) || !monitors_[monitor].automaton->has(state)) return std::nullopt;
  Bound& bound = monitors_[monitor];
  space_.successors(from, buffer_, stop);
  if (choice >= buffer_.size() || stop.raised()) return std::nullopt;
  const std::optional<Node> target = space_.number(buffer_.state(choice));
  if (!target) return std::nullopt;
  const TransitionSystem& system = space_.system();
  const StateView bytes = space_.bytes(from);
  const Letter letter = bound.atoms.letter_of_state(system, bytes).letter |
                        bound.atoms.letter_of_step(system, bytes, buffer_.step(choice));
  return at(bound, bound.automaton->next(state, letter), *target, stop);
}

Explorer::MonitorState Monitors::at(Bound& bound, FormulaMonitor::State state, Node node, StopFlag& stop) {
  const MonitorVerdict verdict = verdict_at(bound, state, node, stop);
  return {state, bound.automaton->automaton_states(state), verdict};
}

/// The verdict with the letters that are possible here: one for each step, or the last one forever.
MonitorVerdict Monitors::verdict_at(Bound& bound, FormulaMonitor::State state, Node node, StopFlag& stop) {
  if (const MonitorVerdict known = bound.automaton->verdict(state); known != MonitorVerdict::Open) return known;
  const TransitionSystem& system = space_.system();
  const StateView bytes = space_.bytes(node);
  const StateLetter here = bound.atoms.letter_of_state(system, bytes);
  space_.successors(node, buffer_, stop);
  if (stop.raised()) return MonitorVerdict::Open;
  if (buffer_.empty()) {
    const Letter letter = here.letter | bound.atoms.dead;
    if (asks_for(*bound.automaton, state, letter, here.undefined)) return MonitorVerdict::Violated;
    return bound.automaton->verdict_of_repetition(state, letter);
  }
  if (!bound.atoms.sees_steps()) return verdict_of(bound, state, here, 0);
  std::optional<MonitorVerdict> all;
  for (std::size_t i = 0; i < buffer_.size(); ++i) {
    const MonitorVerdict one =
        verdict_of(bound, state, here, bound.atoms.letter_of_step(system, bytes, buffer_.step(i)));
    if (one == MonitorVerdict::Open || (all && *all != one)) return MonitorVerdict::Open;
    all = one;
  }
  return *all;
}

MonitorVerdict Monitors::verdict_of(Bound& bound, FormulaMonitor::State state, const StateLetter& here, Letter step) {
  const Letter letter = here.letter | step;
  if (asks_for(*bound.automaton, state, letter, here.undefined)) return MonitorVerdict::Violated;
  return bound.automaton->verdict(bound.automaton->next(state, letter));
}

}  // namespace weir
