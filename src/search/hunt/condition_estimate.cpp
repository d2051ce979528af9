// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/condition_estimate.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>

#include "model/code_walk.h"

namespace weir {
namespace {

constexpr std::uint32_t kPlain = 0xFFFFFFFF;

/// An expression on the stack: its code, and its node if it is a condition.
struct Operand {
  std::size_t begin = 0, end = 0;
  std::uint32_t node = kPlain;
};

/// Whether a machine can run the instruction on a state that it must not change, without a system around it.
bool is_pure(const Instruction& i) {
  return info_of(i.op).writes == Observable::None && info_of(i.op).group != OpGroup::Effect && i.op != OpCode::Enabled;
}

bool is_comparison(OpCode op) {
  return op == OpCode::Less || op == OpCode::LessEqual || op == OpCode::Greater || op == OpCode::GreaterEqual ||
         op == OpCode::Equal || op == OpCode::NotEqual;
}

bool tests_channel(OpCode op) {
  return op == OpCode::ChannelFull || op == OpCode::ChannelEmpty || op == OpCode::ChannelNotFull ||
         op == OpCode::ChannelNotEmpty;
}

ConditionEstimates::Estimate compared(OpCode op, std::int64_t x, std::int64_t y) {
  const auto above = [](std::int64_t excess) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(excess, 0, ConditionEstimates::kMost));
  };
  const std::uint32_t less = above(x - y + 1), less_equal = above(x - y);
  const std::uint32_t greater = above(y - x + 1), greater_equal = above(y - x);
  const std::uint32_t equal = std::max(less_equal, greater_equal), differ = x == y ? 1 : 0;
  switch (op) {
    case OpCode::Less: return {less, greater_equal};
    case OpCode::LessEqual: return {less_equal, greater};
    case OpCode::Greater: return {greater, less_equal};
    case OpCode::GreaterEqual: return {greater_equal, less};
    case OpCode::Equal: return {equal, differ};
    default: return {differ, equal};
  }
}

}  // namespace

/// Divides code into conditions. It gives up where one depends on alternatives (`c -> x : y`) or creates something.
class ConditionEstimates::Reader final : public CodeWalk<Reader, Operand> {
 public:
  explicit Reader(ConditionEstimates& estimates) : CodeWalk(estimates.original_), estimates_(estimates) {}

  /// The node of the value, or of what is asserted. Nothing: it could not be read.
  std::optional<std::uint32_t> value(CodeRef code) {
    walk(code, {});
    if (gave_up() || stack_.size() != 1) return std::nullopt;
    return condition(stack_.back());
  }
  std::optional<std::uint32_t> assertion(CodeRef code) {
    walk(code, {});
    return asserted_;
  }

 private:
  friend CodeWalk;

  Operand here() const { return {position(), position() + 1}; }
  Operand since(const Operand& first) const { return {first.begin, position() + 1}; }
  std::uint32_t node(OpCode op, std::uint32_t left, std::uint32_t right = 0) {
    estimates_.nodes_.push_back({op, left, right});
    return static_cast<std::uint32_t>(estimates_.nodes_.size() - 1);
  }
  std::uint32_t code_of(const Operand& x) { return estimates_.copy(x.begin, x.end); }
  std::uint32_t condition(const Operand& x) { return x.node != kPlain ? x.node : node(OpCode::Truth, code_of(x)); }

  Operand constant(std::int32_t) { return here(); }
  Operand load(const Instruction&) { return here(); }
  Operand address(const Instruction&) { return here(); }
  Operand index(const Instruction&, const Operand& address, const Operand&) { return since(address); }
  Operand load_at(const Instruction&, const Operand& address) { return since(address); }
  Operand check_index(const Instruction&, const Operand& index) { return since(index); }
  Operand unary(const Instruction& i, const Operand& x) {
    Operand result = since(x);
    if (i.op == OpCode::Not) result.node = node(OpCode::Not, condition(x));
    if (i.op == OpCode::Truth) result.node = condition(x);
    return result;
  }
  Operand binary(const Instruction& i, const Operand& x, const Operand& y) {
    Operand result = since(x);
    if (is_comparison(i.op)) {
      const std::uint32_t left = code_of(x);
      result.node = node(i.op, left, code_of(y));
    }
    return result;
  }
  Operand query(const Instruction& i, std::span<const Operand> operands) {
    if (!is_pure(i)) give_up();
    Operand result = operands.empty() ? here() : since(operands.front());
    if (tests_channel(i.op)) result.node = node(i.op, code_of(operands.front()));
    return result;
  }
  void effect(const Instruction& i, std::span<const Operand> operands) {
    if (i.op != OpCode::Assert) return;
    asserted_ = condition(operands.front());
    give_up();  // the rest does not matter
  }
  void store(const Instruction&, const Operand&) {}
  void store_at(const Instruction&, const Operand&, const Operand&) {}
  void drop(const Operand&) {}
  void test(const Operand&) {}
  void join(const Waiting& path) {
    if (path.op != OpCode::AndJump && path.op != OpCode::OrJump) return give_up();
    const std::uint32_t left = condition(*path.condition);
    Operand& right = stack_.back();
    right = {path.condition->begin, position(), node(path.op, left, condition(right))};
  }

