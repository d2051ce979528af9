// SPDX-License-Identifier: Apache-2.0
// Locations as functions. Registers: rbx the NativeContext, rbp and r12 the state being expanded and the frame of the
// process in it, r13 and r15 the same in the copy that becomes a successor, r14d whether anything was possible so far.
// A transition is emitted twice, first for nothing, to learn whether it can be: code that was begun cannot be taken
// back.
#include "model/native_code.h"

#if defined(__x86_64__) && defined(WEIR_NATIVE)

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>

#include "model/native/expression_emitter.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;

namespace {

constexpr std::int32_t kLongestSequence = 1000000;  ///< of a d_step; then the interpreter decides
constexpr std::uint32_t kMostUnrolled = 128;        ///< bytes of messages that move up without a loop
constexpr std::size_t kMostLayouts = 4;             ///< of channels, for an operation on a channel known at run time
constexpr std::size_t kMostLocations = 20000;
constexpr std::uint32_t kLongestLine = 32;  ///< transitions of a chain that are done in one go

const NativePlace kSource{x86::rbp, x86::r12};
const NativePlace kCopy{x86::r13, x86::r15};

// Room on the stack of a function.
const x86::Mem kChannelOffset = x86::dword_ptr(x86::rsp, 0);
const x86::Mem kSlotOffset = x86::dword_ptr(x86::rsp, 4);
const x86::Mem kSlotsLeft = x86::dword_ptr(x86::rsp, 8);
const x86::Mem kSteps = x86::dword_ptr(x86::rsp, 12);
constexpr int kFrameBytes = 24;

x86::Mem context(std::size_t offset) { return x86::dword_ptr(x86::rbx, static_cast<std::int32_t>(offset)); }
x86::Mem context_pointer(std::size_t offset) { return x86::qword_ptr(x86::rbx, static_cast<std::int32_t>(offset)); }

/// Takes a message out of a channel; those behind it move up.
void remove_message(std::byte* channel, std::uint32_t offset, std::uint32_t message_bytes) {
  const std::uint32_t filled = std::to_integer<std::uint32_t>(*channel);
  std::byte* messages = channel + 1;
  const std::uint32_t behind = filled * message_bytes - offset - message_bytes;
  std::memmove(messages + offset, messages + offset + message_bytes, behind);
  std::memset(messages + (filled - 1) * message_bytes, 0, message_bytes);
  *channel = static_cast<std::byte>(filled - 1);
}

bool same_layout(const ChannelType& a, const ChannelType& b) {
  const auto same_field = [](const Place& p, const Place& q) {
    return p.width == q.width && p.shift == q.shift && p.bits == q.bits && p.offset == q.offset;
  };
  return a.capacity == b.capacity && a.message_bytes == b.message_bytes &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same_field);
}

/// A channel while code for it is written: at a known offset, or at the one in kChannelOffset.
struct Channel {
  const ChannelType* type = nullptr;
  bool known = true;
  std::int32_t offset = 0;
};

/// Which transitions can follow another one in place; filled in when first asked for.
using FollowTest = std::function<bool(TransitionId)>;

class FunctionEmitter {
 public:
  FunctionEmitter(const Program& program, const NativeTables& tables, const NativeHooks& hooks,
                  const FollowTest& can_follow, asmjit::x86::Assembler& out)
      : program_(program),
        hooks_(hooks),
        can_follow_(can_follow),
        a(out),
        give_up_(out.newLabel()),
        code_(program, tables, out, give_up_) {}

  Label new_label() { return a.newLabel(); }

  void prologue() {
    for (const x86::Gp& reg : {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15}) a.push(reg);
    a.sub(x86::rsp, imm(kFrameBytes));
    a.mov(x86::rbx, x86::rdi);
    a.mov(x86::rbp, context_pointer(offsetof(NativeContext, source)));
    a.mov(x86::r12d, context(offsetof(NativeContext, frame)));
    a.add(x86::r12, x86::rbp);
    a.xor_(x86::r14d, x86::r14d);
  }
  void epilogue() {
    const Label leave = a.newLabel();
    a.mov(x86::eax, x86::r14d);
    a.bind(leave);
    a.add(x86::rsp, imm(kFrameBytes));
    for (const x86::Gp& reg : {x86::r15, x86::r14, x86::r13, x86::r12, x86::rbp, x86::rbx}) a.pop(reg);
    a.ret();
    a.bind(give_up_);
    a.mov(x86::eax, imm(static_cast<std::uint32_t>(NativeOutcome::GaveUp)));
    a.jmp(leave);
  }

