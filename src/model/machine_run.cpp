// SPDX-License-Identifier: Apache-2.0
// The stack machine.
#include <string>
#include <utility>

#include <fmt/core.h>

#include "model/arithmetic.h"
#include "model/machine.h"

namespace weir {

namespace {

constexpr std::size_t kStackLimit = 2048;

/// Replaces the two topmost values; returns the new top.
template <OpCode op>
std::int32_t* binary(std::int32_t* top) {
  --top;
  *top = apply(op, *top, top[1]);
  return top;
}

}  // namespace

std::int32_t Machine::remote(std::int32_t process, std::int64_t offset, const Instruction& form) const {
  if (process < 0 || bare(process) >= process_count_) return 0;
  const std::int64_t where = static_cast<std::int64_t>(process_offset_[bare(process)]) + offset;
  if (where < 0 || where + bytes_of(form.width) > size_) return 0;
  return load_scalar(data_ + where, form);
}

std::int32_t Machine::state_query(const Instruction& instruction, std::int32_t operand) {
  const bool alive = operand >= 0 && bare(operand) < process_count_;
  switch (instruction.op) {
    case OpCode::RemoteLocation: return alive && program_.locations[location(bare(operand))].number == instruction.a;
    case OpCode::PcValue: return alive ? program_.locations[location(bare(operand))].number : 0;
    case OpCode::GetPriority:
      return alive && program_.has_priorities ? static_cast<std::int32_t>(priority(bare(operand))) : (alive ? 1 : 0);
    case OpCode::Enabled: return alive && enabled_test != nullptr && enabled_test->enabled(*this, bare(operand));
    case OpCode::FindProcess:
      for (std::uint32_t i = 0; i < process_count_; ++i)
        if (program_.locations[location(i)].process_type == bare(instruction.a)) return static_cast<std::int32_t>(i);
      return -1;
    case OpCode::NonProgress:
      for (std::uint32_t i = 0; i < process_count_; ++i)
        if (program_.locations[location(i)].progress) return 0;
      return 1;
    case OpCode::Accepting:
      for (std::uint32_t i = 0; i < process_count_; ++i)
        if (program_.locations[location(i)].accepting) return 1;
      return 0;
    default: return 0;
  }
}

std::int32_t Machine::run(std::uint32_t begin, std::int32_t initial) {
  std::int32_t stack[kStackLimit];
  std::int32_t* top = stack + 1;
  stack[0] = 0;
  stack[1] = initial;
  const Instruction* code = program_.code.data() + begin;
  for (;; ++code) {
    const Instruction& i = *code;
    switch (i.op) {
      case OpCode::Return: return *top;
      case OpCode::Const: *++top = i.a; break;
      case OpCode::Pop: --top; break;
      case OpCode::Swap: std::swap(*top, top[-1]); break;
      case OpCode::LoadGlobal: *++top = load_bits(data_ + i.a, i.shift, i.bits); break;
      case OpCode::LoadGlobalU8: *++top = load_as<std::uint8_t>(data_ + i.a); break;
      case OpCode::LoadGlobalU16: *++top = load_as<std::uint16_t>(data_ + i.a); break;
      case OpCode::LoadGlobalI16: *++top = load_as<std::int16_t>(data_ + i.a); break;
      case OpCode::LoadGlobalI32: *++top = load_as<std::int32_t>(data_ + i.a); break;
      case OpCode::LoadLocal: *++top = load_bits(data_ + frame_ + i.a, i.shift, i.bits); break;
      case OpCode::LoadLocalU8: *++top = load_as<std::uint8_t>(data_ + frame_ + i.a); break;
      case OpCode::LoadLocalU16: *++top = load_as<std::uint16_t>(data_ + frame_ + i.a); break;
      case OpCode::LoadLocalI16: *++top = load_as<std::int16_t>(data_ + frame_ + i.a); break;
      case OpCode::LoadLocalI32: *++top = load_as<std::int32_t>(data_ + frame_ + i.a); break;
      case OpCode::StoreGlobal: store_bits(data_ + i.a, i.shift, i.bits, *top--); break;
      case OpCode::StoreGlobalU8: store_as<std::uint8_t>(data_ + i.a, *top--); break;
      case OpCode::StoreGlobalU16: store_as<std::uint16_t>(data_ + i.a, *top--); break;
      case OpCode::StoreGlobalI16: store_as<std::int16_t>(data_ + i.a, *top--); break;
      case OpCode::StoreGlobalI32: store_as<std::int32_t>(data_ + i.a, *top--); break;
      case OpCode::StoreLocal: store_bits(data_ + frame_ + i.a, i.shift, i.bits, *top--); break;
      case OpCode::StoreLocalU8: store_as<std::uint8_t>(data_ + frame_ + i.a, *top--); break;
      case OpCode::StoreLocalU16: store_as<std::uint16_t>(data_ + frame_ + i.a, *top--); break;
      case OpCode::StoreLocalI16: store_as<std::int16_t>(data_ + frame_ + i.a, *top--); break;
      case OpCode::StoreLocalI32: store_as<std::int32_t>(data_ + frame_ + i.a, *top--); break;
      case OpCode::AddressGlobal: *++top = i.a; break;
      case OpCode::AddressLocal: *++top = static_cast<std::int32_t>(frame_) + i.a; break;
      case OpCode::Index:
        if (bare(*top) >= bare(i.a)) return fail(RuntimeError::IndexOutOfRange);
        --top;
        *top += top[1] * i.b;
        break;
      case OpCode::CheckIndex:
        if (bare(*top) >= bare(i.a)) return fail(RuntimeError::IndexOutOfRange);
        break;
      case OpCode::LoadAt: *top = load_scalar(data_ + *top, i); break;
      case OpCode::StoreAt:
        store_scalar(data_ + top[-1], i, *top);
        top -= 2;
        break;
      case OpCode::RemoteLoad: *top = remote(*top, i.a, i); break;
      case OpCode::RemoteLoadAt:
        --top;
        *top = remote(*top, std::int64_t{top[1]} + i.a, i);
        break;
      case OpCode::RemoteLocation:
      case OpCode::PcValue:
      case OpCode::GetPriority:
      case OpCode::Enabled: *top = state_query(i, *top); break;
      case OpCode::FindProcess:
      case OpCode::NonProgress:
      case OpCode::Accepting: *++top = state_query(i, 0); break;
      case OpCode::SetPriority:
        if (program_.has_priorities && top[-1] >= 0 && bare(top[-1]) < process_count_)
          data_[process_offset_[bare(top[-1])] + program_.header_bytes] = static_cast<std::byte>(*top & 0xFF);
        top -= 2;
        break;
      case OpCode::Not: *top = apply(OpCode::Not, *top, 0); break;
      case OpCode::Complement: *top = apply(OpCode::Complement, *top, 0); break;
      case OpCode::Negate: *top = apply(OpCode::Negate, *top, 0); break;
      case OpCode::Truth: *top = apply(OpCode::Truth, *top, 0); break;
      case OpCode::Add: top = binary<OpCode::Add>(top); break;
      case OpCode::Subtract: top = binary<OpCode::Subtract>(top); break;
      case OpCode::Multiply: top = binary<OpCode::Multiply>(top); break;
      case OpCode::Divide:
        if (*top == 0) return fail(RuntimeError::DivisionByZero);
        top = binary<OpCode::Divide>(top);
        break;
      case OpCode::Modulo:
        if (*top == 0) return fail(RuntimeError::DivisionByZero);
        top = binary<OpCode::Modulo>(top);
        break;
      case OpCode::BitAnd: top = binary<OpCode::BitAnd>(top); break;
      case OpCode::BitXor: top = binary<OpCode::BitXor>(top); break;
      case OpCode::BitOr: top = binary<OpCode::BitOr>(top); break;
      case OpCode::ShiftLeft: top = binary<OpCode::ShiftLeft>(top); break;
      case OpCode::ShiftRight: top = binary<OpCode::ShiftRight>(top); break;
      case OpCode::Less: top = binary<OpCode::Less>(top); break;
      case OpCode::LessEqual: top = binary<OpCode::LessEqual>(top); break;
      case OpCode::Greater: top = binary<OpCode::Greater>(top); break;
      case OpCode::GreaterEqual: top = binary<OpCode::GreaterEqual>(top); break;
      case OpCode::Equal: top = binary<OpCode::Equal>(top); break;
      case OpCode::NotEqual: top = binary<OpCode::NotEqual>(top); break;
      case OpCode::Mask: *top = apply(OpCode::Mask, *top, i.a); break;
      case OpCode::Jump: code += i.a - 1; break;
      case OpCode::JumpIfZero:
        if (*top-- == 0) code += i.a - 1;
        break;
      case OpCode::AndJump:
        if (*top == 0)
          code += i.a - 1;
        else
          --top;
        break;
      case OpCode::OrJump:
        if (*top != 0) {
          *top = 1;
          code += i.a - 1;
        } else {
          --top;
        }
        break;
      case OpCode::OwnPid: *++top = pid_; break;
      case OpCode::ProcessCount: *++top = static_cast<std::int32_t>(process_count_); break;
      case OpCode::Timeout: *++top = timeout; break;
      case OpCode::ChannelLength:
      case OpCode::ChannelFull:
      case OpCode::ChannelEmpty:
      case OpCode::ChannelNotFull:
      case OpCode::ChannelNotEmpty:
        *top = channel_query(i.op, *top);
        if (error != RuntimeError::None) return 0;
        break;
      case OpCode::Poll: {
        const ChannelOperation& operation = program_.channel_operations[bare(i.a)];
        const std::int32_t number = channel_of(operation);
        if (error == RuntimeError::None && type_of(number).capacity == 0) fail(RuntimeError::PollRendezvous);
        if (error != RuntimeError::None) return 0;
        *++top = find_message(operation, number) >= 0;
        break;
      }
      case OpCode::NewChannel:
        *++top = new_channel(bare(i.a));
        if (error != RuntimeError::None) return 0;
        break;
      case OpCode::Run:
        top -= i.b;
        top[1] = new_process(bare(i.a), top + 1, bare(i.b), i.shift);
        ++top;
        if (error != RuntimeError::None) return 0;
        break;
      case OpCode::Assert:
        if (*top-- == 0 && failed_assertion == kNone) failed_assertion = bare(i.a);
        break;
      case OpCode::Print:
        if (output != nullptr) print(program_.prints[bare(i.a)]);
        break;
    }
  }
}

void Machine::print(const PrintInfo& info) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < info.format.size(); ++i) {
    const char c = info.format[i];
    if (c != '%' || i + 1 == info.format.size()) {
      *output += c;
      continue;
    }
    const char kind = info.format[++i];
    if (kind == '%') {
      *output += '%';
      continue;
    }
    const std::int32_t value = next < info.arguments.size() ? evaluate(info.arguments[next]) : 0;
    const std::uint32_t names = next < info.names.size() ? info.names[next] : 0;
    ++next;
    switch (kind) {
      case 'c': *output += static_cast<char>(value); break;
      case 'e': {
        const std::string name = program_.name_tables[names].find(value);
        *output += name.empty() ? std::to_string(value) : name;
        break;
      }
      case 'o': *output += fmt::format("{:o}", bare(value)); break;
      case 'x': *output += fmt::format("{:x}", bare(value)); break;
      case 'u': *output += fmt::format("{}", bare(value)); break;
      default: *output += std::to_string(value);
    }
  }
}

}  // namespace weir
