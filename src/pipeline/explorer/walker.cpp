// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/walker.h"

#include <utility>

namespace weir {

void Walker::begin(Explorer::Node from) {
  node_ = from;
  if (!space_.has(from)) {
    end(Walk::End::Limit, "there is no such state");
    return;
  }
  for (const Breakpoint& breakpoint : breakpoints_) {
    Status& status = status_.emplace_back();
    if (breakpoint.kind == Breakpoint::Kind::Watch) status.was_true = is_true(breakpoint.number, from);
    status.monitor_state = breakpoint.monitor_state;
  }
}

bool Walker::end(Walk::End reason, std::string message) {
  walk_.end = reason;
  walk_.message = std::move(message);
  ended_ = true;
  return false;
}

bool Walker::interrupted() {
  if (stop_.reason() == StopFlag::Reason::Memory) return end(Walk::End::Limit, reason_text(stop_.reason()));
  return end(Walk::End::Interrupted);
}

bool Walker::is_true(std::uint32_t watch, Explorer::Node node) {
  const Explorer::WatchValue found = watches_.value(watch, node);
  if (!found.defined) return false;
  if (const bool* truth = std::get_if<bool>(&found.value)) return *truth;
  const std::int64_t* number = std::get_if<std::int64_t>(&found.value);
  return number != nullptr && *number != 0;
}

bool Walker::step() {
  if (ended_) return false;
  if (stop_.raised()) return interrupted();
  space_.successors(node_, buffer_, stop_);
  if (stop_.raised()) return interrupted();
  if (buffer_.empty())
    return end(space_.system().may_end(space_.bytes(node_)) ? Walk::End::Ended : Walk::End::Deadlock);
  const std::size_t choice = random_.below(buffer_.size());
  const std::optional<Explorer::Node> target = space_.number(buffer_.state(choice));
  constexpr std::uint64_t kStepBytes = 2 * sizeof(Explorer::RunStep);  // a vector that grows is copied
  if (!target || !space_.budget().take(kStepBytes)) return end(Walk::End::Limit, reason_text(StopFlag::Reason::Memory));
  taken_bytes_ += kStepBytes;
  walk_.steps.push_back({node_, choice, *target});
  const Step step = buffer_.step(choice);
  for (std::size_t i = 0; i < breakpoints_.size(); ++i) {
    if (!hits(breakpoints_[i], status_[i], walk_.steps.back(), step, space_.bytes(*target)) || ended_) continue;
    walk_.breakpoint = i;
    end(Walk::End::Breakpoint);
  }
  if (step.fault != Fault::None)
    return end(Walk::End::Fault, space_.system().describe(space_.bytes(node_), step, space_.bytes(*target)).fault);
  node_ = *target;
  return !ended_;
}

bool Walker::hits(const Breakpoint& breakpoint, Status& status, const Explorer::RunStep& taken, const Step& step,
                  StateView target) {
  switch (breakpoint.kind) {
    case Breakpoint::Kind::Line: {
      const StepDescription description = space_.system().describe(space_.bytes(taken.from), step, target);
      return description.line == breakpoint.line && (breakpoint.file.empty() || description.file == breakpoint.file);
    }
    case Breakpoint::Kind::Watch: {
      const bool is_now = is_true(breakpoint.number, taken.to);
      return !std::exchange(status.was_true, is_now) && is_now;
    }
    case Breakpoint::Kind::Monitor: {
      const std::optional<Explorer::MonitorState> next =
          monitors_.step(breakpoint.number, status.monitor_state, taken.from, taken.choice, stop_);
      if (!next) return false;
      status.monitor_state = next->id;
      return next->verdict != Explorer::MonitorVerdict::Open;
    }
  }
  return false;
}

Explorer::Walk Walker::finish() {
  space_.budget().give_back(std::exchange(taken_bytes_, 0));
  return std::move(walk_);
}

}  // namespace weir
