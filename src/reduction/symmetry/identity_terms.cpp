// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_terms.h"

#include <algorithm>
#include <optional>

namespace weir {

namespace {

std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }

std::optional<std::int32_t> compute(OpCode op, std::int32_t a, std::int32_t x, std::int32_t y) {
  switch (op) {
    case OpCode::Not: return x == 0;
    case OpCode::Complement: return ~x;
    case OpCode::Negate: return wrap(0U - bare(x));
    case OpCode::Truth: return x != 0;
    case OpCode::Mask: return wrap(bare(x) & ((1U << a) - 1U));
    case OpCode::Add: return wrap(bare(x) + bare(y));
    case OpCode::Subtract: return wrap(bare(x) - bare(y));
    case OpCode::Multiply: return wrap(bare(x) * bare(y));
    case OpCode::Divide:
      if (y == 0 || y == -1) return std::nullopt;
      return x / y;
    case OpCode::Modulo:
      if (y == 0 || y == -1) return std::nullopt;
      return x % y;
    case OpCode::BitAnd: return x & y;
    case OpCode::BitXor: return x ^ y;
    case OpCode::BitOr: return x | y;
    case OpCode::Less: return x < y;
    case OpCode::LessEqual: return x <= y;
    case OpCode::Greater: return x > y;
    case OpCode::GreaterEqual: return x >= y;
    case OpCode::Equal: return x == y;
    case OpCode::NotEqual: return x != y;
    default: return std::nullopt;
  }
}

bool is_unary(OpCode op) {
  return op == OpCode::Not || op == OpCode::Complement || op == OpCode::Negate || op == OpCode::Truth ||
         op == OpCode::Mask;
}

bool same_form(const Place& place, const Instruction& form) {
  return place.width == form.width && place.shift == form.shift && place.bits == form.bits;
}

}  // namespace

TermId Terms::add(Term term) {
  const auto [entry, fresh] = numbers_.try_emplace(std::move(term), static_cast<TermId>(terms_.size()));
  if (fresh) terms_.push_back(&entry->first);
  return entry->second;
}

TermReader::TermReader(const Program& program, const std::vector<Slot>& slots,
                       const std::vector<std::uint32_t>& slots_of, std::vector<std::int32_t> values,
                       std::vector<bool> owners, std::uint32_t parameter, Terms& terms)
    : program_(program),
      slots_(slots),
      slots_of_(slots_of),
      values_(std::move(values)),
      owners_(std::move(owners)),
      parameter_(parameter),
      terms_(terms) {}

bool TermReader::fail(const char* problem) {
  if (problem_.empty()) problem_ = problem;
  return false;
}

TermId TermReader::made(Term term) {
  const bool pure = term.kind == Term::Kind::Operation || term.kind == Term::Kind::And || term.kind == Term::Kind::Or ||
                    term.kind == Term::Kind::Choice;
  if (!pure) return terms_.add(std::move(term));
  TermId identity = kNone;
  for (const TermId id : term.operands) {
    const Term& operand = terms_[id];
    if (operand.kind == Term::Kind::Constant) continue;
    TermId of = kNone;
    if (operand.kind == Term::Kind::Identity) of = id;
    if (operand.kind == Term::Kind::Table) of = operand.operands[0];
    if (of == kNone || (identity != kNone && identity != of)) return terms_.add(std::move(term));
    identity = of;
  }
  std::vector<std::int32_t> table;
  const std::size_t rows = identity == kNone ? 1 : values_.size();
  for (std::size_t i = 0; i < rows; ++i) {
    std::int32_t x[3] = {0, 0, 0};
    for (std::size_t k = 0; k < term.operands.size(); ++k) {
      const Term& operand = terms_[term.operands[k]];
      x[k] = operand.kind == Term::Kind::Constant   ? operand.a
             : operand.kind == Term::Kind::Identity ? values_[i]
                                                    : operand.table[i];
    }
    std::optional<std::int32_t> value;
    switch (term.kind) {
      case Term::Kind::And: value = x[0] == 0 ? 0 : x[1]; break;
      case Term::Kind::Or: value = x[0] != 0 ? 1 : x[1]; break;
      case Term::Kind::Choice: value = x[0] != 0 ? x[1] : x[2]; break;
      default: value = compute(term.op, term.a, x[0], x[1]);
    }
    if (!value) return terms_.add(std::move(term));
    table.push_back(*value);
  }
  if (identity == kNone) return terms_.add({.kind = Term::Kind::Constant, .a = table[0]});
  return terms_.add({.kind = Term::Kind::Table, .operands = {identity}, .table = std::move(table)});
}

