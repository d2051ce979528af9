// SPDX-License-Identifier: Apache-2.0
#include "reduction/merge.h"

#include <algorithm>

#include "reduction/code_scan.h"

namespace weir {

namespace {

/// Whether code looks at, or changes, anything outside of the own frame.
class Privacy : public ScanListener {
 public:
  void access(bool, bool global, std::uint32_t, std::uint32_t, std::uint8_t) override { open = open || global; }
  void query_channel(const AbstractValue&) override { open = true; }
  void query_processes() override { open = true; }
  void query_everything() override { open = true; }
  void timeout() override { open = true; }
  void change_processes() override { open = true; }
  bool open = false;
};

/// Which locations and frames other code looks into.
class Onlookers : public ScanListener {
 public:
  void access(bool, bool, std::uint32_t, std::uint32_t, std::uint8_t) override {}
  void query_channel(const AbstractValue&) override {}
  void location_of(std::int64_t, bool, std::int32_t number) override {
    if (number < 0)
      everywhere = true;
    else
      numbers.push_back(number);
  }
  void remote_variable() override { everywhere = true; }
  bool everywhere = false;
  std::vector<std::int32_t> numbers;
};

bool is_private(const Program& program, const Transition& transition) {
  if (transition.kind != TransitionKind::Normal && transition.kind != TransitionKind::Else) return false;
  if (transition.escape != 0 || transition.channel_operation != kNone) return false;
  Privacy privacy;
  const ScanFacts unknown;
  scan_code(program, transition.guard, unknown, privacy);
  scan_code(program, transition.effect, unknown, privacy);
  return !privacy.open;
}

/// Locations from which control may be kept for ever, if it is kept on the way to the locations of `passed` as well.
std::vector<bool> endless(const Program& program, const std::vector<bool>& passed) {
  std::vector<bool> result(program.locations.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (LocationId i = 0; i < program.locations.size(); ++i) {
      if (!result[i]) continue;
      const Location& location = program.locations[i];
      bool goes_on = false;
      for (std::uint32_t k = 0; k < location.count && !goes_on && !location.deterministic; ++k) {
        const Transition& transition = program.transitions[location.first + k];
        if (transition.kind == TransitionKind::End) continue;
        goes_on = (transition.keeps_control || passed[transition.target]) && result[transition.target];
      }
      changed = changed || !goes_on;
      result[i] = goes_on;
    }
  }
  return result;
}

}  // namespace

std::vector<bool> without_end(const Program& program) {
  return endless(program, std::vector<bool>(program.locations.size(), false));
}

MergedProgram merge_statements(const Program& program, const std::vector<CodeRef>& atoms) {
  MergedProgram result;
  if (program.has_priorities || program.has_last || program.has_committed) return result;
  Onlookers onlookers;
  const ScanFacts unknown;
  for (const CodeRef atom : atoms) scan_code(program, atom, unknown, onlookers);
  for (const Transition& transition : program.transitions) {
    scan_code(program, transition.guard, unknown, onlookers);
    scan_code(program, transition.effect, unknown, onlookers);
    if (transition.channel_operation == kNone) continue;
    scan_code(program, program.channel_operations[transition.channel_operation].channel, unknown, onlookers);
    for (const MessageField& field : program.channel_operations[transition.channel_operation].fields)
      scan_code(program, field.code, unknown, onlookers);
  }
  for (const ProcessType& type : program.process_types) scan_code(program, type.provided, unknown, onlookers);
  if (onlookers.everywhere) return result;

  const std::size_t count = program.locations.size();
  std::vector<bool> passed(count, false);
  // An atomic sequence that never ends has no successor: what comes before it must not be lost with it.
  const std::vector<bool> never_ends = without_end(program);
  bool some = false;
  for (LocationId i = 0; i < count; ++i) {
    const Location& location = program.locations[i];
    if (never_ends[i] || location.deterministic || location.count == 0 || location.progress || location.accepting)
      continue;
    if (!program.process_types[location.process_type].provided.empty()) continue;
    if (std::find(onlookers.numbers.begin(), onlookers.numbers.end(), location.number) != onlookers.numbers.end())
      continue;
    bool all = true;
    for (std::uint32_t k = 0; k < location.count && all; ++k)
      all = is_private(program, program.transitions[location.first + k]);
    passed[i] = all;
    some = some || all;
  }
  if (!some) return result;

  // A cycle of passed locations would never end: depth-first, where an edge leads back, a state remains.
  enum class Visit : std::uint8_t { New, Open, Done };
  std::vector<Visit> visit(count, Visit::New);
  struct Frame {
    LocationId location;
    std::uint32_t next;
  };
  for (LocationId root = 0; root < count; ++root) {
    if (!passed[root] || visit[root] != Visit::New) continue;
    std::vector<Frame> path{{root, 0}};
    visit[root] = Visit::Open;
    while (!path.empty()) {
      Frame& top = path.back();
      const Location& location = program.locations[top.location];
      if (top.next == location.count) {
        visit[top.location] = Visit::Done;
        path.pop_back();
        continue;
      }
      const LocationId target = program.transitions[location.first + top.next++].target;
      if (!passed[target]) continue;
      if (visit[target] == Visit::Open) {
        passed[target] = false;
      } else if (visit[target] == Visit::New) {
        visit[target] = Visit::Open;
        path.push_back({target, 0});
      }
    }
  }
  // Nor may a cycle be closed together with atomic sequences.
  for (bool changed = true; changed;) {
    changed = false;
    const std::vector<bool> now = endless(program, passed);
    for (LocationId i = 0; i < count; ++i) {
      if (!passed[i] || !now[i]) continue;
      passed[i] = false;
      changed = true;
    }
  }
  result.program = std::make_unique<Program>(program);
  for (Transition& transition : result.program->transitions) {
    // Inside a d_step control is kept anyway, and an end leads nowhere.
    if (transition.kind == TransitionKind::End || program.locations[transition.source].deterministic) continue;
    if (passed[transition.target]) transition.keeps_control = true;
  }
  result.passed = std::move(passed);
  return result;
}

}  // namespace weir