  /// A transition of the location that is expanded. False: it uses something that is not compiled.
  bool transition(TransitionId id);
  void call_back(TransitionId id);
  /// A transition as the receiving half of a rendezvous.
  bool receiver(TransitionId id);
  /// A transition that goes on in the copy where the one before it has left it; to `blocked` if it is not possible.
  bool follow(TransitionId id, Label blocked);
  /// A whole function: the value of an expression outside of any process; an error is 0, as for the interpreter.
  bool expression(CodeRef code);

 private:
  using Body = std::function<bool(const Channel&)>;

  bool deterministic(TransitionId id, Label next);
  bool inside(LocationId location, const NativePlace& from, const std::function<void()>& begin,
              std::map<LocationId, Label>& labels, std::vector<LocationId>& waiting, Label done);
  bool each_channel(const ChannelOperation& operation, TransitionId id, const NativePlace& from, bool inside,
                    Label next, const Body& body);
  bool possible(const ChannelOperation& operation, const Channel& channel, const NativePlace& from, Label next);
  bool matches(const ChannelOperation& operation, const Channel& channel, const NativePlace& from, bool any,
               Label otherwise);
  bool pass(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);
  bool send(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);
  bool receive(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);
  void move_up(const Channel& channel, const NativePlace& from);
  void find_channel(const Channel& channel, bool at_slot);
  x86::Mem channel_part(const NativePlace& at, const Channel& channel, bool at_slot, std::int32_t offset,
                        std::uint32_t bytes) const;

  void begin(std::byte* (*hook)(NativeContext*, std::uint32_t), TransitionId id);
  void move_to(const Transition& transition);
  void finish(TransitionId id);
  void hand_over(TransitionId first, TransitionId last, std::uint32_t followed);
  bool uses_timeout(CodeRef code) const;
  void call(const void* function) {
    a.mov(x86::rax, imm(reinterpret_cast<std::uintptr_t>(function)));
    a.call(x86::rax);
  }
  template <class Result, class... Arguments>
  void call(Result (*function)(Arguments...)) {
    call(reinterpret_cast<const void*>(function));
  }
  void outcome_of_hook() {
    a.cmp(x86::eax, imm(static_cast<std::uint32_t>(NativeOutcome::GaveUp)));
    a.je(give_up_);
    a.or_(x86::r14d, x86::eax);
  }

  const Program& program_;
  const NativeHooks& hooks_;
  const FollowTest& can_follow_;
  asmjit::x86::Assembler& a;
  Label give_up_;
  ExpressionEmitter code_;
};

// ---------------------------------------------------------------------------------------------------------------------
// channels

/// ecx: where the channel is, unless that is known, plus where the message at hand is in it.
void FunctionEmitter::find_channel(const Channel& channel, bool at_slot) {
  if (!channel.known) a.mov(x86::ecx, kChannelOffset);
  if (at_slot && channel.known) a.mov(x86::ecx, kSlotOffset);
  if (at_slot && !channel.known) a.add(x86::ecx, kSlotOffset);
}

/// After find_channel.
x86::Mem FunctionEmitter::channel_part(const NativePlace& at, const Channel& channel, bool at_slot, std::int32_t offset,
                                       std::uint32_t bytes) const {
  if (channel.known) offset += channel.offset;
  if (channel.known && !at_slot) return x86::Mem(at.base, offset, bytes);
  return x86::Mem(at.base, x86::rcx, 0, offset, bytes);
}

