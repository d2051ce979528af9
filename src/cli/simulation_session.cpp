// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation_session.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "cli/simulation_text.h"

namespace weir::cli {
namespace {

/// A number that is too large counts as the largest.
std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return problem == std::errc() ? number : std::numeric_limits<std::uint32_t>::max();
}

const char* word(Explorer::MonitorVerdict verdict) {
  switch (verdict) {
    case Explorer::MonitorVerdict::Satisfied: return "satisfied";
    case Explorer::MonitorVerdict::Violated: return "violated";
    case Explorer::MonitorVerdict::Open: return "open";
  }
  return "open";
}

}  // namespace

SimulationSession::SimulationSession(Explorer& explorer, Explorer::Interrupted interrupted, std::uint64_t seed)
    : explorer_(explorer), interrupted_(std::move(interrupted)), seed_(seed), initial_(explorer.initial()) {
  start(seed % initial_.size());
}

void SimulationSession::start(std::size_t initial) {
  run_ = {};
  run_.start_choice = initial;
  run_.start = initial_[initial];
  position_ = 0;
  for (Watch& watch : watches_) watch.along.clear();
  for (Break& one : breaks_) one.condition.along.clear();
}

std::optional<Explorer::Successor> SimulationSession::step_to(std::size_t position) const {
  if (position == 0 || position > run_.steps.size()) return std::nullopt;
  const Explorer::RunStep& step = run_.steps[position - 1];
  return explorer_.successor(step.from, step.choice);
}

bool SimulationSession::at_fault() const {
  const std::optional<Explorer::Successor> last = step_to(position_);
  return last && last->fault;
}

void SimulationSession::forget_after(std::size_t position) {
  run_.steps.resize(std::min(position, run_.steps.size()));
  run_.cycle.reset();
  const auto shorten = [&](Watch& watch) { watch.along.resize(std::min(watch.along.size(), position + 1)); };
  for (Watch& watch : watches_) shorten(watch);
  for (Break& one : breaks_) shorten(one.condition);
}

void SimulationSession::take(std::size_t choice) {
  const bool known = position_ < run_.steps.size() && run_.steps[position_].choice == choice;
  if (!known) {
    const std::optional<Explorer::Successor> next = explorer_.successor(node(), choice);
    if (!next) return;
    const Node from = node();
    forget_after(position_);
    run_.steps.push_back({from, choice, next->target});
  }
  ++position_;
}

Explorer::Walk SimulationSession::walk(std::uint64_t steps, bool to_breakpoint) {
  std::vector<Explorer::Breakpoint> breakpoints;
  for (Break& one : breaks_) {
    using Kind = Explorer::Breakpoint::Kind;
    Explorer::Breakpoint& point = breakpoints.emplace_back();
    point.kind = one.at_line ? Kind::Line : one.condition.formula ? Kind::Monitor : Kind::Watch;
    point.file = one.file;
    point.line = one.line;
    point.number = one.condition.id;
    if (point.kind == Kind::Monitor) point.monitor_state = along(one.condition, position_).id;
  }
  if (!to_breakpoint) breakpoints.clear();
  Explorer::Walk walk = explorer_.walk(node(), steps, seed_++, breakpoints, interrupted_);
  if (walk.steps.empty()) return walk;
  forget_after(position_);
  run_.steps.insert(run_.steps.end(), walk.steps.begin(), walk.steps.end());
  position_ = run_.steps.size();
  return walk;
}

Explorer::Run SimulationSession::run() const {
  Explorer::Run shown = run_;
  if (position_ < shown.steps.size()) {
    shown.steps.resize(position_);
    shown.cycle.reset();
  }
  return shown;
}

void SimulationSession::load(Explorer::Run run) {
  start(run.start_choice);
  run_ = std::move(run);
  position_ = run_.steps.size();
}

