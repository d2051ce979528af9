// SPDX-License-Identifier: Apache-2.0
#include "model/native/function_emitter.h"

#include <algorithm>

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::imm;
using asmjit::Label;

namespace {

constexpr std::int32_t kLongestSequence = 1000000;  ///< of a d_step; then the interpreter decides
constexpr std::uint32_t kLongestLine = 32;          ///< transitions of a chain that are done in one go

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

void FunctionEmitter::begin(std::byte* (*hook)(NativeContext*, std::uint32_t), TransitionId id) {
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(id));
  emit_call(a, hook);
  a.mov(x86::r13, x86::rax);
  a.mov(x86::r15, x86::r12);
  a.sub(x86::r15, x86::rbp);
  a.add(x86::r15, x86::rax);
}

/// For what no hook is told of.
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

/// The successor belongs to the interpreter again: it may be a link of a chain.
void FunctionEmitter::hand_over(TransitionId first, TransitionId last, std::uint32_t followed) {
  if (followed > 0) a.add(context(offsetof(NativeContext, followed)), imm(followed));
  a.mov(x86::rdi, x86::rbx);
  a.mov(x86::esi, imm(first));
  a.mov(x86::edx, imm(last));
  emit_call(a, hooks_.finish);
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
    begin(hooks_.begin, id);
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
  emit_call(a, hooks_.sender_effect);
  a.test(x86::eax, x86::eax);
  a.jz(give_up_);
  a.bind(silent);
  if (!transition.effect.empty() && !code_.effect(transition.effect, kCopy)) return false;
  move_to(transition);
  a.mov(x86::r14d, imm(1));
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
  a.xor_(x86::eax, x86::eax);
  a.jmp(leave);
  return true;
}

}  // namespace weir
