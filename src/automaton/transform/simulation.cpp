// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/simulation.h"

#include <algorithm>
#include <vector>

namespace weir {
namespace {

using State = Automaton::State;

/// The relation has one bit per pair of states.
constexpr std::uint32_t kMaxSimulated = 1500;

class Simulation {
 public:
  Simulation(const Automaton& automaton, Direction direction)
      : automaton_(automaton),
        bdds_(automaton.bdds()),
        backward_(direction == Direction::Backward),
        count_(automaton.state_count()) {
    find_mark_roles(automaton.acceptance());
    edges_.resize(count_);
    sources_.resize(count_);
    for (State s = 0; s < count_; ++s) {
      for (const Automaton::Edge& edge : automaton.edges(s)) {
        const State at = backward_ ? edge.destination : s, to = backward_ ? s : edge.destination;
        edges_[at].push_back({edge.label, bdds_.negate(edge.label), edge.marks & (wanted_ | unwanted_), to});
        sources_[to].push_back(at);
      }
    }
    for (std::vector<State>& sources : sources_) {
      std::sort(sources.begin(), sources.end());
      sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    }
    special_.assign(count_, false);
    for (State s = 0; s < count_; ++s)
      special_[s] = !backward_ && automaton.words() == Words::Finite && automaton.accepts_end(s);
    if (backward_)
      for (const State s : automaton.initials()) special_[s] = true;
  }

  Automaton reduce() {
    refine();
    find_classes();
    Automaton result = Automaton::like(automaton_);
    result.add_states(static_cast<std::uint32_t>(representatives_.size()));
    for (State c = 0; c < representatives_.size(); ++c) {
      const State s = representatives_[c];
      result.set_state_name(c, automaton_.state_name(s));
      if (automaton_.accepts_end(s)) result.set_accepts_end(c, true);
      add_edges(result, c);
    }
    add_initials(result);
    merge_edges(result);
    return result;
  }

 private:
  struct HalfEdge {
    Bdd label, others;  ///< the letters, and their complement
    MarkSet marks;
    State destination;
  };

  void find_mark_roles(const Acceptance& condition) {
    if (condition.op() == Acceptance::Op::Inf) wanted_.add(condition.mark());
    if (condition.op() == Acceptance::Op::Fin) unwanted_.add(condition.mark());
    for (const Acceptance& part : condition.operands()) find_mark_roles(part);
  }

  bool at_least(MarkSet better, MarkSet marks) const {
    return better.includes(marks & wanted_) && marks.includes(better & unwanted_);
  }

  std::size_t index(State s, State t) const { return std::size_t{s} * count_ + t; }
  bool simulates(State t, State s) const { return relation_[index(s, t)]; }

  /// Returns whether t can match every edge of s under the current relation.
  bool answers(State t, State s) {
    for (const HalfEdge& edge : edges_[s]) {
      Bdd left = edge.label;
      for (const HalfEdge& answer : edges_[t]) {
        bdds_.meter().step();
        if (!at_least(answer.marks, edge.marks) || !simulates(answer.destination, edge.destination)) continue;
        left = left == answer.label ? kBddFalse : bdds_.conjoin(left, answer.others);
        if (left == kBddFalse) break;
      }
      if (left != kBddFalse) return false;
    }
    return true;
  }

  /// Greatest fixpoint, starting from the full relation. A pair is checked again when a pair it depends on is removed.
  void refine() {
    bdds_.meter().steps(std::size_t{count_} * count_);
    relation_.assign(std::size_t{count_} * count_, true);
    std::vector<std::pair<State, State>> waiting, next;
    for (State s = 0; s < count_; ++s)
      for (State t = 0; t < count_; ++t)
        if (s != t) next.emplace_back(s, t);
    std::vector<bool> waits(relation_.size(), true);
    while (!next.empty()) {
      waiting.swap(next);
      next.clear();
      for (const auto& [s, t] : waiting) {
        waits[index(s, t)] = false;
        if ((!special_[s] || special_[t]) && answers(t, s)) continue;
        relation_[index(s, t)] = false;
        for (const State before_s : sources_[s]) {
          bdds_.meter().steps(sources_[t].size() + 1);
          for (const State before_t : sources_[t]) {
            const std::size_t pair = index(before_s, before_t);
            if (before_s == before_t || waits[pair] || !relation_[pair]) continue;
            waits[pair] = true;
            next.emplace_back(before_s, before_t);
          }
        }
      }
    }
  }

  void find_classes() {
    class_of_.assign(count_, count_);
    for (State s = 0; s < count_; ++s) {
      if (class_of_[s] != count_) continue;
      const auto number = static_cast<State>(representatives_.size());
      representatives_.push_back(s);
      for (State t = s; t < count_; ++t)
        if (simulates(t, s) && simulates(s, t)) class_of_[t] = number;
    }
  }

  /// Adds the edges of one member for the whole class. Letters on which another edge is better are removed.
  void add_edges(Automaton& result, State c) {
    std::vector<HalfEdge> edges = edges_[representatives_[c]];
    for (HalfEdge& edge : edges) edge.destination = class_of_[edge.destination];
    for (std::size_t i = 0; i < edges.size(); ++i) {
      Bdd letters = edges[i].label;
      for (std::size_t k = 0; k < edges.size() && letters != kBddFalse; ++k) {
        const bool same = edges[k].destination == edges[i].destination && edges[k].marks == edges[i].marks;
        if (!same && at_least(edges[k].marks, edges[i].marks) &&
            simulates(representatives_[edges[k].destination], representatives_[edges[i].destination]))
          letters = bdds_.conjoin(letters, edges[k].others);
      }
      const State other = edges[i].destination;
      if (backward_)
        result.add_edge(other, letters, edges[i].marks, c);
      else
        result.add_edge(c, letters, edges[i].marks, other);
    }
  }

  /// Initial classes that another one simulates are dropped.
  void add_initials(Automaton& result) const {
    std::vector<State> initials;
    for (const State s : automaton_.initials()) initials.push_back(class_of_[s]);
    std::sort(initials.begin(), initials.end());
    initials.erase(std::unique(initials.begin(), initials.end()), initials.end());
    for (const State c : initials) {
      const bool simulated = !backward_ && std::any_of(initials.begin(), initials.end(), [&](State d) {
        return d != c && simulates(representatives_[d], representatives_[c]);
      });
      if (!simulated) result.add_initial(c);
    }
  }

  const Automaton& automaton_;
  BddManager& bdds_;
  bool backward_;
  State count_;
  MarkSet wanted_, unwanted_;
  std::vector<std::vector<HalfEdge>> edges_;  ///< outgoing edges if forward, incoming if backward
  std::vector<std::vector<State>> sources_;
  std::vector<bool> special_;   ///< initial state, or a state in which a word may end
  std::vector<bool> relation_;  ///< s * count + t: t simulates s
  std::vector<State> class_of_, representatives_;
};

}  // namespace

Automaton reduced_by_simulation(const Automaton& automaton, Direction direction) {
  if (automaton.state_count() > kMaxSimulated) return automaton;
  if (direction == Direction::Backward && automaton.words() == Words::Finite) return automaton;
  return Simulation(automaton, direction).reduce();
}

}  // namespace weir