/// Emits `body` for every kind of channel that the operation may meet. `inside`: a rendezvous is an error there.
bool FunctionEmitter::each_channel(const ChannelOperation& operation, TransitionId id, const NativePlace& from,
                                   bool inside, Label next, const Body& body) {
  const auto rendezvous = [&] {
    if (!operation.sends()) {
      a.jmp(next);
    } else if (inside) {
      a.jmp(give_up_);
    } else {
      a.mov(x86::rdi, x86::rbx);
      a.mov(x86::esi, imm(id));
      call(hooks_.rendezvous);
      outcome_of_hook();
      a.jmp(next);
    }
  };
  if (operation.static_channel != kNone) {
    const StaticChannel& fixed = program_.static_channels[operation.static_channel];
    const ChannelType& type = program_.channel_types[fixed.type];
    if (type.capacity == 0) {
      rendezvous();
      return true;
    }
    if (operation.fields.size() != type.fields.size()) return false;
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

bool FunctionEmitter::matches(const ChannelOperation& operation, const Channel& channel, const NativePlace& from,
                              bool any, Label otherwise) {
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Match) continue;
    const Place& place = channel.type->fields[i];
    if (!code_.value(field.code, from)) return false;
    find_channel(channel, any);
    const x86::Mem stored =
        channel_part(from, channel, any, 1 + static_cast<std::int32_t>(place.offset), bytes_of(place.width));
    code_.load(x86::eax, stored, place.width, place.shift, place.bits);
    a.cmp(x86::esi, x86::eax);
    a.jne(otherwise);
  }
  return true;
}

/// Goes to `next` if the operation cannot be done. For `??`, kSlotOffset is then where the message is.
bool FunctionEmitter::possible(const ChannelOperation& operation, const Channel& channel, const NativePlace& from,
                               Label next) {
  if (operation.kind == ChannelOperation::Kind::SortedSend || channel.type->fields.size() > kMessageLimit) return false;
  find_channel(channel, false);
  const x86::Mem length = channel_part(from, channel, false, 0, 1);
  if (operation.sends()) {
    a.cmp(length, imm(static_cast<std::int8_t>(channel.type->capacity)));
    a.jae(next);
    return channel.type->capacity < 256;
  }
  const bool any =
      operation.kind == ChannelOperation::Kind::ReceiveAny || operation.kind == ChannelOperation::Kind::PeekAny;
  if (!any) {
    a.cmp(length, imm(0));
    a.je(next);
    return matches(operation, channel, from, false, next);
  }
  const Label again = a.newLabel();
  const Label other = a.newLabel();
  const Label found = a.newLabel();
  a.movzx(x86::eax, length);
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

/// Does the operation in the copy; `from` has the same content, or is the copy.
bool FunctionEmitter::pass(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  return operation.sends() ? send(operation, channel, from) : receive(operation, channel, from);
}

bool FunctionEmitter::send(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  const std::uint32_t bytes = channel.type->message_bytes;
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const Place& place = channel.type->fields[i];
    if (!code_.value(operation.fields[i].code, from)) return false;
    find_channel(channel, false);
    if (channel.known) {
      a.movzx(x86::ecx, channel_part(from, channel, false, 0, 1));
      a.imul(x86::ecx, x86::ecx, imm(bytes));
    } else {
      a.movzx(x86::eax, channel_part(from, channel, false, 0, 1));
      a.imul(x86::eax, x86::eax, imm(bytes));
      a.add(x86::ecx, x86::eax);
    }
    code_.store(channel_part(kCopy, channel, true, 1 + static_cast<std::int32_t>(place.offset), bytes_of(place.width)),
                place.width, place.shift, place.bits, x86::esi);
  }
  find_channel(channel, false);
  a.inc(channel_part(kCopy, channel, false, 0, 1));
  return true;
}

