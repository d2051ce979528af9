// SPDX-License-Identifier: Apache-2.0
#include "oracle/run_oracle.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace weir::test {
namespace {

constexpr std::uint32_t kNoStep = 0xFFFFFFFF;

bool temporal(Formula f) { return f.op() >= Op::Next; }

/// Position of a run: a state, the step leaving it (kNoStep: none), and a guess for every temporal subformula.
struct Node {
  std::uint32_t state = 0;
  std::uint32_t step = kNoStep;
  std::uint32_t guess = 0;
};

class Guesses {
 public:
  Guesses(ExplicitSystem& system, Formula whole) : system_(system), parts_(subformulas(whole)) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      index_[parts_[i]] = i;
      if (temporal(parts_[i])) temporals_.push_back(parts_[i]);
      if (parts_[i].is(Op::Atom)) names_.push_back(parts_[i].name());
    }
  }

  std::uint32_t guess_count() const { return std::uint32_t{1} << temporals_.size(); }

  /// Truth of every subformula at a node, from the letter and the guess.
  std::vector<bool> truth(const Node& node) const {
    std::vector<bool> value(parts_.size());
    std::uint32_t next_temporal = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Formula f = parts_[i];
      const auto of = [&](std::size_t k) { return bool(value[index_.at(f[k])]); };
      bool all = true, some = false;
      for (std::size_t k = 0; k < f.operands().size(); ++k) {
        all = all && of(k);
        some = some || of(k);
      }
      switch (f.op()) {
        case Op::True: value[i] = true; break;
        case Op::False: value[i] = false; break;
        case Op::Atom: value[i] = atom(f.name(), node); break;
        case Op::Not: value[i] = !of(0); break;
        case Op::And: value[i] = all; break;
        case Op::Or: value[i] = some; break;
        case Op::Xor: value[i] = of(0) != of(1); break;
        case Op::Implies: value[i] = !of(0) || of(1); break;
        case Op::Equiv: value[i] = of(0) == of(1); break;
        default: value[i] = (node.guess >> next_temporal++ & 1) != 0;
      }
    }
    return value;
  }

  /// Do the guesses at a node agree with the definitions, given the truth at the next one (null: there is none)?
  bool agrees(const std::vector<bool>& now, const std::vector<bool>* next) const {
    for (const Formula f : temporals_) {
      const auto here = [&](std::size_t k) { return bool(now[index_.at(f[k])]); };
      const auto later = [&](Formula g) { return bool((*next)[index_.at(g)]); };
      bool expected = false;
      switch (f.op()) {
        case Op::Next: expected = next == nullptr || later(f[0]); break;
        case Op::StrongNext: expected = next != nullptr && later(f[0]); break;
        case Op::Finally: expected = here(0) || (next != nullptr && later(f)); break;
        case Op::Globally: expected = here(0) && (next == nullptr || later(f)); break;
        case Op::Until: expected = here(1) || (here(0) && next != nullptr && later(f)); break;
        case Op::Release: expected = here(1) && (here(0) || next == nullptr || later(f)); break;
        case Op::WeakUntil: expected = here(1) || (here(0) && (next == nullptr || later(f))); break;
        case Op::StrongRelease: expected = here(1) && (here(0) || (next != nullptr && later(f))); break;
        default: break;
      }
      if (now[index_.at(f)] != expected) return false;
    }
    return true;
  }

  /// Obligations: infinitely often, either nothing is owed or it is delivered. One bit per temporal subformula.
  std::uint32_t delivered(const std::vector<bool>& now) const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < temporals_.size(); ++i) {
      const Formula f = temporals_[i];
      const bool owed = now[index_.at(f)];
      const auto here = [&](std::size_t k) { return bool(now[index_.at(f[k])]); };
      bool fine = true;
      switch (f.op()) {
        case Op::Finally: fine = !owed || here(0); break;
        case Op::Globally: fine = owed || !here(0); break;
        case Op::Until: fine = !owed || here(1); break;
        case Op::Release: fine = owed || !here(1); break;
        case Op::WeakUntil: fine = owed || (!here(0) && !here(1)); break;
        case Op::StrongRelease: fine = !owed || (here(0) && here(1)); break;
        default: break;
      }
      if (fine) bits |= std::uint32_t{1} << i;
    }
    return bits;
  }
  std::uint32_t all_obligations() const { return guess_count() - 1; }
  bool holds(const std::vector<bool>& now) const { return now.back(); }

 private:
  bool atom(const std::string& name, const Node& node) const {
    const ExplicitSystem::State& state = system_.states[node.state];
    if (name == "dead") return state.edges.empty();
    const auto& props = system_.propositions;
    if (std::find(props.begin(), props.end(), name) != props.end()) {
      return std::find(state.propositions.begin(), state.propositions.end(), name) != state.propositions.end();
    }
    if (node.step == kNoStep) return false;
    const std::string& label = state.edges[node.step].label;
    if (name != "tau") return label == name;
    return std::find(names_.begin(), names_.end(), label) == names_.end();
  }

  ExplicitSystem& system_;
  std::vector<Formula> parts_;  ///< operands first, the whole last
  std::unordered_map<Formula, std::size_t> index_;
  std::vector<Formula> temporals_;
  std::vector<std::string> names_;
};

