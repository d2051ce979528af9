// SPDX-License-Identifier: Apache-2.0
#include "model/native/expression_emitter.h"

#include <algorithm>
#include <cstddef>

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;
using x86::CondCode;

namespace {

constexpr std::size_t kSlots = 6;
const x86::Gp kContext = x86::rbx;

x86::Mem context(std::size_t offset) { return x86::dword_ptr(kContext, static_cast<std::int32_t>(offset)); }
x86::Mem context_pointer(std::size_t offset) { return x86::qword_ptr(kContext, static_cast<std::int32_t>(offset)); }

/// The width of a typed load or store, from its position in the enumeration.
Width width_of(OpCode op, OpCode first) {
  return static_cast<Width>(static_cast<std::uint8_t>(op) - static_cast<std::uint8_t>(first));
}

}  // namespace

NativeTables::NativeTables(const Program& program) {
  for (const Location& location : program.locations) {
    number.push_back(location.number);
    process_type.push_back(static_cast<std::int32_t>(location.process_type));
    progress.push_back(location.progress);
    accepting.push_back(location.accepting);
  }
  for (const ChannelType& type : program.channel_types) {
    capacity.push_back(type.capacity);
    largest_capacity = std::max(largest_capacity, type.capacity);
  }
  may_receive.resize(program.locations.size());
  const auto note = [&](std::uint64_t& channels, const Transition& transition) {
    if (transition.channel_operation == kNone) return;
    const ChannelOperation& operation = program.channel_operations[transition.channel_operation];
    const std::uint32_t fixed = operation.static_channel;
    if (!operation.sends()) channels |= fixed == kNone ? ~std::uint64_t{0} : std::uint64_t{1} << (fixed & 63);
  };
  for (std::size_t id = 0; id < program.locations.size(); ++id) {
    const Location& here = program.locations[id];
    for (std::uint32_t i = 0; i < here.count; ++i) {
      const Transition& transition = program.transitions[here.first + i];
      fixed_layout = fixed_layout && !transition.resizes && transition.kind != TransitionKind::End;
      if (transition.kind != TransitionKind::Deterministic) {
        note(may_receive[id], transition);
        continue;
      }
      const Location& inner = program.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j) note(may_receive[id], program.transitions[inner.first + j]);
    }
  }
  for (const InitialProcess& process : program.initial) type_of_process.push_back(process.type);
}

std::uint64_t NativeTables::receivers_on(std::uint32_t static_channel) const {
  std::uint64_t result = 0;
  for (std::size_t id = 0; id < may_receive.size(); ++id) {
    if ((may_receive[id] >> (static_channel & 63) & 1) == 0) continue;
    for (std::size_t process = 0; process < type_of_process.size(); ++process)
      if (static_cast<std::int32_t>(type_of_process[process]) == process_type[id])
        result |= std::uint64_t{1} << process;
  }
  return result;
}

x86::Gp ExpressionEmitter::slot(std::size_t height) {
  static const x86::Gp registers[kSlots] = {x86::esi, x86::edi, x86::r8d, x86::r9d, x86::r10d, x86::r11d};
  return registers[height];
}

bool ExpressionEmitter::push(Entry entry) {
  if (stack_.size() == kSlots) return false;
  stack_.push_back(entry);
  return true;
}

bool ExpressionEmitter::push_register() {
  Entry entry;
  entry.kind = Entry::Kind::Register;
  return push(entry);
}

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
  entry = Entry{};
  entry.kind = Entry::Kind::Register;
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

// ---------------------------------------------------------------------------------------------------------------------

bool ExpressionEmitter::value(CodeRef code, const NativePlace& at) {
  if (!run(code, at, false, nullptr)) return false;
  if (!live_) return true;
  if (!needs(1)) return false;
  const x86::Gp result = materialise(top());
  if (result != first()) a.mov(first(), result);
  return true;
}

