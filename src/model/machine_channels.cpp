// SPDX-License-Identifier: Apache-2.0
// Channels: questions about them, and the messages sent and received.
#include <algorithm>
#include <cstring>

#include "model/machine.h"
#include "model/scalar.h"

namespace weir {

bool Machine::valid_channel(std::int32_t number) {
  if (number >= 1 && bare(number) <= channel_count_) return true;
  fail(RuntimeError::NoChannel);
  return false;
}

std::uint32_t Machine::length(std::int32_t number) const {
  const std::uint32_t capacity = type_of(number).capacity;
  if (capacity == 0) return 0;
  const std::byte* channel = data_ + channel_offset_[bare(number - 1)];
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

std::int32_t Machine::channel_of(const ChannelOperation& operation) {
  if (operation.static_channel != kNone) return static_cast<std::int32_t>(operation.static_channel) + 1;
  const std::int32_t number = evaluate(operation.channel);
  if (error == RuntimeError::None) valid_channel(number);
  return number;
}

std::size_t Machine::evaluate_fields(const ChannelOperation& operation, std::int32_t number, std::int32_t* values) {
  const ChannelType& type = type_of(number);
  const std::size_t count = std::min(type.fields.size(), kMessageLimit);
  if (operation.fields.size() != type.fields.size()) fail(RuntimeError::WrongFieldCount);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = i < operation.fields.size() ? evaluate(operation.fields[i].code) : 0;
  return count;
}

std::size_t Machine::message(const ChannelOperation& operation, std::int32_t number, std::int32_t* values) {
  const std::size_t count = evaluate_fields(operation, number, values);
  for (std::size_t i = 0; i < count; ++i) values[i] = stored_value(type_of(number).fields[i], values[i]);
  return count;
}

void Machine::send(const ChannelOperation& operation, std::int32_t number) {
  std::int32_t values[kMessageLimit];
  evaluate_fields(operation, number, values);
  if (error != RuntimeError::None) return;
  const ChannelType& type = type_of(number);
  std::byte* channel = data_ + channel_offset_[bare(number - 1)];
  std::byte* messages = channel + type.length_bytes();
  const std::uint32_t filled = length(number);
  std::uint32_t slot = filled;
  if (operation.kind == ChannelOperation::Kind::SortedSend) {
    // Insert after all messages that are not greater, comparing field by field. The values sent are compared before
    // they are truncated to the width of the fields, as in Spin's verifier.
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
    store_scalar(target + type.fields[i].offset, type.fields[i], values[i]);
  set_length(channel, type, filled + 1);
}

std::size_t Machine::read_message(std::int32_t number, std::int32_t slot, std::int32_t* values) const {
  const ChannelType& type = type_of(number);
  const std::byte* source =
      data_ + channel_offset_[bare(number - 1)] + type.length_bytes() + bare(slot) * type.message_bytes;
  const std::size_t count = std::min(type.fields.size(), kMessageLimit);
  for (std::size_t i = 0; i < count; ++i) values[i] = load_scalar(source + type.fields[i].offset, type.fields[i]);
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
  std::byte* channel = data_ + channel_offset_[bare(number - 1)];
  const std::uint32_t filled = length(number);
  std::byte* messages = channel + type.length_bytes();
  std::memmove(messages + bare(slot) * type.message_bytes, messages + (bare(slot) + 1) * type.message_bytes,
               (filled - bare(slot) - 1) * type.message_bytes);
  std::memset(messages + (filled - 1) * type.message_bytes, 0, type.message_bytes);
  set_length(channel, type, filled - 1);
}

}  // namespace weir
