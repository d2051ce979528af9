// SPDX-License-Identifier: Apache-2.0
// The operators of Promela and of its ltl blocks.
#pragma once

#include <array>
#include <cstddef>

#include "frontend/promela/ast.h"
#include "frontend/promela/token.h"
#include "model/expression.h"

namespace weir::promela {

inline constexpr int kPrefix = 13;

struct OperatorInfo {
  Operator op;
  const char* text;
  Tok token;
  int precedence;                ///< higher binds tighter; kPrefix for prefix operators
  OpCode code = OpCode::Return;  ///< Return: it is not one instruction
};

inline constexpr std::array kOperators{
    OperatorInfo{Operator::None, "", Tok::End, kPrefix},
    OperatorInfo{Operator::Not, "!", Tok::Bang, kPrefix, OpCode::Not},
    OperatorInfo{Operator::Complement, "~", Tok::Tilde, kPrefix, OpCode::Complement},
    OperatorInfo{Operator::Negate, "-", Tok::Minus, kPrefix, OpCode::Negate},
    OperatorInfo{Operator::Add, "+", Tok::Plus, 11, OpCode::Add},
    OperatorInfo{Operator::Subtract, "-", Tok::Minus, 11, OpCode::Subtract},
    OperatorInfo{Operator::Multiply, "*", Tok::Star, 12, OpCode::Multiply},
    OperatorInfo{Operator::Divide, "/", Tok::Slash, 12, OpCode::Divide},
    OperatorInfo{Operator::Modulo, "%", Tok::Percent, 12, OpCode::Modulo},
    OperatorInfo{Operator::BitAnd, "&", Tok::Amp, 7, OpCode::BitAnd},
    OperatorInfo{Operator::BitXor, "^", Tok::Caret, 6, OpCode::BitXor},
    OperatorInfo{Operator::BitOr, "|", Tok::Bar, 5, OpCode::BitOr},
    OperatorInfo{Operator::ShiftLeft, "<<", Tok::ShiftLeft, 10, OpCode::ShiftLeft},
    OperatorInfo{Operator::ShiftRight, ">>", Tok::ShiftRight, 10, OpCode::ShiftRight},
    OperatorInfo{Operator::Less, "<", Tok::Less, 9, OpCode::Less},
    OperatorInfo{Operator::LessEqual, "<=", Tok::LessEqual, 9, OpCode::LessEqual},
    OperatorInfo{Operator::Greater, ">", Tok::Greater, 9, OpCode::Greater},
    OperatorInfo{Operator::GreaterEqual, ">=", Tok::GreaterEqual, 9, OpCode::GreaterEqual},
    OperatorInfo{Operator::Equal, "==", Tok::EqualEqual, 8, OpCode::Equal},
    OperatorInfo{Operator::NotEqual, "!=", Tok::BangEqual, 8, OpCode::NotEqual},
    OperatorInfo{Operator::And, "&&", Tok::AmpAmp, 3},
    OperatorInfo{Operator::Or, "||", Tok::BarBar, 2},
    OperatorInfo{Operator::Next, "X ", Tok::Next, kPrefix},
    OperatorInfo{Operator::Always, "[]", Tok::Always, kPrefix},
    OperatorInfo{Operator::Eventually, "<>", Tok::Eventually, kPrefix},
    OperatorInfo{Operator::Until, "U", Tok::Until, 4},
    OperatorInfo{Operator::Release, "V", Tok::Release, 4},
    OperatorInfo{Operator::WeakUntil, "W", Tok::WeakUntil, 4},
    OperatorInfo{Operator::Implies, "->", Tok::Implies, 1},
    OperatorInfo{Operator::Equivalent, "<->", Tok::Equivalent, 1},
};

constexpr const OperatorInfo& operator_info(Operator op) { return kOperators[static_cast<std::size_t>(op)]; }
static_assert([] {
  for (std::size_t i = 0; i < kOperators.size(); ++i)
    if (kOperators[i].op != static_cast<Operator>(i)) return false;
  return operator_info(Operator::Equivalent).op == kOperators.back().op;
}());

}  // namespace weir::promela
