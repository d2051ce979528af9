// SPDX-License-Identifier: Apache-2.0
#include "model/finish_program.h"

#include <set>
#include <string>
#include <utility>

#include "model/opcodes.h"

namespace weir {

namespace {

/// For each location, whether control can return to it.
std::vector<bool> locations_on_cycles(const Program& program) {
  const std::size_t count = program.locations.size();
  std::vector<bool> result(count, false);
  for (LocationId start = 0; start < count; ++start) {
    std::vector<bool> seen(count, false);
    std::vector<LocationId> waiting = {start};
    while (!waiting.empty() && !result[start]) {
      const Location& location = program.locations[waiting.back()];
      waiting.pop_back();
      for (std::uint32_t i = 0; i < location.count; ++i) {
        const Transition& transition = program.transitions[location.first + i];
        if (transition.kind == TransitionKind::End) continue;
        if (transition.target == start) result[start] = true;
        if (!seen[transition.target]) {
          seen[transition.target] = true;
          waiting.push_back(transition.target);
        }
      }
    }
  }
  return result;
}

/// Bounds the number of processes ever created, by type: a `run` that control passes at most once creates one process
/// for each process that passes it. Reaching the limit means no bound.
std::uint32_t bound_processes(const Program& program) {
  std::vector<std::uint64_t> at_start(program.process_types.size(), 0);
  for (const InitialProcess& process : program.initial) ++at_start[process.type];
  struct Creation {
    std::uint32_t by, what;
    bool again;
  };
  std::vector<Creation> creations;
  std::vector<bool> cyclic;
  for (const Transition& transition : program.transitions) {
    for (const Instruction& i : instructions_of(program, transition.effect)) {
      if (i.op != OpCode::Run) continue;
      if (cyclic.empty()) cyclic = locations_on_cycles(program);
      creations.push_back({program.locations[transition.source].process_type, static_cast<std::uint32_t>(i.a),
                           cyclic[transition.source]});
    }
  }
  std::vector<std::uint64_t> count = at_start;
  for (std::size_t round = 0; round <= kProcessLimit; ++round) {
    std::vector<std::uint64_t> next = at_start;
    for (const Creation& creation : creations)
      next[creation.what] += creation.again && count[creation.by] > 0 ? kProcessLimit : count[creation.by];
    std::uint64_t total = 0;
    for (std::uint64_t& number : next) total += number = number < kProcessLimit ? number : kProcessLimit;
    if (total >= kProcessLimit) return kProcessLimit;
    if (next == count) return static_cast<std::uint32_t>(total);
    count = std::move(next);
  }
  return kProcessLimit;
}

/// Whether the code creates a process or a channel.
bool creates(const Program& program, CodeRef code) {
  for (const Instruction& i : instructions_of(program, code))
    if (info_of(i.op).writes == Observable::Processes || info_of(i.op).writes == Observable::Channels) return true;
  return false;
}

/// Variables of sibling blocks may share a name. Readers and recorded runs distinguish them as `x` and `x#2`.
void tell_apart(std::vector<VariableInfo>& variables, std::set<std::string> taken) {
  for (VariableInfo& variable : variables) {
    if (variable.internal) continue;
    const std::string name = variable.name;
    for (int number = 2; !taken.insert(variable.name).second; ++number) {
      variable.name = name + "#" + std::to_string(number);
    }
  }
}

}  // namespace

void finish_program(Program& program) {
  program.fixed_bytes = program.global_bytes;
  for (StaticChannel& channel : program.static_channels) {
    channel.offset = program.fixed_bytes;
    program.fixed_bytes += program.channel_types[channel.type].stored_bytes();
  }
  for (const Location& location : program.locations) {
    program.has_committed = program.has_committed || location.committed;
    program.has_progress = program.has_progress || location.progress;
    program.has_accepting = program.has_accepting || location.accepting;
  }
  std::set<std::string> places;  // shown beside the global variables: the location of a process
  for (ProcessType& type : program.process_types) {
    program.has_provided = program.has_provided || !type.provided.empty();
    tell_apart(type.variables, {});
    if (!type.numbered) places.insert(type.name);
  }
  tell_apart(program.globals, std::move(places));
  for (Transition& transition : program.transitions) {
    transition.resizes = transition.resizes || transition.kind == TransitionKind::End ||
                         creates(program, transition.guard) || creates(program, transition.effect);
  }
  // A process created inside a deterministic run is created by the transition that starts the run.
  std::vector<bool> resizes_inside(program.process_types.size(), false);
  for (const Transition& transition : program.transitions)
    if (transition.resizes && program.locations[transition.source].deterministic)
      resizes_inside[program.locations[transition.source].process_type] = true;
  for (Transition& transition : program.transitions) {
    if (transition.kind != TransitionKind::Deterministic) continue;
    const std::uint32_t type = program.locations[transition.source].process_type;
    transition.resizes = transition.resizes || resizes_inside[type];
  }
  program.process_bound = bound_processes(program);
  for (const Instruction& instruction : program.code)
    program.has_timeout = program.has_timeout || instruction.op == OpCode::Timeout;
}

}  // namespace weir
