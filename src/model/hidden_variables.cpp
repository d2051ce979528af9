// SPDX-License-Identifier: Apache-2.0
#include "model/hidden_variables.h"

#include <algorithm>

namespace weir {

namespace {

std::uint32_t size_of(const VariableInfo& variable) { return bytes_of(variable.place.width) * variable.count; }

bool within(const VariableInfo& variable, std::int32_t offset) {
  const auto at = static_cast<std::uint32_t>(offset);
  return at >= variable.place.offset && at < variable.place.offset + size_of(variable);
}

/// The effect of one transition on a variable.
class Use {
 public:
  Use(const Program& program, const VariableInfo& variable) : program_(program), variable_(variable) {}

  void look_at(CodeRef code, bool reading_first = false) {
    if (code.empty()) return;
    for (std::size_t at = code.begin; program_.code[at].op != OpCode::Return; ++at) {
      const Instruction& i = program_.code[at];
      if (i.op >= OpCode::LoadGlobal && i.op <= OpCode::LoadGlobalI32) {
        // Several values may share a byte: a read of one counts for all.
        if (within(variable_, i.a)) reads = true;
      } else if (i.op == OpCode::AddressGlobal) {
        if (within(variable_, i.a) && !has_footprint_) reads = true;
      } else if (i.op >= OpCode::StoreGlobal && i.op <= OpCode::StoreGlobalI32) {
        // Jumps end before the last instruction, which is always executed.
        const bool always = program_.code[at + 1].op == OpCode::Return;
        const bool same = static_cast<std::uint32_t>(i.a) == variable_.place.offset &&
                          (variable_.place.width != Width::Bits || i.shift == variable_.place.shift);
        if (always && same && !variable_.is_array && !reading_first) writes = true;
      } else if (i.op == OpCode::Poll) {
        look_at(program_.channel_operations[static_cast<std::size_t>(i.a)], true);
      } else if (i.op == OpCode::Run) {
        created.push_back(static_cast<std::uint32_t>(i.a));
      } else if (i.op == OpCode::Print) {
        for (const CodeRef argument : program_.prints[static_cast<std::size_t>(i.a)].arguments) {
          Use printed(program_, variable_);
          printed.look_at(argument);
          reads = reads || printed.reads;
        }
      }
    }
  }
  void look_at(const ChannelOperation& operation, bool reading_first = false) {
    look_at(operation.channel, true);
    for (const MessageField& field : operation.fields) look_at(field.code, reading_first);
  }
  void look_at(const Transition& transition) {
    // The footprint tells whether an element is read or written.
    has_footprint_ = true;
    if (transition.kind != TransitionKind::Deterministic && variable_.is_array)
      for (const Footprint::Access& access : transition.footprint.reads)
        reads = reads || (access.space == Footprint::Access::Space::Global && overlaps(access));
    look_at(transition.guard, true);
    if (transition.channel_operation != kNone) look_at(program_.channel_operations[transition.channel_operation]);
    look_at(transition.effect);
  }

  bool reads = false;   ///< may read
  bool writes = false;  ///< always writes
  std::vector<std::uint32_t> created;

 private:
  bool overlaps(const Footprint::Access& access) const {
    const std::uint64_t end = std::uint64_t{access.offset} + access.bytes;
    return access.offset < variable_.place.offset + size_of(variable_) && variable_.place.offset < end;
  }

  const Program& program_;
  const VariableInfo& variable_;
  bool has_footprint_ = false;
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
    if (info.place.width == Width::Bits && !info.is_array)
      variable.keep = ~static_cast<std::byte>(((1U << info.place.bits) - 1U) << info.place.shift);
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
