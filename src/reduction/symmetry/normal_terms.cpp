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

NormalTerms::BySort NormalTerms::make(TermId id) {
  using Kind = Term::Kind;
  const Term& term = terms_[id];
  const auto everywhere = [](TermId normal) {
    BySort result;
    result.fill(normal);
    return result;
  };
  Term copy = term;
  BySort result{};
  switch (term.kind) {
    case Kind::Constant:
      for (std::size_t i = 0; i < kSortCount; ++i)
        result[i] = shared_.add({.kind = Kind::Constant, .a = renamed(term.a, static_cast<Sort>(i))});
      return result;
    case Kind::Table: {
      const TermId identity = as(term.operands[0], Sort::Identity);
      for (std::size_t i = 0; i < kSortCount; ++i) {
        Term table{.kind = Kind::Table, .operands = {identity}, .table = term.table};
        if (exchanged_ != kNone) std::swap(table.table[exchanged_], table.table[exchanged_ + 1]);
        for (std::int32_t& value : table.table) value = renamed(value, static_cast<Sort>(i));
        if (std::all_of(table.table.begin(), table.table.end(), [&](auto value) { return value == table.table[0]; }))
          result[i] = shared_.add({.kind = Kind::Constant, .a = table.table[0]});
        else
          result[i] = table.table == kind_.values ? identity : shared_.add(std::move(table));
      }
      return result;
    }
    case Kind::Received: copy.b = 0; return everywhere(shared_.add(std::move(copy)));
    case Kind::Load:
      if (!copy.operands.empty()) copy.operands[0] = as(term.operands[0], Sort::Identity);
      return everywhere(shared_.add(std::move(copy)));
    case Kind::Element:
      copy.operands[0] = as(term.operands[0], sorts_.of_indices(bare(term.a)));
      if (copy.operands.size() > 1) copy.operands[1] = as(term.operands[1], Sort::Identity);
      return everywhere(shared_.add(std::move(copy)));
    case Kind::Operation:
      switch (term.op) {
        case OpCode::Equal:
        case OpCode::NotEqual: {
          const Sort sort =
              sorts_.flexible(term.operands[0]) ? sorts_.of(term.operands[1]) : sorts_.of(term.operands[0]);
          for (TermId& operand : copy.operands) operand = as(operand, sort);
          return everywhere(sorted(std::move(copy)));
        }
        case OpCode::Not:
        case OpCode::Truth:
          copy.operands[0] = tested(term.operands[0]);
          return everywhere(shared_.add(std::move(copy)));
        case OpCode::Mask: copy.operands[0] = own(term.operands[0]); return everywhere(shared_.add(std::move(copy)));
        default:
          for (TermId& operand : copy.operands) operand = as(operand, Sort::Data);
          return everywhere(is_commutative(term.op) ? sorted(std::move(copy)) : shared_.add(std::move(copy)));
      }
    case Kind::And:
    case Kind::Or:
      copy.operands[0] = tested(term.operands[0]);
      if (IdentitySorts::is_truth(terms_, term.operands[1])) {
        copy.operands[1] = tested(term.operands[1]);
        return everywhere(sorted(std::move(copy)));
      }
      copy.operands[1] = as(term.operands[1], Sort::Data);
      copy.b = 2;  // its value is that of the right side
      return everywhere(shared_.add(std::move(copy)));
    case Kind::Choice:
      copy.operands[0] = tested(term.operands[0]);
      for (std::size_t i = 0; i < kSortCount; ++i) {
        const Sort sort = sorts_.flexible(id) ? static_cast<Sort>(i) : sorts_.of(id);
        copy.operands[1] = as(term.operands[1], sort);
        copy.operands[2] = as(term.operands[2], sort);
        result[i] = shared_.add(copy);
      }
      return result;
    case Kind::OfProcess:
    case Kind::VariableOf:
      copy.operands[0] = as(term.operands[0], kind_.pid_is_identity() ? Sort::Identity : Sort::Process);
      return everywhere(shared_.add(std::move(copy)));
    case Kind::OfChannel: copy.operands[0] = as(term.operands[0], Sort::Channel); break;
    case Kind::ChannelElement: copy.operands[0] = as(term.operands[0], sorts_.of_family(term.a, term.b)); break;
    case Kind::Channel:
      copy.operands[0] = as(term.operands[0], Sort::Channel);
      for (std::size_t i = 0; i < term.table.size(); ++i)
        copy.operands[i + 1] = as(term.operands[i + 1], sorts_.of_message(bare(term.b), i));
      break;
    case Kind::Store:
      copy.operands[0] = own(term.operands[0]);
      copy.operands[1] = as(term.operands[1], sorts_.of(term.operands[0]));
      break;
    case Kind::Assert:
    case Kind::Test: copy.operands[0] = tested(term.operands[0]); break;
    case Kind::Run:
      for (std::size_t i = 0; i < term.operands.size(); ++i)
        copy.operands[i] = as(term.operands[i], sorts_.of_parameter(bare(term.a), i));
      break;
    default:
      for (TermId& operand : copy.operands) operand = own(operand);
      break;
  }
  return everywhere(shared_.add(std::move(copy)));
}

}  // namespace weir
