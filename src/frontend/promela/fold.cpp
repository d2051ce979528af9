// SPDX-License-Identifier: Apache-2.0
// Operators as instructions, and constant folding.
#include "frontend/promela/parser.h"
#include "model/arithmetic.h"

namespace weir::promela {

OpCode opcode(Operator op) {
  switch (op) {
    case Operator::Not: return OpCode::Not;
    case Operator::Complement: return OpCode::Complement;
    case Operator::Negate: return OpCode::Negate;
    case Operator::Add: return OpCode::Add;
    case Operator::Subtract: return OpCode::Subtract;
    case Operator::Multiply: return OpCode::Multiply;
    case Operator::Divide: return OpCode::Divide;
    case Operator::Modulo: return OpCode::Modulo;
    case Operator::BitAnd: return OpCode::BitAnd;
    case Operator::BitXor: return OpCode::BitXor;
    case Operator::BitOr: return OpCode::BitOr;
    case Operator::ShiftLeft: return OpCode::ShiftLeft;
    case Operator::ShiftRight: return OpCode::ShiftRight;
    case Operator::Less: return OpCode::Less;
    case Operator::LessEqual: return OpCode::LessEqual;
    case Operator::Greater: return OpCode::Greater;
    case Operator::GreaterEqual: return OpCode::GreaterEqual;
    case Operator::Equal: return OpCode::Equal;
    case Operator::NotEqual: return OpCode::NotEqual;
    default: return OpCode::Return;
  }
}

bool fold(const Expression& e, std::int32_t& value) {
  std::int32_t a = 0, b = 0;
  switch (e.kind) {
    case ExpressionKind::Constant: value = e.value; return true;
    case ExpressionKind::Unary:
    case ExpressionKind::Binary: {
      if (!fold(*e.a, a) || (e.kind == ExpressionKind::Binary && !fold(*e.b, b))) return false;
      std::optional<std::int32_t> result = checked_apply(opcode(e.op), a, b);
      if (e.op == Operator::And) result = a != 0 && b != 0;
      if (e.op == Operator::Or) result = a != 0 || b != 0;
      value = result.value_or(0);
      return result.has_value();
    }
    case ExpressionKind::Conditional: return fold(*e.a, a) && fold(a != 0 ? *e.b : *e.c, value);
    default: return false;
  }
}

}  // namespace weir::promela