/// All nodes and edges between them.
struct Graph {
  std::vector<Node> nodes;
  std::vector<std::vector<bool>> truth;
  std::vector<std::vector<std::uint32_t>> edges;
};

std::vector<bool> reachable(const Graph& graph, const std::vector<bool>& allowed, std::vector<std::uint32_t> waiting) {
  std::vector<bool> seen(graph.nodes.size());
  for (const std::uint32_t node : waiting) seen[node] = true;
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t next : graph.edges[node]) {
      if (allowed[next] && !seen[next]) {
        seen[next] = true;
        waiting.push_back(next);
      }
    }
  }
  return seen;
}

/// Components by mutual reachability: quadratic, obvious.
std::vector<std::vector<std::uint32_t>> components(const Graph& graph, const std::vector<bool>& allowed) {
  Graph backwards;
  backwards.nodes = graph.nodes;
  backwards.edges.resize(graph.nodes.size());
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    for (const std::uint32_t next : graph.edges[i]) backwards.edges[next].push_back(i);
  }
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<bool> done(graph.nodes.size());
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!allowed[i] || done[i]) continue;
    const std::vector<bool> forth = reachable(graph, allowed, {i});
    const std::vector<bool> back = reachable(backwards, allowed, {i});
    std::vector<std::uint32_t> members;
    for (std::uint32_t k = 0; k < graph.nodes.size(); ++k) {
      if (forth[k] && back[k]) {
        members.push_back(k);
        done[k] = true;
      }
    }
    bool cycle = members.size() > 1;
    for (const std::uint32_t next : graph.edges[i]) cycle = cycle || next == i;
    if (cycle) result.push_back(std::move(members));
  }
  return result;
}

std::vector<Node> all_nodes(const ExplicitSystem& system, const Guesses& guesses) {
  std::vector<Node> nodes;
  for (std::uint32_t state = 0; state < system.states.size(); ++state) {
    for (std::uint32_t guess = 0; guess < guesses.guess_count(); ++guess) {
      const auto steps = static_cast<std::uint32_t>(system.states[state].edges.size());
      for (std::uint32_t step = 0; step < steps; ++step) nodes.push_back({state, step, guess});
      nodes.push_back({state, kNoStep, guess});
    }
  }
  return nodes;
}

std::uint32_t next_state(const ExplicitSystem& system, const Node& node) {
  return node.step == kNoStep ? node.state : system.states[node.state].edges[node.step].target;
}

/// `stutter`: a node without step repeats its state (if that is deadlocked); otherwise it is the end of a word.
Graph build(const ExplicitSystem& system, const Guesses& guesses, bool stutter) {
  Graph graph;
  graph.nodes = all_nodes(system, guesses);
  for (const Node& node : graph.nodes) graph.truth.push_back(guesses.truth(node));
  graph.edges.resize(graph.nodes.size());
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& from = graph.nodes[i];
    const bool deadlocked = system.states[from.state].edges.empty();
    if (from.step == kNoStep && !(stutter && deadlocked)) continue;
    for (std::uint32_t k = 0; k < graph.nodes.size(); ++k) {
      const Node& to = graph.nodes[k];
      if (to.state != next_state(system, from)) continue;
      if (stutter && to.step == kNoStep && !system.states[to.state].edges.empty()) continue;
      if (guesses.agrees(graph.truth[i], &graph.truth[k])) graph.edges[i].push_back(k);
    }
  }
  return graph;
}

