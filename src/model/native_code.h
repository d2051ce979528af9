// SPDX-License-Identifier: Apache-2.0
// NativeCode: the locations of a Program as machine code (x86-64, generated with AsmJit). One function walks over the
// processes of a state and jumps to the code of each process's location: guards, channel operations and effects of its
// transitions in order, with all jumps and offsets fixed. Successors are written to the caller's buffer if there is
// room. The interpreter calls it instead of its own loop, and still handles chains and all rare cases:
//
//   a transition that cannot be compiled is a call back to the interpreter in its place;
//   a run-time error or a failed assertion makes the function give up, and the interpreter expands this state again.
//
// There is thus one semantics, and native code never reports an error. Pages are written first and executed afterwards,
// never both at once. If the machine, the build or the system does not support it, `compile` returns nullptr.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

/// The arrays of a successor buffer, to which generated code appends while there is room.
struct NativeSuccessors {
  using Entry = SuccessorBuffer::Entry;
  using Arrays = SuccessorBuffer::Arrays;
  static Arrays& of(SuccessorBuffer& buffer) { return buffer.at_; }
};

/// The part of an expansion visible to generated code. Plain data: its offsets are part of the code.
struct NativeContext {
  const std::byte* source = nullptr;  ///< the state that is expanded
  const std::uint32_t* process_offset = nullptr;
  const std::uint32_t* channel_offset = nullptr;
  const std::uint16_t* channel_type = nullptr;
  std::uint8_t* fired = nullptr;  ///< by transition: 1 once it was taken
  void* owner = nullptr;
  NativeSuccessors::Arrays* out = nullptr;  ///< where successors go
  std::size_t record_bytes = 0;             ///< of a successor, including the bytes reserved for the caller
  std::size_t first_place = 0;              ///< index in the buffer of the first successor of this state
  std::uint32_t size = 0;
  std::uint32_t process_count = 0;
  std::uint32_t channel_count = 0;
  std::int32_t pid = kNoProcess;  ///< the executing process
  std::int32_t last_pid = 0;      ///< the walk goes from pid down to this one
  std::uint32_t frame = 0;        ///< offset of its frame
  std::uint32_t timeout = 0;
  std::uint32_t failed = 0;    ///< set by an expression that cannot be evaluated
  std::uint32_t chained = 0;   ///< inside an uninterrupted sequence: every successor is passed to `finish`
  std::uint32_t followed = 0;  ///< transitions executed in place instead of as links
  // A rendezvous that is looking for its receiver.
  std::int32_t channel = 0;
  std::uint32_t value_count = 0;
  std::uint32_t sender_frame = 0;
  std::uint32_t sender_target = 0;
  std::uint32_t sender_acts = 0;  ///< the sending transition has an effect of its own
  std::int32_t sender = kNoProcess;
  TransitionId sending = 0;
  std::int32_t values[kMessageLimit] = {};
};

/// The result of a native function.
enum class NativeOutcome : std::uint32_t { Blocked, Moved, GaveUp };

/// Calls from native code into the interpreter.
struct NativeHooks {
  /// Appends a successor as a copy of the source. Called when the buffer is full.
  std::byte* (*begin)(NativeContext*, std::uint32_t transition);
  /// Passes on a successor that continues or is in a chain: its first and its last transition.
  void (*finish)(NativeContext*, std::uint32_t first, std::uint32_t last);
  std::uint32_t (*consider)(NativeContext*, std::uint32_t transition, std::uint32_t moved);  ///< NativeOutcome
  std::uint32_t (*process)(NativeContext*);                               ///< NativeOutcome; the whole location
  std::uint32_t (*rendezvous)(NativeContext*, std::uint32_t transition);  ///< NativeOutcome
  /// As above, on a known channel, with the values of the message in the context.
  std::uint32_t (*rendezvous_on)(NativeContext*, std::uint32_t transition, std::uint32_t channel);
  std::uint32_t (*receiver)(NativeContext*);  ///< NativeOutcome; tries whether process pid receives
  std::byte* (*begin_pair)(NativeContext*, std::uint32_t transition);  ///< called when the buffer is full
  std::uint32_t (*sender_effect)(NativeContext*, std::byte* copy);     ///< returns 0 on an error
  void (*finish_pair)(NativeContext*, std::uint32_t transition);
};

class NativeCode {
 public:
  using Function = std::uint32_t (*)(NativeContext*);
  struct Receivers {
    std::uint64_t channels =
        0;  ///< on which channels a transition of the location may receive: bit (number - 1) mod 64
    Function function = nullptr;  ///< nullptr: the interpreter handles it
    bool may_receive(std::int32_t channel) const { return (channels >> ((channel - 1) & 63) & 1) != 0; }
  };

  virtual ~NativeCode() = default;

  /// Expands the processes from pid down to last_pid.
  Function walk() const { return walk_; }
  const Receivers& receivers(LocationId location) const { return receivers_[location]; }
  /// The code of an expression passed to compile(), outside of any process; nullptr if not compiled.
  Function expression(CodeRef code) const {
    for (std::size_t i = 0; i < codes_.size(); ++i)
      if (codes_[i] == code) return expressions_[i];
    return nullptr;
  }

  std::size_t compiled() const { return compiled_; }  ///< transitions
  std::size_t left_out() const { return left_out_; }  ///< transitions that call back

  /// Returns nullptr and sets `why` if native code is not possible.
  static std::unique_ptr<NativeCode> compile(const Program& program, const NativeHooks& hooks,
                                             const std::vector<CodeRef>& expressions, std::string& why);

 protected:
  Function walk_ = nullptr;
  std::vector<Receivers> receivers_;
  std::vector<CodeRef> codes_;
  std::vector<Function> expressions_;
  std::size_t compiled_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace weir