bool FunctionEmitter::receive(const ChannelOperation& operation, const Channel& channel, const NativePlace& from) {
  const bool any =
      operation.kind == ChannelOperation::Kind::ReceiveAny || operation.kind == ChannelOperation::Kind::PeekAny;
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    if (field.kind != MessageField::Kind::Store) continue;
    const Place& place = channel.type->fields[i];
    find_channel(channel, any);
    code_.load(x86::esi,
               channel_part(from, channel, any, 1 + static_cast<std::int32_t>(place.offset), bytes_of(place.width)),
               place.width, place.shift, place.bits);
    if (!code_.effect(field.code, kCopy, true)) return false;
  }
  if (operation.kind == ChannelOperation::Kind::Peek || operation.kind == ChannelOperation::Kind::PeekAny) return true;
  const std::uint32_t bytes = channel.type->message_bytes;
  if (!any && (channel.type->capacity - 1) * bytes <= kMostUnrolled && bytes <= kMostUnrolled) {
    find_channel(channel, false);
    move_up(channel, from);
    a.dec(channel_part(kCopy, channel, false, 0, 1));
    return true;
  }
  find_channel(channel, false);
  a.lea(x86::rdi, channel_part(kCopy, channel, false, 0, 0));
  if (any)
    a.mov(x86::esi, kSlotOffset);
  else
    a.xor_(x86::esi, x86::esi);
  a.mov(x86::edx, imm(bytes));
  call(&remove_message);
  return true;
}

/// All slots move up by one, and the last one becomes zero; slots that are not in use are zero already.
void FunctionEmitter::move_up(const Channel& channel, const NativePlace& from) {
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

// ---------------------------------------------------------------------------------------------------------------------
// transitions

void FunctionEmitter::begin(std::byte* (*hook)(NativeContext*, std::uint32_t), TransitionId id) {
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(id));
  call(hook);
  a.mov(x86::r13, x86::rax);
  a.mov(x86::r15, x86::r12);
  a.sub(x86::r15, x86::rbp);
  a.add(x86::r15, x86::rax);
}

void FunctionEmitter::move_to(const Transition& transition) {
  if (program_.header_bytes == 1)
    a.mov(x86::byte_ptr(kCopy.frame), imm(static_cast<std::uint8_t>(transition.target)));
  else
    a.mov(x86::word_ptr(kCopy.frame), imm(static_cast<std::uint16_t>(transition.target)));
  if (program_.has_last) {
    a.mov(x86::eax, context(offsetof(NativeContext, pid)));
    a.mov(x86::byte_ptr(kCopy.base, static_cast<std::int32_t>(program_.last.offset)), x86::al);
  }
}

/// The successor belongs to the interpreter again: it may be a link of a chain.
void FunctionEmitter::hand_over(TransitionId first, TransitionId last, std::uint32_t followed) {
  if (followed > 0) a.add(context(offsetof(NativeContext, followed)), imm(followed));
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(first));
  a.mov(x86::edx, imm(last));
  call(hooks_.finish);
}

/// The transition has been done in the copy. Where it keeps control and its target has one transition only, that one is
/// done in place as well, and so on, which changes nothing for links of a chain. But the transition that ends the chain
/// makes a successor, and successors have their order: it is done in place only where the interpreter would come to it
/// at once, in a chain and with no other transition of the first one's location behind it.
void FunctionEmitter::finish(TransitionId id) {
  struct Exit {
    Label label;
    TransitionId last;
    std::uint32_t followed;
  };
  std::vector<Exit> exits;
  std::vector<LocationId> passed;
  const Label done = a.newLabel();
  TransitionId last = id;
  const Location& origin = program_.locations[program_.transitions[id].source];
  const bool comes_last = id + 1 == origin.first + origin.count;
  a.mov(x86::r14d, imm(1));
  while (program_.transitions[last].keeps_control && exits.size() < kLongestLine) {
    const LocationId here = program_.transitions[last].target;
    const Location& location = program_.locations[here];
    if (location.count != 1 || location.deterministic || !can_follow_(location.first)) break;
    if (std::find(passed.begin(), passed.end(), here) != passed.end()) break;
    const bool ends = !program_.transitions[location.first].keeps_control;
    if (ends && !comes_last) break;
    passed.push_back(here);
    move_to(program_.transitions[last]);
    exits.push_back({a.newLabel(), last, static_cast<std::uint32_t>(exits.size())});
    if (ends) {
      a.cmp(context(offsetof(NativeContext, chained)), imm(0));
      a.je(exits.back().label);
    }
    follow(location.first, exits.back().label);
    last = location.first;
  }
  move_to(program_.transitions[last]);
  if (!program_.transitions[last].keeps_control) {
    a.cmp(context(offsetof(NativeContext, chained)), imm(0));
    a.je(done);
  }
  hand_over(id, last, static_cast<std::uint32_t>(exits.size()));
  if (!exits.empty()) a.jmp(done);
  for (std::size_t i = 0; i < exits.size(); ++i) {
    a.bind(exits[i].label);
    hand_over(id, exits[i].last, exits[i].followed);
    if (i + 1 < exits.size()) a.jmp(done);
  }
  a.bind(done);
}