TermId TermReader::variable(std::uint32_t slot, std::vector<TermId> index) {
  Term term{.kind = index.empty() ? Term::Kind::Load : Term::Kind::Element, .a = static_cast<std::int32_t>(slot)};
  term.operands = std::move(index);
  if (slots_[slot].stands_for != kNone) {
    term.a = static_cast<std::int32_t>(slots_[slot].stands_for);
    term.operands.push_back(terms_.add({.kind = Term::Kind::Constant, .a = slots_[slot].member}));
  }
  return terms_.add(std::move(term));
}

TermId TermReader::place(std::uint32_t type, std::int32_t offset, const Instruction& form) {
  const std::uint32_t owner = type == kNone ? kNone : slots_of_[type];
  for (std::uint32_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    const std::int64_t within = std::int64_t{offset} - slot.place.offset;
    if (slot.type != owner || within < 0 || within >= slot.bytes() || !same_form(slot.place, form)) continue;
    if (!slot.is_array) {
      const bool own = i == parameter_ && type != kNone && owners_[type];
      if (own) return terms_.add({.kind = Term::Kind::Identity, .a = static_cast<std::int32_t>(i)});
      return variable(i, {});
    }
    const auto stride = static_cast<std::int64_t>(bytes_of(slot.place.width));
    if (within % stride != 0) break;
    const TermId index = terms_.add({.kind = Term::Kind::Constant, .a = static_cast<std::int32_t>(within / stride)});
    return variable(i, {index});
  }
  fail("it accesses bytes that belong to no variable");
  return kNone;
}

TermId TermReader::place_at(TermId address, const Instruction& form) {
  const Term term = terms_[address];
  if (term.kind != Term::Kind::Address) {
    fail("it computes an address in an unsupported way");
    return kNone;
  }
  const std::uint32_t type = bare(term.b);
  const std::uint32_t owner = type == kNone ? kNone : slots_of_[type];
  if (term.operands.size() == 1)
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      const Slot& slot = slots_[i];
      if (slot.type == owner && slot.is_array && slot.place.offset == bare(term.a) && same_form(slot.place, form) &&
          slot.count == bare(term.table[0]) && bytes_of(slot.place.width) == bare(term.table[1]))
        return variable(i, term.operands);
    }
  if (term.operands.empty()) return place(type, term.a, form);
  Term far = term;
  far.kind = Term::Kind::Far;
  far.b = static_cast<std::int32_t>(owner);
  far.table.push_back(static_cast<std::int32_t>(form.width));
  far.table.push_back(form.shift);
  far.table.push_back(form.bits);
  return terms_.add(std::move(far));
}

bool TermReader::close_joins(std::uint32_t at, std::vector<TermId>& stack, std::vector<Join>& joins) {
  while (!joins.empty() && joins.back().target == at) {
    const Join join = joins.back();
    joins.pop_back();
    if (join.kind == Join::Kind::Then || stack.size() != join.depth + 1) return fail("its control flow is too complex");
    const TermId last = stack.back();
    stack.pop_back();
    switch (join.kind) {
      case Join::Kind::And: stack.push_back(made({.kind = Term::Kind::And, .operands = {join.first, last}})); break;
      case Join::Kind::Or: stack.push_back(made({.kind = Term::Kind::Or, .operands = {join.first, last}})); break;
      default: stack.push_back(made({.kind = Term::Kind::Choice, .operands = {join.first, join.second, last}})); break;
    }
  }
  return true;
}

