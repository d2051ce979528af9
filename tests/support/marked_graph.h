// SPDX-License-Identifier: Apache-2.0
// A tiny graph with marks on its edges as a search space; states are letters, A is initial.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "search/search_space.h"

namespace weir::test {

class MarkedGraph final : public SearchSpace {
 public:
  explicit MarkedGraph(std::uint32_t sets) : sets_(sets), acceptance_(Acceptance::generalized_buchi(sets)) {}

  MarkedGraph& edge(char from, char to, std::optional<std::uint32_t> mark) {
    edges_[from].push_back({to, mark ? MarkSet::single(*mark) : MarkSet()});
    return *this;
  }
  static char letter(StateView state) { return std::to_integer<char>(state[0]); }

  void initial(StateEdges& out) override {
    out.clear();
    add('A', {}, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    for (const Edge& edge : edges_[letter(state)]) add(edge.to, edge.marks, out);
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return sets_; }

 private:
  struct Edge {
    char to;
    MarkSet marks;
  };
  static void add(char to, MarkSet marks, StateEdges& out) {
    *out.states.append(Step{}, 1) = std::byte(to);
    out.marks.push_back(marks);
  }

  std::uint32_t sets_;
  Acceptance acceptance_;
  std::map<char, std::vector<Edge>> edges_;
};

/// Figure 4 of Couvreur 1999, from its text; mark 0 is a, mark 1 is b.
inline MarkedGraph figure_four() {
  MarkedGraph graph(2);
  graph.edge('A', 'B', {}).edge('B', 'C', 0).edge('C', 'A', {}).edge('C', 'D', {}).edge('D', 'E', {});
  graph.edge('E', 'D', 1).edge('C', 'F', 1).edge('F', 'G', {}).edge('G', 'F', 0).edge('G', 'H', {}).edge('H', 'F', 1);
  return graph;
}

}  // namespace weir::test
