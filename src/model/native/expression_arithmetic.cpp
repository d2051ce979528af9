// SPDX-License-Identifier: Apache-2.0
// ExpressionEmitter: arithmetic (model/arithmetic.h).
#include "model/arithmetic.h"
#include "model/native/expression_emitter.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;
using x86::CondCode;

void ExpressionEmitter::compare(CondCode when) {
  const x86::Gp left = materialise(top() - 1);
  if (stack_.back().kind == Entry::Kind::Constant)
    a.cmp(left, imm(stack_.back().number));
  else
    a.cmp(left, materialise(top()));
  stack_.pop_back();
  flags(when);
}

bool ExpressionEmitter::unary(const Instruction& i) {
  Entry& last = stack_.back();
  switch (i.op) {
    case OpCode::Not:
    case OpCode::Truth:
      if (last.kind == Entry::Kind::Flags) {
        if (i.op == OpCode::Not) last.when = x86::negateCond(last.when);
      } else if (last.kind == Entry::Kind::Constant) {
        last.number = apply(i.op, last.number, 0);
      } else {
        const x86::Gp value = materialise(top());
        a.test(value, value);
        flags(i.op == OpCode::Not ? CondCode::kZ : CondCode::kNZ);
      }
      return true;
    case OpCode::Complement: a.not_(materialise(top())); return true;
    case OpCode::Negate: a.neg(materialise(top())); return true;
    case OpCode::Mask:
      if (i.a < 1 || i.a > 31) return false;
      a.and_(materialise(top()), imm(wrap(low_bits(bare(i.a)))));
      return true;
    default: return false;
  }
}

bool ExpressionEmitter::binary(const Instruction& i) {
  const auto emit = [&](x86::Inst::Id instruction) {
    const x86::Gp left = materialise(top() - 1);
    if (stack_.back().kind == Entry::Kind::Constant)
      a.emit(instruction, left, imm(stack_.back().number));
    else
      a.emit(instruction, left, materialise(top()));
    stack_.pop_back();
    return true;
  };
  switch (i.op) {
    case OpCode::Add: return emit(x86::Inst::kIdAdd);
    case OpCode::Subtract: return emit(x86::Inst::kIdSub);
    case OpCode::BitAnd: return emit(x86::Inst::kIdAnd);
    case OpCode::BitXor: return emit(x86::Inst::kIdXor);
    case OpCode::BitOr: return emit(x86::Inst::kIdOr);
    case OpCode::Multiply: {
      const x86::Gp left = materialise(top() - 1);
      a.imul(left, materialise(top()));
      stack_.pop_back();
      return true;
    }
    case OpCode::Divide:
    case OpCode::Modulo: divide(i.op); return true;
    case OpCode::ShiftLeft:
    case OpCode::ShiftRight: shift(i.op); return true;
    case OpCode::Less: compare(CondCode::kL); return true;
    case OpCode::LessEqual: compare(CondCode::kLE); return true;
    case OpCode::Greater: compare(CondCode::kG); return true;
    case OpCode::GreaterEqual: compare(CondCode::kGE); return true;
    case OpCode::Equal: compare(CondCode::kE); return true;
    case OpCode::NotEqual: compare(CondCode::kNE); return true;
    default: return false;
  }
}

void ExpressionEmitter::divide(OpCode op) {
  const Entry by = stack_.back();
  const x86::Gp left = materialise(top() - 1);
  const x86::Gp result = op == OpCode::Divide ? x86::eax : x86::edx;
  const auto by_minus_one = [&] {
    if (op == OpCode::Divide)
      a.neg(left);
    else
      a.xor_(left, left);
  };
  if (by.kind == Entry::Kind::Constant && by.number == 0) return give_up();
  if (by.kind == Entry::Kind::Constant && by.number == -1) {
    by_minus_one();
  } else if (by.kind == Entry::Kind::Constant) {
    a.mov(x86::ecx, imm(by.number));
    a.mov(x86::eax, left);
    a.cdq();
    a.idiv(x86::ecx);
    a.mov(left, result);
  } else {
    const x86::Gp right = materialise(top());
    const Label minus = a.newLabel();
    const Label done = a.newLabel();
    a.test(right, right);
    a.jz(give_up_);
    a.cmp(right, imm(-1));
    a.je(minus);
    a.mov(x86::eax, left);
    a.cdq();
    a.idiv(right);
    a.mov(left, result);
    a.jmp(done);
    a.bind(minus);
    by_minus_one();
    a.bind(done);
  }
  stack_.pop_back();
}

void ExpressionEmitter::shift(OpCode op) {
  const x86::Gp left = materialise(top() - 1);
  if (stack_.back().kind == Entry::Kind::Constant) {
    const auto count = imm(stack_.back().number & 31);
    if (op == OpCode::ShiftLeft)
      a.shl(left, count);
    else
      a.sar(left, count);
  } else {
    a.mov(x86::ecx, materialise(top()));
    if (op == OpCode::ShiftLeft)
      a.shl(left, x86::cl);
    else
      a.sar(left, x86::cl);
  }
  stack_.pop_back();
}

}  // namespace weir