bool TermReader::step(std::uint32_t at, std::uint32_t type, std::vector<TermId>& stack, std::vector<TermId>& effects,
                      std::vector<Join>& joins) {
  using Kind = Term::Kind;
  const Instruction& i = program_.code[at];
  const auto push = [&](TermId id) {
    stack.push_back(id);
    return id != kNone;
  };
  const auto pop = [&] {
    const TermId id = stack.back();
    stack.pop_back();
    return id;
  };
  const auto needs = [&](std::size_t count) {
    return stack.size() >= count || fail("it uses a value computed elsewhere");
  };
  // Values on the stack were computed before the effect, and would be treated as computed after it.
  const auto effect = [&](Term term) {
    if (!joins.empty() || !stack.empty()) return fail("it has a side effect inside an expression");
    effects.push_back(terms_.add(std::move(term)));
    return true;
  };
  const auto jump_target = [&] { return static_cast<std::uint32_t>(static_cast<std::int64_t>(at) + i.a); };
  switch (i.op) {
    case OpCode::Const: return push(terms_.add({.kind = Kind::Constant, .a = i.a}));
    case OpCode::Pop: return needs(1) && effect({.kind = Kind::Drop, .operands = {pop()}});
    case OpCode::Swap:
      if (!needs(2)) return false;
      std::swap(stack.back(), stack[stack.size() - 2]);
      return true;
    case OpCode::LoadGlobal:
    case OpCode::LoadGlobalU8:
    case OpCode::LoadGlobalU16:
    case OpCode::LoadGlobalI16:
    case OpCode::LoadGlobalI32: return push(place(kNone, i.a, i));
    case OpCode::LoadLocal:
    case OpCode::LoadLocalU8:
    case OpCode::LoadLocalU16:
    case OpCode::LoadLocalI16:
    case OpCode::LoadLocalI32: return push(place(type, i.a, i));
    case OpCode::StoreGlobal:
    case OpCode::StoreGlobalU8:
    case OpCode::StoreGlobalU16:
    case OpCode::StoreGlobalI16:
    case OpCode::StoreGlobalI32:
    case OpCode::StoreLocal:
    case OpCode::StoreLocalU8:
    case OpCode::StoreLocalU16:
    case OpCode::StoreLocalI16:
    case OpCode::StoreLocalI32: {
      if (!needs(1)) return false;
      const TermId where = place(i.op >= OpCode::StoreLocal ? type : kNone, i.a, i);
      return where != kNone && effect({.kind = Kind::Store, .operands = {where, pop()}});
    }
    case OpCode::AddressGlobal:
      return push(terms_.add({.kind = Kind::Address, .a = i.a, .b = static_cast<std::int32_t>(kNone)}));
    case OpCode::AddressLocal:
      return push(terms_.add({.kind = Kind::Address, .a = i.a, .b = static_cast<std::int32_t>(type)}));
    case OpCode::Index: {
      if (!needs(2)) return false;
      const TermId index = pop();
      Term address = terms_[pop()];
      if (address.kind != Kind::Address) return fail("it indexes an array in an unsupported way");
      address.operands.push_back(index);
      address.table.push_back(i.a);
      address.table.push_back(i.b);
      return push(terms_.add(std::move(address)));
    }
    case OpCode::LoadAt: return needs(1) && push(place_at(pop(), i));
    case OpCode::StoreAt: {
      if (!needs(2)) return false;
      const TermId value = pop();
      const TermId where = place_at(pop(), i);
      return where != kNone && effect({.kind = Kind::Store, .operands = {where, value}});
    }
    case OpCode::CheckIndex: {
      // An array of channels: adds the number of the first.
      const Instruction* next = &program_.code[at + 1];
      if (!needs(1) || next[0].op != OpCode::Const || next[1].op != OpCode::Add)
        return fail("it computes a channel in an unsupported way");
      return push(terms_.add({.kind = Kind::ChannelElement, .a = next[0].a, .b = i.a, .operands = {pop()}}));
    }
    case OpCode::RemoteLoad: {
      if (!needs(1)) return false;
      const TermId process = pop();
      const Term& who = terms_[process];
      std::uint32_t owner = kNone;
      if (who.kind == Kind::Oldest) {
        owner = bare(who.a);
      } else if (who.kind == Kind::Constant && who.a >= 0 && bare(who.a) < program_.initial.size()) {
        owner = program_.initial[bare(who.a)].type;
      } else {
        for (std::uint32_t k = 0; k < owners_.size() && owner == kNone; ++k)
          if (owners_[k]) owner = k;
      }
      const TermId where = place(owner, i.a, i);
      if (where == kNone) return false;
      const Term variable = terms_[where];
      if (variable.kind == Kind::Element) return fail("it reads an array of another process");
      return push(terms_.add({.kind = Kind::VariableOf, .a = variable.a, .operands = {process}}));
    }
    case OpCode::RemoteLoadAt: return fail("it reads an array of another process");
    case OpCode::FindProcess: return push(terms_.add({.kind = Kind::Oldest, .a = i.a}));
    case OpCode::RemoteLocation:
    case OpCode::PcValue:
    case OpCode::Enabled:
      return needs(1) && push(terms_.add({.kind = Kind::OfProcess, .op = i.op, .a = i.a, .operands = {pop()}}));
    case OpCode::GetPriority:
    case OpCode::SetPriority: return fail("it uses priorities");
    case OpCode::Jump: {
      if (joins.empty() || joins.back().kind != Join::Kind::Then || joins.back().target != at + 1 || !needs(1) ||
          stack.size() != joins.back().depth + 1)
        return fail("its control flow is too complex");
      joins.back().kind = Join::Kind::Otherwise;
      joins.back().target = jump_target();
      joins.back().second = pop();
      return true;
    }
    case OpCode::JumpIfZero:
    case OpCode::AndJump:
    case OpCode::OrJump: {
      if (i.a <= 0) return fail("its control flow is too complex");
      if (!needs(1)) return false;
      const TermId first = pop();
      joins.push_back({i.op == OpCode::JumpIfZero ? Join::Kind::Then
                       : i.op == OpCode::AndJump  ? Join::Kind::And
                                                  : Join::Kind::Or,
                       jump_target(), stack.size(), first, kNone});
      return true;
    }
    case OpCode::OwnPid:
      if (type != kNone && owners_[type] && parameter_ == kNone) return push(terms_.add({.kind = Kind::Identity}));
      return push(terms_.add({.kind = Kind::OtherPid, .a = static_cast<std::int32_t>(type)}));
    case OpCode::ProcessCount:
    case OpCode::Timeout:
    case OpCode::NonProgress:
    case OpCode::Accepting: return push(terms_.add({.kind = Kind::Query, .op = i.op}));
    case OpCode::ChannelLength:
    case OpCode::ChannelFull:
    case OpCode::ChannelEmpty:
    case OpCode::ChannelNotFull:
    case OpCode::ChannelNotEmpty:
      return needs(1) && push(terms_.add({.kind = Kind::OfChannel, .op = i.op, .operands = {pop()}}));
    case OpCode::Poll: {
      if (polls_ > 0) return fail("it polls a channel inside a poll");
      ++polls_;
      const TermId operation = channel_operation(bare(i.a), type);
      --polls_;
      return operation != kNone && push(terms_.add({.kind = Kind::Poll, .operands = {operation}}));
    }
    case OpCode::NewChannel: return push(terms_.add({.kind = Kind::ChannelResult, .a = i.a}));
    case OpCode::Run: {
      if (!needs(static_cast<std::size_t>(i.b))) return false;
      const auto first = stack.end() - i.b;
      std::vector<TermId> arguments(first, stack.end());
      stack.erase(first, stack.end());
      return effect({.kind = Kind::Run, .a = i.a, .operands = std::move(arguments)}) &&
             push(terms_.add({.kind = Kind::RunResult}));
    }
    case OpCode::Assert: return needs(1) && effect({.kind = Kind::Assert, .operands = {pop()}});
    case OpCode::Print:
    case OpCode::Return: return true;
    default: {
      Term term{.kind = Kind::Operation, .op = i.op, .a = i.a};
      const std::size_t count = is_unary(i.op) ? 1 : 2;
      if (!needs(count)) return false;
      term.operands.resize(count);
      for (std::size_t k = count; k-- > 0;) term.operands[k] = pop();
      return push(made(std::move(term)));
    }
  }
}

