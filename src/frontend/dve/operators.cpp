// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/operators.h"

namespace weir::dve {

std::optional<std::int32_t> compute(Operator op, std::int32_t left, std::int32_t right) {
  const auto wrap = [](std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); };
  const std::int64_t a = left, b = right;
  switch (op) {
    case Operator::Not: return left == 0;
    case Operator::Complement: return ~left;
    case Operator::Negate: return wrap(-a);
    case Operator::Multiply: return wrap(a * b);
    case Operator::Divide: return b == 0 ? std::nullopt : std::optional(wrap(a / b));
    case Operator::Modulo: return b == 0 ? std::nullopt : std::optional(wrap(a % b));
    case Operator::Add: return wrap(a + b);
    case Operator::Subtract: return wrap(a - b);
    case Operator::ShiftLeft: return b < 0 || b > 31 ? std::nullopt : std::optional(wrap(a * (std::int64_t{1} << b)));
    case Operator::ShiftRight: return b < 0 || b > 31 ? std::nullopt : std::optional(wrap(a >> b));
    case Operator::Less: return a < b;
    case Operator::LessEqual: return a <= b;
    case Operator::Greater: return a > b;
    case Operator::GreaterEqual: return a >= b;
    case Operator::Equal: return a == b;
    case Operator::NotEqual: return a != b;
    case Operator::BitAnd: return left & right;
    case Operator::BitXor: return left ^ right;
    case Operator::BitOr: return left | right;
    case Operator::And: return left != 0 && right != 0;
    case Operator::Or: return left != 0 || right != 0;
    case Operator::Imply: return left == 0 || right != 0;
    case Operator::Constant:
    case Operator::Name:
    case Operator::Element: break;
  }
  return std::nullopt;
}

}  // namespace weir::dve
