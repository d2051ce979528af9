// SPDX-License-Identifier: Apache-2.0
#include "support/differential/probe.h"

namespace weir::test {
namespace {

/// The end of a random walk.
std::uint32_t walk(Draw& draw, const StateGraph& graph, std::uint32_t state, std::size_t steps) {
  for (; steps > 0; --steps) {
    std::vector<std::uint32_t> targets;
    for (const StateGraph::Edge& edge : graph.states[state].edges)
      if (edge.step.fault == Fault::None) targets.push_back(edge.target);
    if (targets.empty()) break;
    state = draw.one_of(targets);
  }
  return state;
}

/// Up to three numbers of a state.
std::optional<Node> values_of(Draw& draw, const TransitionSystem& system, StateView state, bool locals) {
  std::vector<Node> known;
  for (const Variable& shown : system.show(state)) {
    const std::int64_t* value = std::get_if<std::int64_t>(&shown.value);
    if (value == nullptr || (!locals && shown.name.find(':') != std::string::npos)) continue;
    known.push_back(make(Production::FormulaAtom, {make(Production::Equal, {variable(shown.name), number(*value)})}));
  }
  if (known.empty()) return std::nullopt;
  Node values = draw.one_of(known);
  for (std::size_t more = draw.below(3); more > 0; --more)
    values = make(Production::FormulaAnd, {std::move(values), draw.one_of(known)});
  return values;
}

Node globally(Node part) { return make(Production::FormulaGlobally, {std::move(part)}); }
Node finally(Node part) { return make(Production::FormulaFinally, {std::move(part)}); }
Node never(Node values) { return globally(make(Production::FormulaNot, {std::move(values)})); }

}  // namespace

std::optional<Case> probe(Draw& draw, const Subject& subject) {
  constexpr std::size_t kToRecurrentStates = 200;
  const StateGraph& graph = subject.graph();
  const std::unique_ptr<TransitionSystem> system = subject.open();
  if (system == nullptr || graph.states.empty()) return std::nullopt;
  const bool locals = draw.chance(15);  // most reductions must leave local variables alone if they are observed
  const bool often = draw.chance(40);
  const std::uint32_t anywhere = static_cast<std::uint32_t>(draw.below(graph.states.size()));
  const std::uint32_t first = often ? walk(draw, graph, anywhere, kToRecurrentStates) : anywhere;
  const std::uint32_t second = walk(draw, graph, first, 1 + draw.below(12));
  std::optional<Node> values = values_of(draw, *system, graph.states[first].bytes, locals);
  std::optional<Node> later = values_of(draw, *system, graph.states[second].bytes, locals);
  if (!values || !later) return std::nullopt;

  Node formula = never(*values);
  if (often) {
    formula = draw.chance(50) ? finally(std::move(formula)) : globally(finally(std::move(*values)));
  } else if (draw.chance(40)) {
    formula = draw.chance(30)
                  ? finally(std::move(*values))
                  : globally(make(Production::FormulaImplies, {std::move(*values), never(std::move(*later))}));
  }
  Case made;
  made.question.kind = QuestionKind::Ltl;
  made.question.language = &subject.language();
  made.tree = make(Production::Case, {subject.program(), std::move(formula)});
  return made;
}

}  // namespace weir::test
