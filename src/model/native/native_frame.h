// SPDX-License-Identifier: Apache-2.0
// Conventions of all generated functions. Registers: rbx the NativeContext; rbp and r12 the state being expanded and
// the frame of the process in it; r13 and r15 the same in the copy that becomes a successor; r14d whether any
// transition of this location was enabled so far.
#pragma once

#include <cstddef>
#include <cstdint>

#include <asmjit/x86.h>

#include "model/native_code.h"

namespace weir {

/// A state and a frame in it, for reading and writing values.
struct NativePlace {
  asmjit::x86::Gp base;
  asmjit::x86::Gp frame;
};

inline const NativePlace kSource{asmjit::x86::rbp, asmjit::x86::r12};
inline const NativePlace kCopy{asmjit::x86::r13, asmjit::x86::r15};

// Stack slots of a function.
inline const asmjit::x86::Mem kChannelOffset = asmjit::x86::dword_ptr(asmjit::x86::rsp, 0);
inline const asmjit::x86::Mem kSlotOffset = asmjit::x86::dword_ptr(asmjit::x86::rsp, 4);
inline const asmjit::x86::Mem kSlotsLeft = asmjit::x86::dword_ptr(asmjit::x86::rsp, 8);
inline const asmjit::x86::Mem kSteps = asmjit::x86::dword_ptr(asmjit::x86::rsp, 12);
inline const asmjit::x86::Mem kMoved = asmjit::x86::dword_ptr(asmjit::x86::rsp, 16);  ///< whether any process moved
inline constexpr int kFrameBytes = 24;

/// Code shared by all functions.
struct NativeLabels {
  explicit NativeLabels(asmjit::x86::Assembler& a)
      : begin(a.newLabel()), begin_pair(a.newLabel()), meet(a.newLabel()) {}
  asmjit::Label begin;       ///< appends a successor; in: esi the transition; out: rax the copy
  asmjit::Label begin_pair;  ///< likewise for a rendezvous; in: esi the receiving transition
  asmjit::Label meet;        ///< finds receivers, in the set rdi, of the message in the context
};

/// A member of the NativeContext.
inline asmjit::x86::Mem context(std::size_t offset) {
  return asmjit::x86::dword_ptr(asmjit::x86::rbx, static_cast<std::int32_t>(offset));
}
inline asmjit::x86::Mem context_pointer(std::size_t offset) {
  return asmjit::x86::qword_ptr(asmjit::x86::rbx, static_cast<std::int32_t>(offset));
}

inline void emit_call(asmjit::x86::Assembler& a, const void* function) {
  a.mov(asmjit::x86::rax, asmjit::imm(reinterpret_cast<std::uintptr_t>(function)));
  a.call(asmjit::x86::rax);
}
template <class Result, class... Arguments>
void emit_call(asmjit::x86::Assembler& a, Result (*function)(Arguments...)) {
  emit_call(a, reinterpret_cast<const void*>(function));
}

/// Handles the result of a hook that returns a NativeOutcome.
inline void emit_outcome_of_hook(asmjit::x86::Assembler& a, asmjit::Label give_up) {
  a.cmp(asmjit::x86::eax, asmjit::imm(static_cast<std::uint32_t>(NativeOutcome::GaveUp)));
  a.je(give_up);
  a.or_(asmjit::x86::r14d, asmjit::x86::eax);
}

}  // namespace weir
