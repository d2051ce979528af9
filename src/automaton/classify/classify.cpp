// SPDX-License-Identifier: Apache-2.0
#include "automaton/classify/classify.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/product.h"
#include "automaton/transform/trim.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Step limit of each question during classification.
constexpr std::uint64_t kClassificationSteps = std::uint64_t{1} << 23;

/// A deterministic graph with one colour per edge: a cycle is good if its smallest colour is even.
struct ParityGraph {
  Automaton automaton;  ///< the only mark of each edge is its colour
  std::uint32_t colours;
};

/// Builds the graph from an automaton with parity_min_even acceptance. Edges without colour get a last, bad colour.
/// `flipped` builds the graph of the complement, with good and bad swapped.
ParityGraph parity_graph(const Automaton& parity, bool flipped) {
  const std::uint32_t marks = parity.mark_count();
  const std::uint32_t last = marks % 2 == 1 ? marks : marks + 1;
  if (last + 2 > MarkSet::kCapacity) too_large("too many colours");
  ParityGraph graph{completed(parity), last + 1 + (flipped ? 1 : 0)};
  for (State s = 0; s < graph.automaton.state_count(); ++s) {
    for (Automaton::Edge& edge : graph.automaton.edges(s)) {
      const auto smallest = static_cast<std::uint32_t>(std::countr_zero(edge.marks.bits()));
      edge.marks = MarkSet::single((edge.marks.empty() ? last : smallest) + (flipped ? 1 : 0));
    }
  }
  return graph;
}

/// Returns whether every good cycle has an edge that lies on no bad cycle. These edges then form a Büchi condition for
/// the language.
bool is_buchi_type(const ParityGraph& graph) {
  std::vector<State> all(graph.automaton.state_count());
  std::iota(all.begin(), all.end(), 0);
  Automaton doubtful = Automaton::like(graph.automaton);  // the edges on bad cycles
  doubtful.add_states(graph.automaton.state_count());
  doubtful.set_initials(all);
  doubtful.set_acceptance(graph.colours, parity_min_even(graph.colours));
  for (std::uint32_t bad = 1; bad < graph.colours; bad += 2) {
    const MarkSet smaller = MarkSet::first(bad);
    const auto usable = [&](State, const Automaton::Edge& edge) { return (edge.marks & smaller).empty(); };
    const SccInfo info = components_from(graph.automaton, all, usable);
    for (const SccInfo::Component& component : info.components) {
      if (component.trivial || !component.marks.has(bad)) continue;
      for (const State s : component.states)
        for (const Automaton::Edge& edge : graph.automaton.edges(s))
          if (info.same(s, edge.destination) && usable(s, edge))
            doubtful.add_edge(s, edge.label, edge.marks, edge.destination);
    }
  }
  return is_empty(doubtful);
}

/// Returns a deterministic automaton with parity_min_even acceptance.
Automaton parity_automaton(const Automaton& property, std::uint32_t limit) {
  return determinized(degeneralized(trimmed(property)), limit);
}

/// Restricts the automaton to words over the `possible` letters.
Automaton over_letters(Automaton automaton, Bdd possible) {
  if (possible == kBddTrue) return automaton;
  for (State s = 0; s < automaton.state_count(); ++s) {
    std::vector<Automaton::Edge>& edges = automaton.edges(s);
    for (Automaton::Edge& edge : edges) edge.label = automaton.bdds().conjoin(edge.label, possible);
    std::erase_if(edges, [](const Automaton::Edge& edge) { return edge.label == kBddFalse; });
  }
  return automaton;
}

}  // namespace

const char* PropertyClass::name() const {
  if (safety) return "safety";
  if (guarantee) return "guarantee";
  if (obligation) return "obligation";
  if (recurrence) return "recurrence";
  if (persistence) return "persistence";
  return "reactivity";
}

bool is_safety(const Automaton& property, const Automaton& negation) {
  Automaton closure = trimmed(property);
  if (closure.edge_count() == 0 && is_empty(closure)) return true;
  closure.set_acceptance(0, Acceptance::constant(true));
  for (State s = 0; s < closure.state_count(); ++s)
    for (Automaton::Edge& edge : closure.edges(s)) edge.marks = {};
  return is_empty(intersection(closure, negation));
}

bool is_recurrence(const Automaton& property, std::uint32_t limit) {
  if (property.acceptance().generalized_buchi_sets() && is_deterministic(property)) return true;
  return is_buchi_type(parity_graph(parity_automaton(property, limit), false));
}

bool is_persistence(const Automaton& property, std::uint32_t limit) {
  return is_buchi_type(parity_graph(parity_automaton(property, limit), true));
}

std::optional<PropertyClass> classify(const Automaton& property, const Automaton& negation, std::uint32_t limit) {
  Meter& meter = property.meter();
  PropertyClass result;
  const auto simple = attempt(meter, kClassificationSteps, [&] {
    result.safety = is_safety(property, negation);
    result.guarantee = is_safety(negation, property);
    return result.safety || result.guarantee;
  });
  if (!simple) return std::nullopt;
  const auto weak = attempt(meter, kClassificationSteps,
                            [&] { return *simple || minimal_obligation(property, negation, limit).has_value(); });
  if (weak && *weak) {
    result.obligation = result.recurrence = result.persistence = true;
    return result;
  }
  // Each automaton decides both questions; the other is used if the first is too hard to determinise.
  const auto decide = [&](const Automaton& one) {
    return attempt(meter, kClassificationSteps,
                   [&] { return std::pair(is_recurrence(one, limit), is_persistence(one, limit)); });
  };
  auto known = decide(property);
  if (!known) {
    known = decide(negation);
    if (!known) return std::nullopt;
    std::swap(known->first, known->second);
  }
  std::tie(result.recurrence, result.persistence) = *known;
  // Obligations are exactly the recurrence and persistence properties: this also finds those that minimal_obligation
  // gave up on.
  result.obligation = result.recurrence && result.persistence;
  return result;
}

std::optional<Difference> buchi_reading_difference(const Automaton& finite, const Automaton& property,
                                                   const Automaton& negation, Bdd possible) {
  WEIR_ASSERT(is_deterministic(finite), "the automaton of the finite words is deterministic");
  Automaton buchi(finite.space_pointer());
  buchi.add_states(finite.state_count());
  buchi.set_initials(finite.initials());
  buchi.set_acceptance(1, Acceptance::inf(0));
  for (State s = 0; s < finite.state_count(); ++s)
    for (const Automaton::Edge& edge : finite.edges(s))
      buchi.add_edge(s, edge.label, finite.accepts_end(s) ? MarkSet::single(0) : MarkSet(), edge.destination);
  const Automaton inside = over_letters(property, possible), outside = over_letters(negation, possible);
  if (auto word = accepted_word(intersection(buchi, outside))) return Difference{*word, true};
  if (auto word = accepted_word(intersection(inside, complement(buchi)))) return Difference{*word, false};
  return std::nullopt;
}

}  // namespace weir
