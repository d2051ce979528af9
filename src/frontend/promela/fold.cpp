// SPDX-License-Identifier: Apache-2.0
// Constant folding: 32-bit arithmetic that wraps.
#include <limits>

#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

bool apply(Operator op, std::int32_t a, std::int32_t b, std::int32_t& value) {
  const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
  const auto wrap = [](std::uint32_t u) { return static_cast<std::int32_t>(u); };
  switch (op) {
    case Operator::Add: value = wrap(ua + ub); return true;
    case Operator::Subtract: value = wrap(ua - ub); return true;
    case Operator::Multiply: value = wrap(ua * ub); return true;
    case Operator::Divide:
    case Operator::Modulo:
      if (b == 0 || (a == std::numeric_limits<std::int32_t>::min() && b == -1)) return false;
      value = op == Operator::Divide ? a / b : a % b;
      return true;
    case Operator::BitAnd: value = a & b; return true;
    case Operator::BitXor: value = a ^ b; return true;
    case Operator::BitOr: value = a | b; return true;
    case Operator::ShiftLeft: value = ub < 32 ? wrap(ua << ub) : 0; return true;
    case Operator::ShiftRight: value = ub < 32 ? a >> ub : (a < 0 ? -1 : 0); return true;
    case Operator::Less: value = a < b; return true;
    case Operator::LessEqual: value = a <= b; return true;
    case Operator::Greater: value = a > b; return true;
    case Operator::GreaterEqual: value = a >= b; return true;
    case Operator::Equal: value = a == b; return true;
    case Operator::NotEqual: value = a != b; return true;
    case Operator::And: value = a != 0 && b != 0; return true;
    case Operator::Or: value = a != 0 || b != 0; return true;
    default: return false;
  }
}

}  // namespace

bool fold(const Expression& e, std::int32_t& value) {
  std::int32_t a = 0, b = 0;
  switch (e.kind) {
    case ExpressionKind::Constant: value = e.value; return true;
    case ExpressionKind::Unary:
      if (!fold(*e.a, a)) return false;
      if (e.op == Operator::Not) {
        value = a == 0;
      } else if (e.op == Operator::Complement) {
        value = ~a;
      } else if (e.op == Operator::Negate) {
        value = static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(a));
      } else {
        return false;
      }
      return true;
    case ExpressionKind::Binary: return fold(*e.a, a) && fold(*e.b, b) && apply(e.op, a, b, value);
    case ExpressionKind::Conditional: return fold(*e.a, a) && fold(a != 0 ? *e.b : *e.c, value);
    default: return false;
  }
}

}  // namespace weir::promela
