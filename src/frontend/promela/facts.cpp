// SPDX-License-Identifier: Apache-2.0
// One pass over all statements and expressions of a model.
#include "frontend/promela/layout.h"

namespace weir::promela {

namespace {

class Gatherer {
 public:
  explicit Gatherer(ModelFacts& facts) : facts_(facts) {}

  void sequence(const Sequence& sequence) {
    for (const Statement* statement : sequence.statements) visit(*statement);
  }
  void expression(const Expression* expression) {
    if (expression == nullptr) return;
    if (expression->kind == ExpressionKind::RemoteLabel) facts_.referenced_labels.insert(expression->label);
    if (expression->kind == ExpressionKind::Run && expression->value > 1) facts_.uses_priorities = true;
    if (expression->kind == ExpressionKind::GetPriority) facts_.uses_priorities = true;
    for (const Selector& selector : expression->path) {
      if (selector.symbol != nullptr && selector.symbol->builtin == Builtin::Last) facts_.uses_last = true;
      if (selector.symbol != nullptr && selector.symbol->builtin == Builtin::Priority) facts_.uses_priorities = true;
      this->expression(selector.index);
    }
    this->expression(expression->a);
    this->expression(expression->b);
    this->expression(expression->c);
    for (const Expression* argument : expression->args) this->expression(argument);
  }

 private:
  void written(const Expression* target) {
    if (target == nullptr || target->kind != ExpressionKind::Variable) return;
    const Symbol* variable = target->path.front().symbol;
    if (target->path.size() == 1 && variable->type.basic == BasicType::Chan) facts_.assigned_channels.insert(variable);
  }

  void visit(const Statement& statement) {
    for (const Symbol* variable : statement.symbols) expression(variable->initial);
    expression(statement.channel);
    expression(statement.target);
    expression(statement.value);
    expression(statement.second);
    expression(statement.from);
    expression(statement.to);
    expression(statement.array);
    for (const Expression* argument : statement.args) expression(argument);
    written(statement.target);
    if (statement.kind == StatementKind::Receive)
      for (const Expression* argument : statement.args) written(argument);
    if (statement.kind == StatementKind::SetPriority) facts_.uses_priorities = true;
    for (const Sequence& option : statement.options) sequence(option);
    sequence(statement.body);
    sequence(statement.escape);
  }

  ModelFacts& facts_;
};

}  // namespace

ModelFacts gather_facts(const Model& model) {
  ModelFacts facts;
  Gatherer gatherer(facts);
  for (const Process* process : model.processes) {
    gatherer.sequence(process->body);
    gatherer.expression(process->provided);
    if (process->priority > 1) facts.uses_priorities = true;
    for (const Symbol* local : process->locals) gatherer.expression(local->initial);
  }
  for (const LtlBlock& block : model.ltl) gatherer.expression(block.formula);
  return facts;
}

}  // namespace weir::promela
