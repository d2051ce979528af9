// SPDX-License-Identifier: Apache-2.0
// ExpressionEmitter: compiles one piece of stack-machine code to x86-64. The stack exists at compile time only. An
// entry is a constant, a place with a known address plus an optional index, a comparison result still in the flags, or
// a register. The register depends only on the stack height, so control paths join without moves. eax, ecx and edx are
// scratch registers of the current instruction.
#pragma once

#include <vector>

#include <asmjit/x86.h>

#include "model/native_code.h"

namespace weir {

/// Tables read by generated code; they must outlive the code.
struct NativeTables {
  explicit NativeTables(const Program& program);
  // By location.
  std::vector<std::int32_t> number, process_type, progress, accepting;
  std::vector<std::uint64_t> may_receive;  ///< channels on which a transition may receive: bit (number - 1) mod 64
  // By channel type.
  std::vector<std::uint32_t> capacity;
  std::uint32_t largest_capacity = 0;
  bool fixed_layout = true;  ///< processes are neither created nor removed; these are their types
  std::vector<std::uint32_t> type_of_process;

  /// With a fixed layout and at most 64 processes: the set of processes that may receive on a channel.
  std::uint64_t receivers_on(std::uint32_t static_channel) const;
};

/// A state and a frame in it, for reading and writing values.
struct NativePlace {
  asmjit::x86::Gp base;
  asmjit::x86::Gp frame;
};

class ExpressionEmitter {
 public:
  /// `give_up` is the target of run-time errors. rbx holds the NativeContext.
  ExpressionEmitter(const Program& program, const NativeTables& tables, asmjit::x86::Assembler& out,
                    asmjit::Label give_up)
      : program_(program), tables_(tables), a(out), give_up_(give_up) {}

  // All of these return false if the code uses something that cannot be compiled.
  /// Leaves the value in first().
  bool value(CodeRef code, const NativePlace& at);
  /// Jumps to `otherwise` if the value is 0.
  bool condition(CodeRef code, const NativePlace& at, asmjit::Label otherwise);
  /// Runs the code; `takes_value`: first() holds the initial value on the stack.
  bool effect(CodeRef code, const NativePlace& at, bool takes_value = false);

  static asmjit::x86::Gp first() { return asmjit::x86::esi; }

  void load(asmjit::x86::Gp target, const asmjit::x86::Mem& from, Width width, unsigned shift, unsigned bits);
  /// Uses eax and edx.
  void store(const asmjit::x86::Mem& to, Width width, unsigned shift, unsigned bits, asmjit::x86::Gp value);
  void store(const asmjit::x86::Mem& to, Width width, unsigned shift, unsigned bits, std::int32_t value);

 private:
  struct Entry {
    enum class Kind : std::uint8_t { Constant, Register, Place, Flags };
    Kind kind = Kind::Constant;
    bool local = false;    ///< Place: in the frame
    bool indexed = false;  ///< Place: plus the value in the register
    asmjit::x86::CondCode when = asmjit::x86::CondCode::kZ;
    std::int32_t number = 0;  ///< Constant; Place: offset
  };

  bool run(CodeRef code, const NativePlace& at, bool takes_value, const asmjit::Label* otherwise);
  bool find_labels();
  bool step(const Instruction& instruction, std::size_t position);
  bool memory(const Instruction& instruction);
  bool arithmetic(const Instruction& instruction);
  bool jump(const Instruction& instruction, std::size_t position);
  void divide(OpCode op);
  void shift(OpCode op);
  void compare(asmjit::x86::CondCode when);
  void check_index(std::size_t height, std::int32_t count);
  void index(const Instruction& instruction);
  void remote_load(const Instruction& instruction);
  void remote_location(const Instruction& instruction);
  bool find_process(const Instruction& instruction);
  void query_channel(const Instruction& instruction, bool polls = false);
  bool poll(const ChannelOperation& operation);
  bool nested(CodeRef code);
  void location_at(asmjit::x86::Gp process);

  static asmjit::x86::Gp slot(std::size_t height);
  bool push(Entry entry);
  bool push_register();
  std::size_t top() const { return stack_.size() - 1; }
  bool needs(std::size_t entries) const { return stack_.size() >= entries; }
  /// Moves an entry to its register.
  asmjit::x86::Gp materialise(std::size_t height);
  void give_up();
  void flags(asmjit::x86::CondCode when);
  void materialise_all();
  asmjit::x86::Mem place(std::size_t height, Width width);
  bool arrive(std::size_t position);
  bool leave_for(std::size_t position);
  bool ends_with(std::size_t position, bool value) const;
  void branch(bool if_zero, asmjit::Label target);

  const Program& program_;
  const NativeTables& tables_;
  asmjit::x86::Assembler& a;
  asmjit::Label give_up_;

  NativePlace at_;
  std::vector<Entry> stack_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;  ///< position of the last Return
  struct Target {
    bool used = false;
    bool reached = false;
    std::size_t height = 0;
    asmjit::Label label;
  };
  std::vector<Target> targets_;  ///< by position - begin_
  const asmjit::Label* otherwise_ = nullptr;
  asmjit::Label holds_;
  bool live_ = true;  ///< whether control can reach this point
};

}  // namespace weir
