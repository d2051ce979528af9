// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/draw_automaton.h"

#include "automaton/translate/explicit_property.h"

namespace weir {
namespace {

constexpr std::size_t kMostStates = 40;
constexpr std::size_t kMostEdges = 200;

std::string text_of(MarkSet marks) {
  std::string text;
  for (std::uint32_t mark = 0; mark < MarkSet::kCapacity; ++mark) {
    if (marks.has(mark)) text += (text.empty() ? "" : ",") + std::to_string(mark);
  }
  return text;
}

}  // namespace

AutomatonGraph drawn(const PropertyAutomaton& automaton) {
  AutomatonGraph graph;
  const Automaton* whole = automaton.whole();
  if (whole == nullptr) return graph;
  const Automaton& shown = *whole;
  if (shown.state_count() > kMostStates || shown.edge_count() > kMostEdges) return graph;
  graph.initial = shown.initials().front();
  for (Automaton::State s = 0; s < shown.state_count(); ++s) {
    graph.states.push_back(automaton.state_name(s));
    for (const Automaton::Edge& edge : shown.edges(s)) {
      graph.edges.push_back(
          {s, edge.destination, label_text(shown.space(), edge.label, Syntax::Model), text_of(edge.marks)});
    }
  }
  return graph;
}

}  // namespace weir
