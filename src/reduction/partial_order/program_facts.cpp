// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/program_facts.h"

#include <algorithm>

#include "model/scalar.h"
#include "reduction/merge/endless.h"

namespace weir {

namespace {

constexpr std::uint32_t kElementsByThemselves = 64;  ///< longer arrays are one object

}  // namespace

void mark_bytes(const Observation& access, std::vector<bool>& bytes) {
  const std::size_t end = std::min<std::size_t>(bytes.size(), std::size_t{access.first} + access.bytes);
  for (std::size_t i = access.first; i < end; ++i) bytes[i] = true;
}

ProgramFacts::ProgramFacts(const Program& the_program, StateView initial_state)
    : program(the_program), initial(initial_state.begin(), initial_state.end()) {
  number_objects();
  find_constants();
  without_end = endless_locations(program, {}, true);
  for (const Instruction& instruction : program.code)
    creates_channels = creates_channels || instruction.op == OpCode::NewChannel;
  places.resize(program.process_types.size());
  for (LocationId i = 0; i < program.locations.size(); ++i) {
    const Location& location = program.locations[i];
    if (!location.deterministic) places[location.process_type].push_back(i);
    // A timeout adds steps, an escape disables others.
    bool told = !program.has_timeout && !program.has_provided && location.count <= 64;
    for (std::uint32_t k = 0; k < location.count; ++k)
      told = told && program.transitions[location.first + k].escape == 0;
    shown_by_steps.push_back(told);
  }
  watched_sends = watched_receives = ObjectSet(kChannelLimit + 1);
  watcher_reads = ObjectSet(object_count);
  type_effects.assign(program.process_types.size(), nothing());
}

void ProgramFacts::number_objects() {
  at_byte.assign(program.global_bytes, {});
  std::uint32_t next = 0;
  for (const VariableInfo& variable : program.globals) {
    const Place& place = variable.place;
    const std::uint32_t width = bytes_of(place.width);
    const std::uint8_t mask = mask_of(place);
    const bool one_object = variable.count > kElementsByThemselves;
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      for (std::uint32_t k = 0; k < width; ++k) {
        const std::size_t byte = place.offset + std::size_t{i} * width + k;
        if (byte < at_byte.size()) at_byte[byte].push_back({next, mask});
      }
      if (!one_object) ++next;
    }
    if (one_object) ++next;
  }
  // Bytes, or bits of them, outside all variables are objects of their own.
  for (auto& parts : at_byte) {
    std::uint8_t claimed = 0;
    for (const Part& part : parts) claimed = static_cast<std::uint8_t>(claimed | part.mask);
    if (claimed != 0xFF) parts.push_back({next++, static_cast<std::uint8_t>(~claimed)});
  }
  channels = next;
  processes = channels + 2 * (kChannelLimit + 1);
  watcher = processes + 1;
  object_count = watcher + 1;
}

std::size_t ProgramFacts::add_objects(ObjectSet& set, std::uint32_t first, std::uint32_t bytes,
                                      std::uint8_t mask) const {
  const std::size_t end = std::min<std::size_t>(at_byte.size(), std::size_t{first} + bytes);
  std::size_t count = 0;
  std::uint32_t last = kNone;  // the bytes of an object are contiguous
  for (std::size_t i = first; i < end; ++i) {
    for (const Part& part : at_byte[i]) {
      if ((part.mask & mask) == 0) continue;
      set.add(part.object);
      if (part.object != last) ++count;
      last = part.object;
    }
  }
  return count;
}

Effects ProgramFacts::nothing() const {
  Effects result;
  result.reads = result.writes = ObjectSet(object_count);
  result.rendezvous_sends = result.rendezvous_receives = ObjectSet(kChannelLimit + 1);
  return result;
}

std::size_t ProgramFacts::lasting_channels(const Machine* machine, std::uint32_t process) const {
  std::size_t count = program.static_channels.size();
  if (machine == nullptr) return count;
  if (process + 1 == machine->process_count()) return machine->channel_count();
  while (count < machine->channel_count() && machine->channel_offsets()[count] < machine->process_offset(process + 1))
    ++count;
  return count;
}

void ProgramFacts::find_constants() {
  global_written.assign(program.global_bytes, false);
  for (const ProcessType& type : program.process_types) local_written.emplace_back(type.frame_bytes, false);
  const ScanFacts unknown;
  for (const Transition& transition : program.transitions) {
    const std::uint32_t type = program.locations[transition.source].process_type;
    WriteFinder finder(global_written, local_written[type]);
    scan_transition(program, transition, unknown, finder);
  }
  for (const std::vector<bool>& written : local_written) {
    local_constant.emplace_back();
    std::vector<ByteRange>& ranges = constant_ranges.emplace_back();
    for (std::uint32_t i = program.header_bytes; i < written.size(); ++i) {
      if (written[i]) continue;
      local_constant.back().push_back(i);
      if (ranges.empty() || ranges.back().first + ranges.back().count != i) ranges.push_back({i, 0});
      ++ranges.back().count;
    }
  }
  // Initialising a process writes its frame before its life begins; writes to globals count.
  for (const ProcessType& type : program.process_types) {
    std::vector<bool> own(type.frame_bytes, false);
    WriteFinder finder(global_written, own);
    scan_code(program, type.initialise, unknown, finder);
  }
}

}  // namespace weir
