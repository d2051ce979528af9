// SPDX-License-Identifier: Apache-2.0
#include "model/native/function_emitter.h"

#include <algorithm>

#include "model/executor.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;

namespace {

constexpr std::int32_t kLongestSequence = 1000000;  ///< maximum length of a d_step; beyond, the interpreter decides
constexpr std::uint32_t kLongestLine = 32;          ///< transitions of a chain executed together

}  // namespace

void FunctionEmitter::prologue() {
  for (const x86::Gp& reg : {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15}) a.push(reg);
  a.sub(x86::rsp, imm(kFrameBytes));
  a.mov(x86::rbx, x86::rdi);
  a.mov(x86::rbp, context_pointer(offsetof(NativeContext, source)));
  a.mov(x86::r12d, context(offsetof(NativeContext, frame)));
  a.add(x86::r12, x86::rbp);
  a.xor_(x86::r14d, x86::r14d);
}

void FunctionEmitter::epilogue() {
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

void FunctionEmitter::begin_walk(const void* locations) {
  locations_ = locations;
  walked_ = a.newLabel();
  prologue();
  a.mov(kMoved, imm(0));
  a.mov(x86::eax, context(offsetof(NativeContext, pid)));
  dispatch();
}

/// Jumps to the code for the location of process eax.
void FunctionEmitter::dispatch() {
  a.mov(x86::rcx, context_pointer(offsetof(NativeContext, process_offset)));
  a.mov(x86::r12d, x86::dword_ptr(x86::rcx, x86::rax, 2));
  a.mov(context(offsetof(NativeContext, frame)), x86::r12d);
  a.add(x86::r12, x86::rbp);
  if (program_.header_bytes == 1)
    a.movzx(x86::eax, x86::byte_ptr(x86::r12));
  else
    a.movzx(x86::eax, x86::word_ptr(x86::r12));
  a.mov(x86::rcx, imm(reinterpret_cast<std::uintptr_t>(locations_)));
  a.jmp(x86::qword_ptr(x86::rcx, x86::rax, 3));
}

void FunctionEmitter::next_process() {
  a.or_(kMoved, x86::r14d);
  a.xor_(x86::r14d, x86::r14d);
  a.mov(x86::eax, context(offsetof(NativeContext, pid)));
  a.cmp(x86::eax, context(offsetof(NativeContext, last_pid)));
  a.je(walked_);
  a.dec(x86::eax);
  a.mov(context(offsetof(NativeContext, pid)), x86::eax);
  dispatch();
}

void FunctionEmitter::call_back_process() {
  a.mov(x86::rdi, x86::rbx);
  emit_call(a, hooks_.process);
  emit_outcome_of_hook(a, give_up_);
}

void FunctionEmitter::end_walk() {
  a.bind(walked_);
  a.mov(x86::r14d, kMoved);
  epilogue();
}

void FunctionEmitter::shared_code(const NativeCode::Receivers* receivers) {
  emit_begin(false);
  emit_begin(true);
  emit_meet(receivers);
}

/// StateExpansion::meet as code, for the processes in the set rdi. r15: those not yet tried.
void FunctionEmitter::emit_meet(const NativeCode::Receivers* receivers) {
  static_assert(sizeof(NativeCode::Receivers) == 16);
  const Label next = a.newLabel();
  const Label interpreted = a.newLabel();
  const Label answered = a.newLabel();
  const Label done = a.newLabel();
  const Label leave = a.newLabel();
  a.align(asmjit::AlignMode::kCode, 16);
  a.bind(labels_.meet);
  a.push(x86::r14);
  a.xor_(x86::r14d, x86::r14d);
  a.mov(x86::eax, context(offsetof(NativeContext, frame)));
  a.mov(context(offsetof(NativeContext, sender_frame)), x86::eax);
  a.mov(x86::eax, context(offsetof(NativeContext, pid)));
  a.mov(context(offsetof(NativeContext, sender)), x86::eax);
  a.mov(x86::r15, x86::rdi);
  a.btr(x86::r15, x86::rax);
  a.bind(next);
  a.bsr(x86::r13, x86::r15);
  a.jz(done);
  a.btr(x86::r15, x86::r13);
  a.mov(x86::rcx, context_pointer(offsetof(NativeContext, process_offset)));
  a.mov(x86::eax, x86::dword_ptr(x86::rcx, x86::r13, 2));
  if (program_.header_bytes == 1)
    a.movzx(x86::edx, x86::byte_ptr(x86::rbp, x86::rax));
  else
    a.movzx(x86::edx, x86::word_ptr(x86::rbp, x86::rax));
  a.shl(x86::edx, imm(4));
  a.mov(x86::rcx, imm(reinterpret_cast<std::uintptr_t>(receivers)));
  a.add(x86::rcx, x86::rdx);
  a.mov(x86::rdx, x86::qword_ptr(x86::rcx, static_cast<std::int32_t>(offsetof(NativeCode::Receivers, channels))));
  a.mov(x86::r8d, context(offsetof(NativeContext, channel)));
  a.dec(x86::r8d);
  a.bt(x86::rdx, x86::r8);
  a.jnc(next);
  a.mov(context(offsetof(NativeContext, pid)), x86::r13d);
  a.mov(context(offsetof(NativeContext, frame)), x86::eax);
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::rax, x86::qword_ptr(x86::rcx, static_cast<std::int32_t>(offsetof(NativeCode::Receivers, function))));
  a.test(x86::rax, x86::rax);
  a.jz(interpreted);
  a.call(x86::rax);
  a.bind(answered);
  a.cmp(x86::eax, imm(static_cast<std::uint32_t>(NativeOutcome::GaveUp)));
  a.je(leave);
  a.or_(x86::r14d, x86::eax);
  a.jmp(next);
  a.bind(interpreted);
  emit_call(a, hooks_.receiver);
  a.jmp(answered);
  a.bind(done);
  a.mov(x86::eax, context(offsetof(NativeContext, sender)));
  a.mov(context(offsetof(NativeContext, pid)), x86::eax);
  a.mov(x86::eax, context(offsetof(NativeContext, sender_frame)));
  a.mov(context(offsetof(NativeContext, frame)), x86::eax);
  a.mov(x86::eax, x86::r14d);
  a.bind(leave);
  a.pop(x86::r14);
  a.ret();
}

