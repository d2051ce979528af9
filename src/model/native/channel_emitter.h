// SPDX-License-Identifier: Apache-2.0
// ChannelEmitter: sending to and receiving from channels that keep messages, as instructions. A rendezvous on a
// channel that is not known is a call back to the interpreter, which looks for the partner.
#pragma once

#include <functional>

#include "model/native/native_frame.h"

namespace weir {

class ChannelEmitter {
 public:
  ChannelEmitter(const Program& program, const NativeHooks& hooks, asmjit::x86::Assembler& out, asmjit::Label give_up,
                 const NativeLabels& labels, const NativeTables& tables, ExpressionEmitter& code)
      : program_(program), hooks_(hooks), a(out), give_up_(give_up), labels_(labels), tables_(tables), code_(code) {}

  /// A channel while code for it is written: at a known offset, or at the one in kChannelOffset.
  struct Channel {
    const ChannelType* type = nullptr;
    bool known = true;
    std::int32_t offset = 0;
  };
  using Body = std::function<bool(const Channel&)>;

  // All of these answer false if something is not compiled.
  /// Emits `body` for every kind of channel that the operation may meet. `inside`: a rendezvous is an error there.
  bool each_channel(const ChannelOperation& operation, TransitionId id, const NativePlace& from, bool inside,
                    asmjit::Label next, const Body& body);
  /// Goes to `next` if the operation cannot be done. For `??`, kSlotOffset is then where the message is.
  bool possible(const ChannelOperation& operation, const Channel& channel, const NativePlace& from, asmjit::Label next);
  /// Does the operation in the copy; `from` has the same content, or is the copy.
  bool pass(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);

 private:
  bool meet(const ChannelOperation& operation, const ChannelType& type, TransitionId id, const NativePlace& from,
            asmjit::Label next);
  bool matches(const ChannelOperation& operation, const Channel& channel, const NativePlace& from, bool any,
               asmjit::Label otherwise);
  bool send(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);
  bool receive(const ChannelOperation& operation, const Channel& channel, const NativePlace& from);
  void move_up(const Channel& channel, const NativePlace& from);
  void find_channel(const Channel& channel, bool at_slot);
  asmjit::x86::Mem length_of(const NativePlace& at, const Channel& channel) const;
  void load_length(asmjit::x86::Gp to, const NativePlace& at, const Channel& channel);
  asmjit::x86::Mem field_of(const NativePlace& at, const Channel& channel, bool at_slot, const Place& place) const;
  asmjit::x86::Mem channel_part(const NativePlace& at, const Channel& channel, bool at_slot, std::int32_t offset,
                                std::uint32_t bytes) const;

  const Program& program_;
  const NativeHooks& hooks_;
  asmjit::x86::Assembler& a;
  asmjit::Label give_up_;
  const NativeLabels& labels_;
  const NativeTables& tables_;
  ExpressionEmitter& code_;
};

}  // namespace weir
