// SPDX-License-Identifier: Apache-2.0
// ExpressionEmitter: variables, and elements of arrays.
#include "model/native/expression_emitter.h"
#include "model/opcodes.h"
#include "model/scalar.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;

void ExpressionEmitter::load(x86::Gp target, const x86::Mem& from, Width width, unsigned shift, unsigned bits) {
  switch (width) {
    case Width::Bits:
      a.movzx(target, from);
      if (shift != 0) a.shr(target, imm(shift));
      if (shift + bits < 8) a.and_(target, imm((1U << bits) - 1U));
      break;
    case Width::U8:
    case Width::U16: a.movzx(target, from); break;
    case Width::I16: a.movsx(target, from); break;
    case Width::I32: a.mov(target, from); break;
  }
}

void ExpressionEmitter::store(const x86::Mem& to, Width width, unsigned shift, unsigned bits, x86::Gp value) {
  switch (width) {
    case Width::Bits: {
      const unsigned mask = ((1U << bits) - 1U) << shift;
      a.mov(x86::eax, value);
      if (shift != 0) a.shl(x86::eax, imm(shift));
      a.and_(x86::eax, imm(mask));
      a.movzx(x86::edx, to);
      a.and_(x86::edx, imm(0xFFU & ~mask));
      a.or_(x86::eax, x86::edx);
      a.mov(to, x86::al);
      break;
    }
    case Width::U8: a.mov(to, value.r8()); break;
    case Width::U16:
    case Width::I16: a.mov(to, value.r16()); break;
    case Width::I32: a.mov(to, value); break;
  }
}

void ExpressionEmitter::store(const x86::Mem& to, Width width, unsigned shift, unsigned bits, std::int32_t value) {
  switch (width) {
    case Width::Bits: {
      const unsigned mask = ((1U << bits) - 1U) << shift;
      const unsigned kept = 0xFFU & ~mask;
      const unsigned added = (static_cast<unsigned>(value) << shift) & mask;
      if (added != mask) a.and_(to, imm(static_cast<std::int8_t>(kept)));
      if (added != 0) a.or_(to, imm(static_cast<std::int8_t>(added)));
      break;
    }
    case Width::U8: a.mov(to, imm(static_cast<std::uint8_t>(value))); break;
    case Width::U16:
    case Width::I16: a.mov(to, imm(static_cast<std::uint16_t>(value))); break;
    case Width::I32: a.mov(to, imm(value)); break;
  }
}

/// The memory operand of a variable at a fixed place.
x86::Mem ExpressionEmitter::variable(const Instruction& i) const {
  return {is_global(i.op) ? at_.base : at_.frame, i.a, bytes_of(i.width)};
}

/// The memory operand of an address on the stack.
x86::Mem ExpressionEmitter::place(std::size_t height, Width width) {
  const Entry& entry = stack_[height];
  const std::uint32_t bytes = bytes_of(width);
  switch (entry.kind) {
    case Entry::Kind::Constant: return x86::Mem(at_.base, entry.number, bytes);
    case Entry::Kind::Place: {
      const x86::Gp from = entry.local ? at_.frame : at_.base;
      if (entry.indexed) return x86::Mem(from, slot(height).r64(), 0, entry.number, bytes);
      return x86::Mem(from, entry.number, bytes);
    }
    default: return x86::Mem(at_.base, slot(height).r64(), 0, 0, bytes);
  }
}

bool ExpressionEmitter::load(const Instruction& i) {
  if (!push_register()) return false;
  load(slot(top()), variable(i), i.width, i.shift, i.bits);
  return true;
}

void ExpressionEmitter::store(const Instruction& i) {
  if (stack_.back().kind == Entry::Kind::Constant)
    store(variable(i), i.width, i.shift, i.bits, stack_.back().number);
  else
    store(variable(i), i.width, i.shift, i.bits, materialise(top()));
  stack_.pop_back();
}

void ExpressionEmitter::load_at(const Instruction& i) {
  load(slot(top()), place(top(), i.width), i.width, i.shift, i.bits);
  stack_.back() = {.kind = Entry::Kind::Register};
}

void ExpressionEmitter::store_at(const Instruction& i) {
  const Entry value = stack_.back();
  if (value.kind == Entry::Kind::Constant) {
    store(place(top() - 1, i.width), i.width, i.shift, i.bits, value.number);
  } else {
    const x86::Gp from = materialise(top());
    store(place(top() - 1, i.width), i.width, i.shift, i.bits, from);
  }
  stack_.resize(stack_.size() - 2);
}

/// Checks that the entry is an index below `count`; otherwise the code gives up.
void ExpressionEmitter::check_index(std::size_t height, std::int32_t count) {
  const Entry& entry = stack_[height];
  if (entry.kind == Entry::Kind::Constant) {
    if (bare(entry.number) >= bare(count)) give_up();
    return;
  }
  const x86::Gp value = materialise(height);
  a.cmp(value, imm(count));
  a.jae(give_up_);
}

void ExpressionEmitter::index(const Instruction& i) {
  check_index(top(), i.a);
  if (!live_) return;
  const std::size_t below = top() - 1;
  Entry& address = stack_[below];
  if (stack_.back().kind == Entry::Kind::Constant) {
    const std::int32_t distance = stack_.back().number * i.b;
    if (address.kind == Entry::Kind::Register)
      a.add(slot(below), imm(distance));
    else
      address.number += distance;
  } else {
    const x86::Gp distance = slot(top());
    if (i.b != 1) a.imul(distance, distance, imm(i.b));
    switch (address.kind) {
      case Entry::Kind::Constant:
        a.mov(slot(below), distance);
        if (address.number != 0) a.add(slot(below), imm(address.number));
        address = {.kind = Entry::Kind::Register};
        break;
      case Entry::Kind::Place:
        if (address.indexed)
          a.add(slot(below), distance);
        else
          a.mov(slot(below), distance);
        address.indexed = true;
        break;
      default: a.add(slot(below), distance);
    }
  }
  stack_.pop_back();
}

}  // namespace weir
