// SPDX-License-Identifier: Apache-2.0
#include "model/code_scan.h"

#include <algorithm>

#include "model/arithmetic.h"
#include "model/code_walk.h"

namespace weir {

AbstractValue values_of(const Instruction& form) {
  const ScalarRange range = scalar_range(form);
  return AbstractValue::range(range.least, range.most);
}

namespace {

using Kind = Observation::Kind;

AbstractValue hull(const AbstractValue& a, const AbstractValue& b) {
  if (a.kind != b.kind) return {};
  return {a.kind, std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

bool is_number(const AbstractValue& value) { return value.kind == AbstractValue::Kind::Number; }

bool may_be_zero(const AbstractValue& value) { return !is_number(value) || (value.lo <= 0 && value.hi >= 0); }

/// lo..hi, or anything if the computation may wrap.
AbstractValue unless_wrapped(std::int64_t lo, std::int64_t hi) {
  return lo >= INT32_MIN && hi <= INT32_MAX ? AbstractValue::range(lo, hi) : AbstractValue{};
}

AbstractValue arithmetic(OpCode op, const AbstractValue& x, const AbstractValue& y) {
  if (x.is_constant() && y.is_constant()) {
    const auto value = checked_apply(op, static_cast<std::int32_t>(x.lo), static_cast<std::int32_t>(y.lo));
    return value ? AbstractValue::number(*value) : AbstractValue{};
  }
  if (info_of(op).test) return AbstractValue::range(0, 1);
  if (!is_number(x) || !is_number(y)) return {};
  switch (op) {
    case OpCode::Add: return unless_wrapped(x.lo + y.lo, x.hi + y.hi);
    case OpCode::Subtract: return unless_wrapped(x.lo - y.hi, x.hi - y.lo);
    case OpCode::Modulo:
      if (!y.is_constant() || y.lo <= 0) return {};
      return AbstractValue::range(x.lo >= 0 ? 0 : 1 - y.lo, y.lo - 1);
    case OpCode::Mask: {
      const std::int64_t most = low_bits(static_cast<unsigned>(y.lo));
      return x.within(0, most) ? x : AbstractValue::range(0, most);
    }
    default: return {};
  }
}

std::int64_t largest_capacity(const Program& program) {
  std::uint32_t capacity = 0;
  for (const ChannelType& type : program.channel_types) capacity = std::max(capacity, type.capacity);
  return capacity;
}

std::optional<ChannelQuestion> question_of(OpCode op) {
  switch (op) {
    case OpCode::ChannelFull: return ChannelQuestion::Full;
    case OpCode::ChannelEmpty: return ChannelQuestion::Empty;
    case OpCode::ChannelNotFull: return ChannelQuestion::NotFull;
    case OpCode::ChannelNotEmpty: return ChannelQuestion::NotEmpty;
    case OpCode::Poll: return ChannelQuestion::Matches;
    default: return std::nullopt;
  }
}

class Scan : public CodeWalk<Scan, AbstractValue> {
 public:
  Scan(const Program& program, const ScanFacts& facts, CodeObserver& observer)
      : CodeWalk(program), facts_(facts), observer_(observer) {}

  AbstractValue run(CodeRef code, AbstractValue argument) {
    walk(code, {AbstractValue::number(0), argument});
    return stack_.back();
  }

 private:
  friend CodeWalk;

  static AbstractValue constant(std::int32_t value) { return AbstractValue::number(value); }
  AbstractValue load(const Instruction& i) { return load(info_of(i.op).global, i.a, i.a, i); }
  void store(const Instruction& i, const AbstractValue&) { access(Kind::Write, info_of(i.op).global, i.a, i.a, i); }
  static AbstractValue address(const Instruction& i) {
    return {info_of(i.op).global ? AbstractValue::Kind::GlobalAddress : AbstractValue::Kind::LocalAddress, i.a, i.a};
  }
  AbstractValue index(const Instruction& i, AbstractValue address, const AbstractValue& which) {
    const AbstractValue valid = check_index(i, which);
    address.lo += valid.lo * i.b;
    address.hi += valid.hi * i.b;
    return address;
  }
  AbstractValue check_index(const Instruction& i, const AbstractValue& which) {
    const std::int64_t last = std::int64_t{i.a} - 1;
    if (which.within(0, last)) return which;
    tell(Kind::RuntimeError);
    if (!is_number(which)) return AbstractValue::range(0, last);
    const std::int64_t lo = std::clamp<std::int64_t>(which.lo, 0, last);
    return AbstractValue::range(lo, std::clamp<std::int64_t>(which.hi, lo, last));
  }
  AbstractValue load_at(const Instruction& i, const AbstractValue& address) {
    if (!is_number(address)) return load(is_global(address), address.lo, address.hi, i);
    access_anywhere(Kind::Read);
    return values_of(i);
  }
  void store_at(const Instruction& i, const AbstractValue& address, const AbstractValue&) {
    if (is_number(address)) return access_anywhere(Kind::Write);
    access(Kind::Write, is_global(address), address.lo, address.hi, i);
  }
  static AbstractValue unary(const Instruction& i, const AbstractValue& x) {
    return arithmetic(i.op, x, AbstractValue::number(i.a));
  }
  AbstractValue binary(const Instruction& i, const AbstractValue& x, const AbstractValue& y) {
    if (is_division(i.op) && may_be_zero(y)) tell(Kind::RuntimeError);
    return arithmetic(i.op, x, y);
  }
  AbstractValue query(const Instruction& i, std::span<const AbstractValue> operands) {
    const OpInfo& info = info_of(i.op);
    if (i.op == OpCode::Poll) return poll(program_.channel_operations[static_cast<std::size_t>(i.a)]);
    if (info.reads == Observable::Channel) {
      ask_channel(operands[0], question_of(i.op));
    } else {
      tell_accesses(i, info, operands);
      if (info.failure == Failure::RuntimeError) tell(Kind::RuntimeError);
    }
    return answer(i, info);
  }
  void effect(const Instruction& i, std::span<const AbstractValue> operands) {
    const OpInfo& info = info_of(i.op);
    tell_accesses(i, info, operands);
    if (info.failure == Failure::Assertion && may_be_zero(operands[0])) tell(Kind::Assertion);
    if (info.failure == Failure::RuntimeError) tell(Kind::RuntimeError);
  }
  static void drop(const AbstractValue&) {}
  static void test(const AbstractValue&) {}
  void join(const Waiting& path) {
    WEIR_ASSERT(path.stack.size() == stack_.size(), "paths join with the same stack height");
    for (std::size_t k = 0; k < stack_.size(); ++k) stack_[k] = hull(path.stack[k], stack_[k]);
  }

  static bool is_global(const AbstractValue& address) { return address.kind == AbstractValue::Kind::GlobalAddress; }

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

  /// Reports what the table says that the instruction reads and writes.
  void tell_accesses(const Instruction& i, const OpInfo& info, std::span<const AbstractValue> operands) {
    const AbstractValue number = operands.empty() ? AbstractValue{} : operands[0];
    switch (info.reads) {
      case Observable::None:
      case Observable::Processes:
      case Observable::Channels: break;
      case Observable::Variable: access_anywhere(Kind::Read); break;
      case Observable::RemoteVariable: tell(Kind::RemoteVariable); break;
      case Observable::Location:
        observer_.observe({.kind = Kind::Location,
                           .number = number,
                           .location = i.op == OpCode::RemoteLocation ? i.a : Observation::kAnyLocation});
        break;
      case Observable::Flags: observer_.observe({.kind = Kind::Flags, .progress = i.op == OpCode::NonProgress}); break;
      case Observable::OwnPid: tell(Kind::OwnPid); break;
      case Observable::ProcessCount: tell(Kind::ProcessCount); break;
      case Observable::Channel: observer_.observe({.kind = Kind::Channel, .number = number}); break;
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
  }

  /// The possible answers of a query.
  AbstractValue answer(const Instruction& i, const OpInfo& info) const {
    if (info.test) return AbstractValue::range(0, 1);
    switch (i.op) {
      case OpCode::OwnPid:
        return facts_.pid == ScanFacts::kNoPid ? AbstractValue::range(-1, kProcessLimit)
                                               : AbstractValue::number(facts_.pid);
      case OpCode::ChannelLength: return AbstractValue::range(0, largest_capacity(program_));
      case OpCode::ProcessCount:
      case OpCode::Run: return AbstractValue::range(0, kProcessLimit);
      case OpCode::NewChannel: return AbstractValue::range(0, kChannelLimit);
      default: return {};
    }
  }

  /// If this instruction leaves 0, the whole code evaluates to 0.
  bool is_needed() const {
    for (std::size_t at = position() + 1;;) {
      const Instruction& i = program_.code[at];
      if (i.op == OpCode::Return) return true;
      if (i.op == OpCode::Truth)
        ++at;
      else if (i.op == OpCode::AndJump)
        at = target_of(at, i);
      else
        return false;
    }
  }

  void ask_channel(const AbstractValue& number, std::optional<ChannelQuestion> question) {
    if (!number.within(1, static_cast<std::int64_t>(program_.static_channels.size()))) tell(Kind::RuntimeError);
    if (question && !is_needed()) question.reset();
    observer_.observe({.kind = Kind::Channel, .number = number, .needed = question});
  }

  AbstractValue poll(const ChannelOperation& operation) {
    const AbstractValue number = scan_channel(program_, operation, facts_, observer_);
    for (const MessageField& field : operation.fields)
      if (field.kind == MessageField::Kind::Match) scan_code(program_, field.code, facts_, observer_);
    const bool buffered = std::all_of(program_.channel_types.begin(), program_.channel_types.end(),
                                      [](const ChannelType& type) { return type.capacity > 0; });
    if (!buffered) tell(Kind::RuntimeError);  // a rendezvous channel cannot be polled
    ask_channel(number, ChannelQuestion::Matches);
    return AbstractValue::range(0, 1);
  }

  const ScanFacts& facts_;
  CodeObserver& observer_;
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
  return Scan(program, facts, observer).run(code, argument);
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
