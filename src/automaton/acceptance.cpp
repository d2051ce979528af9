// SPDX-License-Identifier: Apache-2.0
#include "automaton/acceptance.h"

#include <algorithm>

namespace weir {

struct Acceptance::Node {
  Op op;
  std::uint32_t mark = 0;
  std::vector<Acceptance> operands = {};
};

Acceptance::Acceptance() : Acceptance(constant(true)) {}

Acceptance Acceptance::constant(bool value) {
  return Acceptance(std::make_shared<const Node>(Node{value ? Op::True : Op::False}));
}
Acceptance Acceptance::inf(std::uint32_t mark) { return Acceptance(std::make_shared<const Node>(Node{Op::Inf, mark})); }
Acceptance Acceptance::fin(std::uint32_t mark) { return Acceptance(std::make_shared<const Node>(Node{Op::Fin, mark})); }

/// Flattens nested operands of the same operator and drops its neutral element; the absorbing element is the result.
Acceptance Acceptance::combine(Op op, const std::vector<Acceptance>& parts) {
  const Op neutral = op == Op::And ? Op::True : Op::False;
  const Op absorbing = op == Op::And ? Op::False : Op::True;
  std::vector<Acceptance> flat;
  for (const Acceptance& part : parts) {
    if (part.op() == absorbing) return part;
    if (part.op() == neutral) continue;
    if (part.op() == op) {
      flat.insert(flat.end(), part.operands().begin(), part.operands().end());
    } else {
      flat.push_back(part);
    }
  }
  if (flat.empty()) return constant(op == Op::And);
  if (flat.size() == 1) return flat.front();
  return Acceptance(std::make_shared<const Node>(Node{op, 0, std::move(flat)}));
}

Acceptance Acceptance::conjunction(const std::vector<Acceptance>& parts) { return combine(Op::And, parts); }
Acceptance Acceptance::disjunction(const std::vector<Acceptance>& parts) { return combine(Op::Or, parts); }

Acceptance Acceptance::generalized_buchi(std::uint32_t sets) {
  std::vector<Acceptance> parts;
  for (std::uint32_t mark = 0; mark < sets; ++mark) parts.push_back(inf(mark));
  return conjunction(parts);
}

Acceptance::Op Acceptance::op() const { return node_->op; }
std::uint32_t Acceptance::mark() const { return node_->mark; }
const std::vector<Acceptance>& Acceptance::operands() const { return node_->operands; }

std::optional<MarkSet> Acceptance::accepted_marks() const {
  constexpr int kMostTries = 4096;
  const std::uint64_t all = marks().bits();
  std::uint64_t tried = all;
  for (int tries = 0; tries < kMostTries; ++tries, tried = (tried - 1) & all) {
    if (accepts(MarkSet(tried))) return MarkSet(tried);
    if (tried == 0) break;
  }
  return std::nullopt;
}

bool Acceptance::accepts(MarkSet infinitely_often) const {
  const auto accepted = [&](const Acceptance& part) { return part.accepts(infinitely_often); };
  switch (op()) {
    case Op::True: return true;
    case Op::False: return false;
    case Op::Inf: return infinitely_often.has(mark());
    case Op::Fin: return !infinitely_often.has(mark());
    case Op::And: return std::all_of(operands().begin(), operands().end(), accepted);
    case Op::Or: return std::any_of(operands().begin(), operands().end(), accepted);
  }
  return false;
}

Acceptance Acceptance::negated() const {
  std::vector<Acceptance> parts;
  for (const Acceptance& part : operands()) parts.push_back(part.negated());
  switch (op()) {
    case Op::True: return constant(false);
    case Op::False: return constant(true);
    case Op::Inf: return fin(mark());
    case Op::Fin: return inf(mark());
    case Op::And: return disjunction(parts);
    case Op::Or: return conjunction(parts);
  }
  return *this;
}

Acceptance Acceptance::shifted(std::uint32_t by) const {
  std::vector<Acceptance> parts;
  for (const Acceptance& part : operands()) parts.push_back(part.shifted(by));
  switch (op()) {
    case Op::Inf: return inf(mark() + by);
    case Op::Fin: return fin(mark() + by);
    case Op::And: return conjunction(parts);
    case Op::Or: return disjunction(parts);
    default: return *this;
  }
}

Acceptance Acceptance::restricted(MarkSet present) const {
  if (present.includes(marks())) return *this;
  std::vector<Acceptance> parts;
  for (const Acceptance& part : operands()) parts.push_back(part.restricted(present));
  switch (op()) {
    case Op::Inf: return constant(false);
    case Op::Fin: return constant(true);
    case Op::And: return conjunction(parts);
    case Op::Or: return disjunction(parts);
    default: return *this;
  }
}

MarkSet Acceptance::marks() const {
  if (op() == Op::Inf || op() == Op::Fin) return MarkSet::single(mark());
  MarkSet all;
  for (const Acceptance& part : operands()) all |= part.marks();
  return all;
}

std::optional<std::uint32_t> Acceptance::generalized_buchi_sets() const {
  if (op() == Op::True) return 0;
  if (op() == Op::Inf) return mark() == 0 ? std::optional<std::uint32_t>(1) : std::nullopt;
  if (op() != Op::And) return std::nullopt;
  for (std::uint32_t i = 0; i < operands().size(); ++i) {
    if (operands()[i].op() != Op::Inf || operands()[i].mark() != i) return std::nullopt;
  }
  return static_cast<std::uint32_t>(operands().size());
}

std::string Acceptance::to_string() const {
  switch (op()) {
    case Op::True: return "t";
    case Op::False: return "f";
    case Op::Inf: return "Inf(" + std::to_string(mark()) + ")";
    case Op::Fin: return "Fin(" + std::to_string(mark()) + ")";
    default: break;
  }
  std::string text;
  for (const Acceptance& part : operands()) {
    if (!text.empty()) text += op() == Op::And ? "&" : " | ";
    const bool bracket = op() == Op::And ? part.op() == Op::Or : part.op() == Op::And;
    text += bracket ? "(" + part.to_string() + ")" : part.to_string();
  }
  return text;
}

}  // namespace weir
