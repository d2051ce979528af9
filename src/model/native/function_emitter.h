// SPDX-License-Identifier: Apache-2.0
// FunctionEmitter: generates one function: the walk over the processes of a state with the transitions of all
// locations, the receiving half of rendezvous at one location, or an expression outside of any process.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "model/native/channel_emitter.h"
#include "model/native/native_frame.h"

namespace weir {

/// Which transitions can follow another one in place; computed on first use.
using FollowTest = std::function<bool(TransitionId)>;

class FunctionEmitter {
 public:
  FunctionEmitter(const Program& program, const NativeTables& tables, const NativeHooks& hooks,
                  const FollowTest& can_follow, const NativeLabels& labels, asmjit::x86::Assembler& out)
      : program_(program),
        hooks_(hooks),
        can_follow_(can_follow),
        a(out),
        give_up_(out.newLabel()),
        labels_(labels),
        code_(program, tables, out, give_up_),
        channels_(program, hooks, out, give_up_, labels_, tables, code_) {}

  asmjit::Label new_label() { return a.newLabel(); }

  void prologue();
  void epilogue();
  /// The walk: begin; for each location, its transitions between bind() of its label and next_process(); end.
  /// `locations` is the address table of the locations.
  void begin_walk(const void* locations);
  void next_process();
  /// A location that the interpreter handles.
  void call_back_process();
  void end_walk();
  /// Emits the code of NativeLabels. `receivers` is indexed by location.
  void shared_code(const NativeCode::Receivers* receivers);

  /// Emits a transition of the expanded location. Returns false if it uses something that cannot be compiled.
  bool transition(TransitionId id);
  void call_back(TransitionId id);
  /// Emits a transition as the receiving half of a rendezvous.
  bool receiver(TransitionId id);
  /// Emits a transition that continues in the copy of the previous one; jumps to `blocked` if it is not enabled.
  bool follow(TransitionId id, asmjit::Label blocked);
  /// Emits a whole function for an expression outside of any process; an error evaluates to 0, as in the interpreter.
  bool expression(CodeRef code);

 private:
  using Channel = ChannelEmitter::Channel;

  bool deterministic(TransitionId id, asmjit::Label next);
  bool inside(LocationId location, const NativePlace& from, const std::function<void()>& begin,
              std::map<LocationId, asmjit::Label>& labels, std::vector<LocationId>& waiting, asmjit::Label done);
  void begin(TransitionId id);
  void begin_pair(TransitionId id);
  void enter_copy();
  void emit_begin(bool pair);
  void emit_meet(const NativeCode::Receivers* receivers);
  void dispatch();
  void mark(TransitionId id);
  void move_to(const Transition& transition);
  void finish(TransitionId id);
  void hand_over(TransitionId first, TransitionId last, std::uint32_t followed);

  const Program& program_;
  const NativeHooks& hooks_;
  const FollowTest& can_follow_;
  asmjit::x86::Assembler& a;
  asmjit::Label give_up_;
  NativeLabels labels_;
  asmjit::Label walked_;
  const void* locations_ = nullptr;
  ExpressionEmitter code_;
  ChannelEmitter channels_;
};

}  // namespace weir
