// SPDX-License-Identifier: Apache-2.0
// Expressions and effects as code for a small stack machine of 32-bit integers with C arithmetic. All code of a Program
// is in one array; a CodeRef is a range of it that ends with Return. Independent of the source language.
#pragma once

#include <cstdint>
#include <vector>

#include "model/state_layout.h"

namespace weir {

/// (Not named `Op`, which is the operator of a Formula.)
enum class OpCode : std::uint8_t {
  Return,
  Const,  ///< push a
  Pop,
  Swap,
  // Scalars at fixed places: the five widths in the order of Width. a: offset. Local: in the frame of the executing
  // process.
  LoadGlobal,
  LoadGlobalU8,
  LoadGlobalU16,
  LoadGlobalI16,
  LoadGlobalI32,
  LoadLocal,
  LoadLocalU8,
  LoadLocalU16,
  LoadLocalI16,
  LoadLocalI32,
  StoreGlobal,
  StoreGlobalU8,
  StoreGlobalU16,
  StoreGlobalI16,
  StoreGlobalI32,
  StoreLocal,
  StoreLocalU8,
  StoreLocalU16,
  StoreLocalI16,
  StoreLocalI32,
  // Computed places: an address is in bytes from the start of the state.
  AddressGlobal,  ///< push the address of global offset a
  AddressLocal,   ///< push the address of offset a in the own frame
  Index,          ///< pop index i, address += i * b; a: number of elements, checked
  LoadAt,         ///< pop address, push value; width, shift, bits
  StoreAt,        ///< pop value, pop address
  CheckIndex,     ///< the top must be in 0..a-1
  // Other processes: pop the process number. A terminated process reads as 0.
  RemoteLoad,      ///< a: offset in its frame; width, shift, bits
  RemoteLoadAt,    ///< as above, with an offset added to b on the stack: pop offset, pop process
  FindProcess,     ///< push the number of the oldest process of type a, or -1
  RemoteLocation,  ///< push whether the Location::number of the process is a
  // Arithmetic on the top of the stack.
  Not,
  Complement,
  Negate,
  Truth,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  BitAnd,
  BitXor,
  BitOr,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  Mask,  ///< keep the lowest a bits, unsigned
  // Control; a is relative to the instruction itself.
  Jump,
  JumpIfZero,  ///< pops
  AndJump,     ///< top == 0: jump, leaving 0; otherwise pop
  OrJump,      ///< top != 0: jump, leaving 1; otherwise pop
  // The state as a whole.
  OwnPid,
  ProcessCount,
  Timeout,
  NonProgress,
  Accepting,
  Enabled,      ///< pop process: push whether it has an enabled transition
  PcValue,      ///< pop process: push its Location::number
  GetPriority,  ///< pop process
  SetPriority,  ///< pop priority, pop process
  // Channels: pop the channel.
  ChannelLength,
  ChannelFull,
  ChannelEmpty,
  ChannelNotFull,
  ChannelNotEmpty,
  Poll,        ///< push whether ChannelOperation a can receive now
  NewChannel,  ///< push a new channel of type a
  // Effects.
  Run,     ///< pop b arguments (last on top), create a process of type a and priority shift, push its number
  Assert,  ///< pop; 0 is a fault. a: statement
  Print,   ///< Program::prints[a]; only if output is captured
};

struct Instruction {
  OpCode op = OpCode::Return;
  Width width = Width::U8;
  std::uint8_t shift = 0;
  std::uint8_t bits = 8;
  std::int32_t a = 0;
  std::int32_t b = 0;
};

/// A piece of code; `begin == 0` means no code (position 0 of a Program holds a Return).
struct CodeRef {
  std::uint32_t begin = 0;
  bool empty() const { return begin == 0; }
  friend bool operator==(CodeRef, CodeRef) = default;
};

/// Collects one piece of code; `finish` appends it to a Program's array. Several may be under construction at once.
class CodeBuilder {
 public:
  explicit CodeBuilder(std::vector<Instruction>& program) : program_(program) {}

  void emit(OpCode op, std::int32_t a = 0, std::int32_t b = 0) {
    Instruction instruction;
    instruction.op = op;
    instruction.a = a;
    instruction.b = b;
    code_.push_back(instruction);
  }
  void constant(std::int32_t value) { emit(OpCode::Const, value); }
  void run(std::int32_t type, std::int32_t arguments, std::uint8_t priority) {
    emit(OpCode::Run, type, arguments);
    code_.back().shift = priority;
  }
  void load(const Place& place);
  /// Stores the top of the stack, truncated to the bits of the place.
  void store(const Place& place);
  /// Loads from the process whose number is on the stack; `computed`: with an offset above it.
  void remote_load(const Place& place, bool computed);
  void load_at(const Place& element);
  void store_at(const Place& element);
  void mask_for(const Place& place);
  void address(const Place& place) {
    emit(place.global ? OpCode::AddressGlobal : OpCode::AddressLocal, signed_offset(place));
  }
  /// Emits a forward jump and returns its position; `land` sets its target to the next instruction.
  std::size_t jump(OpCode op) {
    emit(op);
    return code_.size() - 1;
  }
  void land(std::size_t position) { code_[position].a = static_cast<std::int32_t>(code_.size() - position); }
  bool anything() const { return !code_.empty(); }
  /// Ends the piece; an empty piece becomes the null CodeRef.
  CodeRef finish() {
    if (code_.empty()) return {};
    emit(OpCode::Return);
    const CodeRef piece{static_cast<std::uint32_t>(program_.size())};
    program_.insert(program_.end(), code_.begin(), code_.end());
    code_.clear();
    return piece;
  }

  static std::int32_t signed_offset(const Place& place) { return static_cast<std::int32_t>(place.offset); }

 private:
  std::vector<Instruction>& program_;
  std::vector<Instruction> code_;
};

}  // namespace weir
