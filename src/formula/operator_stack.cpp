// SPDX-License-Identifier: Apache-2.0
#include "formula/operator_stack.h"

#include <utility>

#include "base/assert.h"

namespace weir {
namespace {

constexpr int kUnary = 6;

int precedence(Op op) {
  switch (op) {
    case Op::Not:
    case Op::Next:
    case Op::StrongNext:
    case Op::Finally:
    case Op::Globally:
    case Op::Yesterday:
    case Op::WeakYesterday:
    case Op::Once:
    case Op::Historically: return kUnary;
    case Op::Until:
    case Op::Release:
    case Op::WeakUntil:
    case Op::StrongRelease:
    case Op::Since:
    case Op::Trigger: return 5;
    case Op::And: return 4;
    case Op::Xor: return 3;
    case Op::Or: return 2;
    case Op::SuffixConjunction:
    case Op::SuffixImplication: return 0;
    default: return 1;  // Implies Equiv
  }
}

bool right_associative(Op op) { return precedence(op) == 5 || precedence(op) == 1; }

}  // namespace

void OperatorStack::push_infix(Op op, std::size_t offset, const Repetition& repetition) {
  while (!operators_.empty() && !operators_.back().parenthesis && !too_large_) {
    const int top = precedence(operators_.back().op);
    const int own = precedence(op);
    if (top < own || (top == own && right_associative(op))) break;
    reduce();
  }
  operators_.push_back({op, false, offset, repetition});
}

void OperatorStack::push_back_to(std::size_t offset) {
  push_infix(Op::Trigger, offset);
  operators_.back().back_to = true;
}

void OperatorStack::push_suffix(Op op, Regex r, std::size_t offset) {
  operators_.push_back({op, false, offset, {}, r});
}

std::optional<std::size_t> OperatorStack::reduce_all() {
  while (!operators_.empty() && !operators_.back().parenthesis && !too_large_) reduce();
  return operators_.empty() ? std::nullopt : std::optional(operators_.back().offset);
}

bool OperatorStack::close_parenthesis() {
  if (!reduce_all()) return false;
  operators_.pop_back();
  return true;
}

void OperatorStack::open_call(std::size_t offset) {
  open_parenthesis(offset);
  operators_.back().call = true;
  operators_.back().first_argument = values_.size();
}

bool OperatorStack::end_argument() { return reduce_all() && operators_.back().call; }

std::vector<Formula> OperatorStack::close_call() {
  std::vector<Formula> result;
  const std::size_t first = operators_.back().first_argument;
  for (std::size_t i = first; i < values_.size(); ++i) result.push_back(close(values_[i]));
  values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(first), values_.end());
  operators_.pop_back();
  return result;
}

Formula OperatorStack::result() {
  WEIR_ASSERT(values_.size() == 1, "one value is left when every operator has its operands");
  return close(values_.back());
}

Formula OperatorStack::close(Value& value) {
  if (value.list_op != Op::And && value.list_op != Op::Or) return value.formula;
  return Formula::nary(value.list_op, std::move(value.list));
}

/// Applies the topmost operator to the topmost values.
void OperatorStack::reduce() {
  const PendingOperator pending = operators_.back();
  operators_.pop_back();
  if (pending.regex) {
    const Formula operand = close(values_.back());
    values_.back() = {Formula::suffix(pending.op, *pending.regex, operand)};
    return;
  }
  if (precedence(pending.op) == kUnary) {
    const Formula operand = close(values_.back());
    values_.back() = {apply_prefix(pending, operand)};
    return;
  }
  Value right = std::move(values_.back());
  values_.pop_back();
  Value left = std::move(values_.back());
  values_.pop_back();
  if (pending.op == Op::And || pending.op == Op::Or) {
    values_.push_back(join(pending.op, std::move(left), std::move(right)));
  } else {
    const Formula l = close(left);  // named: the order of creation must not depend on the compiler
    const Formula r = close(right);
    if (pending.back_to) {
      values_.push_back({Formula::binary(pending.op, r, l | r)});
      return;
    }
    values_.push_back({pending.repetition.timed ? apply_timed(pending, l, r) : Formula::binary(pending.op, l, r)});
  }
}

OperatorStack::Value OperatorStack::join(Op op, Value left, Value right) {
  for (Value* side : {&left, &right}) {
    if (side->list_op == op) continue;
    const Formula f = close(*side);
    *side = {f, op, {f}};
  }
  if (left.list.size() < right.list.size()) std::swap(left, right);
  left.list.insert(left.list.end(), right.list.begin(), right.list.end());
  return left;
}

/// All timed operators are U and S with bounds: G[I] f is !F[I] !f, f R[I] g is !(!f U[I] !g).
Formula OperatorStack::apply_timed(const PendingOperator& pending, Formula left, Formula right) {
  const Op op = pending.op;
  const bool past = is_past(op);
  const Op timed = past ? Op::TimedSince : Op::TimedUntil;
  const bool dual = op == Op::Globally || op == Op::Historically || op == Op::Release || op == Op::Trigger;
  if (!dual) return Formula::timed(timed, pending.repetition.time, left, right);
  const Formula path = op == Op::Release || op == Op::Trigger ? !left : left;
  return !Formula::timed(timed, pending.repetition.time, path, !right);
}

/// F[i:j] f = X[!]^i (f | X[!] (f | ...)): some position of the range exists and satisfies f. G[i:j] is its dual,
/// with X.
Formula OperatorStack::apply_prefix(const PendingOperator& pending, Formula f) {
  const Repetition& range = pending.repetition;
  if (!range.given) return Formula::unary(pending.op, f);
  if (range.timed) return apply_timed(pending, Formula::constant(true), f);
  const bool sum = pending.op == Op::Finally;
  const Op step = pending.op == Op::Next ? (range.strong ? Op::StrongNext : Op::Next) : sum ? Op::StrongNext : Op::Next;
  const std::uint64_t copies = pending.op == Op::Next || range.open ? 1 : range.to - range.from + 1;
  const std::uint64_t shifts = range.from + copies;
  if (shifts > kMostNodes || f.size() > kMostNodes || shifts + copies * (f.size() + 1) > kMostNodes) {
    if (!too_large_) too_large_ = pending.offset;
    return f;
  }
  Formula result = range.open ? Formula::unary(pending.op, f) : f;
  for (std::uint64_t i = 1; i < copies; ++i) {
    const Formula later = Formula::unary(step, result);
    result = sum ? (f | later) : (f & later);
  }
  for (std::uint64_t i = 0; i < range.from; ++i) result = Formula::unary(step, result);
  return result;
}

}  // namespace weir
