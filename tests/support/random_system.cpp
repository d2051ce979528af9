// SPDX-License-Identifier: Apache-2.0
#include "support/random_system.h"

#include <algorithm>

namespace weir::test {

void ExplicitSystem::edge(std::uint32_t from, const std::string& label, std::uint32_t to) {
  if (states.size() <= std::max(from, to)) states.resize(std::max(from, to) + 1);
  states[from].edges.push_back({to, label});
}

std::uint32_t ExplicitSystem::number(StateView state) {
  return std::to_integer<std::uint32_t>(state[0]) | std::to_integer<std::uint32_t>(state[1]) << 8 |
         std::to_integer<std::uint32_t>(state[2]) << 16;
}

std::vector<std::byte> ExplicitSystem::bytes(std::uint32_t number) {
  std::vector<std::byte> result{std::byte(number), std::byte(number >> 8), std::byte(number >> 16)};
  result.resize(3 + number % 3, std::byte(0xEE));
  return result;
}

void ExplicitSystem::initial_states(SuccessorBuffer& out) const {
  for (const std::uint32_t state : initials) out.append(Step{}, bytes(state));
}

void ExplicitSystem::successors(StateView state, SuccessorBuffer& out) const {
  const State& from = states[number(state)];
  for (std::uint32_t i = 0; i < from.edges.size(); ++i) {
    const Edge& edge = from.edges[i];
    out.append(Step{i, edge.process, edge.partner, edge.fault}, bytes(edge.target));
  }
}

Expected<Atom> ExplicitSystem::resolve(std::string_view text) {
  auto found = std::find(atoms_.begin(), atoms_.end(), text);
  if (found == atoms_.end()) found = atoms_.insert(found, std::string(text));
  const bool state = std::find(propositions.begin(), propositions.end(), text) != propositions.end();
  return Atom{state ? Atom::Kind::State : Atom::Kind::Event, static_cast<std::uint32_t>(found - atoms_.begin())};
}

bool ExplicitSystem::holds(std::uint32_t atom, StateView state) const {
  const auto& here = states[number(state)].propositions;
  return std::find(here.begin(), here.end(), atoms_[atom]) != here.end();
}

bool ExplicitSystem::occurs(std::uint32_t atom, StateView from, const Step& step) const {
  return states[number(from)].edges[step.transition].label == atoms_[atom];
}

std::vector<Variable> ExplicitSystem::show(StateView state) const {
  return {{"state", static_cast<std::int64_t>(number(state))}};
}

StepDescription ExplicitSystem::describe(StateView from, const Step& step, StateView) const {
  StepDescription result;
  result.event = states[number(from)].edges[step.transition].label;
  if (step.process != kNoProcess) result.process = "P[" + std::to_string(step.process) + "]";
  if (step.fault != Fault::None) result.fault = "fault";
  return result;
}

ExplicitSystem random_system(std::mt19937_64& random, const RandomSystemOptions& options) {
  const auto below = [&](std::size_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  const auto chance = [&](double probability) { return static_cast<double>(random() >> 11) * 0x1p-53 < probability; };
  ExplicitSystem system;
  system.propositions = options.propositions;
  system.processes = options.processes;
  system.states.resize(1 + below(options.max_states));
  for (ExplicitSystem::State& state : system.states) {
    for (const std::string& proposition : options.propositions) {
      if (chance(0.5)) state.propositions.push_back(proposition);
    }
    state.may_end = chance(0.3);
    if (chance(options.deadlock)) continue;
    do {
      ExplicitSystem::Edge edge{below(system.states.size()), options.labels[below(options.labels.size())]};
      if (options.processes > 0) {
        edge.process = static_cast<std::int32_t>(below(options.processes));
        if (chance(0.15)) edge.partner = static_cast<std::int32_t>(below(options.processes));
      }
      state.edges.push_back(edge);
    } while (chance(1 - 1 / options.branching));
  }
  if (chance(0.2)) system.initials.push_back(below(system.states.size()));
  return system;
}

std::string to_string(const ExplicitSystem& system) {
  std::string text = "initial";
  for (const std::uint32_t state : system.initials) text += " " + std::to_string(state);
  text += "\n";
  for (std::size_t i = 0; i < system.states.size(); ++i) {
    text += std::to_string(i) + "{";
    for (const std::string& proposition : system.states[i].propositions) text += " " + proposition;
    text += " }";
    for (const ExplicitSystem::Edge& edge : system.states[i].edges) {
      text += "  -" + edge.label;
      if (edge.process != kNoProcess) text += "/P" + std::to_string(edge.process);
      if (edge.partner != kNoProcess) text += "+P" + std::to_string(edge.partner);
      text += "-> " + std::to_string(edge.target);
    }
    text += "\n";
  }
  return text;
}

}  // namespace weir::test
