// SPDX-License-Identifier: Apache-2.0
#include "model/native/native_tables.h"

#include <algorithm>

namespace weir {

NativeTables::NativeTables(const Program& program) {
  for (const Location& location : program.locations) {
    number.push_back(location.number);
    process_type.push_back(static_cast<std::int32_t>(location.process_type));
    progress.push_back(location.progress);
    accepting.push_back(location.accepting);
  }
  for (const ChannelType& type : program.channel_types) {
    capacity.push_back(type.capacity);
    largest_capacity = std::max(largest_capacity, type.capacity);
  }
  may_receive.resize(program.locations.size());
  const auto note = [&](std::uint64_t& channels, const Transition& transition) {
    if (transition.channel_operation == kNone) return;
    const ChannelOperation& operation = program.channel_operations[transition.channel_operation];
    const std::uint32_t fixed = operation.static_channel;
    if (!operation.sends()) channels |= fixed == kNone ? ~std::uint64_t{0} : std::uint64_t{1} << (fixed & 63);
  };
  for (std::size_t id = 0; id < program.locations.size(); ++id) {
    const Location& here = program.locations[id];
    for (std::uint32_t i = 0; i < here.count; ++i) {
      const Transition& transition = program.transitions[here.first + i];
      fixed_layout = fixed_layout && !transition.resizes && transition.kind != TransitionKind::End;
      if (transition.kind != TransitionKind::Deterministic) {
        note(may_receive[id], transition);
        continue;
      }
      const Location& inner = program.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j) note(may_receive[id], program.transitions[inner.first + j]);
    }
  }
  for (const InitialProcess& process : program.initial) type_of_process.push_back(process.type);
}

std::uint64_t NativeTables::receivers_on(std::uint32_t static_channel) const {
  std::uint64_t result = 0;
  for (std::size_t id = 0; id < may_receive.size(); ++id) {
    if ((may_receive[id] >> (static_channel & 63) & 1) == 0) continue;
    for (std::size_t process = 0; process < type_of_process.size(); ++process)
      if (static_cast<std::int32_t>(type_of_process[process]) == process_type[id])
        result |= std::uint64_t{1} << process;
  }
  return result;
}

}  // namespace weir