  ConditionEstimates& estimates_;
  std::optional<std::uint32_t> asserted_;
};

ConditionEstimates::ConditionEstimates(const Program& program)
    : original_(program), program_(program), tables_(program_), machine_(program_, tables_) {}

/// A piece of code that consists of these instructions.
std::uint32_t ConditionEstimates::copy(std::size_t begin, std::size_t end) {
  const auto piece = static_cast<std::uint32_t>(program_.code.size());
  for (std::size_t i = begin; i < end; ++i) program_.code.push_back(original_.code[i]);
  program_.code.push_back(Instruction{});
  return piece;
}

ConditionEstimates::Condition ConditionEstimates::add(std::uint32_t first, std::optional<std::uint32_t> last,
                                                      const Node& otherwise) {
  if (!last) {
    nodes_.resize(first);
    nodes_.push_back(otherwise);
  }
  conditions_.push_back({first, last.value_or(first)});
  return static_cast<Condition>(conditions_.size() - 1);
}

ConditionEstimates::Condition ConditionEstimates::value_of(CodeRef code) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  const std::span<const Instruction> all = instructions_of(original_, code);
  const bool pure = std::all_of(all.begin(), all.end(), is_pure);
  return add(first, Reader(*this).value(code), {pure ? OpCode::Truth : OpCode::Return, code.begin});
}

ConditionEstimates::Condition ConditionEstimates::assertion_of(CodeRef code) {
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  return add(first, Reader(*this).assertion(code), {});
}

void ConditionEstimates::attach(StateView state) { machine_.attach(state); }

std::int32_t ConditionEstimates::evaluate(std::uint32_t code) {
  const std::int32_t value = machine_.evaluate(CodeRef{code});
  machine_.error = RuntimeError::None;
  return value;
}

ConditionEstimates::Estimate ConditionEstimates::channel_estimate(const Node& node) {
  const std::int32_t number = evaluate(node.left);
  const bool exists = machine_.valid_channel(number);
  machine_.error = RuntimeError::None;
  if (!exists) return {1, 1};
  const std::int64_t length = machine_.length(number), capacity = machine_.type_of(number).capacity;
  switch (node.op) {
    case OpCode::ChannelFull: return compared(OpCode::GreaterEqual, length, capacity);
    case OpCode::ChannelNotFull: return compared(OpCode::Less, length, capacity);
    case OpCode::ChannelEmpty: return compared(OpCode::Equal, length, 0);
    default: return compared(OpCode::NotEqual, length, 0);
  }
}

ConditionEstimates::Estimate ConditionEstimates::estimate(const Node& node) {
  const auto sum = [](std::uint32_t x, std::uint32_t y) { return std::min(x + y, kMost); };
  if (is_comparison(node.op)) {
    const std::int32_t left = evaluate(node.left);
    return compared(node.op, left, evaluate(node.right));
  }
  if (tests_channel(node.op)) return channel_estimate(node);
  if (node.op == OpCode::Return) return {};
  if (node.op == OpCode::Truth) return evaluate(node.left) != 0 ? Estimate{0, 1} : Estimate{1, 0};
  const Estimate& x = estimates_[node.left];
  if (node.op == OpCode::Not) return {x.to_false, x.to_true};
  const Estimate& y = estimates_[node.right];
  if (node.op == OpCode::AndJump) return {sum(x.to_true, y.to_true), std::min(x.to_false, y.to_false)};
  return {std::min(x.to_true, y.to_true), sum(x.to_false, y.to_false)};
}

ConditionEstimates::Estimate ConditionEstimates::of(Condition condition) {
  const auto [first, last] = conditions_[condition];
  estimates_.resize(nodes_.size());
  for (std::uint32_t i = first; i <= last; ++i) estimates_[i] = estimate(nodes_[i]);
  return estimates_[last];
}

bool ConditionEstimates::has_room(const ChannelOperation& operation) {
  const std::int32_t number = machine_.channel_of(operation);
  const bool exists = machine_.error == RuntimeError::None && machine_.valid_channel(number);
  machine_.error = RuntimeError::None;
  if (!exists) return false;
  const ChannelType& type = machine_.type_of(number);
  if (type.capacity == 0) return true;
  return operation.sends() ? machine_.length(number) < type.capacity : machine_.length(number) > 0;
}

}  // namespace weir
