// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/binding.h"

#include <algorithm>

namespace weir::pnml {
namespace {

constexpr std::uint64_t kMostCodes = std::uint64_t{1} << 62;

Truth negated(Truth truth) {
  if (truth == Truth::Unknown) return truth;
  return truth == Truth::True ? Truth::False : Truth::True;
}

Truth both(Truth a, Truth b) {
  if (a == Truth::False || b == Truth::False) return Truth::False;
  return a == Truth::True && b == Truth::True ? Truth::True : Truth::Unknown;
}

Truth comparison(const GuardStep& step, const Values& values, const ColouredNet& net) {
  const auto size_of = [&](const ColourTerm& term) {
    return static_cast<std::uint32_t>(net.sorts[term.sort].colours.size());
  };
  std::uint32_t left = value_of(step.left, size_of(step.left), values);
  std::uint32_t right = value_of(step.right, size_of(step.right), values);
  if (left == kUnbound || right == kUnbound) return Truth::Unknown;
  if (!step.left_class.empty()) left = step.left_class[left];
  if (!step.right_class.empty()) right = step.right_class[right];
  bool holds = false;
  switch (step.op) {
    case GuardStep::Op::Equal: holds = left == right; break;
    case GuardStep::Op::NotEqual: holds = left != right; break;
    case GuardStep::Op::Less: holds = left < right; break;
    case GuardStep::Op::LessEqual: holds = left <= right; break;
    default: break;
  }
  return holds ? Truth::True : Truth::False;
}

}  // namespace

TupleCodec::TupleCodec(const ColouredNet& net, const std::vector<std::uint32_t>& sorts)
    : weights_(sorts.size()), fits_(sorts.size() <= kMostComponents) {
  std::uint64_t weight = 1;
  for (std::size_t i = sorts.size(); i-- > 0;) {
    const std::uint64_t size = net.sorts[sorts[i]].colours.size();
    weights_[i] = weight;
    if (weight > kMostCodes / size) {
      fits_ = false;
    } else {
      weight *= size;
    }
  }
  for (const std::uint32_t sort : sorts) sizes_.push_back(static_cast<std::uint32_t>(net.sorts[sort].colours.size()));
}

TupleCodec TupleCodec::of_sort(const ColouredNet& net, const TupleSort& sort) { return {net, sort}; }

TupleCodec TupleCodec::of_variables(const ColouredNet& net, const std::vector<std::uint32_t>& variables) {
  std::vector<std::uint32_t> sorts;
  for (const std::uint32_t variable : variables) sorts.push_back(net.variables[variable].sort);
  return {net, sorts};
}

std::uint64_t TupleCodec::masked(std::uint64_t code, std::uint64_t mask) const {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i)
    if ((mask >> i & 1) != 0) result += weights_[i] * part(code, i);
  return result;
}

std::uint64_t TupleCodec::code(const std::vector<std::uint32_t>& variables, const Values& values) const {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < variables.size(); ++i) result += weights_[i] * values[variables[i]];
  return result;
}

void TupleCodec::assign(std::uint64_t code, const std::vector<std::uint32_t>& variables, Values& values) const {
  for (std::size_t i = 0; i < variables.size(); ++i) values[variables[i]] = part(code, i);
}

std::uint32_t value_of(const ColourTerm& term, std::uint32_t size, const Values& values) {
  if (term.kind == ColourTerm::Kind::Constant) return term.index;
  const std::uint32_t value = values[term.index];
  return value == kUnbound ? kUnbound : (value + term.shift) % size;
}

std::uint64_t most_colours(const MultisetTerm& terms, const TupleCodec& codec) {
  std::uint64_t sum = 0;
  for (const TupleTerm& term : terms) {
    std::uint64_t colours = 1;  // the codec fits, so the product does
    for (std::size_t i = 0; i < term.parts.size(); ++i)
      if (term.parts[i].kind == ColourTerm::Kind::All) colours *= codec.size(i);
    sum = std::min(sum + colours, kMostCodes);
  }
  return sum;
}

std::vector<ColourCount> evaluate(const MultisetTerm& terms, const TupleCodec& codec, const Values& values) {
  std::vector<std::pair<std::uint64_t, std::int64_t>> counts;
  for (const TupleTerm& term : terms) {
    const std::size_t first = counts.size();
    counts.push_back({0, term.count});
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
      const std::uint32_t size = codec.size(i);
      const bool all = term.parts[i].kind == ColourTerm::Kind::All;
      const std::uint32_t value = all ? 0 : value_of(term.parts[i], size, values);
      const std::size_t last = counts.size();
      for (std::size_t k = first; k < last; ++k) {
        const std::uint64_t code = counts[k].first;
        counts[k].first = code + codec.weight(i) * value;
        for (std::uint32_t more = 1; all && more < size; ++more)
          counts.push_back({code + codec.weight(i) * more, term.count});
      }
    }
  }
  std::sort(counts.begin(), counts.end());
  std::vector<ColourCount> result;
  for (std::size_t i = 0; i < counts.size();) {
    std::int64_t sum = 0;
    std::size_t end = i;
    for (; end < counts.size() && counts[end].first == counts[i].first; ++end) sum += counts[end].second;
    if (sum > 0) result.push_back({counts[i].first, static_cast<std::uint64_t>(sum)});
    i = end;
  }
  return result;
}

Truth guard_value(const std::vector<GuardStep>& guard, const Values& values, const ColouredNet& net) {
  if (guard.empty()) return Truth::True;
  std::vector<Truth> stack;
  const auto pop = [&] {
    const Truth top = stack.back();
    stack.pop_back();
    return top;
  };
  for (const GuardStep& step : guard) {
    switch (step.op) {
      case GuardStep::Op::True: stack.push_back(Truth::True); break;
      case GuardStep::Op::False: stack.push_back(Truth::False); break;
      case GuardStep::Op::Not: stack.back() = negated(stack.back()); break;
      case GuardStep::Op::And: {
        const Truth right = pop();
        stack.back() = both(stack.back(), right);
        break;
      }
      case GuardStep::Op::Or: {
        const Truth right = pop();
        stack.back() = negated(both(negated(stack.back()), negated(right)));
        break;
      }
      default: stack.push_back(comparison(step, values, net));
    }
  }
  return stack.back();
}

}  // namespace weir::pnml
