// SPDX-License-Identifier: Apache-2.0
// Constant folding.
#include "frontend/promela/operators.h"
#include "frontend/promela/parser.h"
#include "model/arithmetic.h"

namespace weir::promela {

bool fold(const Expression& e, std::int32_t& value) {
  std::int32_t a = 0, b = 0;
  switch (e.kind) {
    case ExpressionKind::Constant: value = e.value; return true;
    case ExpressionKind::Unary:
    case ExpressionKind::Binary: {
      if (!fold(*e.a, a) || (e.kind == ExpressionKind::Binary && !fold(*e.b, b))) return false;
      std::optional<std::int32_t> result = checked_apply(operator_info(e.op).code, a, b);
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
