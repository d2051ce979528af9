// SPDX-License-Identifier: Apache-2.0
#include "reduction/code_scan.h"

#include <algorithm>
#include <map>

namespace weir {

namespace {

using Stack = std::vector<AbstractValue>;

std::uint8_t mask_of(const Instruction& form) {
  if (form.width != Width::Bits) return 0xFF;
  return static_cast<std::uint8_t>(((1U << form.bits) - 1U) << form.shift);
}

AbstractValue of_width(const Instruction& form) {
  switch (form.width) {
    case Width::Bits: return AbstractValue::range(0, (std::int64_t{1} << form.bits) - 1);
    case Width::U8: return AbstractValue::range(0, 255);
    case Width::U16: return AbstractValue::range(0, 65535);
    case Width::I16: return AbstractValue::range(-32768, 32767);
    case Width::I32: break;
  }
  return {};
}

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

class Scan {
 public:
  Scan(const Program& program, const ScanFacts& facts, ScanListener& listener)
      : program_(program), facts_(facts), listener_(listener) {}

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
      // Paths that meet agree on the height of the stack; if not, nothing is known of what lies on it.
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

  AbstractValue load(bool global, std::int64_t lo, std::int64_t hi, const Instruction& form) {
    const std::uint32_t bytes = bytes_of(form.width);
    listener_.access(false, global, static_cast<std::uint32_t>(lo), static_cast<std::uint32_t>(hi - lo) + bytes,
                     lo == hi ? mask_of(form) : 0xFF);
    if (lo == hi && facts_.constant)
      if (const auto known = facts_.constant(global, static_cast<std::uint32_t>(lo), form))
        return AbstractValue::number(*known);
    return of_width(form);
  }
  void store(bool global, std::int64_t lo, std::int64_t hi, const Instruction& form) {
    const std::uint32_t bytes = bytes_of(form.width);
    listener_.access(true, global, static_cast<std::uint32_t>(lo), static_cast<std::uint32_t>(hi - lo) + bytes,
                     lo == hi ? mask_of(form) : 0xFF);
  }
  void anywhere(bool write) {
    listener_.access(write, true, 0, kNone, 0xFF);
    listener_.access(write, false, 0, kNone, 0xFF);
  }

  void step(std::uint32_t at, const Instruction& i) {
    const OpCode op = i.op;
    if (op >= OpCode::LoadGlobal && op <= OpCode::LoadGlobalI32) {
      push(load(true, i.a, i.a, i));
    } else if (op >= OpCode::LoadLocal && op <= OpCode::LoadLocalI32) {
      push(load(false, i.a, i.a, i));
    } else if (op >= OpCode::StoreGlobal && op <= OpCode::StoreGlobalI32) {
      pop();
      store(true, i.a, i.a, i);
    } else if (op >= OpCode::StoreLocal && op <= OpCode::StoreLocalI32) {
      pop();
      store(false, i.a, i.a, i);
    } else if (op == OpCode::Return) {
      const AbstractValue top = stack_.empty() ? AbstractValue{} : stack_.back();
      result_ = result_ ? hull(*result_, top) : top;
      return;
    } else if (jump(at, i)) {
      return;
    } else {
      other(at, i);
    }
    enter(at + 1, stack_);
  }

  bool jump(std::uint32_t at, const Instruction& i) {
    const std::uint32_t target = static_cast<std::uint32_t>(static_cast<std::int64_t>(at) + i.a);
    switch (i.op) {
      case OpCode::Jump: enter(target, stack_); return true;
      case OpCode::JumpIfZero:
        pop();
        enter(target, stack_);
        enter(at + 1, stack_);
        return true;
      case OpCode::AndJump:
      case OpCode::OrJump: {
        pop();
        Stack taken = stack_;
        taken.push_back(AbstractValue::number(i.op == OpCode::OrJump ? 1 : 0));
        enter(target, std::move(taken));
        enter(at + 1, stack_);
        return true;
      }
      default: return false;
    }
  }

  void index(const Instruction& i) {
    listener_.may_fail();
    const AbstractValue which = pop();
    AbstractValue address = pop();
    std::int64_t lo = 0;
    std::int64_t hi = std::int64_t{i.a} - 1;
    if (which.kind == AbstractValue::Kind::Number) {
      lo = std::clamp<std::int64_t>(which.lo, lo, hi);
      hi = std::clamp<std::int64_t>(which.hi, lo, hi);
    }
    address.lo += lo * i.b;
    address.hi += hi * i.b;
    push(address);
  }

  /// If the value that the instruction leaves is 0, so is that of the code.
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

  void channel_query(std::uint32_t at, std::optional<ChannelQuestion> question) {
    const AbstractValue number = pop();
    if (question && is_needed(at))
      listener_.need_channel(number, *question);
    else
      listener_.query_channel(number);
    push(AbstractValue::range(0, 255));
  }

