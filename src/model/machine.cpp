// SPDX-License-Identifier: Apache-2.0
// The stack machine. Arithmetic is C on 32-bit integers, with wrap-around.
#include "model/machine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#include "base/assert.h"

namespace weir {

namespace {

constexpr std::size_t kStackLimit = 2048;

std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }
std::uint32_t bare(std::int32_t value) { return static_cast<std::uint32_t>(value); }

template <class T>
std::int32_t load_as(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<std::int32_t>(value);
}
template <class T>
void store_as(std::byte* at, std::int32_t value) {
  const T cut = static_cast<T>(value);
  std::memcpy(at, &cut, sizeof cut);
}

std::int32_t load_bits(const std::byte* at, unsigned shift, unsigned bits) {
  return static_cast<std::int32_t>((std::to_integer<unsigned>(*at) >> shift) & ((1U << bits) - 1U));
}
void store_bits(std::byte* at, unsigned shift, unsigned bits, std::int32_t value) {
  const unsigned mask = ((1U << bits) - 1U) << shift;
  *at = static_cast<std::byte>((std::to_integer<unsigned>(*at) & ~mask) | ((bare(value) << shift) & mask));
}

/// Converts an index or size to unsigned.
std::size_t at(std::int32_t value) { return static_cast<std::size_t>(value); }

}  // namespace

const char* to_string(RuntimeError error) {
  switch (error) {
    case RuntimeError::None: return "";
    case RuntimeError::IndexOutOfRange: return "array index out of range";
    case RuntimeError::DivisionByZero: return "division by zero";
    case RuntimeError::TooManyProcesses: return "too many processes (255 at most)";
    case RuntimeError::TooManyChannels: return "too many channels (255 at most)";
    case RuntimeError::NoChannel: return "use of an uninitialised or deleted channel";
    case RuntimeError::WrongFieldCount: return "wrong number of message fields";
    case RuntimeError::PollRendezvous: return "a rendezvous channel cannot be polled";
    case RuntimeError::BlockedInside: return "a statement inside d_step blocks";
    case RuntimeError::RendezvousInside: return "a rendezvous inside d_step";
    case RuntimeError::EndlessSequence: return "an atomic or d_step sequence does not end";
    case RuntimeError::StateTooLarge: return "too many processes or channels: the state is larger than 4194304 bytes";
    case RuntimeError::CircularQuestion: return "the value of enabled() depends on itself";
  }
  return "";
}

MachineTables::MachineTables(const Program& program) {
  for (const Location& location : program.locations)
    item_bytes.push_back(program.process_types[location.process_type].frame_bytes);
  for (const ChannelType& type : program.channel_types)
    item_bytes.push_back(program.header_bytes + type.stored_bytes());
  control = static_cast<std::uint32_t>(item_bytes.size());
  item_bytes.push_back(program.header_bytes + 1);
}

Machine::Machine(const Program& program, const MachineTables& tables) : program_(program), tables_(tables) {
  for (std::size_t i = 0; i < program.static_channels.size(); ++i) {
    channel_offset_[i] = program.static_channels[i].offset;
    channel_type_[i] = static_cast<std::uint16_t>(program.static_channels[i].type);
  }
}

void Machine::attach(StateView state) {
  // Written to only after work_on or own provided writable bytes.
  data_ = const_cast<std::byte*>(state.data());
  size_ = static_cast<std::uint32_t>(state.size());
  may_grow_ = false;
  process_count_ = 0;
  control_ = kNoProcess;
  channel_count_ = static_cast<std::uint32_t>(program_.static_channels.size());
  const std::uint32_t locations = static_cast<std::uint32_t>(program_.locations.size());
  for (std::uint32_t offset = program_.fixed_bytes; offset < size_;) {
    const std::uint32_t kind = header(offset);
    if (kind < locations) {
      process_offset_[process_count_++] = offset;
    } else if (kind == tables_.control) {
      control_ = std::to_integer<std::int32_t>(data_[offset + program_.header_bytes]);
    } else {
      channel_offset_[channel_count_] = offset + program_.header_bytes;
      channel_type_[channel_count_++] = static_cast<std::uint16_t>(kind - locations);
    }
    offset += tables_.item_bytes[kind];
  }
}

void Machine::write_control(std::byte* target, std::uint32_t process) const {
  *target++ = static_cast<std::byte>(tables_.control & 0xFF);
  if (program_.header_bytes == 2) *target++ = static_cast<std::byte>(tables_.control >> 8);
  *target = static_cast<std::byte>(process);
}

