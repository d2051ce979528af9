// SPDX-License-Identifier: Apache-2.0
#include "reduction/dead/dead_variables.h"

#include <algorithm>

#include "model/code_scan.h"
#include "model/opcodes.h"
#include "model/scalar.h"
#include "reduction/observers.h"

namespace weir {

namespace {

using Bits = std::vector<bool>;  ///< eight per byte

void add_bits(Bits& bits, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) {
  const std::size_t end = std::min<std::size_t>(bits.size() / 8, std::size_t{first} + bytes);
  for (std::size_t i = first; i < end; ++i)
    for (unsigned k = 0; k < 8; ++k)
      if (((mask >> k) & 1U) != 0) bits[i * 8 + k] = true;
}

/// Reads and writes of one piece of code.
class Uses : public CodeObserver {
 public:
  Uses(std::size_t global_bytes, std::size_t frame_bytes)
      : global_reads(global_bytes * 8),
        global_writes(global_bytes * 8),
        local_reads(frame_bytes * 8),
        local_writes(frame_bytes * 8) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read:
        add_bits(observation.global ? global_reads : local_reads, observation.first, observation.bytes,
                 observation.mask);
        break;
      case Kind::Write:
        add_bits(observation.global ? global_writes : local_writes, observation.first, observation.bytes,
                 observation.mask);
        break;
      case Kind::SetPriority:
      case Kind::CreateProcess:
      case Kind::CreateChannel:
      case Kind::RuntimeError:
      case Kind::Assertion: matters = true; break;
      // These depend on no variable, except the two that read frames of other processes; those frames are not cleared
      // then.
      case Kind::RemoteVariable:
      case Kind::Enabledness:
      case Kind::Location:
      case Kind::Flags:
      case Kind::OwnPid:
      case Kind::ProcessCount:
      case Kind::Channel:
      case Kind::Timeout:
      case Kind::Priority: break;
    }
  }

  Bits global_reads, global_writes, local_reads, local_writes;
  bool matters = false;  ///< it has effects other than writing variables
};

/// Adds the variables of the own frame that the code always writes: it has no jumps.
void add_definite_writes(const Program& program, CodeRef code, Bits& bits) {
  for (const Instruction& i : instructions_of(program, code))
    if (is_jump(i.op)) return;
  for (const Instruction& i : instructions_of(program, code))
    if (is_store(i.op) && !is_global(i.op))
      add_bits(bits, static_cast<std::uint32_t>(i.a), bytes_of(i.width), mask_of(i));
}

bool meets(const Bits& a, const Bits& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] && b[i]) return true;
  return false;
}
bool join(Bits& a, const Bits& b) {
  bool changed = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    changed = changed || (b[i] && !a[i]);
    a[i] = a[i] || b[i];
  }
  return changed;
}

class Analysis {
 public:
  Analysis(const Program& program, const std::vector<CodeRef>& atoms) : program_(program), atoms_(atoms) {}

  /// Scans the reads of everything except effects, which are scanned separately.
  void scan_conditions(const Transition& transition, Uses& uses) const {
    Transition conditions = transition;
    conditions.effect = {};
    scan_transition(program_, conditions, unknown_, uses);
  }
  Uses uses_for(std::uint32_t type) const { return {program_.global_bytes, program_.process_types[type].frame_bytes}; }

  /// By location: bits of the frame that may be read before they are written.
  std::vector<Bits> live() const {
    std::vector<Bits> result;
    for (const Location& location : program_.locations)
      result.emplace_back(program_.process_types[location.process_type].frame_bytes * std::size_t{8});
    std::vector<Bits> reads, writes;
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      Uses uses = uses_for(type);
      scan_conditions(transition, uses);
      scan_code(program_, transition.effect, unknown_, uses);
      reads.push_back(uses.local_reads);
      Bits definite(uses.local_reads.size());
      add_definite_writes(program_, transition.effect, definite);
      if (transition.channel_operation != kNone)
        for (const MessageField& field : program_.channel_operations[transition.channel_operation].fields)
          if (field.kind == MessageField::Kind::Store) add_definite_writes(program_, field.code, definite);
      writes.push_back(std::move(definite));
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t t = program_.transitions.size(); t-- > 0;) {
        const Transition& transition = program_.transitions[t];
        Bits before = reads[t];
        if (transition.kind == TransitionKind::Deterministic) join(before, result[transition.inner]);
        if (transition.kind != TransitionKind::End) {
          const Bits& after = result[transition.target];
          for (std::size_t i = 0; i < before.size(); ++i) before[i] = before[i] || (after[i] && !writes[t][i]);
        }
        changed = join(result[transition.source], before) || changed;
      }
    }
    return result;
  }

  /// Computes the bits that something depends on. `open`: variables of processes are read from outside.
  void relevant(bool open, Bits& globals, std::vector<Bits>& locals) const {
    globals.assign(program_.global_bytes * std::size_t{8}, false);
    locals.clear();
    for (const ProcessType& type : program_.process_types) locals.emplace_back(type.frame_bytes * std::size_t{8}, open);
    Uses by_atoms(program_.global_bytes, 0);
    for (const CodeRef atom : atoms_) scan_code(program_, atom, unknown_, by_atoms);
    join(globals, by_atoms.global_reads);
    struct Effect {
      std::uint32_t type;
      Uses uses;
    };
    std::vector<Effect> effects;
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      Uses conditions = uses_for(type);
      scan_conditions(transition, conditions);
      join(globals, conditions.global_reads);
      join(locals[type], conditions.local_reads);
      Uses uses = uses_for(type);
      scan_code(program_, transition.effect, unknown_, uses);
      effects.push_back({type, std::move(uses)});
    }
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      Uses uses = uses_for(type);
      scan_code(program_, program_.process_types[type].initialise, unknown_, uses);
      uses.matters = true;
      effects.push_back({type, std::move(uses)});
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Effect& effect : effects) {
        if (!effect.uses.matters && !meets(effect.uses.global_writes, globals) &&
            !meets(effect.uses.local_writes, locals[effect.type]))
          continue;
        changed = join(globals, effect.uses.global_reads) || changed;
        changed = join(locals[effect.type], effect.uses.local_reads) || changed;
      }
    }
  }

 private:
  const Program& program_;
  const std::vector<CodeRef>& atoms_;
  ScanFacts unknown_;
};

}  // namespace

