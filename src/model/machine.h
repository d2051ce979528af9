// SPDX-License-Identifier: Apache-2.0
// Machine: the interpreter's view of a state: positions of its processes and channels, the stack machine that evaluates
// code, and the channel operations. It reads a state in place and writes to a copy; only a machine that owns its bytes
// (`own`) may let the state grow.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "model/program.h"

namespace weir {

enum class RuntimeError : std::uint8_t {
  None,
  IndexOutOfRange,
  DivisionByZero,
  TooManyProcesses,
  TooManyChannels,
  NoChannel,
  WrongFieldCount,
  PollRendezvous,
  BlockedInside,
  RendezvousInside,
  EndlessSequence,
  StateTooLarge,
  CircularQuestion,
};
const char* to_string(RuntimeError error);

/// Tables shared by all machines of a program, such as the sizes of items by header.
struct MachineTables {
  explicit MachineTables(const Program& program);
  std::vector<std::uint32_t> item_bytes;  ///< by header: size of a frame, of a channel with its header, of `control`
  std::uint32_t control = 0;              ///< header of the item that stores the process in control
};

inline constexpr std::size_t kMessageLimit = 255;  ///< fields; front-ends reject more

class Machine {
 public:
  Machine(const Program& program, const MachineTables& tables);

  /// Attaches to a state without copying it. Writing is allowed after `work_on` provided a copy.
  void attach(StateView state);
  /// Continues with a writable copy of the same state.
  void work_on(std::byte* copy) { data_ = copy; }
  /// Works on a growable copy; `owned` returns it.
  void own(StateView state);
  StateView owned() const { return {owned_.data(), size_}; }

  StateView view() const { return {data_, size_}; }
  std::uint32_t process_count() const { return process_count_; }
  std::uint32_t channel_count() const { return channel_count_; }
  /// The process that stays in an uninterrupted sequence forever (state_expansion.h), or kNoProcess. Stored at the end
  /// of the state in control_bytes() bytes.
  std::int32_t control() const { return control_; }
  std::size_t control_bytes() const { return tables_.item_bytes[tables_.control]; }
  void write_control(std::byte* target, std::uint32_t process) const;
  std::uint32_t process_offset(std::uint32_t process) const { return process_offset_[process]; }
  // Read by native code; the addresses do not change.
  const std::uint32_t* process_offsets() const { return process_offset_.data(); }
  const std::uint32_t* channel_offsets() const { return channel_offset_.data(); }
  const std::uint16_t* channel_types() const { return channel_type_.data(); }
  LocationId location(std::uint32_t process) const { return header(process_offset_[process]); }
  void set_location(std::uint32_t process, LocationId location) { set_header(process_offset_[process], location); }
  std::uint32_t priority(std::uint32_t process) const {
    return std::to_integer<std::uint32_t>(data_[process_offset_[process] + program_.header_bytes]);
  }
  /// Selects the process that code runs for.
  void select(std::uint32_t process) {
    pid_ = static_cast<std::int32_t>(process);
    frame_ = process_offset_[process];
  }
  void select_none() { pid_ = kNoProcess; }

  std::int32_t evaluate(CodeRef code) { return run(code.begin, 0); }
  void execute(CodeRef code) {
    if (!code.empty()) run(code.begin, 0);
  }
  void initialise(std::uint32_t type, const std::int32_t* arguments, std::size_t count, std::int32_t priority);

  // Channels. `number` starts at 1; 0 and unknown numbers raise NoChannel.
  std::int32_t channel_of(const ChannelOperation& operation);
  bool valid_channel(std::int32_t number);
  const ChannelType& type_of(std::int32_t number) const {
    return program_.channel_types[channel_type_[static_cast<std::size_t>(number - 1)]];
  }
  std::uint32_t length(std::int32_t number) const;
  /// The values of a message as stored in the channel.
  std::size_t message(const ChannelOperation& operation, std::int32_t number, std::int32_t* values);
  /// Appends a message, or inserts it (SortedSend).
  void send(const ChannelOperation& operation, std::int32_t number);
  /// The slot of the message that the receive would take, or -1.
  std::int32_t find_message(const ChannelOperation& operation, std::int32_t number);
  bool matches(const ChannelOperation& operation, const std::int32_t* values, std::size_t count);
  std::size_t read_message(std::int32_t number, std::int32_t slot, std::int32_t* values) const;
  /// Stores the fields and removes the message, unless the operation only peeks.
  void receive(const ChannelOperation& operation, std::int32_t number, std::int32_t slot);
  void store_fields(const ChannelOperation& operation, const std::int32_t* values, std::size_t count);

  bool timeout = false;                     ///< value of `timeout`
  RuntimeError error = RuntimeError::None;  ///< first run-time error
  std::uint32_t failed_assertion = kNone;   ///< statement of a failed assertion
  std::string* output = nullptr;            ///< destination of printed output; nullptr: discarded
  /// Answers `enabled(process)`; set by the interpreter.
  struct EnabledTest {
    virtual ~EnabledTest() = default;
    virtual bool enabled(Machine& machine, std::uint32_t process) const = 0;
  };
  const EnabledTest* enabled_test = nullptr;
  std::bitset<kProcessLimit> asked_about;  ///< processes whose `enabled` this machine is evaluating
  bool asked_in_circle = false;            ///< one of them was asked about again

 private:
  std::int32_t run(std::uint32_t begin, std::int32_t initial);
  std::int32_t fail(RuntimeError what) {
    if (error == RuntimeError::None) error = what;
    return 0;
  }
  LocationId header(std::uint32_t offset) const {
    std::uint32_t value = std::to_integer<std::uint32_t>(data_[offset]);
    if (program_.header_bytes == 2) value |= std::to_integer<std::uint32_t>(data_[offset + 1]) << 8;
    return value;
  }
  void set_header(std::uint32_t offset, std::uint32_t value) {
    data_[offset] = static_cast<std::byte>(value & 0xFF);
    if (program_.header_bytes == 2) data_[offset + 1] = static_cast<std::byte>(value >> 8);
  }
  std::uint32_t grow(std::uint32_t bytes);
  /// The values of a message before they are cut to the width of the fields.
  std::size_t evaluate_fields(const ChannelOperation& operation, std::int32_t number, std::int32_t* values);
  std::int32_t new_channel(std::uint32_t type);
  std::int32_t new_process(std::uint32_t type, const std::int32_t* arguments, std::size_t count, std::int32_t priority);
  std::int32_t remote(std::int32_t process, std::int64_t offset, const Instruction& form) const;
  std::int32_t state_query(const Instruction& instruction, std::int32_t operand);
  static void set_length(std::byte* channel, const ChannelType& type, std::uint32_t length);
  std::int32_t channel_query(OpCode op, std::int32_t number);
  void print(const PrintInfo& info);

  const Program& program_;
  const MachineTables& tables_;
  std::byte* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t frame_ = 0;
  std::int32_t pid_ = kNoProcess;
  std::uint32_t process_count_ = 0;
  std::uint32_t channel_count_ = 0;
  std::int32_t control_ = kNoProcess;
  std::array<std::uint32_t, kProcessLimit + 1> process_offset_;
  std::array<std::uint32_t, kChannelLimit + 1> channel_offset_;
  std::array<std::uint16_t, kChannelLimit + 1> channel_type_;
  std::vector<std::byte> owned_;
  bool may_grow_ = false;
};

}  // namespace weir
