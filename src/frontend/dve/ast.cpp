// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/ast.h"

#include <algorithm>
#include <utility>

namespace weir::dve {
namespace {

std::string_view spelling(Operator op) {
  switch (op) {
    case Operator::Not: return "not ";
    case Operator::Complement: return "~";
    case Operator::Negate: return "-";
    default: break;
  }
  const auto row = std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(),
                                [&](const BinaryOperator& candidate) { return candidate.op == op; });
  if (row == kBinaryOperators.end()) return "?";
  return op == Operator::Imply ? row->word : row->text;
}

bool is_leaf(const Expression& expression) {
  return expression.op == Operator::Constant || expression.op == Operator::Name || expression.op == Operator::Element;
}

}  // namespace

std::string to_text(const std::vector<Expression>& expressions, ExpressionId root) {
  // The pieces still to be written, last first: text, or an expression.
  struct Piece {
    ExpressionId expression;
    std::string_view text;
  };
  std::string out;
  std::vector<Piece> todo{{root, {}}};
  const auto operand = [&](ExpressionId id) {
    const bool leaf = is_leaf(expressions[id]);
    if (!leaf) todo.push_back({kNoExpression, ")"});
    todo.push_back({id, {}});
    if (!leaf) todo.push_back({kNoExpression, "("});
  };
  while (!todo.empty()) {
    const Piece piece = todo.back();
    todo.pop_back();
    if (piece.expression == kNoExpression) {
      out += piece.text;
      continue;
    }
    const Expression& expression = expressions[piece.expression];
    switch (expression.op) {
      case Operator::Constant:
        out += expression.value < 0 ? "(" + std::to_string(expression.value) + ")" : std::to_string(expression.value);
        break;
      case Operator::Name:
      case Operator::Element:
        if (!expression.process.empty()) out += expression.process + (expression.arrow ? "->" : ".");
        out += expression.name;
        if (expression.op == Operator::Element) {
          todo.push_back({kNoExpression, "]"});
          todo.push_back({expression.left, {}});
          out += "[";
        }
        break;
      default:
        if (is_unary(expression.op)) {
          operand(expression.left);
          todo.push_back({kNoExpression, spelling(expression.op)});
        } else {
          operand(expression.right);
          todo.push_back({kNoExpression, " "});
          todo.push_back({kNoExpression, spelling(expression.op)});
          todo.push_back({kNoExpression, " "});
          operand(expression.left);
        }
    }
  }
  return out;
}

}  // namespace weir::dve