void Machine::own(StateView state) {
  owned_.assign(state.begin(), state.end());
  data_ = owned_.data();
  size_ = static_cast<std::uint32_t>(state.size());
  may_grow_ = true;
}

std::uint32_t Machine::grow(std::uint32_t bytes) {
  WEIR_ASSERT(may_grow_, "a transition that resizes the state must be marked so");
  const std::uint32_t offset = size_;
  owned_.resize(offset + bytes);
  std::memset(owned_.data() + offset, 0, bytes);
  data_ = owned_.data();
  size_ = offset + bytes;
  return offset;
}

std::int32_t Machine::new_channel(std::uint32_t type) {
  if (channel_count_ >= kChannelLimit) return fail(RuntimeError::TooManyChannels);
  const std::uint32_t bytes = program_.header_bytes + program_.channel_types[type].stored_bytes();
  if (bytes > kLargestState - std::min(size_, kLargestState)) return fail(RuntimeError::StateTooLarge);
  const std::uint32_t offset = grow(bytes);
  set_header(offset, static_cast<std::uint32_t>(program_.locations.size()) + type);
  channel_offset_[channel_count_] = offset + program_.header_bytes;
  channel_type_[channel_count_] = static_cast<std::uint16_t>(type);
  return static_cast<std::int32_t>(++channel_count_);
}

std::int32_t Machine::new_process(std::uint32_t type, const std::int32_t* arguments, std::size_t count,
                                  std::int32_t priority) {
  if (process_count_ >= kProcessLimit) return fail(RuntimeError::TooManyProcesses);
  const ProcessType& process = program_.process_types[type];
  if (process.frame_bytes > kLargestState - std::min(size_, kLargestState)) return fail(RuntimeError::StateTooLarge);
  const std::uint32_t offset = grow(process.frame_bytes);
  const std::uint32_t number = process_count_++;
  process_offset_[number] = offset;
  set_header(offset, process.entry);
  if (program_.has_priorities) data_[offset + program_.header_bytes] = static_cast<std::byte>(priority);
  for (std::size_t i = 0; i < count && i < process.parameters.size(); ++i) {
    const Place& place = process.parameters[i];
    Instruction form;
    form.width = place.width;
    form.shift = place.shift;
    form.bits = place.bits;
    std::int32_t value = arguments[i];
    if (place.width != Width::Bits && place.bits < 32 && place.bits < bytes_of(place.width) * 8)
      value = wrap(bare(value) & ((1U << place.bits) - 1U));
    store(data_ + offset + place.offset, form, value);
  }
  const std::int32_t caller = pid_;
  const std::uint32_t caller_frame = frame_;
  select(number);
  execute(process.initialise);
  pid_ = caller;
  frame_ = caller_frame;
  return static_cast<std::int32_t>(number);
}

void Machine::initialise(std::uint32_t type, const std::int32_t* arguments, std::size_t count, std::int32_t priority) {
  new_process(type, arguments, count, priority);
}

std::int32_t Machine::load(const std::byte* place, const Instruction& form) const {
  switch (form.width) {
    case Width::Bits: return load_bits(place, form.shift, form.bits);
    case Width::U8: return load_as<std::uint8_t>(place);
    case Width::U16: return load_as<std::uint16_t>(place);
    case Width::I16: return load_as<std::int16_t>(place);
    case Width::I32: return load_as<std::int32_t>(place);
  }
  return 0;
}

void Machine::store(std::byte* place, const Instruction& form, std::int32_t value) const {
  switch (form.width) {
    case Width::Bits: return store_bits(place, form.shift, form.bits, value);
    case Width::U8: return store_as<std::uint8_t>(place, value);
    case Width::U16: return store_as<std::uint16_t>(place, value);
    case Width::I16: return store_as<std::int16_t>(place, value);
    case Width::I32: return store_as<std::int32_t>(place, value);
  }
}

