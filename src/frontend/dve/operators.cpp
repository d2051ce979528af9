// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/operators.h"

#include "model/arithmetic.h"

namespace weir::dve {

OpCode code_of(Operator op) {
  switch (op) {
    case Operator::Not: return OpCode::Not;
    case Operator::Complement: return OpCode::Complement;
    case Operator::Negate: return OpCode::Negate;
    case Operator::Multiply: return OpCode::Multiply;
    case Operator::Divide: return OpCode::Divide;
    case Operator::Modulo: return OpCode::Modulo;
    case Operator::Add: return OpCode::Add;
    case Operator::Subtract: return OpCode::Subtract;
    case Operator::ShiftLeft: return OpCode::ShiftLeft;
    case Operator::ShiftRight: return OpCode::ShiftRight;
    case Operator::Less: return OpCode::Less;
    case Operator::LessEqual: return OpCode::LessEqual;
    case Operator::Greater: return OpCode::Greater;
    case Operator::GreaterEqual: return OpCode::GreaterEqual;
    case Operator::Equal: return OpCode::Equal;
    case Operator::NotEqual: return OpCode::NotEqual;
    case Operator::BitAnd: return OpCode::BitAnd;
    case Operator::BitXor: return OpCode::BitXor;
    case Operator::BitOr: return OpCode::BitOr;
    default: return OpCode::Return;
  }
}

std::optional<std::int32_t> compute(Operator op, std::int32_t left, std::int32_t right) {
  switch (op) {
    case Operator::And: return left != 0 && right != 0;
    case Operator::Or: return left != 0 || right != 0;
    case Operator::Imply: return left == 0 || right != 0;
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      if (right < 0 || right > 31) return std::nullopt;
      break;
    default: break;
  }
  return checked_apply(code_of(op), left, right);
}

}  // namespace weir::dve