bool ExpressionEmitter::condition(CodeRef code, const NativePlace& at, Label otherwise) {
  holds_ = a.newLabel();
  if (!run(code, at, false, &otherwise)) return false;
  if (live_ && !needs(1)) return false;
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

/// Finds the end of the code and the jump targets.
bool ExpressionEmitter::find_labels() {
  constexpr std::size_t kLongest = 4096;
  std::size_t furthest = begin_;
  for (end_ = begin_;; ++end_) {
    if (end_ - begin_ > kLongest) return false;
    const Instruction& i = program_.code[end_];
    if (i.op == OpCode::Return) {
      if (end_ >= furthest) break;
      return false;
    }
    if (i.op == OpCode::Jump || i.op == OpCode::JumpIfZero || i.op == OpCode::AndJump || i.op == OpCode::OrJump) {
      const std::int64_t target = static_cast<std::int64_t>(end_) + i.a;
      if (target < static_cast<std::int64_t>(begin_)) return false;
      if (static_cast<std::size_t>(target) > furthest) furthest = static_cast<std::size_t>(target);
    }
  }
  targets_.assign(end_ - begin_ + 1, {});
  for (std::size_t at = begin_; at < end_; ++at) {
    const Instruction& i = program_.code[at];
    if (i.op != OpCode::Jump && i.op != OpCode::JumpIfZero && i.op != OpCode::AndJump && i.op != OpCode::OrJump)
      continue;
    const std::size_t target = static_cast<std::size_t>(static_cast<std::int64_t>(at) + i.a);
    if (otherwise_ != nullptr && i.op == OpCode::AndJump && ends_with(target, false)) continue;
    if (otherwise_ != nullptr && i.op == OpCode::OrJump && ends_with(target, true)) continue;
    Target& label = targets_[target - begin_];
    if (!label.used) label.label = a.newLabel();
    label.used = true;
  }
  return true;
}

bool ExpressionEmitter::run(CodeRef code, const NativePlace& at, bool takes_value, const Label* otherwise) {
  at_ = at;
  otherwise_ = otherwise;
  live_ = true;
  stack_.clear();
  Entry initial;
  if (takes_value) initial.kind = Entry::Kind::Register;
  stack_.push_back(initial);
  begin_ = code.begin;
  if (!find_labels()) return false;
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
    Entry in_register;
    in_register.kind = Entry::Kind::Register;
    stack_.assign(target.height, in_register);
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
  const std::size_t target = static_cast<std::size_t>(static_cast<std::int64_t>(position) + i.a);
  const Label label = targets_[target - begin_].label;
  if (i.op == OpCode::Jump) {
    materialise_all();
    if (!leave_for(target)) return false;
    a.jmp(label);
    live_ = false;
    return true;
  }
  if (!needs(1)) return false;
  if (i.op == OpCode::AndJump && otherwise_ != nullptr && ends_with(target, false)) {
    branch(true, *otherwise_);
    stack_.pop_back();
    return true;
  }
  if (i.op == OpCode::OrJump && otherwise_ != nullptr && ends_with(target, true)) {
    branch(false, holds_);
    stack_.pop_back();
    return true;
  }
  materialise_all();
  const x86::Gp value = slot(top());
  switch (i.op) {
    case OpCode::JumpIfZero:
      stack_.pop_back();
      if (!leave_for(target)) return false;
      a.test(value, value);
      a.jz(label);
      return true;
    case OpCode::AndJump:
      if (!leave_for(target)) return false;
      a.test(value, value);
      a.jz(label);
      stack_.pop_back();
      return true;
    case OpCode::OrJump: {
      if (!leave_for(target)) return false;
      const Label zero = a.newLabel();
      a.test(value, value);
      a.jz(zero);
      a.mov(value, imm(1));
      a.jmp(label);
      a.bind(zero);
      stack_.pop_back();
      return true;
    }
    default: return false;
  }
}

bool ExpressionEmitter::step(const Instruction& i, std::size_t position) {
  const bool reads_flags = i.op == OpCode::Not || i.op == OpCode::Truth || i.op == OpCode::Assert ||
                           i.op == OpCode::AndJump || i.op == OpCode::OrJump;
  if (!stack_.empty() && stack_.back().kind == Entry::Kind::Flags && !reads_flags) materialise(top());
  switch (i.op) {
    case OpCode::Jump:
    case OpCode::JumpIfZero:
    case OpCode::AndJump:
    case OpCode::OrJump: return jump(i, position);
    case OpCode::Const: {
      Entry entry;
      entry.number = i.a;
      return push(entry);
    }
    case OpCode::Pop:
      if (!needs(1)) return false;
      stack_.pop_back();
      return true;
    case OpCode::Swap:
      if (!needs(2)) return false;
      materialise(top());
      materialise(top() - 1);
      a.xchg(slot(top()), slot(top() - 1));
      return true;
    case OpCode::Assert:
      if (!needs(1)) return false;
      branch(true, give_up_);
      stack_.pop_back();
      return true;
    case OpCode::Print: return true;
    case OpCode::OwnPid:
      if (!push_register()) return false;
      a.mov(slot(top()), context(offsetof(NativeContext, pid)));
      return true;
    case OpCode::ProcessCount:
      if (!push_register()) return false;
      a.mov(slot(top()), context(offsetof(NativeContext, process_count)));
      return true;
    case OpCode::Timeout:
      if (!push_register()) return false;
      a.mov(slot(top()), context(offsetof(NativeContext, timeout)));
      return true;
    case OpCode::FindProcess:
    case OpCode::NonProgress:
    case OpCode::Accepting: return find_process(i);
    case OpCode::RemoteLoad:
    case OpCode::RemoteLoadAt:
      if (!needs(i.op == OpCode::RemoteLoad ? 1 : 2)) return false;
      remote_load(i);
      return true;
    case OpCode::RemoteLocation:
    case OpCode::PcValue:
      if (!needs(1)) return false;
      remote_location(i);
      return true;
    case OpCode::ChannelLength:
    case OpCode::ChannelFull:
    case OpCode::ChannelEmpty:
    case OpCode::ChannelNotFull:
    case OpCode::ChannelNotEmpty:
      if (!needs(1)) return false;
      query_channel(i);
      return true;
    case OpCode::Poll: return poll(program_.channel_operations[static_cast<std::size_t>(i.a)]);
    case OpCode::Return:
    case OpCode::Enabled:
    case OpCode::GetPriority:
    case OpCode::SetPriority:
    case OpCode::NewChannel:
    case OpCode::Run: return false;
    default: return i.op < OpCode::RemoteLoad ? memory(i) : arithmetic(i);
  }
}

bool ExpressionEmitter::memory(const Instruction& i) {
  const bool local = (i.op >= OpCode::LoadLocal && i.op <= OpCode::LoadLocalI32) ||
                     (i.op >= OpCode::StoreLocal && i.op <= OpCode::StoreLocalI32);
  const x86::Gp from = local ? at_.frame : at_.base;
  if (i.op >= OpCode::LoadGlobal && i.op <= OpCode::LoadLocalI32) {
    const Width width = width_of(i.op, local ? OpCode::LoadLocal : OpCode::LoadGlobal);
    if (!push_register()) return false;
    load(slot(top()), x86::Mem(from, i.a, bytes_of(width)), width, i.shift, i.bits);
    return true;
  }
  if (i.op >= OpCode::StoreGlobal && i.op <= OpCode::StoreLocalI32) {
    if (!needs(1)) return false;
    const Width width = width_of(i.op, local ? OpCode::StoreLocal : OpCode::StoreGlobal);
    const x86::Mem to(from, i.a, bytes_of(width));
    if (stack_.back().kind == Entry::Kind::Constant)
      store(to, width, i.shift, i.bits, stack_.back().number);
    else
      store(to, width, i.shift, i.bits, materialise(top()));
    stack_.pop_back();
    return true;
  }
  switch (i.op) {
    case OpCode::AddressGlobal:
    case OpCode::AddressLocal: {
      Entry entry;
      entry.kind = Entry::Kind::Place;
      entry.local = i.op == OpCode::AddressLocal;
      entry.number = i.a;
      return push(entry);
    }
    case OpCode::Index:
      if (!needs(2)) return false;
      index(i);
      return true;
    case OpCode::CheckIndex:
      if (!needs(1)) return false;
      check_index(top(), i.a);
      return true;
    case OpCode::LoadAt: {
      if (!needs(1)) return false;
      const x86::Mem from_place = place(top(), i.width);
      load(slot(top()), from_place, i.width, i.shift, i.bits);
      stack_.back() = Entry{};
      stack_.back().kind = Entry::Kind::Register;
      return true;
    }
    case OpCode::StoreAt: {
      if (!needs(2)) return false;
      const Entry value = stack_.back();
      if (value.kind == Entry::Kind::Constant) {
        store(place(top() - 1, i.width), i.width, i.shift, i.bits, value.number);
      } else {
        const x86::Gp from_register = materialise(top());
        store(place(top() - 1, i.width), i.width, i.shift, i.bits, from_register);
      }
      stack_.resize(stack_.size() - 2);
      return true;
    }
    default: return false;
  }
}

/// Checks that the entry is an index below `count`; otherwise the code gives up.
void ExpressionEmitter::check_index(std::size_t height, std::int32_t count) {
  const Entry& entry = stack_[height];
  if (entry.kind == Entry::Kind::Constant) {
    if (static_cast<std::uint32_t>(entry.number) >= static_cast<std::uint32_t>(count)) give_up();
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
        address = Entry{};
        address.kind = Entry::Kind::Register;
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

// ---------------------------------------------------------------------------------------------------------------------

void ExpressionEmitter::compare(CondCode when) {
  const x86::Gp left = materialise(top() - 1);
  if (stack_.back().kind == Entry::Kind::Constant)
    a.cmp(left, imm(stack_.back().number));
  else
    a.cmp(left, materialise(top()));
  stack_.pop_back();
  flags(when);
}

bool ExpressionEmitter::arithmetic(const Instruction& i) {
  if (!needs(1)) return false;
  Entry& last = stack_.back();
  switch (i.op) {
    case OpCode::Not:
    case OpCode::Truth:
      if (last.kind == Entry::Kind::Flags) {
        if (i.op == OpCode::Not) last.when = x86::negateCond(last.when);
      } else if (last.kind == Entry::Kind::Constant) {
        last.number = (last.number == 0) == (i.op == OpCode::Not);
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
      a.and_(materialise(top()), imm(static_cast<std::int32_t>((1U << i.a) - 1U)));
      return true;
    default: break;
  }
  if (!needs(2)) return false;
  const auto binary = [&](x86::Inst::Id instruction) {
    const x86::Gp left = materialise(top() - 1);
    if (stack_.back().kind == Entry::Kind::Constant)
      a.emit(instruction, left, imm(stack_.back().number));
    else
      a.emit(instruction, left, materialise(top()));
    stack_.pop_back();
    return true;
  };
  switch (i.op) {
    case OpCode::Add: return binary(x86::Inst::kIdAdd);
    case OpCode::Subtract: return binary(x86::Inst::kIdSub);
    case OpCode::BitAnd: return binary(x86::Inst::kIdAnd);
    case OpCode::BitXor: return binary(x86::Inst::kIdXor);
    case OpCode::BitOr: return binary(x86::Inst::kIdOr);
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

// ---------------------------------------------------------------------------------------------------------------------
// Other processes, and channels.

/// Sets eax to the location of the process, which is alive.
void ExpressionEmitter::location_at(x86::Gp process) {
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, process_offset)));
  a.mov(x86::eax, x86::dword_ptr(x86::rdx, process.r64(), 2));
  a.movzx(x86::eax, x86::Mem(at_.base, x86::rax, 0, 0, program_.header_bytes));
}

void ExpressionEmitter::remote_load(const Instruction& i) {
  const bool computed = i.op == OpCode::RemoteLoadAt;
  const std::size_t height = computed ? top() - 1 : top();
  const x86::Gp process = materialise(height);
  if (computed) materialise(top());
  const Label zero = a.newLabel();
  const Label done = a.newLabel();
  a.cmp(process, context(offsetof(NativeContext, process_count)));
  a.jae(zero);
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, process_offset)));
  a.mov(x86::eax, x86::dword_ptr(x86::rdx, process.r64(), 2));
  if (computed) {
    a.movsxd(x86::rcx, slot(top()));
    a.add(x86::rax, x86::rcx);
  }
  a.add(x86::rax, imm(i.a));
  a.js(zero);
  a.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(bytes_of(i.width))));
  a.mov(x86::edx, context(offsetof(NativeContext, size)));
  a.cmp(x86::rcx, x86::rdx);
  a.ja(zero);
  load(process, x86::Mem(at_.base, x86::rax, 0, 0, bytes_of(i.width)), i.width, i.shift, i.bits);
  a.jmp(done);
  a.bind(zero);
  a.xor_(process, process);
  a.bind(done);
  if (computed) stack_.pop_back();
}

