// SPDX-License-Identifier: Apache-2.0
#include "model/native/channel_emitter.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;

namespace {

constexpr std::uint32_t kMostUnrolled = 128;  ///< messages up to this size are moved up without a loop
constexpr std::size_t kMostLayouts = 4;       ///< channel layouts per operation on a channel known only at run time

/// Removes a message from a channel; later messages move up.
template <class Length>
void remove_message(std::byte* channel, std::uint32_t offset, std::uint32_t message_bytes) {
  Length length;
  std::memcpy(&length, channel, sizeof length);
  const std::uint32_t filled = length;
  std::byte* messages = channel + sizeof length;
  const std::uint32_t behind = filled * message_bytes - offset - message_bytes;
  std::memmove(messages + offset, messages + offset + message_bytes, behind);
  std::memset(messages + (filled - 1) * message_bytes, 0, message_bytes);
  --length;
  std::memcpy(channel, &length, sizeof length);
}

bool same_layout(const ChannelType& a, const ChannelType& b) {
  const auto same_field = [](const Place& p, const Place& q) {
    return p.width == q.width && p.shift == q.shift && p.bits == q.bits && p.offset == q.offset;
  };
  return a.capacity == b.capacity && a.message_bytes == b.message_bytes &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same_field);
}

}  // namespace

/// Sets ecx to the offset of the channel, unless it is known, plus the offset of the current message.
void ChannelEmitter::find_channel(const Channel& channel, bool at_slot) {
  if (!channel.known) a.mov(x86::ecx, kChannelOffset);
  if (at_slot && channel.known) a.mov(x86::ecx, kSlotOffset);
  if (at_slot && !channel.known) a.add(x86::ecx, kSlotOffset);
}

/// Requires find_channel.
x86::Mem ChannelEmitter::channel_part(const NativePlace& at, const Channel& channel, bool at_slot, std::int32_t offset,
                                      std::uint32_t bytes) const {
  if (channel.known) offset += channel.offset;
  if (channel.known && !at_slot) return x86::Mem(at.base, offset, bytes);
  return x86::Mem(at.base, x86::rcx, 0, offset, bytes);
}

/// The number of messages. Requires find_channel.
x86::Mem ChannelEmitter::length_of(const NativePlace& at, const Channel& channel) const {
  return channel_part(at, channel, false, 0, channel.type->length_bytes());
}

void ChannelEmitter::load_length(x86::Gp to, const NativePlace& at, const Channel& channel) {
  const x86::Mem length = length_of(at, channel);
  if (channel.type->length_bytes() == 1)
    a.movzx(to, length);
  else
    a.mov(to, length);
}

/// A field of the current message, or of the first one. Requires find_channel.
x86::Mem ChannelEmitter::field_of(const NativePlace& at, const Channel& channel, bool at_slot,
                                  const Place& place) const {
  return channel_part(at, channel, at_slot, static_cast<std::int32_t>(channel.type->length_bytes() + place.offset),
                      bytes_of(place.width));
}

bool ChannelEmitter::each_channel(const ChannelOperation& operation, TransitionId id, const NativePlace& from,
                                  bool inside, Label next, const Body& body) {
  const auto rendezvous = [&] {
    if (!operation.sends()) {
      a.jmp(next);
    } else if (inside) {
      a.jmp(give_up_);
    } else {
      a.mov(x86::rdi, x86::rbx);
      a.mov(x86::esi, imm(id));
      emit_call(a, hooks_.rendezvous);
      emit_outcome_of_hook(a, give_up_);
      a.jmp(next);
    }
  };
  if (operation.static_channel != kNone) {
    const StaticChannel& fixed = program_.static_channels[operation.static_channel];
    const ChannelType& type = program_.channel_types[fixed.type];
    if (type.capacity == 0 && (inside || !operation.sends())) {
      rendezvous();
      return true;
    }
    if (operation.fields.size() != type.fields.size()) return false;
    if (type.capacity == 0) return meet(operation, type, id, from, next);
    return body({&type, true, static_cast<std::int32_t>(fixed.offset)});
  }
  std::vector<std::vector<std::uint32_t>> layouts;
  std::vector<std::uint32_t> without_room;
  for (std::uint32_t t = 0; t < program_.channel_types.size(); ++t) {
    const ChannelType& type = program_.channel_types[t];
    if (type.capacity == 0) {
      without_room.push_back(t);
      continue;
    }
    if (operation.fields.size() != type.fields.size()) continue;
    const auto found = std::find_if(layouts.begin(), layouts.end(), [&](const std::vector<std::uint32_t>& layout) {
      return same_layout(program_.channel_types[layout.front()], type);
    });
    if (found == layouts.end())
      layouts.push_back({t});
    else
      found->push_back(t);
  }
  if (layouts.size() > kMostLayouts || without_room.size() > 16) return false;
  if (!code_.value(operation.channel, from)) return false;
  a.lea(x86::eax, x86::ptr(x86::rsi, -1));
  a.cmp(x86::eax, context(offsetof(NativeContext, channel_count)));
  a.jae(give_up_);
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, channel_type)));
  a.movzx(x86::ecx, x86::word_ptr(x86::rdx, x86::rax, 1));
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, channel_offset)));
  a.mov(x86::eax, x86::dword_ptr(x86::rdx, x86::rax, 2));
  a.mov(kChannelOffset, x86::eax);
  std::vector<Label> labels;
  for (const std::vector<std::uint32_t>& layout : layouts) {
    labels.push_back(a.newLabel());
    for (const std::uint32_t type : layout) {
      a.cmp(x86::ecx, imm(type));
      a.je(labels.back());
    }
  }
  const Label meets = a.newLabel();
  for (const std::uint32_t type : without_room) {
    a.cmp(x86::ecx, imm(type));
    a.je(meets);
  }
  a.jmp(give_up_);
  a.bind(meets);
  rendezvous();
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    a.bind(labels[i]);
    if (!body({&program_.channel_types[layouts[i].front()], false, 0})) return false;
    a.jmp(next);
  }
  return true;
}

