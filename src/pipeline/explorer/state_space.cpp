// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/state_space.h"

#include <utility>

#include "base/memory/memory_limit.h"
#include "model/expansion_limits.h"
#include "pipeline/explorer/state_difference.h"

namespace weir {
namespace {

/// Bytes of expansions that are kept.
constexpr std::uint64_t kMostKept = std::uint64_t{64} << 20;

std::uint64_t bytes_of(const Variable& variable) {
  const std::string* text = std::get_if<std::string>(&variable.value);
  return sizeof variable + variable.name.capacity() + (text != nullptr ? text->capacity() : 0);
}

/// About the memory of an expansion.
std::uint64_t bytes_of(const Explorer::Expansion& expansion) {
  std::uint64_t bytes = sizeof expansion;
  for (const Explorer::Successor& successor : expansion.successors) {
    const StepDescription& step = successor.step;
    bytes += sizeof successor + step.event.capacity() + step.process.capacity() + step.file.capacity() +
             step.fault.capacity() + step.output.capacity() + step.moves.capacity() * sizeof(StepDescription::Move);
    for (const Variable& variable : successor.changed) bytes += bytes_of(variable);
    for (const std::string& name : successor.gone) bytes += sizeof(std::string) + name.capacity();
  }
  return bytes;
}

const char* limit_text(const StopFlag& stop) {
  return reason_text(stop.raised() ? stop.reason() : StopFlag::Reason::Memory);
}

}  // namespace

StateSpace::StateSpace(TransitionSystem& system, std::uint64_t memory_limit)
    : system_(system), budget_(run_budget(memory_limit)), states_(budget_) {}

std::optional<StateSpace::Node> StateSpace::number(StateView state) {
  const StateId id = states_.number(state);
  if (id == kNoState) return std::nullopt;
  return static_cast<Node>(id);
}

std::vector<StateSpace::Node> StateSpace::initial() {
  buffer_.clear();
  system_.initial_states(buffer_);
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < buffer_.size(); ++i)
    if (const std::optional<Node> node = number(buffer_.state(i))) nodes.push_back(*node);
  return nodes;
}

void StateSpace::successors(Node node, SuccessorBuffer& out, StopFlag& stop) {
  const LimitedExpansions limited(system_, {&stop, &budget_});
  out.clear();
  system_.successors(bytes(node), out);
}

bool StateSpace::is_stuck(Node node, StopFlag& stop) {
  if (const auto found = kept_.find(node); found != kept_.end()) return found->second.expansion->successors.empty();
  successors(node, buffer_, stop);
  return buffer_.empty() && !stop.raised();
}

std::optional<Explorer::Successor> StateSpace::described(StateView from, const std::vector<Variable>& before,
                                                         const Step& step, StateView to) {
  const std::optional<Node> target = number(to);
  if (!target) return std::nullopt;
  Explorer::Successor result;
  result.target = *target;
  result.step = system_.describe(from, step, to);
  result.fault = step.fault != Fault::None;
  StateDifference change = difference(before, system_.show(to));
  result.changed = std::move(change.changed);
  result.gone = std::move(change.gone);
  return result;
}

std::shared_ptr<const Explorer::Expansion> StateSpace::expand(Node node, StopFlag& stop) {
  if (const auto found = kept_.find(node); found != kept_.end()) {
    recent_.splice(recent_.begin(), recent_, found->second.place);
    return found->second.expansion;
  }
  auto expansion = std::make_shared<Explorer::Expansion>();
  successors(node, buffer_, stop);
  const StateView from = bytes(node);
  expansion->may_end = system_.may_end(from);
  const LimitedExpansions limited(system_, {&stop, &budget_});
  const std::vector<Variable> before = system_.show(from);
  std::uint64_t described_bytes = 0;
  for (std::size_t i = 0; i < buffer_.size() && !stop.raised(); ++i) {
    std::optional<Explorer::Successor> next = described(from, before, buffer_.step(i), buffer_.state(i));
    const bool fits = next && described_bytes <= budget_.limit() - budget_.used();
    if (!fits) {
      stop.raise(StopFlag::Reason::Memory);
      break;
    }
    for (const Variable& variable : next->changed) described_bytes += bytes_of(variable);
    described_bytes += sizeof *next + next->step.event.capacity();
    expansion->successors.push_back(std::move(*next));
  }
  if (stop.raised())
    expansion->limit = limit_text(stop);
  else
    keep(node, expansion);
  return expansion;
}

std::optional<Explorer::Successor> StateSpace::successor(Node node, std::size_t choice, StopFlag& stop) {
  if (const auto found = kept_.find(node); found != kept_.end()) {
    const std::vector<Explorer::Successor>& all = found->second.expansion->successors;
    return choice < all.size() ? std::optional(all[choice]) : std::nullopt;
  }
  successors(node, buffer_, stop);
  if (choice >= buffer_.size() || stop.raised()) return std::nullopt;
  const StateView from = bytes(node);
  const LimitedExpansions limited(system_, {&stop, &budget_});
  return described(from, system_.show(from), buffer_.step(choice), buffer_.state(choice));
}

void StateSpace::keep(Node node, const ExpansionPointer& expansion) {
  const std::uint64_t bytes = bytes_of(*expansion);
  if (bytes > kMostKept) return;
  while (kept_bytes_ + bytes > kMostKept) drop_oldest();
  while (!budget_.take(bytes)) {
    if (kept_.empty()) return;
    drop_oldest();
  }
  recent_.push_front(node);
  kept_[node] = {expansion, bytes, recent_.begin()};
  kept_bytes_ += bytes;
}

void StateSpace::drop_oldest() {
  const auto oldest = kept_.find(recent_.back());
  kept_bytes_ -= oldest->second.bytes;
  budget_.give_back(oldest->second.bytes);
  kept_.erase(oldest);
  recent_.pop_back();
}

void StateSpace::forget_expansions() {
  while (!kept_.empty()) drop_oldest();
}

}  // namespace weir