bool FunctionEmitter::uses_timeout(CodeRef code) const {
  for (std::size_t at = code.begin; program_.code[at].op != OpCode::Return; ++at)
    if (program_.code[at].op == OpCode::Timeout) return true;
  return false;
}

bool FunctionEmitter::follow(TransitionId id, Label blocked) {
  const Transition& transition = program_.transitions[id];
  const bool simple = transition.kind == TransitionKind::Normal || transition.kind == TransitionKind::Else;
  // In a chain `timeout` is false, whatever it was where the chain began.
  if (!simple || transition.resizes || transition.escape != 0 || program_.has_provided ||
      uses_timeout(transition.guard) || uses_timeout(transition.effect))
    return false;
  if (!transition.guard.empty() && !code_.condition(transition.guard, kCopy, blocked)) return false;
  if (transition.channel_operation != kNone) {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    if (operation.static_channel == kNone) return false;
    const StaticChannel& fixed = program_.static_channels[operation.static_channel];
    const ChannelType& type = program_.channel_types[fixed.type];
    if (type.capacity == 0 || operation.fields.size() != type.fields.size()) return false;
    const Channel channel{&type, true, static_cast<std::int32_t>(fixed.offset)};
    if (!possible(operation, channel, kCopy, blocked) || !pass(operation, channel, kCopy)) return false;
  }
  return transition.effect.empty() || code_.effect(transition.effect, kCopy);
}

void FunctionEmitter::call_back(TransitionId id) {
  const Label next = a.newLabel();
  if (program_.transitions[id].kind == TransitionKind::End) {
    a.mov(x86::eax, context(offsetof(NativeContext, pid)));
    a.inc(x86::eax);
    a.cmp(x86::eax, context(offsetof(NativeContext, process_count)));
    a.jne(next);
  }
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(id));
  a.mov(x86::edx, x86::r14d);
  call(hooks_.consider);
  outcome_of_hook();
  a.bind(next);
}

bool FunctionEmitter::transition(TransitionId id) {
  const Transition& transition = program_.transitions[id];
  if (transition.resizes || transition.kind == TransitionKind::End) return false;
  const Label next = a.newLabel();
  if (transition.kind == TransitionKind::Deterministic) {
    if (!deterministic(id, next)) return false;
    a.bind(next);
    return true;
  }
  if (transition.kind == TransitionKind::Else) {
    a.test(x86::r14d, x86::r14d);
    a.jnz(next);
  }
  if (!transition.guard.empty() && !code_.condition(transition.guard, kSource, next)) return false;
  const auto take = [&](const ChannelOperation* operation, const Channel& channel) {
    begin(hooks_.begin, id);
    if (operation != nullptr && !pass(*operation, channel, kSource)) return false;
    if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
    finish(id);
    return true;
  };
  if (transition.channel_operation == kNone) {
    if (!take(nullptr, {})) return false;
  } else {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    const bool done = each_channel(operation, id, kSource, false, next, [&](const Channel& channel) {
      return possible(operation, channel, kSource, next) && take(&operation, channel);
    });
    if (!done) return false;
  }
  a.bind(next);
  return true;
}

