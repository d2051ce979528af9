// SPDX-License-Identifier: Apache-2.0
#include "oracle/run_oracle.h"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/assert.h"

namespace weir::test {
namespace {

constexpr std::uint32_t kNoStep = 0xFFFFFFFF;
constexpr std::uint64_t kAllStates = 1'000'000;

bool temporal(Formula f) { return f.op() >= Op::Next; }

/// The subformulas that are true at a position: one bit each, operands before the formulas that contain them.
using Truth = std::uint64_t;

/// The definitions of the logic, from one position to the next.
class Definitions {
 public:
  Definitions(Formula whole, const std::vector<std::string>& atoms) {
    std::unordered_map<Formula, std::size_t> index;
    for (const Formula f : subformulas(whole)) {
      Part part{f.op(), {}, 0, parts_.size()};
      for (const Formula operand : f.operands()) part.operands.push_back(index.at(operand));
      if (f.is(Op::Atom)) {
        const auto found = std::find(atoms.begin(), atoms.end(), f.name());
        part.atom = static_cast<std::size_t>(found - atoms.begin());
      }
      WEIR_ASSERT(!has_regex(f.op()), "the oracle of runs knows no regular expressions");
      if (temporal(f)) temporals_.push_back(parts_.size());
      index.emplace(f, parts_.size());
      parts_.push_back(std::move(part));
    }
  }

  std::uint32_t guesses() const { return std::uint32_t{1} << temporals_.size(); }

  /// The truth of all subformulas, given the letter and one guessed bit for each temporal subformula.
  Truth truth(std::uint64_t letter, std::uint32_t guess) const {
    Truth value = 0;
    std::uint32_t next_temporal = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      const auto of = [&](std::size_t k) { return (value >> part.operands[k] & 1) != 0; };
      bool here = false;
      switch (part.op) {
        case Op::True: here = true; break;
        case Op::False: break;
        case Op::Atom: here = (letter >> part.atom & 1) != 0; break;
        case Op::Not: here = !of(0); break;
        case Op::And:
          here = true;
          for (std::size_t k = 0; k < part.operands.size(); ++k) here = here && of(k);
          break;
        case Op::Or:
          for (std::size_t k = 0; k < part.operands.size(); ++k) here = here || of(k);
          break;
        case Op::Xor: here = of(0) != of(1); break;
        case Op::Implies: here = !of(0) || of(1); break;
        case Op::Equiv: here = of(0) == of(1); break;
        default: here = (guess >> next_temporal++ & 1) != 0;
      }
      value |= Truth{here} << i;
    }
    return value;
  }

  /// Whether the guesses at a position agree with the definitions, given the truth at the next position (null: none).
  bool agrees(Truth now, const Truth* next) const {
    for (const std::size_t i : temporals_) {
      const Part& part = parts_[i];
      if (is_past(part.op)) continue;
      const auto here = [&](std::size_t k) { return (now >> part.operands[k] & 1) != 0; };
      const auto later = [&](std::size_t which) { return (*next >> which & 1) != 0; };
      bool expected = false;
      switch (part.op) {
        case Op::Next: expected = next == nullptr || later(part.operands[0]); break;
        case Op::StrongNext: expected = next != nullptr && later(part.operands[0]); break;
        case Op::Finally: expected = here(0) || (next != nullptr && later(i)); break;
        case Op::Globally: expected = here(0) && (next == nullptr || later(i)); break;
        case Op::Until: expected = here(1) || (here(0) && next != nullptr && later(i)); break;
        case Op::Release: expected = here(1) && (here(0) || next == nullptr || later(i)); break;
        case Op::WeakUntil: expected = here(1) || (here(0) && (next == nullptr || later(i))); break;
        case Op::StrongRelease: expected = here(1) && (here(0) || (next != nullptr && later(i))); break;
        default: break;
      }
      if ((now >> i & 1) != Truth{expected}) return false;
    }
    return true;
  }

  /// Whether the guesses about the past agree with the definitions, given the truth at the previous position (null:
  /// none).
  bool remembers(Truth now, const Truth* previous) const {
    for (const std::size_t i : temporals_) {
      const Part& part = parts_[i];
      if (!is_past(part.op)) continue;
      const auto here = [&](std::size_t k) { return (now >> part.operands[k] & 1) != 0; };
      const auto before = [&](std::size_t which) { return (*previous >> which & 1) != 0; };
      bool expected = false;
      switch (part.op) {
        case Op::Yesterday: expected = previous != nullptr && before(part.operands[0]); break;
        case Op::WeakYesterday: expected = previous == nullptr || before(part.operands[0]); break;
        case Op::Once: expected = here(0) || (previous != nullptr && before(i)); break;
        case Op::Historically: expected = here(0) && (previous == nullptr || before(i)); break;
        case Op::Since: expected = here(1) || (here(0) && previous != nullptr && before(i)); break;
        default: expected = here(1) && (here(0) || previous == nullptr || before(i)); break;
      }
      if ((now >> i & 1) != Truth{expected}) return false;
    }
    return true;
  }