bool TermReader::run(CodeRef code, std::uint32_t type, std::vector<TermId>& stack, std::vector<TermId>& effects) {
  std::vector<Join> joins;
  for (std::uint32_t at = code.begin;; ++at) {
    if (!close_joins(at, stack, joins)) return false;
    const OpCode op = program_.code[at].op;
    if (op == OpCode::Return) return joins.empty() || fail("its control flow is too complex");
    if (!step(at, type, stack, effects, joins)) return false;
    if (op == OpCode::CheckIndex) at += 2;
  }
}

TermId TermReader::value(CodeRef code, std::uint32_t type) {
  std::vector<TermId> stack, effects;
  if (!run(code, type, stack, effects)) return kNone;
  if (stack.size() != 1 || !effects.empty()) {
    fail("it has a side effect inside an expression");
    return kNone;
  }
  return stack[0];
}

TermId TermReader::guard(CodeRef code, std::uint32_t type) {
  problem_.clear();
  if (code.empty()) return terms_.add({.kind = Term::Kind::Sequence});
  std::vector<TermId> stack, effects;
  if (!run(code, type, stack, effects)) return kNone;
  if (stack.size() != 1) {
    fail("its condition has no value");
    return kNone;
  }
  // `run` as a condition has an effect and then a value.
  effects.push_back(terms_.add({.kind = Term::Kind::Test, .operands = {stack[0]}}));
  return terms_.add({.kind = Term::Kind::Sequence, .operands = std::move(effects)});
}