/// The transitions of a location inside of a d_step: the first possible one is taken. Falls through if none is.
bool FunctionEmitter::inside(LocationId location, const NativePlace& from, const std::function<void()>& begin_copy,
                             std::map<LocationId, Label>& labels, std::vector<LocationId>& waiting, Label done) {
  const Location& here = program_.locations[location];
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const TransitionId id = here.first + i;
    const Transition& transition = program_.transitions[id];
    if (transition.resizes) return false;
    const Label next = a.newLabel();
    if (!transition.guard.empty() && !code_.condition(transition.guard, from, next)) return false;
    const auto take = [&](const ChannelOperation* operation, const Channel& channel) {
      begin_copy();
      if (operation != nullptr && !pass(*operation, channel, from)) return false;
      if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
      if (!program_.locations[transition.target].deterministic) {
        a.jmp(done);
        return true;
      }
      const auto [entry, fresh] = labels.try_emplace(transition.target);
      if (fresh) {
        entry->second = a.newLabel();
        waiting.push_back(transition.target);
      }
      a.jmp(entry->second);
      return true;
    };
    if (transition.channel_operation == kNone) {
      if (!take(nullptr, {})) return false;
    } else {
      const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
      const bool emitted = each_channel(operation, id, from, true, next, [&](const Channel& channel) {
        return possible(operation, channel, from, next) && take(&operation, channel);
      });
      if (!emitted) return false;
    }
    a.bind(next);
  }
  return true;
}

bool FunctionEmitter::deterministic(TransitionId id, Label next) {
  const Transition& outer = program_.transitions[id];
  const Label done = a.newLabel();
  std::map<LocationId, Label> labels;
  std::vector<LocationId> waiting;
  const auto copy = [&] {
    begin(hooks_.begin, id);
    a.mov(kSteps, imm(0));
  };
  if (!inside(outer.inner, kSource, copy, labels, waiting, done)) return false;
  a.jmp(next);
  while (!waiting.empty()) {
    const LocationId location = waiting.back();
    waiting.pop_back();
    a.bind(labels[location]);
    a.inc(kSteps);
    a.cmp(kSteps, imm(kLongestSequence));
    a.ja(give_up_);
    if (!inside(
            location, kCopy, [] {}, labels, waiting, done))
      return false;
    a.jmp(give_up_);
  }
  a.bind(done);
  finish(id);
  return true;
}

bool FunctionEmitter::receiver(TransitionId id) {
  const Transition& transition = program_.transitions[id];
  if (transition.resizes || transition.kind == TransitionKind::Deterministic) return false;
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  if (operation.fields.size() > kMessageLimit) return false;
  const Label next = a.newLabel();
  if (operation.static_channel != kNone) {
    a.cmp(context(offsetof(NativeContext, channel)), imm(operation.static_channel + 1));
  } else {
    if (!code_.value(operation.channel, kSource)) return false;
    a.cmp(x86::esi, context(offsetof(NativeContext, channel)));
  }
  a.jne(next);
  if (!transition.guard.empty() && !code_.condition(transition.guard, kSource, next)) return false;
  a.cmp(context(offsetof(NativeContext, value_count)), imm(operation.fields.size()));
  a.jne(give_up_);
  const auto value = [&](std::size_t field) { return context(offsetof(NativeContext, values) + 4 * field); };
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    if (operation.fields[i].kind != MessageField::Kind::Match) continue;
    if (!code_.value(operation.fields[i].code, kSource)) return false;
    a.cmp(x86::esi, value(i));
    a.jne(next);
  }
  begin(hooks_.begin_pair, id);
  a.mov(x86::eax, context(offsetof(NativeContext, sender_frame)));
  a.mov(x86::ecx, context(offsetof(NativeContext, sender_target)));
  if (program_.header_bytes == 1)
    a.mov(x86::byte_ptr(kCopy.base, x86::rax), x86::cl);
  else
    a.mov(x86::word_ptr(kCopy.base, x86::rax), x86::cx);
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    if (operation.fields[i].kind != MessageField::Kind::Store) continue;
    a.mov(x86::esi, value(i));
    if (!code_.effect(operation.fields[i].code, kCopy, true)) return false;
  }
  const Label silent = a.newLabel();
  a.cmp(context(offsetof(NativeContext, sender_acts)), imm(0));
  a.je(silent);
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::rsi, x86::r13);
  call(hooks_.sender_effect);
  a.test(x86::eax, x86::eax);
  a.jz(give_up_);
  a.bind(silent);
  if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
  move_to(transition);
  a.mov(x86::r14d, imm(1));
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(id));
  call(hooks_.finish_pair);
  a.bind(next);
  return true;
}