void ExpressionEmitter::remote_location(const Instruction& i) {
  const x86::Gp process = materialise(top());
  const Label zero = a.newLabel();
  const Label done = a.newLabel();
  a.cmp(process, context(offsetof(NativeContext, process_count)));
  a.jae(zero);
  location_at(process);
  a.mov(x86::rdx, imm(reinterpret_cast<std::uintptr_t>(tables_.number.data())));
  a.mov(process, x86::dword_ptr(x86::rdx, x86::rax, 2));
  if (i.op == OpCode::RemoteLocation) {
    a.cmp(process, imm(i.a));
    a.sete(x86::al);
    a.movzx(process, x86::al);
  }
  a.jmp(done);
  a.bind(zero);
  a.xor_(process, process);
  a.bind(done);
}

/// Finds the first process whose location has a given value in a table.
bool ExpressionEmitter::find_process(const Instruction& i) {
  if (!push_register()) return false;
  const bool finds = i.op == OpCode::FindProcess;
  const std::vector<std::int32_t>& table = finds                       ? tables_.process_type
                                           : i.op == OpCode::Accepting ? tables_.accepting
                                                                       : tables_.progress;
  const x86::Gp result = slot(top());
  const Label next = a.newLabel();
  const Label none = a.newLabel();
  const Label done = a.newLabel();
  a.xor_(result, result);
  a.bind(next);
  a.cmp(result, context(offsetof(NativeContext, process_count)));
  a.jae(none);
  location_at(result);
  a.mov(x86::rdx, imm(reinterpret_cast<std::uintptr_t>(table.data())));
  a.mov(x86::ecx, result);
  a.inc(result);
  a.cmp(x86::dword_ptr(x86::rdx, x86::rax, 2), imm(finds ? i.a : 1));
  a.jne(next);
  if (finds)
    a.mov(result, x86::ecx);
  else
    a.mov(result, imm(i.op == OpCode::Accepting ? 1 : 0));
  a.jmp(done);
  a.bind(none);
  a.mov(result, imm(finds ? -1 : i.op == OpCode::Accepting ? 0 : 1));
  a.bind(done);
  return true;
}