TermId TermReader::effect(CodeRef code, std::uint32_t type) {
  problem_.clear();
  std::vector<TermId> stack, effects;
  if (!code.empty() && !run(code, type, stack, effects)) return kNone;
  for (const TermId rest : stack) effects.push_back(terms_.add({.kind = Term::Kind::Drop, .operands = {rest}}));
  return terms_.add({.kind = Term::Kind::Sequence, .operands = std::move(effects)});
}

TermId TermReader::channel_operation(std::uint32_t number, std::uint32_t type) {
  problem_.clear();
  const ChannelOperation& operation = program_.channel_operations[number];
  std::uint32_t channel_type =
      operation.static_channel == kNone ? kNone : program_.static_channels[operation.static_channel].type;
  Term term{.kind = Term::Kind::Channel, .a = static_cast<std::int32_t>(operation.kind)};
  if (operation.static_channel == kNone) {
    term.operands.push_back(value(operation.channel, type));
  } else {
    term.operands.push_back(
        terms_.add({.kind = Term::Kind::Constant, .a = static_cast<std::int32_t>(operation.static_channel) + 1}));
  }
  if (term.operands[0] == kNone) return kNone;
  if (const Term& channel = terms_[term.operands[0]]; channel.kind == Term::Kind::ChannelElement) {
    const auto first = program_.static_channels.begin() + (channel.a - 1);
    if (std::all_of(first, first + channel.b, [&](const StaticChannel& other) { return other.type == first->type; }))
      channel_type = first->type;
  }
  term.b = static_cast<std::int32_t>(channel_type);
  for (std::size_t i = 0; i < operation.fields.size(); ++i) {
    const MessageField& field = operation.fields[i];
    term.table.push_back(static_cast<std::int32_t>(field.kind));
    TermId id = kNone;
    switch (field.kind) {
      case MessageField::Kind::Send:
      case MessageField::Kind::Match: id = value(field.code, type); break;
      case MessageField::Kind::Ignore: id = terms_.add({.kind = Term::Kind::Sequence}); break;
      case MessageField::Kind::Store: {
        std::vector<TermId> stack{terms_.add({.kind = Term::Kind::Received,
                                              .a = static_cast<std::int32_t>(i),
                                              .b = static_cast<std::int32_t>(channel_type)})};
        std::vector<TermId> effects;
        if (!run(field.code, type, stack, effects)) return kNone;
        if (!stack.empty()) {
          fail("it has a side effect inside an expression");
          return kNone;
        }
        id = terms_.add({.kind = Term::Kind::Sequence, .operands = std::move(effects)});
        break;
      }
    }
    if (id == kNone) return kNone;
    term.operands.push_back(id);
  }
  return terms_.add(std::move(term));
}

}  // namespace weir