bool FunctionEmitter::expression(CodeRef code) {
  a.push(x86::rbx);
  a.push(x86::rbp);
  a.mov(x86::rbx, x86::rdi);
  a.mov(x86::rbp, context_pointer(offsetof(NativeContext, source)));
  if (!code_.value(code, {x86::rbp, x86::rbp})) return false;
  const Label leave = a.newLabel();
  a.mov(x86::eax, x86::esi);
  a.bind(leave);
  a.pop(x86::rbp);
  a.pop(x86::rbx);
  a.ret();
  a.bind(give_up_);
  a.xor_(x86::eax, x86::eax);
  a.jmp(leave);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------

class CountErrors : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { ++errors; }
  std::size_t errors = 0;
};

class X86Code final : public NativeCode {
 public:
  X86Code(const Program& program, const NativeHooks& hooks, const std::vector<CodeRef>& expressions)
      : program_(program), hooks_(hooks), tables_(program), follows_(program.transitions.size(), -1) {
    codes_ = expressions;
  }
  ~X86Code() override {
    if (memory_ != MAP_FAILED) munmap(memory_, memory_bytes_);
  }
  bool build(std::string& why);

 private:
  struct Entry {
    Label label;
    Function* function;
  };
  /// Whether it can be emitted: into the void.
  template <class Try>
  bool works(Try&& attempt) {
    asmjit::CodeHolder nowhere;
    CountErrors problems;
    nowhere.init(asmjit::Environment::host());
    nowhere.setErrorHandler(&problems);
    x86::Assembler a(&nowhere);
    FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
    return attempt(emitter) && problems.errors == 0;
  }
  bool can_follow(TransitionId id) {
    std::int8_t& known = follows_[id];
    if (known < 0)
      known = works([&](FunctionEmitter& attempt) {
        // The label belongs to the attempt's own code, which is thrown away.
        return attempt.follow(id, attempt.new_label());
      });
    return known != 0;
  }
  void location(x86::Assembler& a, LocationId id);
  void receivers(x86::Assembler& a, LocationId id);
  bool place(asmjit::CodeHolder& code, std::string& why);

  const Program& program_;
  NativeHooks hooks_;
  NativeTables tables_;
  std::vector<std::int8_t> follows_;  ///< by transition; -1: not tried yet
  const FollowTest can_follow_ = [this](TransitionId id) { return can_follow(id); };
  std::vector<Entry> entries_;
  void* memory_ = MAP_FAILED;
  std::size_t memory_bytes_ = 0;
};

void X86Code::location(x86::Assembler& a, LocationId id) {
  const Location& here = program_.locations[id];
  bool has_escapes = false;
  for (std::uint32_t i = 0; i < here.count; ++i) has_escapes |= program_.transitions[here.first + i].escape != 0;
  if (here.deterministic || here.count == 0 || has_escapes) return;
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &expand_[id]});
  a.bind(entries_.back().label);
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
  emitter.prologue();
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const TransitionId transition = here.first + i;
    if (works([&](FunctionEmitter& attempt) { return attempt.transition(transition); })) {
      emitter.transition(transition);
      ++compiled_;
    } else {
      emitter.call_back(transition);
      left_out_ += program_.transitions[transition].kind != TransitionKind::End;
    }
  }
  emitter.epilogue();
}

