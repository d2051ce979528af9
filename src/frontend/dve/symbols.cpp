// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/symbols.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "frontend/dve/operators.h"

namespace weir::dve {
namespace {

constexpr std::size_t kMaxErrors = 20;
/// Limit on the values on the machine's stack while an expression is evaluated.
constexpr std::size_t kMaxWaiting = 1000;

}  // namespace

void ExpressionCompiler::error(const SourceRange& range, std::string message) {
  if (errors_.size() >= kMaxErrors) return;
  append(errors_, map_.at(range, std::move(message)));
}

bool ExpressionCompiler::find(const Expression& reference, std::uint32_t scope, Found& found) {
  const ProcessSymbol* process = scope == kOutside ? nullptr : &symbols_.processes[scope];
  if (!reference.process.empty()) {
    process = symbols_.process(reference.process);
    if (process == nullptr) {
      error(reference.range, fmt::format("there is no process '{}'", reference.process));
      return false;
    }
    const auto state = process->states.find(reference.name);
    if (!reference.arrow && reference.op == Operator::Name && state != process->states.end()) {
      if (process->is_property) {
        error(reference.range, "the state of the property process cannot be used in an expression");
        return false;
      }
      found.process = process;
      found.state = state->second;
      return true;
    }
  }
  if (process != nullptr) {
    const auto variable = process->variables.find(reference.name);
    if (variable != process->variables.end()) found.variable = &variable->second;
  }
  if (found.variable == nullptr && reference.process.empty()) {
    const auto variable = symbols_.variables.find(reference.name);
    if (variable != symbols_.variables.end()) found.variable = &variable->second;
  }
  if (found.variable != nullptr) return true;
  error(reference.range,
        reference.process.empty()
            ? fmt::format("there is no variable '{}'", reference.name)
            : fmt::format("process '{}' has no {} '{}'", reference.process,
                          reference.arrow || reference.op == Operator::Element ? "variable" : "state or variable",
                          reference.name));
  return false;
}

void ExpressionCompiler::begin_element(CodeBuilder& code, const Expression& reference, std::uint32_t scope,
                                       const VariableSymbol*& array) {
  array = nullptr;
  Found found;
  if (!find(reference, scope, found)) return;
  if (!found.variable->is_array) {
    error(reference.range, fmt::format("'{}' is not an array", reference.name));
    return;
  }
  array = found.variable;
  code.address(array->place);
}

void ExpressionCompiler::load(CodeBuilder& code, const Expression& name, std::uint32_t scope) {
  Found found;
  if (!find(name, scope, found)) return;
  if (found.process != nullptr) {
    code.constant(found.process->number);
    code.emit(OpCode::RemoteLocation, static_cast<std::int32_t>(found.state));
  } else if (found.variable->constant && !found.variable->is_array) {
    code.constant(found.variable->value);
  } else {
    code.load(found.variable->place);  // an array without index is its first element
  }
}

/// Turns an index on the stack, above the address of the array, to the address of the element.
void ExpressionCompiler::add_index(CodeBuilder& code, const VariableSymbol& array) {
  code.emit(OpCode::Index, static_cast<std::int32_t>(array.count),
            static_cast<std::int32_t>(bytes_of(array.place.width)));
}

void ExpressionCompiler::value(CodeBuilder& code, ExpressionId root, std::uint32_t scope) {
  // Each expression is visited once on the way down and again after each of its operands.
  struct Task {
    ExpressionId id;
    int operands_done;
    const VariableSymbol* array;
    std::size_t jump;
  };
  std::vector<Task> tasks{{root, 0, nullptr, 0}};
  std::size_t waiting = 0;
  while (!tasks.empty()) {
    Task& task = tasks.back();
    const Expression& expression = expressions_[task.id];
    const int done = task.operands_done++;
    if (waiting > kMaxWaiting) return error(expression.range, "the expression is nested too deeply");
    switch (expression.op) {
      case Operator::Constant:
        code.constant(expression.value);
        tasks.pop_back();
        break;
      case Operator::Name:
        load(code, expression, scope);
        tasks.pop_back();
        break;
      case Operator::Element:
        if (done == 0) {
          begin_element(code, expression, scope, task.array);
          ++waiting;
          tasks.push_back({expression.left, 0, nullptr, 0});
        } else {
          --waiting;
          if (task.array != nullptr) {
            add_index(code, *task.array);
            code.load_at(task.array->element());
          }
          tasks.pop_back();
        }
        break;
      case Operator::And:
      case Operator::Or:
      case Operator::Imply:
        if (done == 0) {
          tasks.push_back({expression.left, 0, nullptr, 0});
        } else if (done == 1) {
          if (expression.op == Operator::Imply) code.emit(OpCode::Not);
          task.jump = code.jump(expression.op == Operator::And ? OpCode::AndJump : OpCode::OrJump);
          tasks.push_back({expression.right, 0, nullptr, 0});
        } else {
          code.emit(OpCode::Truth);
          code.land(task.jump);
          tasks.pop_back();
        }
        break;
      default:
        if (done == 0) {
          tasks.push_back({expression.left, 0, nullptr, 0});
        } else if (done == 1 && !is_unary(expression.op)) {
          ++waiting;
          tasks.push_back({expression.right, 0, nullptr, 0});
        } else {
          if (!is_unary(expression.op)) --waiting;
          code.emit(code_of(expression.op));
          tasks.pop_back();
        }
    }
  }
}

const VariableSymbol* ExpressionCompiler::target(CodeBuilder& address, ExpressionId id, std::uint32_t scope) {
  const Expression& expression = expressions_[id];
  if (expression.op != Operator::Name && expression.op != Operator::Element) {
    error(expression.range, "only a variable can be assigned to");
    return nullptr;
  }
  Found found;
  if (!find(expression, scope, found)) return nullptr;
  if (found.variable == nullptr) {
    error(expression.range, "a state cannot be assigned to");
    return nullptr;
  }
  if (found.variable->constant) {
    error(expression.range, fmt::format("'{}' is a constant", expression.name));
    return nullptr;
  }
  if (expression.op == Operator::Element) {
    const VariableSymbol* array = nullptr;
    begin_element(address, expression, scope, array);
    if (array == nullptr) return nullptr;
    value(address, expression.left, scope);
    add_index(address, *array);
  }
  return found.variable;
}

bool ExpressionCompiler::constant(ExpressionId root, std::uint32_t scope, std::int32_t& result) {
  struct Task {
    ExpressionId id;
    int operands_done;
  };
  std::vector<Task> tasks{{root, 0}};
  std::vector<std::int32_t> values;
  while (!tasks.empty()) {
    Task& task = tasks.back();
    const Expression& expression = expressions_[task.id];
    const int done = task.operands_done++;
    const int operands = expression.left == kNoExpression ? 0 : is_unary(expression.op) ? 1 : 2;
    if (expression.op == Operator::Element) {
      error(expression.range, "expected a constant");
      return false;
    }
    if (done < operands) {
      tasks.push_back({done == 0 ? expression.left : expression.right, 0});
      continue;
    }
    std::optional<std::int32_t> value;
    if (expression.op == Operator::Constant) {
      value = expression.value;
    } else if (expression.op == Operator::Name) {
      Found found;
      if (!find(expression, scope, found)) return false;
      if (found.variable != nullptr && found.variable->constant && !found.variable->is_array)
        value = found.variable->value;
    } else {
      const std::int32_t right = values.back();
      if (operands == 2) values.pop_back();
      value = compute(expression.op, values.back(), right);
      values.pop_back();
    }
    if (!value) {
      error(expression.range, "expected a constant");
      return false;
    }
    values.push_back(*value);
    tasks.pop_back();
  }
  result = values.back();
  return true;
}

}  // namespace weir::dve
