// SPDX-License-Identifier: Apache-2.0
#include "model/code_scan.h"

#include <algorithm>
#include <map>

#include "model/opcodes.h"

namespace weir {

AbstractValue values_of(const Instruction& form) {
  switch (form.width) {
    case Width::Bits: return AbstractValue::range(0, (std::int64_t{1} << form.bits) - 1);
    case Width::U8: return AbstractValue::range(0, 255);
    case Width::U16: return AbstractValue::range(0, 65535);
    case Width::I16: return AbstractValue::range(-32768, 32767);
    case Width::I32: break;
  }
  return {};
}

namespace {

using Stack = std::vector<AbstractValue>;
using Kind = Observation::Kind;

AbstractValue hull(const AbstractValue& a, const AbstractValue& b) {
  if (a.kind != b.kind) return {};
  return {a.kind, std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

bool fits(std::int64_t lo, std::int64_t hi) { return lo >= INT32_MIN && hi <= INT32_MAX; }

AbstractValue arithmetic(OpCode op, const AbstractValue& a, const AbstractValue& b) {
  if (a.kind != AbstractValue::Kind::Number || b.kind != AbstractValue::Kind::Number) return {};
  switch (op) {
    case OpCode::Add:
      return fits(a.lo + b.lo, a.hi + b.hi) ? AbstractValue::range(a.lo + b.lo, a.hi + b.hi) : AbstractValue{};
    case OpCode::Subtract:
      return fits(a.lo - b.hi, a.hi - b.lo) ? AbstractValue::range(a.lo - b.hi, a.hi - b.lo) : AbstractValue{};
    case OpCode::Multiply:
      if (a.is_constant() && b.is_constant() && fits(a.lo * b.lo, a.lo * b.lo))
        return AbstractValue::number(a.lo * b.lo);
      return {};
    case OpCode::Divide:
      if (a.is_constant() && b.is_constant() && b.lo > 0) return AbstractValue::number(a.lo / b.lo);
      return {};
    case OpCode::Modulo:
      if (!b.is_constant() || b.lo <= 0) return {};
      if (a.is_constant()) return AbstractValue::number(a.lo % b.lo);
      return a.lo >= 0 ? AbstractValue::range(0, b.lo - 1) : AbstractValue::range(1 - b.lo, b.lo - 1);
    case OpCode::Less:
    case OpCode::LessEqual:
    case OpCode::Greater:
    case OpCode::GreaterEqual:
    case OpCode::Equal:
    case OpCode::NotEqual: return AbstractValue::range(0, 1);
    default: return {};
  }
}

std::int64_t largest_capacity(const Program& program) {
  std::uint32_t capacity = 0;
  for (const ChannelType& type : program.channel_types) capacity = std::max(capacity, type.capacity);
  return capacity;
}

class Scan {
 public:
  Scan(const Program& program, const ScanFacts& facts, CodeObserver& observer)
      : program_(program), facts_(facts), observer_(observer) {}

  AbstractValue run(std::uint32_t begin, AbstractValue argument) {
    enter(begin, {AbstractValue::number(0), argument});
    while (!waiting_.empty()) {
      const auto first = waiting_.begin();
      const std::uint32_t at = first->first;
      stack_ = first->second;
      waiting_.erase(first);
      step(at, program_.code[at]);
    }
    return result_.value_or(AbstractValue{});
  }

 private:
  void enter(std::uint32_t at, Stack stack) {
    const auto [seen, fresh] = joined_.try_emplace(at, stack);
    if (!fresh) {
      // Joining paths should have the same stack height; if not, nothing is known about the stack.
      const std::size_t height = std::min(seen->second.size(), stack.size());
      Stack merged(height);
      for (std::size_t i = 0; i < height; ++i) merged[i] = hull(seen->second[i], stack[i]);
      if (merged == seen->second) return;
      if (++widenings_ > 64) merged.assign(height, AbstractValue{});
      if (merged == seen->second) return;
      seen->second = merged;
      stack = std::move(merged);
    }
    waiting_[at] = std::move(stack);
  }
  AbstractValue pop() {
    if (stack_.empty()) return {};
    AbstractValue top = stack_.back();
    stack_.pop_back();
    return top;
  }
  void push(const AbstractValue& value) { stack_.push_back(value); }

  void tell(Kind kind) { observer_.observe({.kind = kind}); }
  void access(Kind kind, bool global, std::int64_t lo, std::int64_t hi, const Instruction& form) {
    observer_.observe({.kind = kind,
                       .global = global,
                       .first = static_cast<std::uint32_t>(lo),
                       .bytes = static_cast<std::uint32_t>(hi - lo) + bytes_of(form.width),
                       .mask = lo == hi ? mask_of(form) : std::uint8_t{0xFF}});
  }
  void access_anywhere(Kind kind) {
    for (const bool global : {true, false}) observer_.observe({.kind = kind, .global = global, .bytes = kNone});
  }
  AbstractValue load(bool global, std::int64_t lo, std::int64_t hi, const Instruction& form) {
    access(Kind::Read, global, lo, hi, form);
    if (lo == hi && facts_.constant)
      if (const auto known = facts_.constant(global, static_cast<std::uint32_t>(lo), form))
        return AbstractValue::number(*known);
    return values_of(form);
  }

  void step(std::uint32_t at, const Instruction& i) {
    const OpInfo& info = info_of(i.op);
    switch (info.flow) {
      case ControlFlow::Return: {
        const AbstractValue top = stack_.empty() ? AbstractValue{} : stack_.back();
        result_ = result_ ? hull(*result_, top) : top;
        return;
      }
      case ControlFlow::Jump: return jump(at, i);
      case ControlFlow::Next: break;
    }
    if (is_load(i.op)) {
      push(load(is_global(i.op), i.a, i.a, i));
    } else if (is_store(i.op)) {
      pop();
      access(Kind::Write, is_global(i.op), i.a, i.a, i);
    } else if (!model(at, i)) {
      by_table(i, info);
    }
    enter(at + 1, stack_);
  }

  void jump(std::uint32_t at, const Instruction& i) {
    const std::uint32_t target = static_cast<std::uint32_t>(static_cast<std::int64_t>(at) + i.a);
    if (i.op == OpCode::Jump) return enter(target, stack_);
    pop();
    Stack taken = stack_;
    if (i.op == OpCode::AndJump) taken.push_back(AbstractValue::number(0));
    if (i.op == OpCode::OrJump) taken.push_back(AbstractValue::number(1));
    enter(target, std::move(taken));
    enter(at + 1, stack_);
  }

  /// Handles an instruction of which only its table row is known.
  void by_table(const Instruction& i, const OpInfo& info) {
    const std::int32_t pops = info.pops < 0 ? i.b : info.pops;
    AbstractValue first;  // popped first
    for (std::int32_t k = 0; k < pops; ++k) {
      const AbstractValue popped = pop();
      if (k == 0) first = popped;
    }
    switch (info.reads) {
      case Observable::None:
      case Observable::Processes:
      case Observable::Channels: break;
      case Observable::Variable: access_anywhere(Kind::Read); break;
      case Observable::RemoteVariable: tell(Kind::RemoteVariable); break;
      case Observable::Location:
        observer_.observe({.kind = Kind::Location,
                           .number = first,
                           .location = i.op == OpCode::RemoteLocation ? i.a : Observation::kAnyLocation});
        break;
      case Observable::Flags: observer_.observe({.kind = Kind::Flags, .progress = i.op == OpCode::NonProgress}); break;
      case Observable::OwnPid: tell(Kind::OwnPid); break;
      case Observable::ProcessCount: tell(Kind::ProcessCount); break;
      case Observable::Channel: observer_.observe({.kind = Kind::Channel, .number = first}); break;
      case Observable::Timeout: tell(Kind::Timeout); break;
      case Observable::Enabledness: tell(Kind::Enabledness); break;
      case Observable::Priority: tell(Kind::Priority); break;
    }
    switch (info.writes) {
      case Observable::Variable: access_anywhere(Kind::Write); break;
      case Observable::Priority: tell(Kind::SetPriority); break;
      case Observable::Processes:
        observer_.observe({.kind = Kind::CreateProcess, .type = static_cast<std::uint32_t>(i.a)});
        break;
      case Observable::Channels: tell(Kind::CreateChannel); break;
      default: break;
    }
    if (info.failure == Failure::RuntimeError) tell(Kind::RuntimeError);
    if (info.failure == Failure::Assertion) tell(Kind::Assertion);
    for (std::int8_t k = 0; k < info.pushes; ++k) push(value_of(i));
  }

  /// The abstract value of an instruction that is not modelled.
  AbstractValue value_of(const Instruction& i) const {
    switch (i.op) {
      case OpCode::Not:
      case OpCode::Truth:
      case OpCode::RemoteLocation:
      case OpCode::Timeout:
      case OpCode::NonProgress:
      case OpCode::Accepting:
      case OpCode::Enabled: return AbstractValue::range(0, 1);
      case OpCode::ProcessCount:
      case OpCode::Run: return AbstractValue::range(0, kProcessLimit);
      case OpCode::NewChannel: return AbstractValue::range(0, kChannelLimit);
      default: return {};
    }
  }

  void index(const Instruction& i) {
    const AbstractValue which = pop();
    AbstractValue address = pop();
    std::int64_t lo = 0;
    std::int64_t hi = std::int64_t{i.a} - 1;
    if (!which.within(lo, hi)) tell(Kind::RuntimeError);
    if (which.kind == AbstractValue::Kind::Number) {
      lo = std::clamp<std::int64_t>(which.lo, lo, hi);
      hi = std::clamp<std::int64_t>(which.hi, lo, hi);
    }
    address.lo += lo * i.b;
    address.hi += hi * i.b;
    push(address);
  }

  /// If the instruction leaves 0, the whole code evaluates to 0.
  bool is_needed(std::uint32_t at) const {
    for (++at;;) {
      const Instruction& i = program_.code[at];
      if (i.op == OpCode::Return) return true;
      if (i.op == OpCode::Truth)
        ++at;
      else if (i.op == OpCode::AndJump && i.a > 0)
        at += static_cast<std::uint32_t>(i.a);
      else
        return false;
    }
  }

  void ask_channel(std::uint32_t at, const AbstractValue& number, std::optional<ChannelQuestion> question) {
    if (!number.within(1, static_cast<std::int64_t>(program_.static_channels.size()))) tell(Kind::RuntimeError);
    if (question && !is_needed(at)) question.reset();
    observer_.observe({.kind = Kind::Channel, .number = number, .needed = question});
  }
  void query_channel(std::uint32_t at, std::optional<ChannelQuestion> question) {
    ask_channel(at, pop(), question);
    push(AbstractValue::range(0, question ? 1 : largest_capacity(program_)));
  }

  void poll(std::uint32_t at, const ChannelOperation& operation) {
    const AbstractValue number = scan_channel(program_, operation, facts_, observer_);
    for (const MessageField& field : operation.fields)
      if (!field.code.empty() && field.kind == MessageField::Kind::Match)
        scan_code(program_, field.code, facts_, observer_);
    // A rendezvous channel cannot be polled.
    bool buffered = true;
    for (const ChannelType& type : program_.channel_types) buffered = buffered && type.capacity > 0;
    if (!buffered) tell(Kind::RuntimeError);
    ask_channel(at, number, ChannelQuestion::Matches);
    push(AbstractValue::range(0, 1));
  }

  /// Handles instructions whose values or places are known more precisely than in the table. Returns false for others.
  bool model(std::uint32_t at, const Instruction& i) {
    switch (i.op) {
      case OpCode::Const: push(AbstractValue::number(i.a)); return true;
      case OpCode::Swap: {
        const AbstractValue top = pop();
        const AbstractValue below = pop();
        push(top);
        push(below);
        return true;
      }
      case OpCode::AddressGlobal: push({AbstractValue::Kind::GlobalAddress, i.a, i.a}); return true;
      case OpCode::AddressLocal: push({AbstractValue::Kind::LocalAddress, i.a, i.a}); return true;
      case OpCode::Index: index(i); return true;
      case OpCode::CheckIndex: {
        const AbstractValue which = pop();
        const std::int64_t last = std::int64_t{i.a} - 1;
        if (!which.within(0, last)) tell(Kind::RuntimeError);
        if (which.kind != AbstractValue::Kind::Number) {
          push(AbstractValue::range(0, last));
          return true;
        }
        const std::int64_t lo = std::clamp<std::int64_t>(which.lo, 0, last);
        push(AbstractValue::range(lo, std::clamp<std::int64_t>(which.hi, lo, last)));
        return true;
      }
      case OpCode::LoadAt: {
        const AbstractValue address = pop();
        if (address.kind == AbstractValue::Kind::Number) {
          access_anywhere(Kind::Read);
          push(values_of(i));
        } else {
          push(load(address.kind == AbstractValue::Kind::GlobalAddress, address.lo, address.hi, i));
        }
        return true;
      }
      case OpCode::StoreAt: {
        pop();
        const AbstractValue address = pop();
        if (address.kind == AbstractValue::Kind::Number)
          access_anywhere(Kind::Write);
        else
          access(Kind::Write, address.kind == AbstractValue::Kind::GlobalAddress, address.lo, address.hi, i);
        return true;
      }
      case OpCode::Mask: {
        const AbstractValue value = pop();
        const std::int64_t top = (std::int64_t{1} << i.a) - 1;
        push(value.within(0, top) ? value : AbstractValue::range(0, top));
        return true;
      }
      case OpCode::OwnPid:
        tell(Kind::OwnPid);
        push(facts_.pid == ScanFacts::kNoPid ? AbstractValue::range(-1, kProcessLimit)
                                             : AbstractValue::number(facts_.pid));
        return true;
      case OpCode::ChannelLength: query_channel(at, std::nullopt); return true;
      case OpCode::ChannelFull: query_channel(at, ChannelQuestion::Full); return true;
      case OpCode::ChannelEmpty: query_channel(at, ChannelQuestion::Empty); return true;
      case OpCode::ChannelNotFull: query_channel(at, ChannelQuestion::NotFull); return true;
      case OpCode::ChannelNotEmpty: query_channel(at, ChannelQuestion::NotEmpty); return true;
      case OpCode::Poll: poll(at, program_.channel_operations[static_cast<std::size_t>(i.a)]); return true;
      case OpCode::Assert: {
        const AbstractValue value = pop();
        const bool never_zero = value.kind == AbstractValue::Kind::Number && (value.lo > 0 || value.hi < 0);
        if (!never_zero) tell(Kind::Assertion);
        return true;
      }
      default: break;
    }
    const OpInfo& info = info_of(i.op);
    const bool binary = info.pops == 2 && info.pushes == 1 && info.reads == Observable::None;
    if (!binary) return false;
    const AbstractValue b = pop();
    const AbstractValue a = pop();
    const bool divides = info.failure == Failure::RuntimeError;
    if (divides && (b.kind != AbstractValue::Kind::Number || (b.lo <= 0 && b.hi >= 0))) tell(Kind::RuntimeError);
    push(arithmetic(i.op, a, b));
    return true;
  }

  const Program& program_;
  const ScanFacts& facts_;
  CodeObserver& observer_;
  std::map<std::uint32_t, Stack> waiting_;
  std::map<std::uint32_t, Stack> joined_;
  Stack stack_;
  std::optional<AbstractValue> result_;
  int widenings_ = 0;
};

class FailureFinder : public CodeObserver {
 public:
  void observe(const Observation& observation) override {
    found = found || observation.kind == Observation::Kind::RuntimeError;
  }
  bool found = false;
};

}  // namespace

AbstractValue scan_code(const Program& program, CodeRef code, const ScanFacts& facts, CodeObserver& observer,
                        AbstractValue argument) {
  if (code.empty()) return argument;
  return Scan(program, facts, observer).run(code.begin, argument);
}

AbstractValue scan_channel(const Program& program, const ChannelOperation& operation, const ScanFacts& facts,
                           CodeObserver& observer) {
  if (operation.static_channel != kNone) {
    const ChannelType& type = program.channel_types[program.static_channels[operation.static_channel].type];
    if (operation.fields.size() != type.fields.size()) observer.observe({.kind = Kind::RuntimeError});
    return AbstractValue::number(operation.static_channel + 1);
  }
  const AbstractValue number = scan_code(program, operation.channel, facts, observer);
  bool certain = number.within(1, static_cast<std::int64_t>(program.static_channels.size()));
  for (std::int64_t i = number.lo; certain && i <= number.hi; ++i) {
    const ChannelType& type = program.channel_types[program.static_channels[static_cast<std::size_t>(i - 1)].type];
    certain = operation.fields.size() == type.fields.size();
  }
  if (!certain) observer.observe({.kind = Kind::RuntimeError});
  return number;
}

void scan_transition(const Program& program, const Transition& transition, const ScanFacts& facts,
                     CodeObserver& observer) {
  const std::uint32_t type = program.locations[transition.source].process_type;
  scan_code(program, program.process_types[type].provided, facts, observer);
  scan_code(program, transition.guard, facts, observer);
  if (transition.channel_operation != kNone) {
    const ChannelOperation& operation = program.channel_operations[transition.channel_operation];
    scan_channel(program, operation, facts, observer);
    for (const MessageField& field : operation.fields) scan_code(program, field.code, facts, observer);
  }
  scan_code(program, transition.effect, facts, observer);
  if (transition.kind == TransitionKind::Deterministic) observer.observe({.kind = Kind::RuntimeError});
}

bool may_fail(const Program& program, CodeRef code) {
  FailureFinder finder;
  scan_code(program, code, ScanFacts{}, finder);
  return finder.found;
}

}  // namespace weir
