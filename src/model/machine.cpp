// SPDX-License-Identifier: Apache-2.0
// Where the parts of a state are, and how processes and channels are added to it.
#include "model/machine.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "model/scalar.h"

namespace weir {

const char* to_string(RuntimeError error) {
  switch (error) {
    case RuntimeError::None: return "";
    case RuntimeError::IndexOutOfRange: return "array index out of range";
    case RuntimeError::DivisionByZero: return "division by zero";
    case RuntimeError::TooManyProcesses: return "too many processes (255 at most)";
    case RuntimeError::TooManyChannels: return "too many channels (255 at most)";
    case RuntimeError::NoChannel: return "use of an uninitialised or deleted channel";
    case RuntimeError::WrongFieldCount: return "wrong number of message fields";
    case RuntimeError::PollRendezvous: return "a rendezvous channel cannot be polled";
    case RuntimeError::BlockedInside: return "a statement inside d_step blocks";
    case RuntimeError::RendezvousInside: return "a rendezvous inside d_step";
    case RuntimeError::EndlessSequence: return "an atomic or d_step sequence does not end";
    case RuntimeError::StateTooLarge: return "too many processes or channels: the state is larger than 4194304 bytes";
    case RuntimeError::CircularQuestion: return "the value of enabled() depends on itself";
  }
  return "";
}

MachineTables::MachineTables(const Program& program) {
  for (const Location& location : program.locations)
    item_bytes.push_back(program.process_types[location.process_type].frame_bytes);
  for (const ChannelType& type : program.channel_types)
    item_bytes.push_back(program.header_bytes + type.stored_bytes());
  control = static_cast<std::uint32_t>(item_bytes.size());
  item_bytes.push_back(program.header_bytes + 1);
}

Machine::Machine(const Program& program, const MachineTables& tables) : program_(program), tables_(tables) {
  for (std::size_t i = 0; i < program.static_channels.size(); ++i) {
    channel_offset_[i] = program.static_channels[i].offset;
    channel_type_[i] = static_cast<std::uint16_t>(program.static_channels[i].type);
  }
}

void Machine::attach(StateView state) {
  // Written to only after work_on or own provided writable bytes.
  data_ = const_cast<std::byte*>(state.data());
  size_ = static_cast<std::uint32_t>(state.size());
  may_grow_ = false;
  process_count_ = 0;
  control_ = kNoProcess;
  channel_count_ = static_cast<std::uint32_t>(program_.static_channels.size());
  const std::uint32_t locations = static_cast<std::uint32_t>(program_.locations.size());
  for (std::uint32_t offset = program_.fixed_bytes; offset < size_;) {
    const std::uint32_t kind = header(offset);
    if (kind < locations) {
      process_offset_[process_count_++] = offset;
    } else if (kind == tables_.control) {
      control_ = std::to_integer<std::int32_t>(data_[offset + program_.header_bytes]);
    } else {
      channel_offset_[channel_count_] = offset + program_.header_bytes;
      channel_type_[channel_count_++] = static_cast<std::uint16_t>(kind - locations);
    }
    offset += tables_.item_bytes[kind];
  }
}

void Machine::write_control(std::byte* target, std::uint32_t process) const {
  *target++ = static_cast<std::byte>(tables_.control & 0xFF);
  if (program_.header_bytes == 2) *target++ = static_cast<std::byte>(tables_.control >> 8);
  *target = static_cast<std::byte>(process);
}

void Machine::own(StateView state) {
  owned_.assign(state.begin(), state.end());
  data_ = owned_.data();
  size_ = static_cast<std::uint32_t>(state.size());
  may_grow_ = true;
}

std::uint32_t Machine::grow(std::uint32_t bytes) {
  WEIR_ASSERT(may_grow_, "a transition that resizes the state must be marked so");
  const std::uint32_t offset = size_;
  owned_.resize(offset + bytes);
  std::memset(owned_.data() + offset, 0, bytes);
  data_ = owned_.data();
  size_ = offset + bytes;
  return offset;
}

std::int32_t Machine::new_channel(std::uint32_t type) {
  if (channel_count_ >= kChannelLimit) return fail(RuntimeError::TooManyChannels);
  const std::uint32_t bytes = program_.header_bytes + program_.channel_types[type].stored_bytes();
  if (bytes > kLargestState - std::min(size_, kLargestState)) return fail(RuntimeError::StateTooLarge);
  const std::uint32_t offset = grow(bytes);
  set_header(offset, static_cast<std::uint32_t>(program_.locations.size()) + type);
  channel_offset_[channel_count_] = offset + program_.header_bytes;
  channel_type_[channel_count_] = static_cast<std::uint16_t>(type);
  return static_cast<std::int32_t>(++channel_count_);
}

std::int32_t Machine::new_process(std::uint32_t type, const std::int32_t* arguments, std::size_t count,
                                  std::int32_t priority) {
  if (process_count_ >= kProcessLimit) return fail(RuntimeError::TooManyProcesses);
  const ProcessType& process = program_.process_types[type];
  if (process.frame_bytes > kLargestState - std::min(size_, kLargestState)) return fail(RuntimeError::StateTooLarge);
  const std::uint32_t offset = grow(process.frame_bytes);
  const std::uint32_t number = process_count_++;
  process_offset_[number] = offset;
  set_header(offset, process.entry);
  if (program_.has_priorities) data_[offset + program_.header_bytes] = static_cast<std::byte>(priority);
  for (std::size_t i = 0; i < count && i < process.parameters.size(); ++i) {
    const Place& place = process.parameters[i];
    std::int32_t value = arguments[i];
    if (place.width != Width::Bits && place.bits < 32 && place.bits < bytes_of(place.width) * 8)
      value = wrap(bare(value) & low_bits(place.bits));
    store_scalar(data_ + offset + place.offset, place, value);
  }
  const std::int32_t caller = pid_;
  const std::uint32_t caller_frame = frame_;
  select(number);
  execute(process.initialise);
  pid_ = caller;
  frame_ = caller_frame;
  return static_cast<std::int32_t>(number);
}

void Machine::initialise(std::uint32_t type, const std::int32_t* arguments, std::size_t count, std::int32_t priority) {
  new_process(type, arguments, count, priority);
}

}  // namespace weir