  /// Obligations, one bit per temporal subformula: infinitely often nothing is owed, or it is fulfilled.
  std::uint64_t delivered(Truth now) const {
    std::uint64_t bits = 0;
    for (std::size_t number = 0; number < temporals_.size(); ++number) {
      const Part& part = parts_[temporals_[number]];
      const bool owed = (now >> part.place & 1) != 0;
      const auto here = [&](std::size_t k) { return (now >> part.operands[k] & 1) != 0; };
      bool fine = true;
      switch (part.op) {
        case Op::Finally: fine = !owed || here(0); break;
        case Op::Globally: fine = owed || !here(0); break;
        case Op::Until: fine = !owed || here(1); break;
        case Op::Release: fine = owed || !here(1); break;
        case Op::WeakUntil: fine = owed || (!here(0) && !here(1)); break;
        case Op::StrongRelease: fine = !owed || (here(0) && here(1)); break;
        default: break;
      }
      if (fine) bits |= std::uint64_t{1} << number;
    }
    return bits;
  }
  std::uint64_t all_obligations() const { return guesses() - 1; }
  bool holds(Truth now) const { return (now >> (parts_.size() - 1) & 1) != 0; }

 private:
  struct Part {
    Op op;
    std::vector<std::size_t> operands;
    std::size_t atom;   ///< bit of the letter
    std::size_t place;  ///< index in parts_
  };
  std::vector<Part> parts_;  ///< operands first, the whole last
  std::vector<std::size_t> temporals_;
};

/// Positions of words: a state, the step that leaves it (kNoStep: none), and the guesses there. Built on demand.
class Positions {
 public:
  struct Position {
    std::uint32_t state = 0;
    std::uint32_t step = kNoStep;
    Truth truth = 0;
  };

  /// With `stutter`, a deadlocked state repeats for ever; otherwise a position without step ends a word.
  Positions(const StateGraph& graph, const Letters& letters, const Definitions& definitions, bool stutter)
      : graph_(graph), letters_(letters), definitions_(definitions), stutter_(stutter) {}

  std::vector<std::uint32_t> starts(bool with_end) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t state : graph_.initial)
      for (const std::uint32_t position : at(state, with_end))
        if (definitions_.holds(positions_[position].truth) &&
            definitions_.remembers(positions_[position].truth, nullptr))
          result.push_back(position);
    return result;
  }

  /// The positions that may follow; none after the end of a word.
  std::vector<std::uint32_t> after(std::uint32_t number, bool with_end) {
    const Position from = positions_[number];
    const bool deadlocked = graph_.states[from.state].edges.empty();
    if (from.step == kNoStep && !(stutter_ && deadlocked)) return {};
    std::vector<std::uint32_t> result;
    const std::uint32_t target = from.step == kNoStep ? from.state : edge(from).target;
    for (const std::uint32_t next : at(target, with_end))
      if (definitions_.agrees(from.truth, &positions_[next].truth) &&
          definitions_.remembers(positions_[next].truth, &from.truth))
        result.push_back(next);
    return result;
  }

  const Position& operator[](std::uint32_t number) const { return positions_[number]; }
  std::size_t size() const { return positions_.size(); }
  const StateGraph::Edge& edge(const Position& position) const {
    return graph_.states[position.state].edges[position.step];
  }

 private:
  /// All positions at a state. A run-time error is not a step of a run.
  const std::vector<std::uint32_t>& at(std::uint32_t state, bool with_end) {
    const auto [entry, fresh] = by_state_.try_emplace(state);
    if (!fresh) return entry->second;
    const auto& edges = graph_.states[state].edges;
    std::vector<std::uint32_t> made;
    const auto add = [&](std::uint32_t step, std::uint64_t letter) {
      for_each_letter(letter, letters_.undefined[state], [&](std::uint64_t chosen) {
        for (std::uint32_t guess = 0; guess < definitions_.guesses(); ++guess) {
          made.push_back(static_cast<std::uint32_t>(positions_.size()));
          positions_.push_back({state, step, definitions_.truth(chosen, guess)});
        }
      });
    };
    // Steps that formula and fairness cannot distinguish are merged: an atomic sequence may reach a state in thousands
    // of ways.
    std::set<std::tuple<std::uint32_t, std::uint64_t, std::int32_t, std::int32_t>> different;
    for (std::uint32_t step = 0; step < edges.size(); ++step) {
      const StateGraph::Edge& edge = edges[step];
      if (edge.step.fault == Fault::RuntimeError) continue;
      const std::uint64_t letter = letters_.of_edge[state][step];
      if (different.emplace(edge.target, letter, edge.step.process, edge.step.partner).second) add(step, letter);
    }
    if (with_end || (stutter_ && edges.empty())) add(kNoStep, letters_.of_state[state]);
    return by_state_[state] = std::move(made);
  }

  const StateGraph& graph_;
  const Letters& letters_;
  const Definitions& definitions_;
  bool stutter_;
  std::vector<Position> positions_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_state_;
};