/// Appends a successor as a copy of the source: the hook `begin` or `begin_pair`, compiled for the case that there is
/// room and states are not tiny.
void FunctionEmitter::emit_begin(bool pair) {
  using Arrays = NativeSuccessors::Arrays;
  using Entry = NativeSuccessors::Entry;
  static_assert(sizeof(Entry) == 32 && sizeof(Step) == 16);
  const auto array = [](std::size_t offset) { return x86::qword_ptr(x86::rdx, static_cast<std::int32_t>(offset)); };
  const auto entry = [](std::size_t offset) { return static_cast<std::int32_t>(offset); };
  const Label slow = a.newLabel();
  const Label tail = a.newLabel();
  const Label again = a.newLabel();
  a.align(asmjit::AlignMode::kCode, 16);
  a.bind(pair ? labels_.begin_pair : labels_.begin);
  a.mov(x86::rdx, context_pointer(offsetof(NativeContext, out)));
  a.mov(x86::rcx, array(offsetof(Arrays, count)));
  a.mov(x86::r8, array(offsetof(Arrays, used)));
  a.mov(x86::r9, context_pointer(offsetof(NativeContext, record_bytes)));
  a.lea(x86::r10, x86::ptr(x86::r8, x86::r9));
  a.mov(x86::r11d, context(offsetof(NativeContext, size)));
  a.cmp(x86::rcx, array(offsetof(Arrays, entry_room)));
  a.je(slow);
  a.cmp(x86::r10, array(offsetof(Arrays, byte_room)));
  a.ja(slow);
  a.sub(x86::r11, imm(16));
  a.jb(slow);
  a.mov(array(offsetof(Arrays, used)), x86::r10);
  a.lea(x86::rdi, x86::ptr(x86::rcx, 1));
  a.mov(array(offsetof(Arrays, count)), x86::rdi);
  // The index of a rendezvous identifies its step.
  if (pair) {
    a.mov(x86::edi, x86::ecx);
    a.sub(x86::edi, context(offsetof(NativeContext, first_place)));
    a.add(x86::edi, imm(static_cast<std::int32_t>(kComposite)));
  }
  a.shl(x86::rcx, imm(5));
  a.add(x86::rcx, array(offsetof(Arrays, entries)));
  a.mov(x86::dword_ptr(x86::rcx, entry(offsetof(Step, transition))), pair ? x86::edi : x86::esi);
  a.mov(x86::eax, context(pair ? offsetof(NativeContext, sender) : offsetof(NativeContext, pid)));
  a.mov(x86::dword_ptr(x86::rcx, entry(offsetof(Step, process))), x86::eax);
  if (pair) {
    a.mov(x86::eax, context(offsetof(NativeContext, pid)));
    a.mov(x86::dword_ptr(x86::rcx, entry(offsetof(Step, partner))), x86::eax);
  } else {
    a.mov(x86::dword_ptr(x86::rcx, entry(offsetof(Step, partner))), imm(kNoProcess));
  }
  a.mov(x86::dword_ptr(x86::rcx, entry(offsetof(Step, fault))), imm(0));
  a.mov(x86::qword_ptr(x86::rcx, entry(offsetof(Entry, offset))), x86::r8);
  a.mov(x86::qword_ptr(x86::rcx, entry(offsetof(Entry, size))), x86::r9);
  a.mov(x86::rcx, context_pointer(offsetof(NativeContext, fired)));
  a.mov(x86::byte_ptr(x86::rcx, x86::rsi), imm(1));
  if (pair) {
    a.mov(x86::esi, context(offsetof(NativeContext, sending)));
    a.mov(x86::byte_ptr(x86::rcx, x86::rsi), imm(1));
  }
  a.add(x86::r8, array(offsetof(Arrays, bytes)));
  // Copies sixteen bytes at a time; the last copy overlaps the previous one. r11: where the last copy starts.
  a.xor_(x86::ecx, x86::ecx);
  a.test(x86::r11d, x86::r11d);
  a.jz(tail);
  a.bind(again);
  a.movups(x86::xmm0, x86::xmmword_ptr(x86::rbp, x86::rcx));
  a.movups(x86::xmmword_ptr(x86::r8, x86::rcx), x86::xmm0);
  a.add(x86::ecx, imm(16));
  a.cmp(x86::ecx, x86::r11d);
  a.jb(again);
  a.bind(tail);
  a.movups(x86::xmm0, x86::xmmword_ptr(x86::rbp, x86::r11));
  a.movups(x86::xmmword_ptr(x86::r8, x86::r11), x86::xmm0);
  a.mov(x86::rax, x86::r8);
  a.ret();
  a.bind(slow);
  a.sub(x86::rsp, imm(8));
  a.mov(x86::rdi, x86::rbx);
  emit_call(a, pair ? hooks_.begin_pair : hooks_.begin);
  a.add(x86::rsp, imm(8));
  a.ret();
}

