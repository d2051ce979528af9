// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/emptiness.h"

#include <algorithm>
#include <deque>
#include <functional>

#include "automaton/analysis/scc_info.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;
using Edge = Automaton::Edge;

/// Breadth-first search inside a part: shortest path from `from` to an edge that `goal` likes; appends the path's
/// labels and marks, and returns where it ends.
class Walk {
 public:
  Walk(const Automaton& automaton, std::function<bool(State, const Edge&)> use)
      : automaton_(automaton), use_(std::move(use)) {}

  std::optional<State> to(State from, const std::function<bool(const Edge&)>& goal, std::vector<Bdd>& labels,
                          MarkSet& marks) const {
    struct Reached {
      State parent;
      std::size_t edge;
    };
    std::vector<Reached> how(automaton_.state_count(), {SccInfo::kNone, 0});
    std::vector<bool> seen(automaton_.state_count(), false);
    std::deque<State> queue{from};
    seen[from] = true;
    while (!queue.empty()) {
      const State s = queue.front();
      queue.pop_front();
      const auto edges = automaton_.edges(s);
      automaton_.meter().steps(edges.size() + 1);
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (!use_(s, edges[i])) continue;
        if (goal(edges[i])) {
          std::vector<std::pair<State, std::size_t>> path{{s, i}};
          for (State at = s; at != from; at = how[at].parent) path.emplace_back(how[at].parent, how[at].edge);
          for (auto step = path.rbegin(); step != path.rend(); ++step) {
            const Edge& edge = automaton_.edges(step->first)[step->second];
            labels.push_back(edge.label);
            marks |= edge.marks;
          }
          return edges[i].destination;
        }
        if (seen[edges[i].destination]) continue;
        seen[edges[i].destination] = true;
        how[edges[i].destination] = {s, i};
        queue.push_back(edges[i].destination);
      }
    }
    return std::nullopt;
  }

 private:
  const Automaton& automaton_;
  std::function<bool(State, const Edge&)> use_;
};

/// The initial state from which `targets` is nearest, with the labels of a shortest way there.
std::pair<State, std::vector<Bdd>> way_to(const Automaton& automaton, const std::vector<bool>& targets) {
  struct Reached {
    State parent;
    Bdd label;
  };
  std::vector<Reached> how(automaton.state_count(), {SccInfo::kNone, kBddTrue});
  std::vector<bool> seen(automaton.state_count(), false);
  std::deque<State> queue;
  for (const State s : automaton.initials()) {
    seen[s] = true;
    queue.push_back(s);
  }
  while (!queue.empty()) {
    const State s = queue.front();
    queue.pop_front();
    if (targets[s]) {
      std::vector<Bdd> labels;
      for (State at = s; how[at].parent != SccInfo::kNone; at = how[at].parent) labels.push_back(how[at].label);
      std::reverse(labels.begin(), labels.end());
      return {s, labels};
    }
    for (const Edge& edge : automaton.edges(s)) {
      if (seen[edge.destination]) continue;
      seen[edge.destination] = true;
      how[edge.destination] = {s, edge.label};
      queue.push_back(edge.destination);
    }
  }
  return {SccInfo::kNone, {}};
}

WitnessWord lasso_through(const Automaton& automaton, const AcceptingPart& part) {
  std::vector<bool> inside(automaton.state_count(), false);
  for (const State s : part.states) inside[s] = true;
  WitnessWord word;
  const auto [first, prefix] = way_to(automaton, inside);
  const State entry = first;  // lambdas of older compilers capture no structured binding
  WEIR_ASSERT(entry != SccInfo::kNone, "an accepting part is reachable");
  word.prefix = prefix;
  const Walk walk(automaton, [&](State s, const Edge& edge) {
    return inside[s] && inside[edge.destination] && (edge.marks & part.avoid).empty();
  });
  MarkSet all;
  for (const State s : part.states)
    for (const Edge& edge : automaton.edges(s))
      if (inside[edge.destination] && (edge.marks & part.avoid).empty()) all |= edge.marks;
  MarkSet met;
  State at = entry;
  // Collect marks until those met suffice, close the cycle, and go on if closing it met one too many.
  for (;;) {
    while (met != all && (word.cycle.empty() || !automaton.acceptance().accepts(met)))
      at = *walk.to(
          at, [&](const Edge& e) { return !met.includes(e.marks); }, word.cycle, met);
    if (at != entry || word.cycle.empty())
      at = *walk.to(
          at, [&](const Edge& e) { return e.destination == entry; }, word.cycle, met);
    if (automaton.acceptance().accepts(met)) return word;
    WEIR_ASSERT(met != all, "all marks of an accepting part are accepting");
  }
}

}  // namespace

std::string word_text(const AtomSpace& space, const WitnessWord& word) {
  const auto letters = [&](const std::vector<Bdd>& labels) {
    std::string text;
    for (const Bdd label : labels) {
      if (!text.empty()) text += "; ";
      text += letter_text(space, label);
    }
    return text;
  };
  std::string text = letters(word.prefix);
  if (word.cycle.empty()) return text;
  if (!text.empty()) text += "; ";
  return text + "cycle{" + letters(word.cycle) + "}";
}

std::optional<WitnessWord> accepted_word(const Automaton& automaton) {
  if (automaton.words() == Words::Finite) {
    std::vector<bool> ends(automaton.state_count(), false);
    for (State s = 0; s < automaton.state_count(); ++s) ends[s] = automaton.accepts_end(s);
    auto [state, labels] = way_to(automaton, ends);
    if (state == SccInfo::kNone) return std::nullopt;
    return WitnessWord{std::move(labels), {}};
  }
  const SccInfo info = components_from(automaton, automaton.initials(), [](State, const Edge&) { return true; });
  for (const SccInfo::Component& component : info.components) {
    if (component.trivial) continue;
    if (const auto part = accepting_part(automaton, component, automaton.acceptance()))
      return lasso_through(automaton, *part);
  }
  return std::nullopt;
}

bool is_empty(const Automaton& automaton) { return !accepted_word(automaton).has_value(); }

}  // namespace weir
