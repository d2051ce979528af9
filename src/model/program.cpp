// SPDX-License-Identifier: Apache-2.0
// Program::finish: places static channels and derives what each transition touches from its code.
#include "model/program.h"

#include "model/footprint.h"

namespace weir {

std::string NameTable::find(std::int32_t value) const {
  for (const auto& [number, name] : names)
    if (number == value) return name;
  return {};
}

void Program::finish() {
  fixed_bytes = global_bytes;
  for (StaticChannel& channel : static_channels) {
    channel.offset = fixed_bytes;
    fixed_bytes += channel_types[channel.type].stored_bytes();
  }
  for (const Location& location : locations) {
    has_committed = has_committed || location.committed;
    has_progress = has_progress || location.progress;
    has_accepting = has_accepting || location.accepting;
  }
  for (Transition& transition : transitions) {
    transition.footprint = footprint_of(*this, transition);
    transition.resizes =
        transition.resizes || transition.kind == TransitionKind::End || transition.footprint.changes_processes;
  }
  // What happens inside of a deterministic run belongs to the transition that starts it.
  std::vector<bool> resizes_inside(process_types.size(), false);
  for (const Transition& transition : transitions)
    if (transition.resizes && locations[transition.source].deterministic)
      resizes_inside[locations[transition.source].process_type] = true;
  for (Transition& transition : transitions) {
    if (transition.kind != TransitionKind::Deterministic) continue;
    const std::uint32_t type = locations[transition.source].process_type;
    transition.resizes = transition.resizes || resizes_inside[type];
    add_deterministic_footprint(*this, transition);
  }
  for (const Instruction& instruction : code) has_timeout = has_timeout || instruction.op == OpCode::Timeout;
}

}  // namespace weir
