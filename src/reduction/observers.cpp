// SPDX-License-Identifier: Apache-2.0
#include "reduction/observers.h"

#include <algorithm>

namespace weir {

class Observers::Finder : public CodeObserver {
 public:
  Finder(Observers& owner, bool of_property) : owner_(owner), of_property_(of_property) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::RemoteVariable: owner_.sees_frames_ = true; break;
      case Kind::Location:
        if (observation.location == Observation::kAnyLocation)
          owner_.sees_all_locations_ = true;
        else
          owner_.locations_.push_back(observation.location);
        break;
      case Kind::Flags: (observation.progress ? owner_.sees_progress_ : owner_.sees_accepting_) = true; break;
      case Kind::Enabledness:  // of a process at its location, with its current values
        owner_.sees_frames_ = true;
        owner_.sees_all_locations_ = true;
        break;
      case Kind::Timeout:
        // An enabled process keeps `timeout` false. No guard with `timeout` is passed meanwhile, but a property sees
        // the difference.
        owner_.sees_all_locations_ = owner_.sees_all_locations_ || of_property_;
        break;
      // The effect of a process's step on these is seen where it is written.
      case Kind::Read:
      case Kind::Write:
      case Kind::OwnPid:
      case Kind::ProcessCount:
      case Kind::Channel:
      case Kind::Priority:
      case Kind::SetPriority:
      case Kind::CreateProcess:
      case Kind::CreateChannel:
      case Kind::RuntimeError:
      case Kind::Assertion: break;
    }
  }

 private:
  Observers& owner_;
  bool of_property_;
};

Observers::Observers(const Program& program, const std::vector<CodeRef>& atoms) : program_(program) {
  const ScanFacts unknown;
  Finder by_property(*this, true);
  for (const CodeRef atom : atoms) scan_code(program, atom, unknown, by_property);
  Finder finder(*this, false);
  for (const Transition& transition : program.transitions) scan_transition(program, transition, unknown, finder);
  for (const ProcessType& type : program.process_types) {
    scan_code(program, type.provided, unknown, finder);
    scan_code(program, type.initialise, unknown, finder);
  }
  std::sort(locations_.begin(), locations_.end());
  locations_.erase(std::unique(locations_.begin(), locations_.end()), locations_.end());
  sees_readiness_ = find_readiness();
}

bool Observers::tells_apart(const Location& a, const Location& b) const {
  if (sees_all_locations_) return true;
  if (sees_progress_ && a.progress != b.progress) return true;
  if (sees_accepting_ && a.accepting != b.accepting) return true;
  const auto is_asked = [this](std::int32_t number) {
    return std::binary_search(locations_.begin(), locations_.end(), number);
  };
  // The type is not compared: P[i]@lab accepts any process with number i.
  return a.number != b.number && (is_asked(a.number) || is_asked(b.number));
}

bool Observers::may_meet(const Transition& transition, bool sends) const {
  if (transition.kind == TransitionKind::Deterministic) {
    const Location& inner = program_.locations[transition.inner];
    for (std::uint32_t i = 0; i < inner.count; ++i)
      if (may_meet(program_.transitions[inner.first + i], sends)) return true;
    return false;
  }
  if (transition.channel_operation == kNone) return false;
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  if (operation.sends() != sends) return false;
  if (operation.static_channel != kNone)
    return program_.channel_types[program_.static_channels[operation.static_channel].type].capacity == 0;
  return std::any_of(program_.channel_types.begin(), program_.channel_types.end(),
                     [](const ChannelType& type) { return type.capacity == 0; });
}

bool Observers::may_receive(const Location& location) const {
  for (std::uint32_t i = 0; i < location.count; ++i)
    if (may_meet(program_.transitions[location.first + i], false)) return true;
  return false;
}

bool Observers::find_readiness() const {
  std::vector<bool> entered_in_control(program_.locations.size(), false);
  for (const Transition& transition : program_.transitions)
    if (transition.keeps_control && transition.kind != TransitionKind::End)
      entered_in_control[transition.target] = true;
  for (LocationId i = 0; i < program_.locations.size(); ++i) {
    const Location& location = program_.locations[i];
    bool sends = false;
    bool looks = entered_in_control[i] || location.deterministic;
    for (std::uint32_t k = 0; k < location.count; ++k) {
      const Transition& transition = program_.transitions[location.first + k];
      sends = sends || may_meet(transition, true);
      looks = looks || transition.kind == TransitionKind::Else || transition.otherwise || transition.escape != 0;
    }
    if (sends && looks) return true;
  }
  return false;
}

}  // namespace weir
