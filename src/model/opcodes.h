// SPDX-License-Identifier: Apache-2.0
// The instruction table: what each instruction pops and pushes, what it reads and writes, and whether it can fail. All
// code that depends on this uses the table: a new instruction without a row does not compile, and analyses treat it
// soundly without further code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/expression.h"

namespace weir {

/// What an instruction may read or change beyond the stack (docs/reductions.md, "What may be observed").
enum class Observable : std::uint8_t {
  None,
  Variable,        ///< a variable of the globals or of the own frame, at the place given by the instruction
  RemoteVariable,  ///< a variable of another process
  Location,        ///< the location of a process
  Flags,           ///< progress or accept flags of all processes
  OwnPid,          ///< the number of the own process
  ProcessCount,    ///< the number of processes and their types
  Channel,         ///< the messages of a channel, or their number
  Timeout,         ///< whether no process can move
  Enabledness,     ///< whether another process can move
  Priority,        ///< the priority of a process
  Processes,       ///< the list of processes
  Channels,        ///< the list of channels
};

enum class Failure : std::uint8_t {
  Never,
  RuntimeError,  ///< may cause a run-time error: the step has no successor
  Assertion,     ///< may violate an assertion: the step continues
};

/// Instructions that a walk over code (code_walk.h) treats alike.
enum class OpGroup : std::uint8_t {
  Return,
  Constant,
  Pop,
  Swap,
  Load,   ///< of a scalar at a fixed place
  Store,  ///< to a scalar at a fixed place
  Address,
  Index,
  LoadAt,
  StoreAt,
  CheckIndex,
  Unary,   ///< arithmetic.h
  Binary,  ///< arithmetic.h
  Jump,    ///< always forward
  Query,   ///< pushes a value that depends on more than variables, or is new
  Effect,  ///< pushes nothing
};

struct OpInfo {
  OpCode op = OpCode::Return;
  OpGroup group = OpGroup::Return;
  std::int8_t pops = 0;  ///< -1: given by `b` of the instruction
  std::int8_t pushes = 0;
  bool test = false;        ///< the value pushed is 0 or 1
  bool global = false;      ///< Load, Store, Address: in the globals, not in the own frame
  Width width = Width::U8;  ///< Load, Store
  Observable reads = Observable::None;
  Observable writes = Observable::None;
  Failure failure = Failure::Never;
};

inline constexpr std::size_t kOpCodeCount = static_cast<std::size_t>(OpCode::Print) + 1;

namespace opcodes {

constexpr OpInfo load(OpCode op, bool global, Width width) {
  return {
      .op = op, .group = OpGroup::Load, .pushes = 1, .global = global, .width = width, .reads = Observable::Variable};
}
constexpr OpInfo store(OpCode op, bool global, Width width) {
  return {
      .op = op, .group = OpGroup::Store, .pops = 1, .global = global, .width = width, .writes = Observable::Variable};
}
constexpr OpInfo address(OpCode op, bool global) {
  return {.op = op, .group = OpGroup::Address, .pushes = 1, .global = global};
}
constexpr OpInfo unary(OpCode op) { return {.op = op, .group = OpGroup::Unary, .pops = 1, .pushes = 1}; }
constexpr OpInfo binary(OpCode op, Failure failure = Failure::Never) {
  return {.op = op, .group = OpGroup::Binary, .pops = 2, .pushes = 1, .failure = failure};
}
constexpr OpInfo jump(OpCode op, std::int8_t pops) { return {.op = op, .group = OpGroup::Jump, .pops = pops}; }
constexpr OpInfo query(OpCode op, std::int8_t pops, Observable what, Failure failure = Failure::Never) {
  return {.op = op, .group = OpGroup::Query, .pops = pops, .pushes = 1, .reads = what, .failure = failure};
}
constexpr OpInfo creation(OpCode op, std::int8_t pops, Observable what) {
  return {
      .op = op, .group = OpGroup::Query, .pops = pops, .pushes = 1, .writes = what, .failure = Failure::RuntimeError};
}
constexpr OpInfo channel_query(OpCode op, std::int8_t pops) {
  return query(op, pops, Observable::Channel, Failure::RuntimeError);
}

constexpr OpInfo test(OpInfo row) {
  row.test = true;
  return row;
}

/// In the order of OpCode.
inline constexpr std::array<OpInfo, kOpCodeCount> kTable = {{
    {.op = OpCode::Return},
    {.op = OpCode::Const, .group = OpGroup::Constant, .pushes = 1},
    {.op = OpCode::Pop, .group = OpGroup::Pop, .pops = 1},
    {.op = OpCode::Swap, .group = OpGroup::Swap, .pops = 2, .pushes = 2},
    load(OpCode::LoadGlobal, true, Width::Bits),
    load(OpCode::LoadGlobalU8, true, Width::U8),
    load(OpCode::LoadGlobalU16, true, Width::U16),
    load(OpCode::LoadGlobalI16, true, Width::I16),
    load(OpCode::LoadGlobalI32, true, Width::I32),
    load(OpCode::LoadLocal, false, Width::Bits),
    load(OpCode::LoadLocalU8, false, Width::U8),
    load(OpCode::LoadLocalU16, false, Width::U16),
    load(OpCode::LoadLocalI16, false, Width::I16),
    load(OpCode::LoadLocalI32, false, Width::I32),
    store(OpCode::StoreGlobal, true, Width::Bits),
    store(OpCode::StoreGlobalU8, true, Width::U8),
    store(OpCode::StoreGlobalU16, true, Width::U16),
    store(OpCode::StoreGlobalI16, true, Width::I16),
    store(OpCode::StoreGlobalI32, true, Width::I32),
    store(OpCode::StoreLocal, false, Width::Bits),
    store(OpCode::StoreLocalU8, false, Width::U8),
    store(OpCode::StoreLocalU16, false, Width::U16),
    store(OpCode::StoreLocalI16, false, Width::I16),
    store(OpCode::StoreLocalI32, false, Width::I32),
    address(OpCode::AddressGlobal, true),
    address(OpCode::AddressLocal, false),
    {.op = OpCode::Index, .group = OpGroup::Index, .pops = 2, .pushes = 1, .failure = Failure::RuntimeError},
    {.op = OpCode::LoadAt, .group = OpGroup::LoadAt, .pops = 1, .pushes = 1, .reads = Observable::Variable},
    {.op = OpCode::StoreAt, .group = OpGroup::StoreAt, .pops = 2, .writes = Observable::Variable},
    {.op = OpCode::CheckIndex, .group = OpGroup::CheckIndex, .pops = 1, .pushes = 1, .failure = Failure::RuntimeError},
    query(OpCode::RemoteLoad, 1, Observable::RemoteVariable),
    query(OpCode::RemoteLoadAt, 2, Observable::RemoteVariable),
    query(OpCode::FindProcess, 0, Observable::ProcessCount),
    test(query(OpCode::RemoteLocation, 1, Observable::Location)),
    test(unary(OpCode::Not)),
    unary(OpCode::Complement),
    unary(OpCode::Negate),
    test(unary(OpCode::Truth)),
    binary(OpCode::Add),
    binary(OpCode::Subtract),
    binary(OpCode::Multiply),
    binary(OpCode::Divide, Failure::RuntimeError),
    binary(OpCode::Modulo, Failure::RuntimeError),
    binary(OpCode::BitAnd),
    binary(OpCode::BitXor),
    binary(OpCode::BitOr),
    binary(OpCode::ShiftLeft),
    binary(OpCode::ShiftRight),
    test(binary(OpCode::Less)),
    test(binary(OpCode::LessEqual)),
    test(binary(OpCode::Greater)),
    test(binary(OpCode::GreaterEqual)),
    test(binary(OpCode::Equal)),
    test(binary(OpCode::NotEqual)),
    unary(OpCode::Mask),
    jump(OpCode::Jump, 0),
    jump(OpCode::JumpIfZero, 1),
    jump(OpCode::AndJump, 1),
    jump(OpCode::OrJump, 1),
    query(OpCode::OwnPid, 0, Observable::OwnPid),
    query(OpCode::ProcessCount, 0, Observable::ProcessCount),
    test(query(OpCode::Timeout, 0, Observable::Timeout)),
    test(query(OpCode::NonProgress, 0, Observable::Flags)),
    test(query(OpCode::Accepting, 0, Observable::Flags)),
    test(query(OpCode::Enabled, 1, Observable::Enabledness, Failure::RuntimeError)),
    query(OpCode::PcValue, 1, Observable::Location),
    query(OpCode::GetPriority, 1, Observable::Priority),
    {.op = OpCode::SetPriority, .group = OpGroup::Effect, .pops = 2, .writes = Observable::Priority},
    channel_query(OpCode::ChannelLength, 1),
    test(channel_query(OpCode::ChannelFull, 1)),
    test(channel_query(OpCode::ChannelEmpty, 1)),
    test(channel_query(OpCode::ChannelNotFull, 1)),
    test(channel_query(OpCode::ChannelNotEmpty, 1)),
    test(channel_query(OpCode::Poll, 0)),
    creation(OpCode::NewChannel, 0, Observable::Channels),
    creation(OpCode::Run, -1, Observable::Processes),
    {.op = OpCode::Assert, .group = OpGroup::Effect, .pops = 1, .failure = Failure::Assertion},
    {.op = OpCode::Print, .group = OpGroup::Effect},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kOpCodeCount; ++i)
    if (static_cast<std::size_t>(kTable[i].op) != i) return false;
  return true;
}
static_assert(in_order(), "every instruction has its row, in the order of OpCode");

}  // namespace opcodes

constexpr const OpInfo& info_of(OpCode op) { return opcodes::kTable[static_cast<std::size_t>(op)]; }

constexpr bool is_load(OpCode op) { return info_of(op).group == OpGroup::Load; }
constexpr bool is_store(OpCode op) { return info_of(op).group == OpGroup::Store; }
constexpr bool is_jump(OpCode op) { return info_of(op).group == OpGroup::Jump; }
constexpr bool is_global(OpCode op) { return info_of(op).global; }

constexpr std::size_t pops_of(const Instruction& i) {
  const std::int8_t pops = info_of(i.op).pops;
  return static_cast<std::size_t>(pops < 0 ? i.b : pops);
}

/// The position that a jump at `at` may continue at.
constexpr std::size_t target_of(std::size_t at, const Instruction& i) { return at + static_cast<std::size_t>(i.a); }

}  // namespace weir
