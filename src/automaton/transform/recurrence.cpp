// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/recurrence.h"

#include <unordered_map>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/scc_info.h"
#include "automaton/transform/product.h"

namespace weir {
namespace {

using State = Automaton::State;

/// The product of a graph with an automaton, recording the graph's edge for each product edge.
struct TracedProduct {
  explicit TracedProduct(const Automaton& other) : automaton(Automaton::like(other)) {}

  Automaton automaton;
  std::vector<State> graph_state;                      ///< per product state
  std::vector<std::vector<std::uint32_t>> graph_edge;  ///< per product state and edge
};

TracedProduct traced_product(const Automaton& graph, const Automaton& other) {
  TracedProduct result(other);
  std::unordered_map<std::uint64_t, State> numbers;
  std::vector<State> other_state;
  const auto pair_of = [&](State g, State o) {
    const auto [entry, fresh] =
        numbers.try_emplace(std::uint64_t{g} << 32 | o, static_cast<State>(result.graph_state.size()));
    if (fresh) {
      result.automaton.add_state();
      result.graph_state.push_back(g);
      result.graph_edge.emplace_back();
      other_state.push_back(o);
    }
    return entry->second;
  };
  for (const State g : graph.initials())
    for (const State o : other.initials()) result.automaton.add_initial(pair_of(g, o));
  for (State s = 0; s < result.graph_state.size(); ++s) {
    const auto edges = graph.edges(result.graph_state[s]);
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      for (const Automaton::Edge& edge : other.edges(other_state[s])) {
        const Bdd letters = graph.bdds().conjoin(edges[i].label, edge.label);
        if (letters == kBddFalse) continue;
        const State to = pair_of(edges[i].destination, edge.destination);
        result.automaton.add_edge(s, letters, edge.marks, to);
        result.graph_edge[s].push_back(i);
      }
    }
  }
  return result;
}

}  // namespace

std::optional<Automaton> buchi_on_powerset(const Automaton& automaton, const Automaton& negation,
                                           const Powerset& sets) {
  if (!negation.acceptance().generalized_buchi_sets()) return std::nullopt;
  const Automaton& graph = sets.automaton;
  BddManager& bdds = graph.bdds();
  const TracedProduct product = traced_product(graph, negation);
  const SccInfo info = scc_info(product.automaton);
  std::vector<std::vector<Bdd>> outside(graph.state_count());  // per edge: the letters that must not be accepting
  for (State s = 0; s < graph.state_count(); ++s) outside[s].assign(graph.edges(s).size(), kBddFalse);
  for (State s = 0; s < product.automaton.state_count(); ++s) {
    if (!info.components[info.component[s]].accepting) continue;
    const auto edges = product.automaton.edges(s);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (!info.same(s, edges[i].destination)) continue;
      Bdd& letters = outside[product.graph_state[s]][product.graph_edge[s][i]];
      letters = bdds.disjoin(letters, edges[i].label);
    }
  }
  Automaton buchi = Automaton::like(graph);
  buchi.set_acceptance(1, Acceptance::inf(0));
  buchi.add_states(graph.state_count());
  buchi.set_initials(graph.initials());
  for (State s = 0; s < graph.state_count(); ++s) {
    for (std::size_t i = 0; i < outside[s].size(); ++i) {
      const Automaton::Edge& edge = graph.edges(s)[i];
      buchi.add_edge(s, outside[s][i], {}, edge.destination);
      const Bdd inside = bdds.conjoin(edge.label, bdds.negate(outside[s][i]));
      buchi.add_edge(s, inside, MarkSet::single(0), edge.destination);
    }
  }
  Automaton complement = buchi;
  complement.set_acceptance(1, Acceptance::fin(0));
  if (!is_empty(intersection(complement, automaton))) return std::nullopt;
  return buchi;
}

}  // namespace weir
