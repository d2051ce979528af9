// SPDX-License-Identifier: Apache-2.0
#include "model/native/expression_emitter.h"

#include <cstddef>

#include "model/opcodes.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;
using x86::CondCode;

namespace {

constexpr std::size_t kSlots = 6;

}  // namespace

x86::Gp ExpressionEmitter::slot(std::size_t height) {
  static const x86::Gp registers[kSlots] = {x86::esi, x86::edi, x86::r8d, x86::r9d, x86::r10d, x86::r11d};
  return registers[height];
}

bool ExpressionEmitter::push(Entry entry) {
  if (stack_.size() == kSlots) return false;
  stack_.push_back(entry);
  return true;
}

bool ExpressionEmitter::push_register() { return push({.kind = Entry::Kind::Register}); }

void ExpressionEmitter::flags(CondCode when) {
  stack_.back().kind = Entry::Kind::Flags;
  stack_.back().when = when;
}

x86::Gp ExpressionEmitter::materialise(std::size_t height) {
  Entry& entry = stack_[height];
  const x86::Gp target = slot(height);
  switch (entry.kind) {
    case Entry::Kind::Register: break;
    case Entry::Kind::Constant: a.mov(target, imm(entry.number)); break;
    case Entry::Kind::Flags:
      a.set(entry.when, x86::al);
      a.movzx(target, x86::al);
      break;
    case Entry::Kind::Place:
      if (entry.local) {
        if (entry.indexed)
          a.add(target.r64(), at_.frame);
        else
          a.mov(target.r64(), at_.frame);
        a.sub(target.r64(), at_.base);
        a.add(target, imm(entry.number));
      } else if (entry.indexed) {
        a.add(target, imm(entry.number));
      } else {
        a.mov(target, imm(entry.number));
      }
      break;
  }
  entry = {.kind = Entry::Kind::Register};
  return target;
}

void ExpressionEmitter::materialise_all() {
  // Flags first: the entries below may need arithmetic.
  for (std::size_t i = stack_.size(); i-- > 0;) materialise(i);
}

/// Emits an exit; control does not return.
void ExpressionEmitter::give_up() {
  a.jmp(give_up_);
  live_ = false;
}

bool ExpressionEmitter::value(CodeRef code, const NativePlace& at) {
  if (!run(code, at, false, nullptr)) return false;
  if (!live_) return true;
  if (stack_.empty()) return false;
  const x86::Gp result = materialise(top());
  if (result != first()) a.mov(first(), result);
  return true;
}

bool ExpressionEmitter::condition(CodeRef code, const NativePlace& at, Label otherwise) {
  holds_ = a.newLabel();
  if (!run(code, at, false, &otherwise)) return false;
  if (live_ && stack_.empty()) return false;
  if (live_) branch(true, otherwise);
  a.bind(holds_);
  return true;
}

bool ExpressionEmitter::effect(CodeRef code, const NativePlace& at, bool takes_value) {
  return run(code, at, takes_value, nullptr);
}

/// Returns whether a jump to `position` with `value` (0 or 1) on top only ends the code with that value.
bool ExpressionEmitter::ends_with(std::size_t position, bool value) const {
  while (position < end_) {
    const Instruction& next = program_.code[position];
    if (next.op == OpCode::Truth)
      ++position;
    else if (next.op == (value ? OpCode::OrJump : OpCode::AndJump) && next.a > 0)
      position += static_cast<std::size_t>(next.a);
    else
      return false;
  }
  return position == end_;
}

/// Whether the jump only decides the condition that is being compiled.
bool ExpressionEmitter::decides(const Instruction& i, std::size_t position) const {
  const bool value = i.op == OpCode::OrJump;
  return otherwise_ != nullptr && (value || i.op == OpCode::AndJump) && ends_with(target_of(position, i), value);
}

/// Finds the end of the code and the jump targets.
bool ExpressionEmitter::find_labels(CodeRef code) {
  constexpr std::size_t kLongest = 4096;
  const std::size_t length = instructions_of(program_, code).size();
  if (length > kLongest) return false;
  begin_ = code.begin;
  end_ = begin_ + length;
  targets_.assign(length + 1, {});
  for (std::size_t at = begin_; at < end_; ++at) {
    const Instruction& i = program_.code[at];
    if (!is_jump(i.op) || decides(i, at)) continue;
    Target& label = targets_[target_of(at, i) - begin_];
    if (!label.used) label.label = a.newLabel();
    label.used = true;
  }
  return true;
}

