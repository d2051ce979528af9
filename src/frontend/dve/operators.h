// SPDX-License-Identifier: Apache-2.0
// The operators of DVE: spelling, precedence (C's order, `imply` loosest), and evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/expression.h"

namespace weir::dve {

enum class Operator : std::uint8_t {
  Constant,
  Name,     ///< x, P.x, P->x: a variable, or (with a dot) whether P is in state x
  Element,  ///< x[left], P->x[left]
  Not,
  Complement,
  Negate,
  Multiply,
  Divide,
  Modulo,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Imply,
};

struct BinaryOperator {
  std::string_view text;
  std::string_view word;  ///< alternative spelling, or empty
  Operator op;
  int precedence;                ///< higher binds tighter; all are left-associative
  OpCode code = OpCode::Return;  ///< Return: it is not one instruction
};

inline constexpr int kUnaryPrecedence = 20;
inline constexpr std::array kBinaryOperators{
    // Longer spellings before their prefixes.
    BinaryOperator{"&&", "and", Operator::And, 3},
    BinaryOperator{"||", "or", Operator::Or, 2},
    BinaryOperator{"==", "", Operator::Equal, 7, OpCode::Equal},
    BinaryOperator{"!=", "", Operator::NotEqual, 7, OpCode::NotEqual},
    BinaryOperator{"<=", "", Operator::LessEqual, 8, OpCode::LessEqual},
    BinaryOperator{">=", "", Operator::GreaterEqual, 8, OpCode::GreaterEqual},
    BinaryOperator{"<<", "", Operator::ShiftLeft, 9, OpCode::ShiftLeft},
    BinaryOperator{">>", "", Operator::ShiftRight, 9, OpCode::ShiftRight},
    BinaryOperator{"=>", "imply", Operator::Imply, 1},
    BinaryOperator{"<", "", Operator::Less, 8, OpCode::Less},
    BinaryOperator{">", "", Operator::Greater, 8, OpCode::Greater},
    BinaryOperator{"|", "", Operator::BitOr, 4, OpCode::BitOr},
    BinaryOperator{"^", "", Operator::BitXor, 5, OpCode::BitXor},
    BinaryOperator{"&", "", Operator::BitAnd, 6, OpCode::BitAnd},
    BinaryOperator{"+", "", Operator::Add, 10, OpCode::Add},
    BinaryOperator{"-", "", Operator::Subtract, 10, OpCode::Subtract},
    BinaryOperator{"*", "", Operator::Multiply, 11, OpCode::Multiply},
    BinaryOperator{"/", "", Operator::Divide, 11, OpCode::Divide},
    BinaryOperator{"%", "", Operator::Modulo, 11, OpCode::Modulo},
};

/// The instruction of an arithmetic operator; Return for the others.
constexpr OpCode code_of(Operator op) {
  if (op == Operator::Not) return OpCode::Not;
  if (op == Operator::Complement) return OpCode::Complement;
  if (op == Operator::Negate) return OpCode::Negate;
  for (const BinaryOperator& row : kBinaryOperators)
    if (row.op == op) return row.code;
  return OpCode::Return;
}

constexpr bool is_unary(Operator op) {
  return op == Operator::Not || op == Operator::Complement || op == Operator::Negate;
}

/// Evaluates an operator on constants; empty on a run-time error, or if a shift is not by 0 to 31 bits.
std::optional<std::int32_t> compute(Operator op, std::int32_t left, std::int32_t right);

}  // namespace weir::dve
