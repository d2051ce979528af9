// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/operators.h"

#include "model/arithmetic.h"

namespace weir::dve {

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
