// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_terms.h"

#include <algorithm>
#include <optional>

#include "model/arithmetic.h"
#include "model/code_walk.h"

namespace weir {

namespace {

constexpr TermId kNotAlone = kNone - 1;

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

namespace {

bool is_pure(const Term& term) {
  return term.kind == Term::Kind::Operation || term.kind == Term::Kind::And || term.kind == Term::Kind::Or ||
         term.kind == Term::Kind::Choice;
}

std::optional<std::int32_t> evaluate(const Term& term, const std::int32_t (&x)[3]) {
  switch (term.kind) {
    case Term::Kind::And: return x[0] == 0 ? 0 : x[1];
    case Term::Kind::Or: return x[0] != 0 ? 1 : x[1];
    case Term::Kind::Choice: return x[0] != 0 ? x[1] : x[2];
    default: return checked_apply(term.op, x[0], term.op == OpCode::Mask ? term.a : x[1]);
  }
}

}  // namespace

/// The only identity that a pure term depends on. kNone if it depends on none; the term itself is then a constant.
/// kNotAlone if it depends on anything else.
TermId TermReader::identity_in(const Term& term) const {
  if (!is_pure(term)) return kNotAlone;
  TermId identity = kNone;
  for (const TermId id : term.operands) {
    const Term& operand = terms_[id];
    if (operand.kind == Term::Kind::Constant) continue;
    TermId of = kNotAlone;
    if (operand.kind == Term::Kind::Identity) of = id;
    if (operand.kind == Term::Kind::Table) of = operand.operands[0];
    if (of == kNotAlone || (identity != kNone && identity != of)) return kNotAlone;
    identity = of;
  }
  return identity;
}

TermId TermReader::made(Term term) {
  const TermId identity = identity_in(term);
  if (identity == kNotAlone) return terms_.add(std::move(term));
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
    const std::optional<std::int32_t> value = evaluate(term, x);
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

/// The domain of terms.
class TermReader::Walk : public CodeWalk<TermReader::Walk, TermId> {
 public:
  Walk(TermReader& reader, std::uint32_t type, std::vector<TermId>& effects)
      : CodeWalk(reader.program_), reader_(reader), terms_(reader.terms_), type_(type), effects_(effects) {}

  bool run(CodeRef code, std::vector<TermId>& stack) {
    walk(code, std::move(stack));
    stack = std::move(stack_);
    return !gave_up();
  }

 private:
  friend CodeWalk;
  using Kind = Term::Kind;

  TermId refuse(const char* problem) {
    reader_.fail(problem);
    give_up();
    return kNone;
  }
  TermId known(TermId id) {
    if (id == kNone) give_up();
    return id;
  }
  /// Values on the stack were computed before the effect, and would be treated as computed after it.
  void add_effect(Term term) {
    if (is_conditional() || !stack_.empty()) refuse("it has a side effect inside an expression");
    if (!gave_up()) effects_.push_back(terms_.add(std::move(term)));
  }

  TermId constant(std::int32_t value) { return terms_.add({.kind = Kind::Constant, .a = value}); }
  TermId place(const Instruction& i) { return known(reader_.place(info_of(i.op).global ? kNone : type_, i.a, i)); }
  TermId load(const Instruction& i) { return place(i); }
  void store(const Instruction& i, TermId value) { add_effect({.kind = Kind::Store, .operands = {place(i), value}}); }
  TermId address(const Instruction& i) {
    const std::uint32_t owner = info_of(i.op).global ? kNone : type_;
    return terms_.add({.kind = Kind::Address, .a = i.a, .b = static_cast<std::int32_t>(owner)});
  }
  TermId index(const Instruction& i, TermId array, TermId which) {
    Term element = terms_[array];
    if (element.kind != Kind::Address) return refuse("it indexes an array in an unsupported way");
    element.operands.push_back(which);
    element.table.push_back(i.a);
    element.table.push_back(i.b);
    return terms_.add(std::move(element));
  }
  TermId load_at(const Instruction& i, TermId where) { return known(reader_.place_at(where, i)); }
  void store_at(const Instruction& i, TermId where, TermId value) {
    add_effect({.kind = Kind::Store, .operands = {load_at(i, where), value}});
  }
  /// An array of channels: adding the number of the first follows.
  TermId check_index(const Instruction& i, TermId which) {
    const Instruction* next = &program_.code[position() + 1];
    if (next[0].op != OpCode::Const || next[1].op != OpCode::Add)
      return refuse("it computes a channel in an unsupported way");
    return terms_.add({.kind = Kind::Address, .operands = {which}, .table = {i.a}});
  }
  TermId unary(const Instruction& i, TermId x) {
    return reader_.made({.kind = Kind::Operation, .op = i.op, .a = i.a, .operands = {x}});
  }
  TermId binary(const Instruction& i, TermId x, TermId y) {
    const Term& array = terms_[x];
    if (array.kind == Kind::Address)
      return terms_.add(
          {.kind = Kind::ChannelElement, .a = terms_[y].a, .b = array.table[0], .operands = array.operands});
    return reader_.made({.kind = Kind::Operation, .op = i.op, .a = i.a, .operands = {x, y}});
  }

  TermId query(const Instruction& i, std::span<const TermId> operands) {
    const OpInfo& info = info_of(i.op);
    if (info.writes == Observable::Processes) {
      add_effect({.kind = Kind::Run, .a = i.a, .operands = {operands.begin(), operands.end()}});
      return terms_.add({.kind = Kind::RunResult});
    }
    if (info.writes == Observable::Channels) return terms_.add({.kind = Kind::ChannelResult, .a = i.a});
    switch (info.reads) {
      case Observable::RemoteVariable:
        if (i.op == OpCode::RemoteLoad) return remote_load(i, operands[0]);
        return refuse("it reads an array of another process");
      case Observable::Location:
      case Observable::Enabledness:
        return terms_.add({.kind = Kind::OfProcess, .op = i.op, .a = i.a, .operands = {operands[0]}});
      case Observable::OwnPid:
        if (type_ != kNone && reader_.owners_[type_] && reader_.parameter_ == kNone)
          return terms_.add({.kind = Kind::Identity});
        return terms_.add({.kind = Kind::OtherPid, .a = static_cast<std::int32_t>(type_)});
      case Observable::ProcessCount:
        if (i.op == OpCode::FindProcess) return terms_.add({.kind = Kind::Oldest, .a = i.a});
        return terms_.add({.kind = Kind::Query, .op = i.op});
      case Observable::Timeout:
      case Observable::Flags: return terms_.add({.kind = Kind::Query, .op = i.op});
      case Observable::Channel:
        if (i.op == OpCode::Poll) return poll(i);
        return terms_.add({.kind = Kind::OfChannel, .op = i.op, .operands = {operands[0]}});
      case Observable::Priority: return refuse("it uses priorities");
      default: return refuse("it looks at something that is not known");
    }
  }

  TermId remote_load(const Instruction& i, TermId process) {
    const Term& who = terms_[process];
    std::uint32_t owner = kNone;
    if (who.kind == Kind::Oldest) {
      owner = bare(who.a);
    } else if (who.kind == Kind::Constant && who.a >= 0 && bare(who.a) < program_.initial.size()) {
      owner = program_.initial[bare(who.a)].type;
    } else {
      for (std::uint32_t k = 0; k < reader_.owners_.size() && owner == kNone; ++k)
        if (reader_.owners_[k]) owner = k;
    }
    const TermId where = known(reader_.place(owner, i.a, i));
    if (where == kNone) return kNone;
    const Term& variable = terms_[where];
    if (variable.kind == Kind::Element) return refuse("it reads an array of another process");
    return terms_.add({.kind = Kind::VariableOf, .a = variable.a, .operands = {process}});
  }

  TermId poll(const Instruction& i) {
    if (reader_.polls_ > 0) return refuse("it polls a channel inside a poll");
    ++reader_.polls_;
    const TermId operation = known(reader_.channel_operation(bare(i.a), type_));
    --reader_.polls_;
    return operation == kNone ? kNone : terms_.add({.kind = Kind::Poll, .operands = {operation}});
  }

  void effect(const Instruction& i, std::span<const TermId> operands) {
    switch (i.op) {
      case OpCode::Assert: return add_effect({.kind = Kind::Assert, .operands = {operands[0]}});
      case OpCode::Print: return;
      default: refuse("it uses priorities");
    }
  }
  void drop(TermId value) { add_effect({.kind = Kind::Drop, .operands = {value}}); }
  static void test(TermId) {}

  void join(const Waiting& path) {
    const bool same_below = path.stack.size() == stack_.size() && !stack_.empty() &&
                            std::equal(stack_.begin(), stack_.end() - 1, path.stack.begin());
    if (!same_below || !path.condition || path.op == OpCode::JumpIfZero) {
      refuse("its control flow is too complex");
      return;
    }
    Term term{.kind = Kind::Choice, .operands = {*path.condition, path.stack.back(), stack_.back()}};
    if (path.op != OpCode::Jump) {
      term.kind = path.op == OpCode::AndJump ? Kind::And : Kind::Or;
      term.operands = {*path.condition, stack_.back()};
    }
    stack_.back() = reader_.made(std::move(term));
  }

  TermReader& reader_;
  Terms& terms_;
  std::uint32_t type_;
  std::vector<TermId>& effects_;
};

bool TermReader::run(CodeRef code, std::uint32_t type, std::vector<TermId>& stack, std::vector<TermId>& effects) {
  return Walk(*this, type, effects).run(code, stack);
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
    term.table.push_back(static_cast<std::int32_t>(operation.fields[i].kind));
    term.operands.push_back(field(operation.fields[i], i, channel_type, type));
    if (term.operands.back() == kNone) return kNone;
  }
  return terms_.add(std::move(term));
}

TermId TermReader::field(const MessageField& field, std::size_t number, std::uint32_t channel_type,
                         std::uint32_t type) {
  std::vector<TermId> stack, effects;
  switch (field.kind) {
    case MessageField::Kind::Send:
    case MessageField::Kind::Match: return value(field.code, type);
    case MessageField::Kind::Ignore: break;
    case MessageField::Kind::Store:
      stack.push_back(terms_.add({.kind = Term::Kind::Received,
                                  .a = static_cast<std::int32_t>(number),
                                  .b = static_cast<std::int32_t>(channel_type)}));
      if (!run(field.code, type, stack, effects)) return kNone;
      if (stack.empty()) break;
      fail("it has a side effect inside an expression");
      return kNone;
  }
  return terms_.add({.kind = Term::Kind::Sequence, .operands = std::move(effects)});
}

}  // namespace weir