/// What the interpreter's try_receiver does, if all of it can be compiled.
void X86Code::receivers(x86::Assembler& a, LocationId id) {
  const Location& here = program_.locations[id];
  std::vector<TransitionId> receiving;
  bool all = true;
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const Transition& transition = program_.transitions[here.first + i];
    all = all && transition.escape == 0;
    if (transition.kind == TransitionKind::Deterministic) {
      const Location& inner = program_.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j) {
        const std::uint32_t operation = program_.transitions[inner.first + j].channel_operation;
        if (operation == kNone || program_.channel_operations[operation].sends()) continue;
        receivers_[id].any = true;
        all = false;
      }
      continue;
    }
    if (transition.channel_operation == kNone || program_.channel_operations[transition.channel_operation].sends())
      continue;
    receivers_[id].any = true;
    receiving.push_back(here.first + i);
    all = all && works([&](FunctionEmitter& attempt) { return attempt.receiver(here.first + i); });
  }
  if (!all || receiving.empty()) return;
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &receivers_[id].function});
  a.bind(entries_.back().label);
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
  emitter.prologue();
  for (const TransitionId transition : receiving) emitter.receiver(transition);
  emitter.epilogue();
}

bool X86Code::build(std::string& why) {
  if (program_.locations.size() > kMostLocations) {
    why = "the model has too many locations";
    return false;
  }
  expand_.assign(program_.locations.size(), nullptr);
  receivers_.assign(program_.locations.size(), {});
  expressions_.assign(codes_.size(), nullptr);
  asmjit::CodeHolder code;
  CountErrors problems;
  code.init(asmjit::Environment::host());
  code.setErrorHandler(&problems);
  x86::Assembler a(&code);
  bool meets = false;
  for (const ChannelType& type : program_.channel_types) meets = meets || type.capacity == 0;
  for (LocationId id = 0; id < program_.locations.size(); ++id) {
    location(a, id);
    if (meets) receivers(a, id);
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    if (!works([&](FunctionEmitter& attempt) { return attempt.expression(codes_[i]); })) continue;
    a.align(asmjit::AlignMode::kCode, 16);
    entries_.push_back({a.newLabel(), &expressions_[i]});
    a.bind(entries_.back().label);
    FunctionEmitter(program_, tables_, hooks_, can_follow_, a).expression(codes_[i]);
  }
  if (problems.errors != 0) {
    why = "the assembler refused an instruction";
    return false;
  }
  return place(code, why);
}

bool X86Code::place(asmjit::CodeHolder& code, std::string& why) {
  why = "the code cannot be laid out";
  if (code.flatten() != asmjit::kErrorOk || code.resolveUnresolvedLinks() != asmjit::kErrorOk) return false;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  memory_bytes_ = (code.codeSize() + page) / page * page;
  memory_ = mmap(nullptr, memory_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) {
    why = std::string("no memory for code: ") + std::strerror(errno);
    return false;
  }
  if (code.relocateToBase(reinterpret_cast<std::uintptr_t>(memory_)) != asmjit::kErrorOk ||
      code.copyFlattenedData(memory_, memory_bytes_) != asmjit::kErrorOk)
    return false;
  if (mprotect(memory_, memory_bytes_, PROT_READ | PROT_EXEC) != 0) {
    why = std::string("the system forbids executing generated code: ") + std::strerror(errno);
    return false;
  }
  code_bytes_ = code.codeSize();
  for (const Entry& entry : entries_) {
    std::byte* at = static_cast<std::byte*>(memory_) + code.labelOffsetFromBase(entry.label);
    std::memcpy(entry.function, &at, sizeof at);
  }
  why.clear();
  return true;
}

}  // namespace

std::unique_ptr<NativeCode> NativeCode::compile(const Program& program, const NativeHooks& hooks,
                                                const std::vector<CodeRef>& expressions, std::string& why) {
  auto code = std::make_unique<X86Code>(program, hooks, expressions);
  if (!code->build(why)) return nullptr;
  return code;
}

}  // namespace weir

#else

namespace weir {

std::unique_ptr<NativeCode> NativeCode::compile(const Program&, const NativeHooks&, const std::vector<CodeRef>&,
                                                std::string& why) {
  why = "there is no native code on this machine";
  return nullptr;
}

}  // namespace weir

#endif
