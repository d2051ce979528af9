// SPDX-License-Identifier: Apache-2.0
#include "reduction/merge/statement_merging.h"

#include <algorithm>

#include "model/code_scan.h"
#include "reduction/merge/endless.h"
#include "reduction/observers.h"

namespace weir {

namespace {

/// Finds whether code accesses only its own frame and cannot fail.
class Privacy : public CodeObserver {
 public:
  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read:
      case Kind::Write: is_private = is_private && !observation.global; break;
      case Kind::OwnPid: break;  // never changes
      case Kind::RemoteVariable:
      case Kind::Location:
      case Kind::Flags:
      case Kind::ProcessCount:
      case Kind::Channel:
      case Kind::Timeout:
      case Kind::Enabledness:
      case Kind::Priority:
      case Kind::SetPriority:
      case Kind::CreateProcess:
      case Kind::CreateChannel:
      case Kind::RuntimeError:
      case Kind::Assertion: is_private = false; break;
    }
  }
  bool is_private = true;
};

bool is_internal(const Program& program, const Observers& observers, const Transition& transition) {
  if (transition.kind != TransitionKind::Normal && transition.kind != TransitionKind::Else) return false;
  if (transition.escape != 0 || transition.channel_operation != kNone) return false;
  const Location& target = program.locations[transition.target];
  if (observers.tells_apart(program.locations[transition.source], target)) return false;
  if (observers.sees_readiness() && observers.may_receive(target)) return false;
  Privacy privacy;
  scan_transition(program, transition, ScanFacts{}, privacy);
  return privacy.is_private;
}

/// The locations whose transitions are all internal.
std::vector<bool> internal_locations(const Program& program, const Observers& observers) {
  std::vector<bool> result(program.locations.size(), false);
  // An atomic sequence that never ends is expanded transition by transition and must not be merged.
  const std::vector<bool> never_ends = endless_locations(program, {}, true);
  for (LocationId i = 0; i < program.locations.size(); ++i) {
    const Location& location = program.locations[i];
    if (never_ends[i] || location.deterministic || location.count == 0) continue;
    if (!program.process_types[location.process_type].provided.empty()) continue;
    bool all = true;
    for (std::uint32_t k = 0; k < location.count && all; ++k)
      all = is_internal(program, observers, program.transitions[location.first + k]);
    result[i] = all;
  }
  return result;
}

/// A step that keeps control goes on at its target: a location before an atomic sequence is passed only if the whole
/// sequence is, or visible steps would become one.
void keep_starts_of_visible_sequences(const Program& program, std::vector<bool>& passed) {
  for (bool changed = true; changed;) {
    changed = false;
    for (LocationId i = static_cast<LocationId>(passed.size()); i-- > 0;) {
      const Location& location = program.locations[i];
      for (std::uint32_t k = 0; k < location.count && passed[i]; ++k) {
        const Transition& transition = program.transitions[location.first + k];
        if (!transition.keeps_control || passed[transition.target]) continue;
        passed[i] = false;
        changed = true;
      }
    }
  }
}

/// A cycle of passed locations would never end: in a depth-first search, the target of a back edge keeps its state.
void break_cycles(const Program& program, std::vector<bool>& passed) {
  enum class Visit : std::uint8_t { New, Open, Done };
  std::vector<Visit> visit(passed.size(), Visit::New);
  struct Frame {
    LocationId location;
    std::uint32_t next;
  };
  for (LocationId root = 0; root < passed.size(); ++root) {
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
  // Nor may a cycle be closed by atomic sequences.
  for (bool changed = true; changed;) {
    changed = false;
    const std::vector<bool> now = endless_locations(program, passed, true);
    for (LocationId i = 0; i < passed.size(); ++i) {
      if (!passed[i] || !now[i]) continue;
      passed[i] = false;
      changed = true;
    }
  }
}

}  // namespace

MergedProgram merge_statements(const Program& program, const std::vector<CodeRef>& atoms) {
  MergedProgram result;
  if (program.has_priorities || program.has_last || program.has_committed) return result;
  const Observers observers(program, atoms);
  if (observers.sees_frames()) return result;
  std::vector<bool> passed = internal_locations(program, observers);
  if (std::find(passed.begin(), passed.end(), true) == passed.end()) return result;
  break_cycles(program, passed);
  keep_starts_of_visible_sequences(program, passed);
  result.program = std::make_unique<Program>(program);
  for (Transition& transition : result.program->transitions) {
    // Inside a d_step control is kept anyway, and an end has no successor location.
    if (transition.kind == TransitionKind::End || program.locations[transition.source].deterministic) continue;
    if (passed[transition.target]) transition.keeps_control = true;
  }
  result.passed = std::move(passed);
  return result;
}

}  // namespace weir