void FunctionEmitter::begin(TransitionId id) {
  a.mov(x86::esi, imm(id));
  a.call(labels_.begin);
  enter_copy();
}

void FunctionEmitter::begin_pair(TransitionId id) {
  a.mov(x86::esi, imm(id));
  a.call(labels_.begin_pair);
  enter_copy();
}

/// Requires rax to hold the address of the copy.
void FunctionEmitter::enter_copy() {
  a.mov(x86::r13, x86::rax);
  a.mov(x86::r15, x86::r12);
  a.sub(x86::r15, x86::rbp);
  a.add(x86::r15, x86::rax);
}

/// Marks a transition as fired when no hook is called for it.
void FunctionEmitter::mark(TransitionId id) {
  a.mov(x86::rax, context_pointer(offsetof(NativeContext, fired)));
  a.mov(x86::byte_ptr(x86::rax, static_cast<std::int32_t>(id)), imm(1));
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

/// Passes the successor to the interpreter: it may be a link of a chain.
void FunctionEmitter::hand_over(TransitionId first, TransitionId last, std::uint32_t followed) {
  if (followed > 0) a.add(context(offsetof(NativeContext, followed)), imm(followed));
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(first));
  a.mov(x86::edx, imm(last));
  emit_call(a, hooks_.finish);
}