  void other(std::uint32_t at, const Instruction& i) {
    switch (i.op) {
      case OpCode::Const: push(AbstractValue::number(i.a)); break;
      case OpCode::Pop: pop(); break;
      case OpCode::Swap: {
        const AbstractValue top = pop();
        const AbstractValue below = pop();
        push(top);
        push(below);
        break;
      }
      case OpCode::AddressGlobal: push({AbstractValue::Kind::GlobalAddress, i.a, i.a}); break;
      case OpCode::AddressLocal: push({AbstractValue::Kind::LocalAddress, i.a, i.a}); break;
      case OpCode::Index: index(i); break;
      case OpCode::CheckIndex: {
        listener_.may_fail();
        const AbstractValue which = pop();
        if (which.kind != AbstractValue::Kind::Number) return push(AbstractValue::range(0, i.a - 1));
        const std::int64_t lo = std::clamp<std::int64_t>(which.lo, 0, std::int64_t{i.a} - 1);
        push(AbstractValue::range(lo, std::clamp<std::int64_t>(which.hi, lo, std::int64_t{i.a} - 1)));
        break;
      }
      case OpCode::LoadAt: {
        const AbstractValue address = pop();
        if (address.kind == AbstractValue::Kind::Number) {
          anywhere(false);
          return push(of_width(i));
        }
        push(load(address.kind == AbstractValue::Kind::GlobalAddress, address.lo, address.hi, i));
        break;
      }
      case OpCode::StoreAt: {
        pop();
        const AbstractValue address = pop();
        if (address.kind == AbstractValue::Kind::Number) return anywhere(true);
        store(address.kind == AbstractValue::Kind::GlobalAddress, address.lo, address.hi, i);
        break;
      }
      case OpCode::RemoteLoadAt: pop(); [[fallthrough]];
      case OpCode::RemoteLoad:
        pop();
        listener_.remote_variable();
        listener_.query_everything();
        push({});
        break;
      case OpCode::RemoteLocation: {
        const AbstractValue pid = pop();
        listener_.location_of(pid.lo, pid.is_constant(), i.a);
        listener_.query_everything();
        push(AbstractValue::range(0, 1));
        break;
      }
      case OpCode::PcValue:
      case OpCode::GetPriority:
      case OpCode::Enabled:
        pop();
        listener_.remote_variable();
        listener_.location_of(0, false, -1);
        listener_.query_everything();
        push({});
        break;
      case OpCode::FindProcess:
        listener_.query_everything();
        listener_.query_processes();
        push({});
        break;
      case OpCode::SetPriority:
        pop();
        pop();
        listener_.query_everything();
        break;
      case OpCode::Not:
      case OpCode::Truth:
        pop();
        push(AbstractValue::range(0, 1));
        break;
      case OpCode::Complement:
      case OpCode::Negate:
        pop();
        push({});
        break;
      case OpCode::Mask: {
        const AbstractValue value = pop();
        const std::int64_t top = (std::int64_t{1} << i.a) - 1;
        push(value.kind == AbstractValue::Kind::Number && value.lo >= 0 && value.hi <= top
                 ? value
                 : AbstractValue::range(0, top));
        break;
      }
      case OpCode::OwnPid:
        push(facts_.pid == ScanFacts::kNoPid ? AbstractValue::range(-1, kProcessLimit)
                                             : AbstractValue::number(facts_.pid));
        break;
      case OpCode::ProcessCount:
        listener_.query_processes();
        push(AbstractValue::range(0, kProcessLimit));
        break;
      case OpCode::Timeout:
        listener_.timeout();
        push(AbstractValue::range(0, 1));
        break;
      case OpCode::NonProgress:
      case OpCode::Accepting:
        listener_.labels(i.op == OpCode::NonProgress);
        listener_.query_everything();
        push(AbstractValue::range(0, 1));
        break;
      case OpCode::ChannelLength: channel_query(at, std::nullopt); break;
      case OpCode::ChannelFull: channel_query(at, ChannelQuestion::Full); break;
      case OpCode::ChannelEmpty: channel_query(at, ChannelQuestion::Empty); break;
      case OpCode::ChannelNotFull: channel_query(at, ChannelQuestion::NotFull); break;
      case OpCode::ChannelNotEmpty: channel_query(at, ChannelQuestion::NotEmpty); break;
      case OpCode::Poll: poll(at, program_.channel_operations[static_cast<std::size_t>(i.a)]); break;
      case OpCode::NewChannel:
        listener_.change_processes();
        push(AbstractValue::range(0, kChannelLimit));
        break;
      case OpCode::Run:
        for (std::int32_t k = 0; k < i.b; ++k) pop();
        listener_.change_processes();
        listener_.creates(static_cast<std::uint32_t>(i.a));
        push(AbstractValue::range(0, kProcessLimit));
        break;
      case OpCode::Assert:
        listener_.may_fail();
        pop();
        break;
      case OpCode::Print: break;
      default: {  // the binary operators
        if (i.op == OpCode::Divide || i.op == OpCode::Modulo) listener_.may_fail();
        const AbstractValue b = pop();
        const AbstractValue a = pop();
        push(arithmetic(i.op, a, b));
      }
    }
  }

  void poll(std::uint32_t at, const ChannelOperation& operation) {
    AbstractValue number;
    if (operation.static_channel != kNone)
      number = AbstractValue::number(operation.static_channel + 1);
    else
      number = scan_code(program_, operation.channel, facts_, listener_);
    for (const MessageField& field : operation.fields)
      if (!field.code.empty() && field.kind == MessageField::Kind::Match)
        scan_code(program_, field.code, facts_, listener_);
    if (is_needed(at))
      listener_.need_channel(number, ChannelQuestion::Matches);
    else
      listener_.query_channel(number);
    push(AbstractValue::range(0, 1));
  }

  const Program& program_;
  const ScanFacts& facts_;
  ScanListener& listener_;
  std::map<std::uint32_t, Stack> waiting_;
  std::map<std::uint32_t, Stack> joined_;
  Stack stack_;
  std::optional<AbstractValue> result_;
  int widenings_ = 0;
};

}  // namespace

AbstractValue scan_code(const Program& program, CodeRef code, const ScanFacts& facts, ScanListener& listener,
                        AbstractValue argument) {
  if (code.empty()) return argument;
  return Scan(program, facts, listener).run(code.begin, argument);
}

}  // namespace weir
