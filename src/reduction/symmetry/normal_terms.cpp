// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/normal_terms.h"

#include <algorithm>

#include "model/arithmetic.h"

namespace weir {

namespace {

bool associates(const Term& term) {
  return term.kind == Term::Kind::And || term.kind == Term::Kind::Or ||
         (term.op != OpCode::Equal && term.op != OpCode::NotEqual);
}

}  // namespace

NormalTerms::NormalTerms(const Terms& terms, const IdentitySorts& sorts, const std::vector<Slot>& slots,
                         const IdentityKind& kind, std::uint32_t exchanged, Terms& shared)
    : terms_(terms), sorts_(sorts), slots_(slots), kind_(kind), exchanged_(exchanged), shared_(shared) {
  normal_.reserve(terms.size());
  for (TermId id = 0; id < terms.size(); ++id) normal_.push_back(make(id));
}

std::int32_t NormalTerms::renamed(std::int32_t value, Sort sort) const {
  if (exchanged_ == kNone || sort == Sort::Data) return value;
  const auto swapped = [&](std::int32_t x, std::int32_t y) { return value == x ? y : value == y ? x : value; };
  const std::int32_t x = kind_.values[exchanged_];
  const std::int32_t y = kind_.values[exchanged_ + 1];
  if (sort == Sort::Identity) return swapped(x, y);
  if (sort == Sort::Process)
    return kind_.positions.empty() ? value
                                   : swapped(static_cast<std::int32_t>(kind_.positions[exchanged_]),
                                             static_cast<std::int32_t>(kind_.positions[exchanged_ + 1]));
  for (const auto& [family, node] : sorts_.families())
    if (sorts_.of_family(family.first, family.second) == Sort::Identity)
      value = swapped(family.first + x, family.first + y);
  return value;
}

/// The truth value of a term.
TermId NormalTerms::tested(TermId id) const {
  if (sorts_.of(id) == Sort::Identity) {
    const TermId zero = shared_.add({.kind = Term::Kind::Constant, .a = renamed(0, Sort::Identity)});
    return shared_.add(
        {.kind = Term::Kind::Operation, .op = OpCode::NotEqual, .operands = {as(id, Sort::Identity), zero}});
  }
  const TermId normal = own(id);
  const Term& term = shared_[normal];
  if (term.kind == Term::Kind::Operation && term.op == OpCode::Truth) return term.operands[0];
  return normal;
}

bool NormalTerms::cannot_fail(TermId normal) const {
  std::vector<TermId> waiting{normal};
  while (!waiting.empty()) {
    const Term& term = shared_[waiting.back()];
    waiting.pop_back();
    const auto in_range = [&](TermId index, std::uint32_t count) {
      const Term& operand = shared_[index];
      const auto good = [&](std::int32_t value) { return value >= 0 && bare(value) < count; };
      if (operand.kind == Term::Kind::Constant) return good(operand.a);
      if (operand.kind == Term::Kind::Identity) return std::all_of(kind_.values.begin(), kind_.values.end(), good);
      return operand.kind == Term::Kind::Table && std::all_of(operand.table.begin(), operand.table.end(), good);
    };
    switch (term.kind) {
      case Term::Kind::Far:
      case Term::Kind::OfChannel:
      case Term::Kind::ChannelElement:
      case Term::Kind::Channel:
      case Term::Kind::Poll: return false;
      case Term::Kind::Element:
        if (!in_range(term.operands[0], slots_[bare(term.a)].count)) return false;
        break;
      case Term::Kind::Operation:
        if (is_division(term.op)) return false;
        break;
      default: break;
    }
    waiting.insert(waiting.end(), term.operands.begin(), term.operands.end());
  }
  return true;
}

/// Sorts the operands if that changes nothing.
TermId NormalTerms::sorted(Term term) {
  if (!std::all_of(term.operands.begin(), term.operands.end(), [&](TermId id) { return cannot_fail(id); }))
    return shared_.add(std::move(term));
  std::vector<TermId> all;
  for (const TermId id : term.operands) {
    const Term& operand = shared_[id];
    if (associates(term) && operand.kind == term.kind && operand.op == term.op && operand.b == 1)
      all.insert(all.end(), operand.operands.begin(), operand.operands.end());
    else
      all.push_back(id);
  }
  std::sort(all.begin(), all.end());
  if (term.kind != Term::Kind::Operation) all.erase(std::unique(all.begin(), all.end()), all.end());
  term.operands = std::move(all);
  term.b = 1;  // sorted
  return shared_.add(std::move(term));
}

/// The same normal form, whatever the sort.
NormalTerms::BySort NormalTerms::everywhere(TermId normal) {
  BySort result;
  result.fill(normal);
  return result;
}

NormalTerms::BySort NormalTerms::constant(const Term& term) {
  BySort result{};
  for (std::size_t i = 0; i < kSortCount; ++i)
    result[i] = shared_.add({.kind = Term::Kind::Constant, .a = renamed(term.a, static_cast<Sort>(i))});
  return result;
}

NormalTerms::BySort NormalTerms::table(const Term& term) {
  BySort result{};
  const TermId identity = as(term.operands[0], Sort::Identity);
  for (std::size_t i = 0; i < kSortCount; ++i) {
    std::vector<std::int32_t> values = term.table;
    if (exchanged_ != kNone) std::swap(values[exchanged_], values[exchanged_ + 1]);
    for (std::int32_t& value : values) value = renamed(value, static_cast<Sort>(i));
    if (std::all_of(values.begin(), values.end(), [&](auto value) { return value == values[0]; }))
      result[i] = shared_.add({.kind = Term::Kind::Constant, .a = values[0]});
    else if (values == kind_.values)
      result[i] = identity;
    else
      result[i] = shared_.add({.kind = Term::Kind::Table, .operands = {identity}, .table = std::move(values)});
  }
  return result;
}

TermId NormalTerms::operation(Term term) {
  switch (term.op) {
    case OpCode::Equal:
    case OpCode::NotEqual: {
      const Sort sort = sorts_.of(sorts_.flexible(term.operands[0]) ? term.operands[1] : term.operands[0]);
      for (TermId& operand : term.operands) operand = as(operand, sort);
      return sorted(std::move(term));
    }
    case OpCode::Not:
    case OpCode::Truth: term.operands[0] = tested(term.operands[0]); break;
    case OpCode::Mask: term.operands[0] = own(term.operands[0]); break;
    default:
      for (TermId& operand : term.operands) operand = as(operand, Sort::Data);
      if (is_commutative(term.op)) return sorted(std::move(term));
  }
  return shared_.add(std::move(term));
}

/// `&&` or `||`.
TermId NormalTerms::connective(Term term) {
  const bool truth = IdentitySorts::is_truth(terms_, term.operands[1]);
  term.operands[0] = tested(term.operands[0]);
  term.operands[1] = truth ? tested(term.operands[1]) : as(term.operands[1], Sort::Data);
  if (truth) return sorted(std::move(term));
  term.b = 2;  // its value is that of the right side
  return shared_.add(std::move(term));
}

NormalTerms::BySort NormalTerms::choice(TermId id) {
  BySort result{};
  Term copy = terms_[id];
  copy.operands[0] = tested(copy.operands[0]);
  for (std::size_t i = 0; i < kSortCount; ++i) {
    const Sort sort = sorts_.flexible(id) ? static_cast<Sort>(i) : sorts_.of(id);
    for (const std::size_t k : {1U, 2U}) copy.operands[k] = as(terms_[id].operands[k], sort);
    result[i] = shared_.add(copy);
  }
  return result;
}

NormalTerms::BySort NormalTerms::make(TermId id) {
  using Kind = Term::Kind;
  const Term& term = terms_[id];
  if (term.kind == Kind::Constant) return constant(term);
  if (term.kind == Kind::Table) return table(term);
  if (term.kind == Kind::Choice) return choice(id);
  if (term.kind == Kind::Operation) return everywhere(operation(term));
  if (term.kind == Kind::And || term.kind == Kind::Or) return everywhere(connective(term));
  Term copy = term;
  const auto set = [&](std::size_t operand, Sort sort) { copy.operands[operand] = as(term.operands[operand], sort); };
  switch (term.kind) {
    case Kind::Received: copy.b = 0; break;
    case Kind::Load:
      if (!copy.operands.empty()) set(0, Sort::Identity);
      break;
    case Kind::Element:
      set(0, sorts_.of_indices(bare(term.a)));
      if (copy.operands.size() > 1) set(1, Sort::Identity);
      break;
    case Kind::OfProcess:
    case Kind::VariableOf: set(0, kind_.pid_is_identity() ? Sort::Identity : Sort::Process); break;
    case Kind::OfChannel: set(0, Sort::Channel); break;
    case Kind::ChannelElement: set(0, sorts_.of_family(term.a, term.b)); break;
    case Kind::Channel:
      set(0, Sort::Channel);
      for (std::size_t i = 0; i < term.table.size(); ++i) set(i + 1, sorts_.of_message(bare(term.b), i));
      break;
    case Kind::Store:
      copy.operands[0] = own(term.operands[0]);
      set(1, sorts_.of(term.operands[0]));
      break;
    case Kind::Assert:
    case Kind::Test: copy.operands[0] = tested(term.operands[0]); break;
    case Kind::Run:
      for (std::size_t i = 0; i < term.operands.size(); ++i) set(i, sorts_.of_parameter(bare(term.a), i));
      break;
    default:
      for (TermId& operand : copy.operands) operand = own(operand);
      break;
  }
  return everywhere(shared_.add(std::move(copy)));
}

}  // namespace weir