/// The transition was executed in the copy. If it keeps control and its target has only one transition, that one is
/// executed in place as well, and so on; for links of a chain this makes no difference. The transition that ends the
/// chain makes a successor, and the order of successors must be kept: it is executed in place only where the
/// interpreter would reach it next, in a chain and with no later transition at the first one's location.
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

bool FunctionEmitter::follow(TransitionId id, Label blocked) {
  const Transition& transition = program_.transitions[id];
  const bool simple = transition.kind == TransitionKind::Normal || transition.kind == TransitionKind::Else;
  // In a chain `timeout` is false, whatever its value at the start.
  if (!simple || transition.resizes || transition.escape != 0 || program_.has_provided || program_.has_priorities ||
      contains(program_, transition.guard, OpCode::Timeout) || contains(program_, transition.effect, OpCode::Timeout))
    return false;
  if (!transition.guard.empty() && !code_.condition(transition.guard, kCopy, blocked)) return false;
  if (transition.channel_operation != kNone) {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    if (operation.static_channel == kNone) return false;
    const StaticChannel& fixed = program_.static_channels[operation.static_channel];
    const ChannelType& type = program_.channel_types[fixed.type];
    if (type.capacity == 0 || operation.fields.size() != type.fields.size()) return false;
    const Channel channel{&type, true, static_cast<std::int32_t>(fixed.offset)};
    if (!channels_.possible(operation, channel, kCopy, blocked) || !channels_.pass(operation, channel, kCopy))
      return false;
  }
  if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
  mark(id);
  return true;
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
  emit_call(a, hooks_.consider);
  emit_outcome_of_hook(a, give_up_);
  a.bind(next);
}

bool FunctionEmitter::transition(TransitionId id) {
  const Transition& transition = program_.transitions[id];
  if (transition.resizes || transition.kind == TransitionKind::End) return false;
  const Label next = a.newLabel();
  if (transition.kind == TransitionKind::Else || transition.otherwise) {
    a.test(x86::r14d, x86::r14d);
    a.jnz(next);
  }
  if (transition.kind == TransitionKind::Deterministic) {
    if (!deterministic(id, next)) return false;
    a.bind(next);
    return true;
  }
  if (!transition.guard.empty() && !code_.condition(transition.guard, kSource, next)) return false;
  const auto take = [&](const ChannelOperation* operation, const Channel& channel) {
    begin(id);
    if (operation != nullptr && !channels_.pass(*operation, channel, kSource)) return false;
    if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
    finish(id);
    return true;
  };
  if (transition.channel_operation == kNone) {
    if (!take(nullptr, {})) return false;
  } else {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    const bool done = channels_.each_channel(operation, id, kSource, false, next, [&](const Channel& channel) {
      return channels_.possible(operation, channel, kSource, next) && take(&operation, channel);
    });
    if (!done) return false;
  }
  a.bind(next);
  return true;
}

/// The transitions of a location inside a d_step: takes the first enabled one. Falls through if none is.
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
      if (operation != nullptr && !channels_.pass(*operation, channel, from)) return false;
      if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
      mark(id);
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
      const bool emitted = channels_.each_channel(operation, id, from, true, next, [&](const Channel& channel) {
        return channels_.possible(operation, channel, from, next) && take(&operation, channel);
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
    begin(id);
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
  if (operation.fields.size() > kMessageLimit || operation.peeks()) return false;
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
  begin_pair(id);
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
  emit_call(a, hooks_.sender_effect);
  a.test(x86::eax, x86::eax);
  a.jz(give_up_);
  a.bind(silent);
  if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
  move_to(transition);
  a.mov(x86::r14d, imm(1));
  if (!transition.keeps_control) {
    a.cmp(context(offsetof(NativeContext, chained)), imm(0));
    a.je(next);
  }
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(id));
  emit_call(a, hooks_.finish_pair);
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
  a.mov(context(offsetof(NativeContext, failed)), imm(1));
  a.xor_(x86::eax, x86::eax);
  a.jmp(leave);
  return true;
}

}  // namespace weir
