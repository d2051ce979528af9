// SPDX-License-Identifier: Apache-2.0
#include "support/differential/probe.h"

namespace weir::test {

std::optional<Case> probe(Draw& draw, const Subject& subject) {
  const StateGraph& graph = subject.graph();
  const std::unique_ptr<TransitionSystem> system = subject.open();
  if (system == nullptr || graph.states.empty()) return std::nullopt;
  const bool locals = draw.chance(15);  // most reductions must leave local variables alone if they are observed
  std::vector<Node> known;
  for (const Variable& shown : system->show(graph.states[draw.below(graph.states.size())].bytes)) {
    const std::int64_t* value = std::get_if<std::int64_t>(&shown.value);
    if (value == nullptr || (!locals && shown.name.find(':') != std::string::npos)) continue;
    known.push_back(make(Production::FormulaAtom, {make(Production::Equal, {variable(shown.name), number(*value)})}));
  }
  if (known.empty()) return std::nullopt;
  Node values = draw.one_of(known);
  for (std::size_t more = draw.below(3); more > 0; --more)
    values = make(Production::FormulaAnd, {std::move(values), draw.one_of(known)});
  Case made;
  made.question.kind = QuestionKind::Ltl;
  made.question.language = &subject.language();
  made.tree =
      make(Production::Case,
           {subject.program(), make(Production::FormulaGlobally, {make(Production::FormulaNot, {std::move(values)})})});
  return made;
}

}  // namespace weir::test