std::vector<DeadVariables::Byte> DeadVariables::bytes_of_bits(const std::vector<bool>& bits) {
  std::vector<Byte> result;
  for (std::uint32_t i = 0; i < bits.size() / 8; ++i) {
    unsigned keep = 0;
    for (unsigned k = 0; k < 8; ++k) keep |= bits[i * std::size_t{8} + k] ? 0U : 1U << k;
    if (keep != 0xFF) result.push_back({i, static_cast<std::byte>(keep)});
  }
  return result;
}

DeadVariables::DeadVariables(const Program& program, const std::vector<CodeRef>& atoms, bool dead, bool slice)
    : program_(program), tables_(program), at_location_(program.locations.size()) {
  const Analysis analysis(program, atoms);
  const bool open = Observers(program, atoms).sees_frames();
  Bits globals;
  std::vector<Bits> locals;
  if (slice) analysis.relevant(open, globals, locals);
  if (slice) {
    Bits clear = globals;
    clear.flip();
    // Only bytes of variables: other bytes have a different meaning.
    Bits variables(clear.size());
    for (const VariableInfo& variable : program.globals) {
      const Place& place = variable.place;
      const bool shared = place.width == Width::Bits && !variable.is_array;
      add_bits(variables, place.offset, bytes_of(place.width) * variable.count,
               shared ? static_cast<std::uint8_t>(((1U << place.bits) - 1U) << place.shift) : std::uint8_t{0xFF});
    }
    for (std::size_t i = 0; i < clear.size(); ++i) clear[i] = clear[i] && variables[i];
    global_ = bytes_of_bits(clear);
    nothing_ = nothing_ && global_.empty();
  }
  if (open) return;  // all variables of processes matter
  std::vector<Bits> live;
  if (dead) live = analysis.live();
  const std::size_t header = program.header_bytes + (program.has_priorities ? 1U : 0U);
  for (LocationId i = 0; i < program.locations.size(); ++i) {
    const std::uint32_t type = program.locations[i].process_type;
    Bits clear(program.process_types[type].frame_bytes * std::size_t{8});
    for (std::size_t k = header * 8; k < clear.size(); ++k)
      clear[k] = (dead && !live[i][k]) || (slice && !locals[type][k]);
    at_location_[i] = bytes_of_bits(clear);
    nothing_ = nothing_ && at_location_[i].empty();
  }
}

void DeadVariables::keep_apart(const IdentityPlan& plan) {
  const auto fill = [&](std::vector<Byte>& bytes, const std::vector<IdentityPlan::Item>& items) {
    for (const IdentityPlan::Item& item : items) {
      const Place& place = item.place;
      const bool greatest_is_one = plan.kind.is_identity(stored_value(place, -1));  // all bits set
      if (item.sort != Sort::Identity || (greatest_is_one && !plan.kind.is_identity(0))) continue;
      const auto mask = static_cast<std::byte>(mask_of(place));
      for (const std::uint32_t offset : item.owned.empty() ? std::vector<std::uint32_t>{place.offset} : item.owned)
        for (Byte& byte : bytes)
          if (byte.offset >= offset && byte.offset < offset + bytes_of(place.width) * item.count)
            (greatest_is_one ? byte.keep : byte.fill) |= greatest_is_one ? mask : mask & ~byte.keep;
    }
  };
  fill(global_, plan.globals);
  for (LocationId i = 0; i < at_location_.size(); ++i)
    fill(at_location_[i], plan.locals[program_.locations[i].process_type]);
}

void DeadVariables::clear(std::byte* state, std::size_t size) const {
  for (const Byte& byte : global_) state[byte.offset] = (state[byte.offset] & byte.keep) | byte.fill;
  for (std::size_t offset = program_.fixed_bytes; offset < size;) {
    std::uint32_t kind = std::to_integer<std::uint32_t>(state[offset]);
    if (program_.header_bytes == 2) kind |= std::to_integer<std::uint32_t>(state[offset + 1]) << 8;
    if (kind < at_location_.size())
      for (const Byte& byte : at_location_[kind])
        state[offset + byte.offset] = (state[offset + byte.offset] & byte.keep) | byte.fill;
    offset += tables_.item_bytes[kind];
  }
}

}  // namespace weir
