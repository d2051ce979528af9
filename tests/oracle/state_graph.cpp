// SPDX-License-Identifier: Apache-2.0
#include "oracle/state_graph.h"

#include <chrono>
#include <string_view>
#include <unordered_map>

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "model/program_system.h"

namespace weir::test {

bool StateGraph::has_fault() const {
  for (const State& state : states)
    for (const Edge& edge : state.edges)
      if (edge.step.fault != Fault::None) return true;
  return initial_fault;
}

bool StateGraph::has_deadlock() const {
  for (const State& state : states)
    if (state.edges.empty() && !state.may_end) return true;
  return false;
}

StateGraph explore_states(const TransitionSystem& system, std::uint64_t state_limit, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  // A single expansion may take very long, too.
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
  StopFlag stop;
  const Watchdog watchdog(stop, seconds, {});
  MemoryBudget memory(kMemory);
  const LimitedExpansions limited(const_cast<TransitionSystem&>(system), {&stop, &memory});
  StateGraph graph;
  graph.partner_acts = system.capabilities().partner_acts;
  std::unordered_map<std::string, std::uint32_t> numbers;
  const auto arrive = [&](StateView view) {
    std::string key(reinterpret_cast<const char*>(view.data()), view.size());
    const auto [entry, fresh] = numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(graph.states.size()));
    if (fresh) {
      graph.states.emplace_back();
      graph.states.back().bytes.assign(view.begin(), view.end());
    }
    return entry->second;
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    graph.initial_fault = graph.initial_fault || buffer.step(i).fault != Fault::None;
    graph.initial.push_back(arrive(buffer.state(i)));
  }
  for (std::size_t next = 0; next < graph.states.size(); ++next) {
    if (graph.states.size() > state_limit || std::chrono::duration<double>(Clock::now() - start).count() > seconds) {
      graph.complete = false;
      return graph;
    }
    const std::vector<std::byte> here = graph.states[next].bytes;
    graph.states[next].may_end = system.may_end(here);
    buffer.clear();
    system.successors(here, buffer);
    if (stop.raised()) {
      graph.complete = false;
      return graph;
    }
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      StateGraph::Edge edge;
      edge.step = buffer.step(i);
      if (edge.step.fault != Fault::RuntimeError) edge.target = arrive(buffer.state(i));
      graph.states[next].edges.push_back(edge);
      ++graph.edges;
    }
  }
  return graph;
}

Expected<Letters> letters_of(TransitionSystem& system, const StateGraph& graph, const std::vector<std::string>& atoms) {
  Letters letters;
  letters.atoms = atoms;
  letters.of_state.resize(graph.states.size());
  letters.of_edge.resize(graph.states.size());
  letters.undefined.resize(graph.states.size());
  std::uint64_t events = 0;
  struct EventAtom {
    std::uint32_t id;
    std::uint64_t bit;
  };
  std::vector<EventAtom> event_atoms;
  std::uint64_t dead = 0, tau = 0;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (atoms[i] == "dead") {
      dead = bit;
      letters.events_only = false;
      continue;
    }
    if (atoms[i] == "tau") {
      tau = bit;
      continue;
    }
    const Expected<Atom> atom = system.resolve(atoms[i]);
    if (!atom) return atom.error();
    if (atom->kind == Atom::Kind::Event) {
      events |= bit;
      event_atoms.push_back({atom->id, bit});
      continue;
    }
    letters.events_only = false;
    for (std::size_t s = 0; s < graph.states.size(); ++s) {
      if (system.holds(atom->id, graph.states[s].bytes)) letters.of_state[s] |= bit;
      if (!system.is_defined(atom->id, graph.states[s].bytes)) letters.undefined[s] |= bit;
    }
  }
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    const StateGraph::State& state = graph.states[s];
    if (state.edges.empty()) letters.of_state[s] |= dead;
    for (const StateGraph::Edge& edge : state.edges) {
      std::uint64_t letter = letters.of_state[s];
      for (const EventAtom& atom : event_atoms)
        if (system.occurs(atom.id, state.bytes, edge.step)) letter |= atom.bit;
      if ((letter & events) == 0) letter |= tau;
      letters.of_edge[s].push_back(letter);
    }
  }
  return letters;
}

}  // namespace weir::test
