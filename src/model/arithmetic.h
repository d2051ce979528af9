// SPDX-License-Identifier: Apache-2.0
// What the arithmetic instructions mean: C on 32-bit integers that wrap. The interpreter, constant folding and the
// analyses of code all use this definition.
#pragma once

#include <cstdint>
#include <optional>

#include "model/opcodes.h"
#include "model/scalar.h"

namespace weir {

constexpr bool is_arithmetic(OpCode op) {
  return info_of(op).group == OpGroup::Unary || info_of(op).group == OpGroup::Binary;
}
constexpr bool is_division(OpCode op) { return op == OpCode::Divide || op == OpCode::Modulo; }
constexpr bool is_commutative(OpCode op) {
  return op == OpCode::Add || op == OpCode::Multiply || op == OpCode::Equal || op == OpCode::NotEqual ||
         (op >= OpCode::BitAnd && op <= OpCode::BitOr);
}

/// Applies a unary or binary instruction. `y` is the second operand, for Mask the number of bits. A division requires
/// y != 0. Always inlined: the interpreter calls it with a constant `op`.
[[gnu::always_inline]] constexpr std::int32_t apply(OpCode op, std::int32_t x, std::int32_t y) {
  switch (op) {
    case OpCode::Not: return x == 0;
    case OpCode::Complement: return ~x;
    case OpCode::Negate: return wrap(0U - bare(x));
    case OpCode::Truth: return x != 0;
    case OpCode::Mask: return wrap(bare(x) & low_bits(bare(y)));
    case OpCode::Add: return wrap(bare(x) + bare(y));
    case OpCode::Subtract: return wrap(bare(x) - bare(y));
    case OpCode::Multiply: return wrap(bare(x) * bare(y));
    case OpCode::Divide: return y == -1 ? wrap(0U - bare(x)) : x / y;
    case OpCode::Modulo: return y == -1 ? 0 : x % y;
    case OpCode::BitAnd: return x & y;
    case OpCode::BitXor: return x ^ y;
    case OpCode::BitOr: return x | y;
    case OpCode::ShiftLeft: return wrap(bare(x) << (bare(y) & 31U));
    case OpCode::ShiftRight: return x >> (bare(y) & 31U);
    case OpCode::Less: return x < y;
    case OpCode::LessEqual: return x <= y;
    case OpCode::Greater: return x > y;
    case OpCode::GreaterEqual: return x >= y;
    case OpCode::Equal: return x == y;
    case OpCode::NotEqual: return x != y;
    default: return 0;
  }
}

/// The same; empty if the instruction is not arithmetic or fails.
constexpr std::optional<std::int32_t> checked_apply(OpCode op, std::int32_t x, std::int32_t y) {
  if (!is_arithmetic(op) || (is_division(op) && y == 0)) return std::nullopt;
  return apply(op, x, y);
}

}  // namespace weir