Expected<SimulationSession::Watch> SimulationSession::resolve(const std::string& text) {
  Watch watch;
  watch.text = text;
  std::string formula;
  if (text.starts_with("ltl ")) formula = text.substr(4);
  for (const Explorer::Property& property : explorer_.properties())
    if (property.kind == PropertyKind::Ltl && property.name == text) formula = property.parsed;
  if (formula.empty()) {
    const Expected<std::uint32_t> value = explorer_.watch(text);
    if (value) {
      watch.id = *value;
      return watch;
    }
    // What is no expression may be a formula; if it is none either, the error that has a position says more.
    const Expected<std::uint32_t> monitor = explorer_.monitor(text, interrupted_);
    if (!monitor) return value.error().front().line != 0 ? value.error() : monitor.error();
    watch.id = *monitor;
  } else {
    const Expected<std::uint32_t> monitor = explorer_.monitor(formula, interrupted_);
    if (!monitor) return monitor.error();
    watch.id = *monitor;
  }
  watch.formula = true;
  return watch;
}

Expected<std::uint32_t> SimulationSession::add_watch(const std::string& text) {
  Expected<Watch> watch = resolve(text);
  if (!watch) return watch.error();
  watch->number = next_watch_++;
  watches_.push_back(std::move(*watch));
  return watches_.back().number;
}

Expected<std::uint32_t> SimulationSession::add_break(const std::string& text) {
  Break one;
  const std::size_t colon = text.rfind(':');
  const std::string_view last = std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1);
  if (const std::optional<std::uint32_t> line = number_in(last)) {
    one.at_line = true;
    one.line = *line;
    const std::string file = colon == std::string::npos ? "" : text.substr(0, colon);
    std::optional<std::size_t> lines;
    for (const SourceFile& source : explorer_.sources()) {
      // The name as it was given, or without its folders.
      if (!file.empty() && source.name != file && !source.name.ends_with("/" + file)) continue;
      const auto ends = static_cast<std::size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
      lines = std::max(lines.value_or(0), ends + (source.text.ends_with('\n') ? 0 : 1));
      if (!file.empty()) one.file = source.name;
    }
    if (!file.empty() && !lines) return Diagnostic{.message = "the model has no file '" + file + "'"};
    if (*line == 0 || (lines && *line > *lines))
      return Diagnostic{.message = "there is no line " + std::to_string(*line) + "; the last one is " +
                                   std::to_string(lines.value_or(0))};
    one.condition.text = "line " + text;
  } else {
    Expected<Watch> condition = resolve(text);
    if (!condition) return condition.error();
    one.condition = std::move(*condition);
  }
  one.condition.number = next_break_++;
  breaks_.push_back(std::move(one));
  return breaks_.back().condition.number;
}

bool SimulationSession::remove_watch(const std::string& which) {
  const std::optional<std::uint32_t> number = number_in(which);
  return std::erase_if(watches_,
                       [&](const Watch& watch) { return number ? watch.number == *number : watch.text == which; }) > 0;
}

bool SimulationSession::remove_break(const std::string& which) {
  const std::optional<std::uint32_t> number = number_in(which);
  return std::erase_if(breaks_, [&](const Break& one) {
           return number ? one.condition.number == *number : one.condition.text == which;
         }) > 0;
}

const Explorer::MonitorState& SimulationSession::along(Watch& watch, std::size_t position) {
  static const Explorer::MonitorState unknown;
  if (watch.along.empty()) {
    const auto first = explorer_.monitor_start(watch.id, run_.start);
    if (!first) return unknown;
    watch.along.push_back(*first);
  }
  while (watch.along.size() <= position) {
    const Explorer::RunStep& step = run_.steps[watch.along.size() - 1];
    const auto next = explorer_.monitor_step(watch.id, watch.along.back().id, step.from, step.choice);
    if (!next) return unknown;
    watch.along.push_back(*next);
  }
  return watch.along[position];
}

std::string SimulationSession::value_of(std::size_t watch) {
  if (watches_[watch].formula) return word(along(watches_[watch], position_).verdict);
  const Explorer::WatchValue value = explorer_.value(watches_[watch].id, node());
  return value.defined ? shown_value(value.value) : "undefined";
}

}  // namespace weir::cli