/// Inlines code that leaves its value on the stack. Only straight-line code: jumps belong to the outer code.
bool ExpressionEmitter::nested(CodeRef code) {
  const std::size_t height = stack_.size();
  for (std::size_t at = code.begin; program_.code[at].op != OpCode::Return; ++at) {
    const OpCode op = program_.code[at].op;
    if (op == OpCode::Jump || op == OpCode::JumpIfZero || op == OpCode::AndJump || op == OpCode::OrJump) return false;
    if (op == OpCode::Timeout) return false;  // its value depends on where the outer code runs
    if (!step(program_.code[at], at) || !live_) return false;
  }
  return stack_.size() == height + 1;
}

/// Tests whether there is a first message and it matches. The values compared with must have a known place.
bool ExpressionEmitter::poll(const ChannelOperation& operation) {
  const std::uint32_t fixed = operation.static_channel;
  const ChannelType* type = fixed == kNone ? nullptr : &program_.channel_types[program_.static_channels[fixed].type];
  if (type != nullptr && type->capacity == 0) return false;
  bool compares = false;
  for (const MessageField& field : operation.fields) compares |= field.kind == MessageField::Kind::Match;
  const bool any = operation.searches();
  if (compares && (any || type == nullptr || operation.fields.size() != type->fields.size())) return false;
  if (type != nullptr) {
    Entry number;
    number.number = static_cast<std::int32_t>(fixed + 1);
    if (!push(number)) return false;
  } else if (!nested(operation.channel)) {
    return false;
  }
  Instruction not_empty;
  not_empty.op = OpCode::ChannelNotEmpty;
  query_channel(not_empty, true);
  if (!compares) return true;
  const std::size_t answer = top();
  materialise(answer);
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    if (operation.fields[i].kind != MessageField::Kind::Match) continue;
    if (!nested(operation.fields[i].code)) return false;
    const x86::Gp wanted = materialise(top());
    const Place& place = type->fields[i];
    const std::uint32_t offset = program_.static_channels[fixed].offset + type->length_bytes() + place.offset;
    load(x86::eax, x86::Mem(at_.base, static_cast<std::int32_t>(offset), bytes_of(place.width)), place.width,
         place.shift, place.bits);
    a.cmp(wanted, x86::eax);
    a.sete(x86::al);
    a.movzx(x86::eax, x86::al);
    a.and_(slot(answer), x86::eax);
    stack_.pop_back();
  }
  return true;
}

