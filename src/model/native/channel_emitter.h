// SPDX-License-Identifier: Apache-2.0
// ChannelEmitter: emits send and receive operations on buffered channels. A rendezvous on an unknown channel calls the
// interpreter, which finds the partner.
#pragma once

#include <functional>

#include "model/native/expression_emitter.h"

namespace weir {

class ChannelEmitter {
 public:
  ChannelEmitter(const Program& program, const NativeHooks& hooks, asmjit::x86::Assembler& out, asmjit::Label give_up,
                 const NativeLabels& labels, const NativeTables& tables, ExpressionEmitter& code)
      : program_(program), hooks_(hooks), a(out), give_up_(give_up), labels_(labels), tables_(tables), code_(code) {}

  /// A channel during code generation: at a known offset, or at the offset in kChannelOffset.
  struct Channel {
    const ChannelType* type = nullptr;
    bool known = true;
    std::int32_t offset = 0;
  };
  using Body = std::function<bool(const Channel&)>;

  // All of these return false if something cannot be compiled.
  /// Emits `body` for every kind of channel that the operation may use. `inside`: a rendezvous is an error there.
  bool each_channel(const ChannelOperation& operation, TransitionId id, const NativePlace& from, bool inside,
                    asmjit::Label next, const Body& body);
  /// Jumps to `next` if the operation is not possible. For `??`, sets kSlotOffset to the offset of the message.
  bool possible(const ChannelOperation& operation, const Channel& channel, const NativePlace& from, asmjit::Label next);
  /// Performs the operation in the copy; `from` is the copy or has the same content.
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
