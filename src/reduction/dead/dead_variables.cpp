// SPDX-License-Identifier: Apache-2.0
#include "reduction/dead/dead_variables.h"

#include <algorithm>
#include <bit>

#include "model/code_scan.h"
#include "model/opcodes.h"
#include "model/scalar.h"
#include "reduction/observers.h"

namespace weir {

namespace {

using Bits = std::vector<std::uint8_t>;  ///< a mask for each byte

struct ByteRange {
  std::uint32_t first = 0;
  std::uint32_t bytes = 0;
  std::uint8_t mask = 0;  ///< the same for each byte
};
using Ranges = std::vector<ByteRange>;

/// Calls `use` with every byte of the ranges and its mask.
template <class Use>
void for_each_byte(Bits& bits, const Ranges& ranges, Use&& use) {
  for (const ByteRange& range : ranges) {
    const std::size_t end = std::min<std::size_t>(bits.size(), std::size_t{range.first} + range.bytes);
    for (std::size_t i = range.first; i < end; ++i) use(bits[i], range.mask);
  }
}
/// Returns whether `bits` have changed.
bool join(Bits& bits, const Ranges& ranges) {
  unsigned added = 0;
  for_each_byte(bits, ranges, [&](std::uint8_t& byte, unsigned mask) {
    added |= mask & ~unsigned{byte};
    byte = static_cast<std::uint8_t>(byte | mask);
  });
  return added != 0;
}
bool join(Bits& bits, const Bits& more) {
  unsigned added = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    added |= more[i] & ~unsigned{bits[i]};
    bits[i] = static_cast<std::uint8_t>(bits[i] | more[i]);
  }
  return added != 0;
}
bool meets(const Ranges& ranges, Bits& bits) {
  unsigned common = 0;
  for_each_byte(bits, ranges, [&](std::uint8_t byte, unsigned mask) { common |= byte & mask; });
  return common != 0;
}

/// Reads and writes of one piece of code.
class Uses : public CodeObserver {
 public:
  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read:
        (observation.global ? global_reads : local_reads)
            .push_back({observation.first, observation.bytes, observation.mask});
        break;
      case Kind::Write:
        (observation.global ? global_writes : local_writes)
            .push_back({observation.first, observation.bytes, observation.mask});
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

  Ranges global_reads, global_writes, local_reads, local_writes;
  bool matters = false;  ///< it has effects other than writing variables
};

/// Adds the variables of the own frame that the code always writes: it has no jumps.
void add_definite_writes(const Program& program, CodeRef code, Ranges& writes) {
  for (const Instruction& i : instructions_of(program, code))
    if (is_jump(i.op)) return;
  for (const Instruction& i : instructions_of(program, code))
    if (is_store(i.op) && !is_global(i.op))
      writes.push_back({static_cast<std::uint32_t>(i.a), bytes_of(i.width), mask_of(i)});
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

  /// By location: bits of the frame that may be read before they are written.
  std::vector<Bits> live() const {
    std::vector<Bits> result;
    for (const Location& location : program_.locations)
      result.emplace_back(program_.process_types[location.process_type].frame_bytes);
    std::vector<Ranges> reads, writes;
    for (const Transition& transition : program_.transitions) {
      Uses uses;
      scan_conditions(transition, uses);
      scan_code(program_, transition.effect, unknown_, uses);
      reads.push_back(std::move(uses.local_reads));
      Ranges& definite = writes.emplace_back();
      add_definite_writes(program_, transition.effect, definite);
      if (transition.channel_operation != kNone)
        for (const MessageField& field : program_.channel_operations[transition.channel_operation].fields)
          if (field.kind == MessageField::Kind::Store) add_definite_writes(program_, field.code, definite);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t t = program_.transitions.size(); t-- > 0;) {
        const Transition& transition = program_.transitions[t];
        Bits before(result[transition.source].size());
        if (transition.kind != TransitionKind::End) {
          before = result[transition.target];
          for_each_byte(before, writes[t],
                        [](std::uint8_t& byte, unsigned mask) { byte = static_cast<std::uint8_t>(byte & ~mask); });
        }
        if (transition.kind == TransitionKind::Deterministic) join(before, result[transition.inner]);
        join(before, reads[t]);
        changed = join(result[transition.source], before) || changed;
      }
    }
    return result;
  }

  /// Computes the bits that something depends on. `open`: variables of processes are read from outside.
  void relevant(bool open, Bits& globals, std::vector<Bits>& locals) const {
    globals.assign(program_.global_bytes, 0);
    locals.clear();
    for (const ProcessType& type : program_.process_types)
      locals.emplace_back(type.frame_bytes, static_cast<std::uint8_t>(open ? 0xFF : 0));
    Uses by_atoms;
    for (const CodeRef atom : atoms_) scan_code(program_, atom, unknown_, by_atoms);
    join(globals, by_atoms.global_reads);
    struct Effect {
      std::uint32_t type;
      Uses uses;
    };
    std::vector<Effect> effects;
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      Uses conditions;
      scan_conditions(transition, conditions);
      join(globals, conditions.global_reads);
      join(locals[type], conditions.local_reads);
      Uses uses;
      scan_code(program_, transition.effect, unknown_, uses);
      effects.push_back({type, std::move(uses)});
    }
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      Uses uses;
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

std::vector<DeadVariables::Byte> DeadVariables::bytes_to_clear(const std::vector<std::uint8_t>& bits) {
  std::vector<Byte> result;
  for (std::uint32_t i = 0; i < bits.size(); ++i)
    if (bits[i] != 0) result.push_back({i, ~static_cast<std::byte>(bits[i])});
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
    // Only bytes of variables: other bytes have a different meaning.
    Ranges variables;
    for (const VariableInfo& variable : program.globals) {
      const Place& place = variable.place;
      const bool shared = place.width == Width::Bits && !variable.is_array;
      variables.push_back(
          {place.offset, bytes_of(place.width) * variable.count,
           shared ? static_cast<std::uint8_t>(((1U << place.bits) - 1U) << place.shift) : std::uint8_t{0xFF}});
    }
    Bits clear(globals.size());
    join(clear, variables);
    for (std::size_t i = 0; i < clear.size(); ++i) clear[i] = static_cast<std::uint8_t>(clear[i] & ~globals[i]);
    global_ = bytes_to_clear(clear);
    nothing_ = nothing_ && global_.empty();
  }
  if (open) return;  // all variables of processes matter
  std::vector<Bits> live;
  if (dead) live = analysis.live();
  const std::size_t header = program.header_bytes + (program.has_priorities ? 1U : 0U);
  for (LocationId i = 0; i < program.locations.size(); ++i) {
    const std::uint32_t type = program.locations[i].process_type;
    Bits clear(program.process_types[type].frame_bytes);
    for (std::size_t k = header; k < clear.size(); ++k)
      clear[k] = static_cast<std::uint8_t>((dead ? ~live[i][k] : 0) | (slice ? ~locals[type][k] : 0));
    at_location_[i] = bytes_to_clear(clear);
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

std::size_t DeadVariables::cleared_bits() const {
  std::size_t bits = 0;
  const auto count = [&bits](const std::vector<Byte>& bytes) {
    for (const Byte& byte : bytes)
      bits += static_cast<std::size_t>(8 - std::popcount(std::to_integer<unsigned>(byte.keep)));
  };
  count(global_);
  for (const std::vector<Byte>& bytes : at_location_) count(bytes);
  return bits;
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
