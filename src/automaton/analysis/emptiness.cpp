// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/emptiness.h"

#include <span>
#include <utility>

#include "automaton/analysis/scc_info.h"
#include "automaton/analysis/shortest_path.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;
using Edge = Automaton::Edge;

/// The labels of a shortest path from an initial state to one of `targets`, and the state it ends in; kNone: no path.
std::pair<State, std::vector<Bdd>> way_to(const Automaton& automaton, const std::vector<bool>& targets) {
  for (const State s : automaton.initials())
    if (targets[s]) return {s, {}};
  const auto path = shortest_path(
      automaton, automaton.initials(), [](State, const Edge&) { return true; },
      [&](State, const Edge& edge) { return targets[edge.destination]; });
  if (path.empty()) return {SccInfo::kNone, {}};
  std::vector<Bdd> labels;
  for (const Edge* edge : path) labels.push_back(edge->label);
  return {path.back()->destination, labels};
}

WitnessWord lasso_through(const Automaton& automaton, const AcceptingPart& part) {
  std::vector<bool> inside(automaton.state_count(), false);
  for (const State s : part.states) inside[s] = true;
  WitnessWord word;
  const auto [first, prefix] = way_to(automaton, inside);
  const State entry = first;  // lambdas of older compilers capture no structured binding
  WEIR_ASSERT(entry != SccInfo::kNone, "an accepting part is reachable");
  word.prefix = prefix;
  const auto use = [&](State, const Edge& edge) {
    return inside[edge.destination] && (edge.marks & part.avoid).empty();
  };
  MarkSet all;
  for (const State s : part.states)
    for (const Edge& edge : automaton.edges(s))
      if (use(s, edge)) all |= edge.marks;
  MarkSet met;
  State at = entry;
  const auto walk = [&](const EdgeTest& goal) {
    const auto path = shortest_path(automaton, std::span(&at, 1), use, goal);
    WEIR_ASSERT(!path.empty(), "an accepting part is strongly connected");
    for (const Edge* edge : path) {
      word.cycle.push_back(edge->label);
      met |= edge->marks;
      at = edge->destination;
    }
  };
  // Collect marks until those met are accepting, then close the cycle. If closing it adds a mark that rejects, repeat.
  for (;;) {
    while (met != all && (word.cycle.empty() || !automaton.acceptance().accepts(met)))
      walk([&](State, const Edge& edge) { return !met.includes(edge.marks); });
    if (at != entry || word.cycle.empty()) walk([&](State, const Edge& edge) { return edge.destination == entry; });
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