/// A rendezvous on a known channel. If processes have conditions on taking part, the interpreter finds the receiver;
/// the message is prepared here.
bool ChannelEmitter::meet(const ChannelOperation& operation, const ChannelType& type, TransitionId id,
                          const NativePlace& from, Label next) {
  if (operation.fields.size() > kMessageLimit) return false;
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    if (!code_.value(operation.fields[i].code, from)) return false;
    switch (type.fields[i].width) {
      case Width::Bits: a.and_(x86::esi, imm((1U << type.fields[i].bits) - 1U)); break;
      case Width::U8: a.movzx(x86::esi, x86::sil); break;
      case Width::U16: a.movzx(x86::esi, x86::si); break;
      case Width::I16: a.movsx(x86::esi, x86::si); break;
      case Width::I32: break;
    }
    a.mov(context(offsetof(NativeContext, values) + 4 * i), x86::esi);
  }
  if (program_.has_provided || program_.has_committed || program_.process_bound > 64) {
    a.mov(x86::rdi, x86::rbx);
    a.mov(x86::esi, imm(id));
    a.mov(x86::edx, imm(operation.static_channel + 1));
    emit_call(a, hooks_.rendezvous_on);
  } else {
    const Transition& sending = program_.transitions[id];
    a.mov(context(offsetof(NativeContext, sending)), imm(id));
    a.mov(context(offsetof(NativeContext, channel)), imm(operation.static_channel + 1));
    a.mov(context(offsetof(NativeContext, value_count)), imm(operation.fields.size()));
    a.mov(context(offsetof(NativeContext, sender_target)), imm(sending.target));
    a.mov(context(offsetof(NativeContext, sender_acts)), imm(sending.effect.empty() ? 0 : 1));
    if (tables_.fixed_layout) {
      a.mov(x86::rdi, imm(tables_.receivers_on(operation.static_channel)));
    } else {
      a.mov(x86::ecx, imm(64));
      a.sub(x86::ecx, context(offsetof(NativeContext, process_count)));
      a.mov(x86::rdi, imm(-1));
      a.shr(x86::rdi, x86::cl);
    }
    a.call(labels_.meet);
  }
  emit_outcome_of_hook(a, give_up_);
  a.jmp(next);
  return true;
}

bool ChannelEmitter::matches(const ChannelOperation& operation, const Channel& channel, const NativePlace& from,
                             bool any, Label otherwise) {
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Match) continue;
    const Place& place = channel.type->fields[i];
    if (!code_.value(field.code, from)) return false;
    find_channel(channel, any);
    code_.load(x86::eax, field_of(from, channel, any, place), place.width, place.shift, place.bits);
    a.cmp(x86::esi, x86::eax);
    a.jne(otherwise);
  }
  return true;
}

