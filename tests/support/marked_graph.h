// SPDX-License-Identifier: Apache-2.0
// A small graph with marks on its edges as a search space. States are letters; A is initial.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/space/search_space.h"

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

/// The graph described by the rows of Table 4 of Couvreur 1999. It is not the degeneralised Figure 4: it has an edge
/// B -> F, nodes I, J, K and L, and no D and E. Upper case is X0, lower case X1, '2' is F2, the accepting state. An
/// edge into F2 carries the mark, so the second search starts when F2 is left, as in the paper.
inline MarkedGraph table_four() {
  MarkedGraph graph(1);
  graph.edge('A', 'B', {}).edge('B', 'c', {}).edge('c', 'a', {}).edge('a', 'b', {}).edge('b', 'c', {});
  graph.edge('b', 'f', {}).edge('f', 'g', {}).edge('g', 'f', {}).edge('g', 'h', {}).edge('h', '2', 0);
  graph.edge('2', 'G', {}).edge('G', 'f', {}).edge('G', 'H', {}).edge('H', 'F', {}).edge('F', 'G', {});
  graph.edge('G', 'I', {}).edge('I', 'J', {}).edge('J', 'K', {}).edge('K', 'I', {}).edge('K', 'L', {});
  graph.edge('L', 'K', {});
  return graph;
}
inline std::string table_four_name(StateView state) {
  const char letter = MarkedGraph::letter(state);
  if (letter == '2') return "F2";
  return letter >= 'a' ? std::string(1, static_cast<char>(letter - 'a' + 'A')) + "1" : std::string(1, letter) + "0";
}

}  // namespace weir::test