void add_process(ProcessSet& set, std::int32_t process) {
  if (process >= 0) set.set(static_cast<std::size_t>(process));
}

ProcessSet acting(const StateGraph& graph, const Step& step) {
  ProcessSet set;
  add_process(set, step.process);
  if (graph.partner_acts) add_process(set, step.partner);
  return set;
}

ProcessSet enabled(const StateGraph& graph, std::uint32_t state) {
  ProcessSet set;
  for (const StateGraph::Edge& edge : graph.states[state].edges) set |= acting(graph, edge.step);
  return set;
}

/// Collected formula by formula: their conjunction might fold to a constant.
std::vector<std::string> atoms_of(const std::vector<Formula>& formulas) {
  std::set<std::string> names;
  for (const Formula formula : formulas)
    for (const std::string& atom : atoms(formula)) names.insert(atom);
  return {names.begin(), names.end()};
}

}  // namespace

bool violated_on_some_run(TransitionSystem& system, const StateGraph& graph, Formula formula,
                          const std::vector<Formula>& assumptions, OracleFairness fairness) {
  std::vector<Formula> failing{!formula};
  failing.insert(failing.end(), assumptions.begin(), assumptions.end());
  const Formula failure = Formula::nary(Op::And, failing);
  // `tau` is relative to the atoms of all formulas.
  std::vector<Formula> given = assumptions;
  given.push_back(formula);
  const Expected<Letters> letters = letters_of(system, graph, atoms_of(given));
  if (!letters) return false;
  const Definitions definitions(failure, letters->atoms);
  Positions positions(graph, *letters, definitions, true);
  MarkedProduct product;
  product.all_marks = definitions.all_obligations();
  product.starts = positions.starts(false);
  std::deque<std::uint32_t> waiting(product.starts.begin(), product.starts.end());
  std::vector<bool> seen;
  const auto reach = [&](std::uint32_t position) {
    if (seen.size() <= position) seen.resize(position + 1, false);
    if (seen[position]) return false;
    seen[position] = true;
    return true;
  };
  for (const std::uint32_t start : product.starts) reach(start);
  while (!waiting.empty()) {
    const std::uint32_t number = waiting.front();
    waiting.pop_front();
    const std::vector<std::uint32_t> next = positions.after(number, false);
    const Positions::Position position = positions[number];
    if (product.nodes.size() < positions.size()) product.nodes.resize(positions.size());
    MarkedProduct::Node& node = product.nodes[number];
    node.enabled = enabled(graph, position.state);
    for (const std::uint32_t target : next) {
      MarkedProduct::Edge edge;
      edge.target = target;
      edge.marks = definitions.delivered(position.truth);
      if (position.step != kNoStep) edge.acts = acting(graph, positions.edge(position).step);
      node.edges.push_back(edge);
      if (reach(target)) waiting.push_back(target);
    }
  }
  product.nodes.resize(std::max(product.nodes.size(), positions.size()));
  return has_fair_cycle(product, fairness);
}

bool violated_on_some_computation(TransitionSystem& system, const StateGraph& graph, Formula formula, bool maximal) {
  const Expected<Letters> letters = letters_of(system, graph, atoms(formula));
  if (!letters) return false;
  const bool events_only = letters->events_only;
  const Definitions definitions(!formula, letters->atoms);
  Positions positions(graph, *letters, definitions, false);
  // A word of events has a letter for every step; a word of states ends with a state that no step leaves.
  std::vector<std::uint32_t> waiting = positions.starts(!events_only);
  std::vector<bool> seen(positions.size(), false);
  for (const std::uint32_t start : waiting) seen[start] = true;
  while (!waiting.empty()) {
    const std::uint32_t number = waiting.back();
    waiting.pop_back();
    const Positions::Position position = positions[number];
    const bool may_be_last = events_only || position.step == kNoStep;
    if (may_be_last && definitions.agrees(position.truth, nullptr)) {
      const std::uint32_t last = position.step == kNoStep ? position.state : positions.edge(position).target;
      if (!maximal || graph.states[last].edges.empty()) return true;
    }
    for (const std::uint32_t next : positions.after(number, !events_only)) {
      if (seen.size() < positions.size()) seen.resize(positions.size(), false);
      if (seen[next]) continue;
      seen[next] = true;
      waiting.push_back(next);
    }
  }
  return false;
}