bool ChannelEmitter::possible(const ChannelOperation& operation, const Channel& channel, const NativePlace& from,
                              Label next) {
  if (operation.kind == ChannelOperation::Kind::SortedSend || channel.type->fields.size() > kMessageLimit) return false;
  find_channel(channel, false);
  const x86::Mem length = length_of(from, channel);
  if (operation.sends()) {
    const std::uint32_t capacity = channel.type->capacity;
    a.cmp(length, imm(capacity <= 255 ? static_cast<std::int8_t>(capacity) : static_cast<std::int32_t>(capacity)));
    a.jae(next);
    return true;
  }
  const bool any = operation.searches();
  if (!any) {
    a.cmp(length, imm(0));
    a.je(next);
    return matches(operation, channel, from, false, next);
  }
  const Label again = a.newLabel();
  const Label other = a.newLabel();
  const Label found = a.newLabel();
  load_length(x86::eax, from, channel);
  a.test(x86::eax, x86::eax);
  a.jz(next);
  a.mov(kSlotsLeft, x86::eax);
  a.mov(kSlotOffset, imm(0));
  a.bind(again);
  if (!matches(operation, channel, from, true, other)) return false;
  a.jmp(found);
  a.bind(other);
  a.add(kSlotOffset, imm(channel.type->message_bytes));
  a.dec(kSlotsLeft);
  a.jnz(again);
  a.jmp(next);
  a.bind(found);
  return true;
}

bool ChannelEmitter::pass(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  return operation.sends() ? send(operation, channel, from) : receive(operation, channel, from);
}

bool ChannelEmitter::send(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  const std::uint32_t bytes = channel.type->message_bytes;
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const Place& place = channel.type->fields[i];
    if (!code_.value(operation.fields[i].code, from)) return false;
    find_channel(channel, false);
    if (channel.known) {
      load_length(x86::ecx, from, channel);
      a.imul(x86::ecx, x86::ecx, imm(bytes));
    } else {
      load_length(x86::eax, from, channel);
      a.imul(x86::eax, x86::eax, imm(bytes));
      a.add(x86::ecx, x86::eax);
    }
    code_.store(field_of(kCopy, channel, true, place), place.width, place.shift, place.bits, x86::esi);
  }
  find_channel(channel, false);
  a.inc(length_of(kCopy, channel));
  return true;
}

bool ChannelEmitter::receive(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  const bool any = operation.searches();
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Store) continue;
    const Place& place = channel.type->fields[i];
    find_channel(channel, any);
    code_.load(x86::esi, field_of(from, channel, any, place), place.width, place.shift, place.bits);
    if (!code_.effect(field.code, kCopy, true)) return false;
  }
  if (operation.peeks()) return true;
  const std::uint32_t bytes = channel.type->message_bytes;
  if (!any && channel.type->length_bytes() == 1 && (channel.type->capacity - 1) * bytes <= kMostUnrolled &&
      bytes <= kMostUnrolled) {
    find_channel(channel, false);
    move_up(channel, from);
    a.dec(length_of(kCopy, channel));
    return true;
  }
  find_channel(channel, false);
  a.lea(x86::rdi, channel_part(kCopy, channel, false, 0, 0));
  if (any)
    a.mov(x86::esi, kSlotOffset);
  else
    a.xor_(x86::esi, x86::esi);
  a.mov(x86::edx, imm(bytes));
  emit_call(a, channel.type->length_bytes() == 1 ? &remove_message<std::uint8_t> : &remove_message<std::uint32_t>);
  return true;
}

/// All slots move up by one and the last becomes zero; unused slots are zero already.
void ChannelEmitter::move_up(const Channel& channel, const NativePlace& from) {
  const auto message = static_cast<std::int32_t>(channel.type->message_bytes);
  const auto all = static_cast<std::int32_t>(channel.type->capacity) * message;
  std::int32_t at = 0;
  const auto source = [&](std::uint32_t bytes) { return channel_part(from, channel, false, 1 + message + at, bytes); };
  const auto target = [&](std::uint32_t bytes) { return channel_part(kCopy, channel, false, 1 + at, bytes); };
  while (at < all - message) {
    const std::int32_t left = all - message - at;
    if (left >= 16) {
      a.movups(x86::xmm0, source(16));
      a.movups(target(16), x86::xmm0);
      at += 16;
    } else if (left >= 8) {
      a.mov(x86::rax, source(8));
      a.mov(target(8), x86::rax);
      at += 8;
    } else if (left >= 4) {
      a.mov(x86::eax, source(4));
      a.mov(target(4), x86::eax);
      at += 4;
    } else if (left >= 2) {
      a.movzx(x86::eax, source(2));
      a.mov(target(2), x86::ax);
      at += 2;
    } else {
      a.movzx(x86::eax, source(1));
      a.mov(target(1), x86::al);
      at += 1;
    }
  }
  while (at < all) {
    const std::int32_t left = all - at;
    const std::uint32_t step = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
    a.mov(target(step), imm(0));
    at += static_cast<std::int32_t>(step);
  }
}

}  // namespace weir