std::int32_t Machine::remote(std::int32_t process, std::int64_t offset, const Instruction& form) const {
  if (process < 0 || bare(process) >= process_count_) return 0;
  const std::int64_t where = static_cast<std::int64_t>(process_offset_[at(process)]) + offset;
  if (where < 0 || where + bytes_of(form.width) > size_) return 0;
  return load(data_ + where, form);
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

bool Machine::valid_channel(std::int32_t number) {
  if (number >= 1 && bare(number) <= channel_count_) return true;
  fail(RuntimeError::NoChannel);
  return false;
}

std::uint32_t Machine::length(std::int32_t number) const {
  const std::uint32_t capacity = type_of(number).capacity;
  if (capacity == 0) return 0;
  const std::byte* channel = data_ + channel_offset_[at(number - 1)];
  return capacity <= 255 ? std::to_integer<std::uint32_t>(*channel) : bare(load_as<std::int32_t>(channel));
}

void Machine::set_length(std::byte* channel, const ChannelType& type, std::uint32_t length) {
  if (type.length_bytes() == 1)
    *channel = static_cast<std::byte>(length);
  else
    store_as<std::int32_t>(channel, wrap(length));
}

std::int32_t Machine::channel_query(OpCode op, std::int32_t number) {
  if (!valid_channel(number)) return 0;
  const std::uint32_t filled = length(number);
  const std::uint32_t capacity = type_of(number).capacity;
  switch (op) {
    case OpCode::ChannelLength: return static_cast<std::int32_t>(filled);
    case OpCode::ChannelFull: return capacity > 0 && filled == capacity;
    case OpCode::ChannelNotFull: return !(capacity > 0 && filled == capacity);
    case OpCode::ChannelEmpty: return filled == 0;
    default: return filled != 0;
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
      case OpCode::LoadAt: *top = load(data_ + *top, i); break;
      case OpCode::StoreAt:
        store(data_ + top[-1], i, *top);
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
          data_[process_offset_[at(top[-1])] + program_.header_bytes] = static_cast<std::byte>(*top & 0xFF);
        top -= 2;
        break;
      case OpCode::Not: *top = *top == 0; break;
      case OpCode::Complement: *top = ~*top; break;
      case OpCode::Negate: *top = wrap(0U - bare(*top)); break;
      case OpCode::Truth: *top = *top != 0; break;
      case OpCode::Add:
        --top;
        *top = wrap(bare(*top) + bare(top[1]));
        break;
      case OpCode::Subtract:
        --top;
        *top = wrap(bare(*top) - bare(top[1]));
        break;
      case OpCode::Multiply:
        --top;
        *top = wrap(bare(*top) * bare(top[1]));
        break;
      case OpCode::Divide:
        if (*top == 0) return fail(RuntimeError::DivisionByZero);
        --top;
        *top = top[1] == -1 ? wrap(0U - bare(*top)) : *top / top[1];
        break;
      case OpCode::Modulo:
        if (*top == 0) return fail(RuntimeError::DivisionByZero);
        --top;
        *top = top[1] == -1 ? 0 : *top % top[1];
        break;
      case OpCode::BitAnd:
        --top;
        *top = *top & top[1];
        break;
      case OpCode::BitXor:
        --top;
        *top = *top ^ top[1];
        break;
      case OpCode::BitOr:
        --top;
        *top = *top | top[1];
        break;
      case OpCode::ShiftLeft:
        --top;
        *top = wrap(bare(*top) << (bare(top[1]) & 31U));
        break;
      case OpCode::ShiftRight:
        --top;
        *top = *top >> (bare(top[1]) & 31U);
        break;
      case OpCode::Less:
        --top;
        *top = *top < top[1];
        break;
      case OpCode::LessEqual:
        --top;
        *top = *top <= top[1];
        break;
      case OpCode::Greater:
        --top;
        *top = *top > top[1];
        break;
      case OpCode::GreaterEqual:
        --top;
        *top = *top >= top[1];
        break;
      case OpCode::Equal:
        --top;
        *top = *top == top[1];
        break;
      case OpCode::NotEqual:
        --top;
        *top = *top != top[1];
        break;
      case OpCode::Mask: *top = wrap(bare(*top) & ((1U << i.a) - 1U)); break;
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
        const ChannelOperation& operation = program_.channel_operations[at(i.a)];
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
        top[1] = new_process(bare(i.a), top + 1, at(i.b), i.shift);
        ++top;
        if (error != RuntimeError::None) return 0;
        break;
      case OpCode::Assert:
        if (*top-- == 0 && failed_assertion == kNone) failed_assertion = bare(i.a);
        break;
      case OpCode::Print:
        if (output != nullptr) print(program_.prints[at(i.a)]);
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

// ---------------------------------------------------------------------------------------------------------------------
// channels

std::int32_t Machine::channel_of(const ChannelOperation& operation) {
  if (operation.static_channel != kNone) return static_cast<std::int32_t>(operation.static_channel) + 1;
  const std::int32_t number = evaluate(operation.channel);
  if (error == RuntimeError::None) valid_channel(number);
  return number;
}

namespace {
Instruction form_of(const Place& place) {
  Instruction form;
  form.width = place.width;
  form.shift = place.shift;
  form.bits = place.bits;
  return form;
}
}  // namespace

std::size_t Machine::message(const ChannelOperation& operation, std::int32_t number, std::int32_t* values) {
  const ChannelType& type = type_of(number);
  const std::size_t count = std::min(type.fields.size(), kMessageLimit);
  if (operation.fields.size() != type.fields.size()) fail(RuntimeError::WrongFieldCount);
  for (std::size_t i = 0; i < count; ++i) {
    std::int32_t value = i < operation.fields.size() ? evaluate(operation.fields[i].code) : 0;
    switch (type.fields[i].width) {
      case Width::Bits: value = wrap(bare(value) & ((1U << type.fields[i].bits) - 1U)); break;
      case Width::U8: value = static_cast<std::uint8_t>(value); break;
      case Width::U16: value = static_cast<std::uint16_t>(value); break;
      case Width::I16: value = static_cast<std::int16_t>(value); break;
      case Width::I32: break;
    }
    values[i] = value;
  }
  return count;
}

void Machine::send(const ChannelOperation& operation, std::int32_t number, const std::int32_t* values) {
  const ChannelType& type = type_of(number);
  std::byte* channel = data_ + channel_offset_[at(number - 1)];
  std::byte* messages = channel + type.length_bytes();
  const std::uint32_t filled = length(number);
  std::uint32_t slot = filled;
  if (operation.kind == ChannelOperation::Kind::SortedSend) {
    // Insert after all messages that are not greater, comparing field by field.
    for (slot = 0; slot < filled; ++slot) {
      std::int32_t there[kMessageLimit];
      const std::size_t count = read_message(number, static_cast<std::int32_t>(slot), there);
      if (std::lexicographical_compare(values, values + count, there, there + count)) break;
    }
    std::memmove(messages + (slot + 1) * type.message_bytes, messages + slot * type.message_bytes,
                 (filled - slot) * type.message_bytes);
  }
  std::byte* target = messages + slot * type.message_bytes;
  for (std::size_t i = 0; i < type.fields.size() && i < kMessageLimit; ++i)
    store(target + type.fields[i].offset, form_of(type.fields[i]), values[i]);
  set_length(channel, type, filled + 1);
}

std::size_t Machine::read_message(std::int32_t number, std::int32_t slot, std::int32_t* values) const {
  const ChannelType& type = type_of(number);
  const std::byte* source =
      data_ + channel_offset_[at(number - 1)] + type.length_bytes() + bare(slot) * type.message_bytes;
  const std::size_t count = std::min(type.fields.size(), kMessageLimit);
  for (std::size_t i = 0; i < count; ++i) values[i] = load(source + type.fields[i].offset, form_of(type.fields[i]));
  return count;
}

bool Machine::matches(const ChannelOperation& operation, const std::int32_t* values, std::size_t count) {
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Match) continue;
    if (evaluate(field.code) != (i < count ? values[i] : 0)) return false;
  }
  return true;
}

std::int32_t Machine::find_message(const ChannelOperation& operation, std::int32_t number) {
  const std::uint32_t filled = length(number);
  if (filled == 0) return -1;
  const std::uint32_t end = operation.searches() ? filled : 1;
  for (std::uint32_t slot = 0; slot < end; ++slot) {
    std::int32_t values[kMessageLimit];
    const std::size_t count = read_message(number, static_cast<std::int32_t>(slot), values);
    if (matches(operation, values, count)) return static_cast<std::int32_t>(slot);
  }
  return -1;
}

void Machine::store_fields(const ChannelOperation& operation, const std::int32_t* values, std::size_t count) {
  for (std::size_t i = 0; i < operation.fields.size() && error == RuntimeError::None; ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Store) continue;
    run(field.code.begin, i < count ? values[i] : 0);
  }
}

void Machine::receive(const ChannelOperation& operation, std::int32_t number, std::int32_t slot) {
  const ChannelType& type = type_of(number);
  std::int32_t values[kMessageLimit];
  const std::size_t count = read_message(number, slot, values);
  if (operation.fields.size() != type.fields.size()) fail(RuntimeError::WrongFieldCount);
  store_fields(operation, values, count);
  if (operation.peeks()) return;
  std::byte* channel = data_ + channel_offset_[at(number - 1)];
  const std::uint32_t filled = length(number);
  std::byte* messages = channel + type.length_bytes();
  std::memmove(messages + bare(slot) * type.message_bytes, messages + (bare(slot) + 1) * type.message_bytes,
               (filled - bare(slot) - 1) * type.message_bytes);
  std::memset(messages + (filled - 1) * type.message_bytes, 0, type.message_bytes);
  set_length(channel, type, filled - 1);
}

}  // namespace weir