bool is_initial(const ExplicitSystem& system, std::uint32_t state) {
  return std::find(system.initials.begin(), system.initials.end(), state) != system.initials.end();
}

std::uint32_t acting(const ExplicitSystem& system, const Node& node) {
  if (node.step == kNoStep) return 0;
  const ExplicitSystem::Edge& edge = system.states[node.state].edges[node.step];
  std::uint32_t bits = 0;
  if (edge.process >= 0) bits |= 1U << edge.process;
  if (edge.partner >= 0) bits |= 1U << edge.partner;
  return bits;
}

std::uint32_t enabled(const ExplicitSystem& system, std::uint32_t state) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < system.states[state].edges.size(); ++i) bits |= acting(system, {state, i, 0});
  return bits;
}

}  // namespace

bool violated_on_some_run(ExplicitSystem& system, Formula formula, const std::vector<Formula>& assumptions,
                          OracleFairness fairness) {
  std::vector<Formula> parts{!formula};
  parts.insert(parts.end(), assumptions.begin(), assumptions.end());
  const Formula failure = Formula::nary(Op::And, parts);
  const Guesses guesses(system, failure);
  const Graph graph = build(system, guesses, true);
  std::vector<std::uint32_t> starts;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    const bool proper = graph.nodes[i].step != kNoStep || system.states[graph.nodes[i].state].edges.empty();
    if (proper && is_initial(system, graph.nodes[i].state) && guesses.holds(graph.truth[i])) starts.push_back(i);
  }
  const std::vector<bool> reached = reachable(graph, std::vector<bool>(graph.nodes.size(), true), starts);

  // Strong fairness: guess which processes are enabled for ever again; they act; the others are disabled for good.
  const std::uint32_t everybody = (1U << system.processes) - 1;
  for (std::uint32_t alive = 0; alive <= everybody; ++alive) {
    if (fairness != OracleFairness::Strong && alive != 0) break;
    std::vector<bool> allowed = reached;
    if (fairness == OracleFairness::Strong) {
      for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        if ((enabled(system, graph.nodes[i].state) & ~alive) != 0) allowed[i] = false;
      }
    }
    for (const std::vector<std::uint32_t>& component : components(graph, allowed)) {
      std::uint32_t delivered = 0, acts = 0, acts_or_disabled = 0;
      for (const std::uint32_t i : component) {
        delivered |= guesses.delivered(graph.truth[i]);
        acts |= acting(system, graph.nodes[i]);
        acts_or_disabled |= acting(system, graph.nodes[i]) | ~enabled(system, graph.nodes[i].state);
      }
      if ((delivered & guesses.all_obligations()) != guesses.all_obligations()) continue;
      if (fairness == OracleFairness::Weak && (acts_or_disabled & everybody) != everybody) continue;
      if (fairness == OracleFairness::Strong && (acts & alive) != alive) continue;
      return true;
    }
  }
  return false;
}

bool violated_on_some_computation(ExplicitSystem& system, Formula formula, bool maximal) {
  bool events_only = true;
  for (const std::string& name : atoms(formula)) {
    const bool state =
        std::find(system.propositions.begin(), system.propositions.end(), name) != system.propositions.end();
    if (state || name == "dead") events_only = false;
  }
  const Guesses guesses(system, !formula);
  const Graph graph = build(system, guesses, false);
  std::vector<std::uint32_t> starts;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (events_only && graph.nodes[i].step == kNoStep) continue;
    if (is_initial(system, graph.nodes[i].state) && guesses.holds(graph.truth[i])) starts.push_back(i);
  }
  // A word of events has a letter for every step only.
  std::vector<bool> allowed(graph.nodes.size(), true);
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) allowed[i] = !events_only || graph.nodes[i].step != kNoStep;
  const std::vector<bool> reached = reachable(graph, allowed, starts);
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!reached[i] || !guesses.agrees(graph.truth[i], nullptr)) continue;
    const Node& node = graph.nodes[i];
    if (events_only == (node.step == kNoStep)) continue;
    const std::uint32_t last = next_state(system, node);
    if (!maximal || system.states[last].edges.empty()) return true;
  }
  return false;
}

}  // namespace weir::test