bool ExpressionEmitter::run(CodeRef code, const NativePlace& at, bool takes_value, const Label* otherwise) {
  at_ = at;
  otherwise_ = otherwise;
  live_ = true;
  stack_ = {{.kind = takes_value ? Entry::Kind::Register : Entry::Kind::Constant}};
  if (!find_labels(code)) return false;
  for (std::size_t position = begin_;; ++position) {
    if (targets_[position - begin_].used && !arrive(position)) return false;
    if (position == end_) return true;
    if (live_ && !step(program_.code[position], position)) return false;
  }
}

/// Paths join here: all entries are in registers.
bool ExpressionEmitter::arrive(std::size_t position) {
  Target& target = targets_[position - begin_];
  if (live_) {
    materialise_all();
    if (target.reached && target.height != stack_.size()) return false;
  } else if (target.reached) {
    stack_.assign(target.height, {.kind = Entry::Kind::Register});
  } else {
    return true;
  }
  target.reached = true;
  target.height = stack_.size();
  a.bind(target.label);
  live_ = true;
  return true;
}

/// Records the current stack as the one at `position`.
bool ExpressionEmitter::leave_for(std::size_t position) {
  Target& target = targets_[position - begin_];
  if (target.reached && target.height != stack_.size()) return false;
  target.reached = true;
  target.height = stack_.size();
  return true;
}

/// Jumps if the top is zero (or if it is not).
void ExpressionEmitter::branch(bool if_zero, Label target) {
  const Entry& entry = stack_.back();
  if (entry.kind == Entry::Kind::Constant) {
    if ((entry.number == 0) == if_zero) a.jmp(target);
    return;
  }
  CondCode when = CondCode::kNZ;
  if (entry.kind == Entry::Kind::Flags) {
    when = entry.when;
  } else {
    const x86::Gp value = materialise(top());
    a.test(value, value);
  }
  a.j(if_zero ? x86::negateCond(when) : when, target);
}

bool ExpressionEmitter::jump(const Instruction& i, std::size_t position) {
  const std::size_t target = target_of(position, i);
  const Label label = targets_[target - begin_].label;
  const bool on_true = i.op == OpCode::OrJump;
  if (decides(i, position)) {
    branch(!on_true, on_true ? holds_ : *otherwise_);
    stack_.pop_back();
    return true;
  }
  materialise_all();
  if (i.op == OpCode::Jump) {
    a.jmp(label);
    live_ = false;
    return leave_for(target);
  }
  const x86::Gp value = slot(top());
  if (i.op == OpCode::JumpIfZero) stack_.pop_back();
  if (!leave_for(target)) return false;
  a.test(value, value);
  if (on_true) {
    const Label zero = a.newLabel();
    a.jz(zero);
    a.mov(value, imm(1));
    a.jmp(label);
    a.bind(zero);
  } else {
    a.jz(label);
  }
  if (i.op != OpCode::JumpIfZero) stack_.pop_back();
  return true;
}

bool ExpressionEmitter::step(const Instruction& i, std::size_t position) {
  if (stack_.size() < pops_of(i)) return false;
  const bool reads_flags = i.op == OpCode::Not || i.op == OpCode::Truth || i.op == OpCode::Assert ||
                           i.op == OpCode::AndJump || i.op == OpCode::OrJump;
  if (!stack_.empty() && stack_.back().kind == Entry::Kind::Flags && !reads_flags) materialise(top());
  switch (info_of(i.op).group) {
    case OpGroup::Return: return false;
    case OpGroup::Constant: return push({.number = i.a});
    case OpGroup::Pop: stack_.pop_back(); return true;
    case OpGroup::Swap:
      materialise(top());
      materialise(top() - 1);
      a.xchg(slot(top()), slot(top() - 1));
      return true;
    case OpGroup::Load: return load(i);
    case OpGroup::Store: store(i); return true;
    case OpGroup::Address: return push({.kind = Entry::Kind::Place, .local = !is_global(i.op), .number = i.a});
    case OpGroup::Index: index(i); return true;
    case OpGroup::LoadAt: load_at(i); return true;
    case OpGroup::StoreAt: store_at(i); return true;
    case OpGroup::CheckIndex: check_index(top(), i.a); return true;
    case OpGroup::Unary: return unary(i);
    case OpGroup::Binary: return binary(i);
    case OpGroup::Jump: return jump(i, position);
    case OpGroup::Query: return query(i);
    case OpGroup::Effect: break;
  }
  if (i.op == OpCode::Print) return true;
  if (i.op != OpCode::Assert) return false;
  branch(true, give_up_);
  stack_.pop_back();
  return true;
}

}  // namespace weir