bool accepted_on_some_run(TransitionSystem& system, const StateGraph& graph, const ClaimAutomaton& claim,
                          OracleFairness fairness) {
  std::vector<std::string> names;
  for (const ClaimAutomaton::State& state : claim.states)
    for (const ClaimAutomaton::Edge& edge : state.edges)
      for (const std::string& atom : atoms(edge.guard))
        if (std::find(names.begin(), names.end(), atom) == names.end()) names.push_back(atom);
  const Expected<Letters> letters = letters_of(system, graph, names);
  if (!letters) return false;
  const std::size_t size = claim.states.size();
  MarkedProduct product;
  product.all_marks = 1;
  product.nodes.resize(graph.states.size() * size);
  const auto number = [&](std::uint32_t state, std::uint32_t q) {
    return static_cast<std::uint32_t>(state * size + q);
  };
  for (const std::uint32_t state : graph.initial) product.starts.push_back(number(state, claim.initial));
  std::unordered_map<Formula, Definitions> meanings;
  const auto holds = [&](Formula guard, std::uint64_t letter, std::uint32_t state) {
    const Definitions& meaning = meanings.try_emplace(guard, guard, letters->atoms).first->second;
    bool some = false;
    for_each_letter(letter, letters->undefined[state],
                    [&](std::uint64_t chosen) { some = some || meaning.holds(meaning.truth(chosen, 0)); });
    return some;
  };
  for (std::uint32_t state = 0; state < graph.states.size(); ++state) {
    const auto& edges = graph.states[state].edges;
    for (std::uint32_t q = 0; q < size; ++q) {
      MarkedProduct::Node& node = product.nodes[number(state, q)];
      node.enabled = enabled(graph, state);
      for (const ClaimAutomaton::Edge& edge : claim.states[q].edges) {
        const std::uint64_t marks = claim.states[q].accepting || edge.accepting ? 1 : 0;
        if (edges.empty() && holds(edge.guard, letters->of_state[state], state))
          node.edges.push_back({number(state, edge.target), marks, {}});
        for (std::size_t i = 0; i < edges.size(); ++i) {
          if (edges[i].step.fault == Fault::RuntimeError || !holds(edge.guard, letters->of_edge[state][i], state))
            continue;
          node.edges.push_back({number(edges[i].target, edge.target), marks, acting(graph, edges[i].step)});
        }
      }
    }
  }
  // A claim that reaches its end has failed, whether the run goes on or ends in a run-time error with this step.
  const auto is_end = [&](std::uint32_t q) {
    const ClaimAutomaton::State& end = claim.states[q];
    return end.edges.size() == 1 && end.edges[0].target == q && end.edges[0].guard == Formula::constant(true) &&
           (end.accepting || end.edges[0].accepting);
  };
  const auto may_end = [&](std::uint32_t node) {
    const auto state = static_cast<std::uint32_t>(node / size);
    for (const ClaimAutomaton::Edge& edge : claim.states[node % size].edges) {
      if (!is_end(edge.target)) continue;
      for (const std::uint64_t letter : letters->of_edge[state])
        if (holds(edge.guard, letter, state)) return true;
    }
    return false;
  };
  std::vector<bool> seen(product.nodes.size(), false);
  std::vector<std::uint32_t> waiting = product.starts;
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    if (may_end(node)) return true;
    for (const auto& edge : product.nodes[node].edges) waiting.push_back(edge.target);
  }
  return has_fair_cycle(product, fairness);
}

bool violated_on_some_run(TransitionSystem& system, Formula formula, const std::vector<Formula>& assumptions,
                          OracleFairness fairness) {
  return violated_on_some_run(system, explore_states(system, kAllStates), formula, assumptions, fairness);
}

bool violated_on_some_computation(TransitionSystem& system, Formula formula, bool maximal) {
  return violated_on_some_computation(system, explore_states(system, kAllStates), formula, maximal);
}

}  // namespace weir::test
