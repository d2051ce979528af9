// SPDX-License-Identifier: Apache-2.0
#include "model/hidden_variables.h"

#include <algorithm>

#include "model/code_scan.h"
#include "model/opcodes.h"
#include "model/scalar.h"

namespace weir {

namespace {

std::uint32_t size_of(const VariableInfo& variable) { return bytes_of(variable.place.width) * variable.count; }

/// The effect of one transition on a variable.
class Use : public CodeObserver {
 public:
  Use(const Program& program, const VariableInfo& variable) : program_(program), variable_(variable) {}

  void observe(const Observation& observation) override {
    if (observation.kind == Observation::Kind::CreateProcess) created.push_back(observation.type);
    if (observation.kind != Observation::Kind::Read || !observation.global) return;
    // Several values may share a byte: a read of one counts for all.
    const std::uint64_t end = std::uint64_t{observation.first} + observation.bytes;
    reads = reads || (observation.first < variable_.place.offset + size_of(variable_) && variable_.place.offset < end);
  }

  void look_at(CodeRef code) {
    scan_code(program_, code, unknown_, *this);
    for (const Instruction& i : instructions_of(program_, code))
      if (i.op == OpCode::Print)
        for (const CodeRef argument : program_.prints[static_cast<std::size_t>(i.a)].arguments)
          scan_code(program_, argument, unknown_, *this);
  }
  void look_at(const Transition& transition) {
    look_at(transition.guard);
    if (transition.channel_operation != kNone) {
      const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
      look_at(operation.channel);
      for (const MessageField& field : operation.fields) {
        look_at(field.code);
        writes = writes || always_writes(field.code);
      }
    }
    look_at(transition.effect);
    writes = writes || always_writes(transition.effect);
  }

  bool reads = false;   ///< may read
  bool writes = false;  ///< always writes
  std::vector<std::uint32_t> created;

 private:
  /// Jumps end before the last instruction, which is always executed.
  bool always_writes(CodeRef code) const {
    const std::span<const Instruction> all = instructions_of(program_, code);
    if (all.empty() || variable_.is_array) return false;
    const Instruction& last = all.back();
    return is_store(last.op) && is_global(last.op) && static_cast<std::uint32_t>(last.a) == variable_.place.offset &&
           (variable_.place.width != Width::Bits || last.shift == variable_.place.shift);
  }

  const Program& program_;
  const VariableInfo& variable_;
  const ScanFacts unknown_;
};

std::vector<bool> live_locations(const Program& program, const VariableInfo& variable) {
  std::vector<Use> uses;
  uses.reserve(program.transitions.size());
  for (const Transition& transition : program.transitions) uses.emplace_back(program, variable).look_at(transition);
  std::vector<bool> at_birth(program.process_types.size(), false), always(program.process_types.size(), false);
  for (std::size_t type = 0; type < program.process_types.size(); ++type) {
    Use birth(program, variable), condition(program, variable);
    birth.look_at(program.process_types[type].initialise);
    condition.look_at(program.process_types[type].provided);
    at_birth[type] = birth.reads;
    always[type] = condition.reads;
  }
  std::vector<bool> live(program.locations.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t t = program.transitions.size(); t-- > 0;) {
      const Transition& transition = program.transitions[t];
      if (live[transition.source]) continue;
      const Use& use = uses[t];
      bool alive = use.reads || always[program.locations[transition.source].process_type];
      for (const std::uint32_t type : use.created)
        alive = alive || at_birth[type] || live[program.process_types[type].entry];
      if (!use.writes && transition.kind != TransitionKind::End) {
        const bool inside = transition.kind == TransitionKind::Deterministic;
        alive = alive || live[inside ? transition.inner : transition.target];
      }
      if (alive) live[transition.source] = changed = true;
    }
  }
  return live;
}

}  // namespace

bool reads_variable(const Program& program, CodeRef code, const VariableInfo& variable) {
  Use use(program, variable);
  use.look_at(code);
  return use.reads;
}

HiddenVariables::HiddenVariables(const Program& program) : program_(program) {
  for (const VariableInfo& info : program.globals) {
    if (!info.hidden) continue;
    Variable variable;
    variable.offset = info.place.offset;
    variable.bytes = size_of(info);
    variable.keep = ~static_cast<std::byte>(mask_of(info.place));
    variable.live_at = live_locations(program, info);
    variables_.push_back(std::move(variable));
  }
}

void HiddenVariables::clear(std::byte* state, std::size_t size, const MachineTables& tables) const {
  for (const Variable& variable : variables_) {
    bool live = false;
    for (std::size_t at = program_.fixed_bytes; at < size && !live;) {
      std::uint32_t header = std::to_integer<std::uint32_t>(state[at]);
      if (program_.header_bytes == 2) header |= std::to_integer<std::uint32_t>(state[at + 1]) << 8;
      live = header < variable.live_at.size() && variable.live_at[header];  // larger headers belong to channels
      at += tables.item_bytes[header];
    }
    if (live) continue;
    for (std::uint32_t i = 0; i < variable.bytes; ++i) state[variable.offset + i] &= variable.keep;
  }
}

}  // namespace weir