/// `polls`: an unbuffered channel is an error.
void ExpressionEmitter::query_channel(const Instruction& i, bool polls) {
  const Entry number = stack_.back();
  CondCode when = CondCode::kNZ;
  if (i.op == OpCode::ChannelEmpty) when = CondCode::kZ;
  if (i.op == OpCode::ChannelFull) when = CondCode::kE;
  if (i.op == OpCode::ChannelNotFull) when = CondCode::kNE;
  const bool asks_full = i.op == OpCode::ChannelFull || i.op == OpCode::ChannelNotFull;

  if (number.kind == Entry::Kind::Constant && number.number >= 1 &&
      static_cast<std::size_t>(number.number) <= program_.static_channels.size()) {
    const StaticChannel& channel = program_.static_channels[static_cast<std::size_t>(number.number - 1)];
    const std::uint32_t capacity = program_.channel_types[channel.type].capacity;
    if (capacity == 0) {
      stack_.back().number = i.op == OpCode::ChannelEmpty || i.op == OpCode::ChannelNotFull;
      return;
    }
    const bool wide = program_.channel_types[channel.type].length_bytes() > 1;
    const x86::Mem length(at_.base, static_cast<std::int32_t>(channel.offset), wide ? 4 : 1);
    if (i.op == OpCode::ChannelLength) {
      if (wide)
        a.mov(slot(top()), length);
      else
        a.movzx(slot(top()), length);
      stack_.back().kind = Entry::Kind::Register;
    } else {
      const std::uint32_t other = asks_full ? capacity : 0;
      a.cmp(length, imm(wide ? static_cast<std::int32_t>(other) : static_cast<std::int8_t>(other)));
      flags(when);
    }
    return;
  }
  const x86::Gp channel = materialise(top());
  const Label rendezvous = a.newLabel();
  const Label known = a.newLabel();
  a.lea(x86::eax, x86::ptr(channel.r64(), -1));
  a.cmp(x86::eax, context(offsetof(NativeContext, channel_count)));
  a.jae(give_up_);
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, channel_type)));
  a.movzx(x86::ecx, x86::word_ptr(x86::rdx, x86::rax, 1));
  a.mov(x86::rdx, imm(reinterpret_cast<std::uintptr_t>(tables_.capacity.data())));
  a.mov(x86::ecx, x86::dword_ptr(x86::rdx, x86::rcx, 2));
  a.test(x86::ecx, x86::ecx);
  a.jz(polls ? give_up_ : rendezvous);
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, channel_offset)));
  a.mov(x86::eax, x86::dword_ptr(x86::rdx, x86::rax, 2));
  if (tables_.largest_capacity > 255) {
    const Label narrow = a.newLabel();
    a.cmp(x86::ecx, imm(255));
    a.jbe(narrow);
    a.mov(x86::eax, x86::dword_ptr(at_.base, x86::rax));
    a.jmp(known);
    a.bind(narrow);
  }
  a.movzx(x86::eax, x86::byte_ptr(at_.base, x86::rax));
  a.jmp(known);
  a.bind(rendezvous);
  a.xor_(x86::eax, x86::eax);
  a.mov(x86::ecx, imm(-1));
  a.bind(known);
  if (i.op == OpCode::ChannelLength) {
    a.mov(channel, x86::eax);
    return;
  }
  if (asks_full)
    a.cmp(x86::eax, x86::ecx);
  else
    a.test(x86::eax, x86::eax);
  flags(when);
}

}  // namespace weir
