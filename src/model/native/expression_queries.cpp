// SPDX-License-Identifier: Apache-2.0
// ExpressionEmitter: questions about other processes and channels.
#include <cstddef>

#include "model/native/expression_emitter.h"
#include "model/opcodes.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;
using x86::CondCode;

bool ExpressionEmitter::query(const Instruction& i) {
  switch (i.op) {
    case OpCode::OwnPid: return push_context(offsetof(NativeContext, pid));
    case OpCode::ProcessCount: return push_context(offsetof(NativeContext, process_count));
    case OpCode::Timeout: return push_context(offsetof(NativeContext, timeout));
    case OpCode::FindProcess:
    case OpCode::NonProgress:
    case OpCode::Accepting: return find_process(i);
    case OpCode::RemoteLoad:
    case OpCode::RemoteLoadAt: remote_load(i); return true;
    case OpCode::RemoteLocation:
    case OpCode::PcValue: remote_location(i); return true;
    case OpCode::Poll: return poll(program_.channel_operations[static_cast<std::size_t>(i.a)]);
    default: break;
  }
  if (info_of(i.op).reads != Observable::Channel) return false;
  query_channel(i.op);
  return true;
}

bool ExpressionEmitter::push_context(std::size_t offset) {
  if (!push_register()) return false;
  a.mov(slot(top()), context(offset));
  return true;
}

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
    if (is_jump(op) || op == OpCode::Timeout) return false;  // `timeout` depends on where the outer code runs
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
    if (!push({.number = static_cast<std::int32_t>(fixed + 1)})) return false;
  } else if (!nested(operation.channel)) {
    return false;
  }
  query_channel(OpCode::ChannelNotEmpty, true);
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
void ExpressionEmitter::query_channel(OpCode op, bool polls) {
  const Entry number = stack_.back();
  CondCode when = CondCode::kNZ;
  if (op == OpCode::ChannelEmpty) when = CondCode::kZ;
  if (op == OpCode::ChannelFull) when = CondCode::kE;
  if (op == OpCode::ChannelNotFull) when = CondCode::kNE;
  const bool asks_full = op == OpCode::ChannelFull || op == OpCode::ChannelNotFull;

  if (number.kind == Entry::Kind::Constant && number.number >= 1 &&
      static_cast<std::size_t>(number.number) <= program_.static_channels.size()) {
    const StaticChannel& channel = program_.static_channels[static_cast<std::size_t>(number.number - 1)];
    const std::uint32_t capacity = program_.channel_types[channel.type].capacity;
    if (capacity == 0) {
      stack_.back().number = op == OpCode::ChannelEmpty || op == OpCode::ChannelNotFull;
      return;
    }
    const bool wide = program_.channel_types[channel.type].length_bytes() > 1;
    const x86::Mem length(at_.base, static_cast<std::int32_t>(channel.offset), wide ? 4 : 1);
    if (op == OpCode::ChannelLength) {
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
  if (op == OpCode::ChannelLength) {
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
