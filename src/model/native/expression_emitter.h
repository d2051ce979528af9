// SPDX-License-Identifier: Apache-2.0
// ExpressionEmitter: compiles one piece of stack-machine code to x86-64. The stack exists at compile time only. An
// entry is a constant, a place with a known address plus an optional index, a comparison result still in the flags, or
// a register. The register depends only on the stack height, so control paths join without moves. eax, ecx and edx are
// scratch registers of the current instruction.
#pragma once

#include <vector>

#include "model/native/native_frame.h"
#include "model/native/native_tables.h"

namespace weir {

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
  bool find_labels(CodeRef code);
  bool decides(const Instruction& instruction, std::size_t position) const;
  bool step(const Instruction& instruction, std::size_t position);
  bool jump(const Instruction& instruction, std::size_t position);
  // Variables and elements of arrays.
  bool load(const Instruction& instruction);
  void store(const Instruction& instruction);
  void load_at(const Instruction& instruction);
  void store_at(const Instruction& instruction);
  void check_index(std::size_t height, std::int32_t count);
  void index(const Instruction& instruction);
  asmjit::x86::Mem variable(const Instruction& instruction) const;
  asmjit::x86::Mem place(std::size_t height, Width width);
  // Arithmetic.
  bool unary(const Instruction& instruction);
  bool binary(const Instruction& instruction);
  void divide(OpCode op);
  void shift(OpCode op);
  void compare(asmjit::x86::CondCode when);
  // Other processes and channels.
  bool query(const Instruction& instruction);
  bool push_context(std::size_t offset);
  void remote_load(const Instruction& instruction);
  void remote_location(const Instruction& instruction);
  bool find_process(const Instruction& instruction);
  void query_channel(OpCode op, bool polls = false);
  bool poll(const ChannelOperation& operation);
  bool nested(CodeRef code);
  void location_at(asmjit::x86::Gp process);

  static asmjit::x86::Gp slot(std::size_t height);
  bool push(Entry entry);
  bool push_register();
  std::size_t top() const { return stack_.size() - 1; }
  /// Moves an entry to its register.
  asmjit::x86::Gp materialise(std::size_t height);
  void give_up();
  void flags(asmjit::x86::CondCode when);
  void materialise_all();
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
