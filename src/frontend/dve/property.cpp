// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/property.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "formula/model_atom.h"
#include "frontend/dve/lower.h"

namespace weir::dve {
namespace {

class PropertyReader {
 public:
  PropertyReader(const Specification& specification, const Symbols& symbols, const SourceMap& map)
      : source_(specification), symbols_(symbols), map_(map) {}

  Expected<std::vector<StatedProperty>> read() {
    std::vector<StatedProperty> properties;
    if (source_.has_property)
      add_property_process(source_.processes[symbols_.process_index.at(source_.property.text)], properties);
    for (const Process& process : source_.processes) add_assertions(process, properties);
    if (!source_.has_property) {
      properties.push_back({.kind = StatedProperty::Kind::Assertions, .name = "assertions"});
      properties.push_back({.kind = StatedProperty::Kind::Deadlock, .name = "deadlock"});
    }
    if (!errors_.empty()) return errors_;
    return properties;
  }

 private:
  void error(const SourceRange& range, std::string message) { append(errors_, map_.at(range, std::move(message))); }

  /// `not`, `and`, `or` and `imply` at the top become connectives of the logic; the expressions below them become
  /// atoms.
  Formula to_formula(ExpressionId root) const {
    struct Task {
      ExpressionId id;
      bool visited;
    };
    const std::vector<Expression>& expressions = source_.expressions;
    std::vector<Task> tasks{{root, false}};
    std::vector<Formula> values;
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      const Expression& expression = expressions[task.id];
      const bool unary = expression.op == Operator::Not;
      const bool binary =
          expression.op == Operator::And || expression.op == Operator::Or || expression.op == Operator::Imply;
      if (expression.op == Operator::Constant) {
        values.push_back(Formula::constant(expression.value != 0));
      } else if (!unary && !binary) {
        values.push_back(Formula::atom(model_atom(to_text(expressions, task.id))));
      } else if (!task.visited) {
        tasks.push_back({task.id, true});
        if (binary) tasks.push_back({expression.right, false});
        tasks.push_back({expression.left, false});
      } else {
        const Formula last = values.back();
        values.pop_back();
        if (unary) {
          values.push_back(!last);
          continue;
        }
        const Formula first = values.back();
        values.back() = expression.op == Operator::And  ? (first & last)
                        : expression.op == Operator::Or ? (first | last)
                                                        : Formula::binary(Op::Implies, first, last);
      }
    }
    return values.back();
  }

  void add_property_process(const Process& process, std::vector<StatedProperty>& properties) {
    StatedProperty property;
    property.kind = StatedProperty::Kind::Never;
    property.name = process.name.text;
    property.text = "property process " + process.name.text;
    const SourceMap::Position position = map_.position(process.name.range);
    property.file = position.file;
    property.line = position.line;
    if (process.initial.size() != 1)
      return error(process.name.range, "a property process needs exactly one initial state");
    for (const Identifier& name : process.accepting) state(name);
    if (acts(process)) {  // it moves with the system and is queried for acceptance
      property.kind = StatedProperty::Kind::Ltl;
      property.formula = Formula::unary(Op::Finally, Formula::unary(Op::Globally, !Formula::atom("accept_")));
      properties.push_back(std::move(property));
      return;
    }
    property.claim.states.resize(process.states.size());
    property.claim.initial = state(process.initial.front());
    for (const Identifier& name : process.accepting) {
      const std::uint32_t number = state(name);
      if (number < property.claim.states.size()) property.claim.states[number].accepting = true;
    }
    for (const Transition& transition : process.transitions) {
      Formula guard = Formula::constant(true);
      for (const ExpressionId id : transition.guards) guard = guard & to_formula(id);
      const std::uint32_t from = state(transition.source), to = state(transition.target);
      if (from < property.claim.states.size()) property.claim.states[from].edges.push_back({guard, to, false});
    }
    properties.push_back(std::move(property));
  }

  std::uint32_t state(const Identifier& name) {
    const auto& states = symbols_.process(source_.property.text)->states;
    const auto found = states.find(name.text);
    if (found != states.end()) return found->second;
    error(name.range, fmt::format("process '{}' has no state '{}'", source_.property.text, name.text));
    return 0;
  }

  void add_assertions(const Process& process, std::vector<StatedProperty>& properties) {
    for (const Assertion& assertion : process.assertions) {
      if (source_.has_property && process.name.text == source_.property.text) {
        error(assertion.state.range,
              "the property process cannot have assertions, because it is not part of the model");
        continue;
      }
      StatedProperty property;
      property.kind = StatedProperty::Kind::Invariant;
      property.name = fmt::format("assert_{}_{}", process.name.text, assertion.state.text);
      const auto same = std::count_if(properties.begin(), properties.end(), [&](const StatedProperty& other) {
        return other.name == property.name || other.name.starts_with(property.name + "_");
      });
      if (same > 0) property.name += fmt::format("_{}", same + 1);
      const Formula inside = Formula::atom(process.name.text + "." + assertion.state.text);
      const Formula condition = Formula::atom(model_atom(qualified(assertion.condition, process)));
      property.formula = Formula::unary(Op::Globally, Formula::binary(Op::Implies, inside, condition));
      const SourceMap::Position position = map_.position(assertion.state.range);
      property.file = position.file;
      property.line = position.line;
      properties.push_back(std::move(property));
    }
  }

  /// The text of an expression of a process, with the process name before its own variables.
  std::string qualified(ExpressionId root, const Process& process) {
    const auto& own = symbols_.process(process.name.text)->variables;
    std::vector<ExpressionId> todo{root};
    while (!todo.empty()) {
      Expression& expression = qualified_[todo.back()];
      todo.pop_back();
      if (expression.left != kNoExpression) todo.push_back(expression.left);
      if (expression.right != kNoExpression) todo.push_back(expression.right);
      const bool name = expression.op == Operator::Name || expression.op == Operator::Element;
      if (!name || !expression.process.empty() || own.count(expression.name) == 0) continue;
      expression.process = process.name.text;
      expression.arrow = true;  // never a state of the same name
    }
    return to_text(qualified_, root);
  }

  const Specification& source_;
  const Symbols& symbols_;
  const SourceMap& map_;
  std::vector<Expression> qualified_ = source_.expressions;  // for assertions: see qualified
  Diagnostics errors_;
};

}  // namespace

Expected<std::vector<StatedProperty>> stated_properties(const Specification& specification, const Symbols& symbols,
                                                        const SourceMap& map) {
  return PropertyReader(specification, symbols, map).read();
}

}  // namespace weir::dve
