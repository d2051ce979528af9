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
  int precedence;  ///< higher binds tighter; all are left-associative
};

inline constexpr int kUnaryPrecedence = 20;
inline constexpr std::array kBinaryOperators{
    // Longer spellings before their prefixes.
    BinaryOperator{"&&", "and", Operator::And, 3},     BinaryOperator{"||", "or", Operator::Or, 2},
    BinaryOperator{"==", "", Operator::Equal, 7},      BinaryOperator{"!=", "", Operator::NotEqual, 7},
    BinaryOperator{"<=", "", Operator::LessEqual, 8},  BinaryOperator{">=", "", Operator::GreaterEqual, 8},
    BinaryOperator{"<<", "", Operator::ShiftLeft, 9},  BinaryOperator{">>", "", Operator::ShiftRight, 9},
    BinaryOperator{"=>", "imply", Operator::Imply, 1}, BinaryOperator{"<", "", Operator::Less, 8},
    BinaryOperator{">", "", Operator::Greater, 8},     BinaryOperator{"|", "", Operator::BitOr, 4},
    BinaryOperator{"^", "", Operator::BitXor, 5},      BinaryOperator{"&", "", Operator::BitAnd, 6},
    BinaryOperator{"+", "", Operator::Add, 10},        BinaryOperator{"-", "", Operator::Subtract, 10},
    BinaryOperator{"*", "", Operator::Multiply, 11},   BinaryOperator{"/", "", Operator::Divide, 11},
    BinaryOperator{"%", "", Operator::Modulo, 11},
};

constexpr bool is_unary(Operator op) {
  return op == Operator::Not || op == Operator::Complement || op == Operator::Negate;
}

/// The instruction of an arithmetic operator; Return for the others.
OpCode code_of(Operator op);

/// Evaluates an operator on constants; empty on a run-time error, or if a shift is not by 0 to 31 bits.
std::optional<std::int32_t> compute(Operator op, std::int32_t left, std::int32_t right);

}  // namespace weir::dve
