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

enum class ControlFlow : std::uint8_t { Next, Return, Jump };

struct OpInfo {
  OpCode op = OpCode::Return;
  std::int8_t pops = 0;  ///< -1: given by `b` of the instruction
  std::int8_t pushes = 0;
  Observable reads = Observable::None;
  Observable writes = Observable::None;
  Failure failure = Failure::Never;
  ControlFlow flow = ControlFlow::Next;
};

inline constexpr std::size_t kOpCodeCount = static_cast<std::size_t>(OpCode::Print) + 1;

namespace opcodes {

constexpr OpInfo stack(OpCode op, std::int8_t pops, std::int8_t pushes) {
  return {.op = op, .pops = pops, .pushes = pushes};
}
constexpr OpInfo load(OpCode op) { return {.op = op, .pushes = 1, .reads = Observable::Variable}; }
constexpr OpInfo store(OpCode op) { return {.op = op, .pops = 1, .writes = Observable::Variable}; }
constexpr OpInfo unary(OpCode op) { return stack(op, 1, 1); }
constexpr OpInfo binary(OpCode op) { return stack(op, 2, 1); }
constexpr OpInfo division(OpCode op) { return {.op = op, .pops = 2, .pushes = 1, .failure = Failure::RuntimeError}; }
constexpr OpInfo jump(OpCode op, std::int8_t pops) { return {.op = op, .pops = pops, .flow = ControlFlow::Jump}; }
constexpr OpInfo query(OpCode op, std::int8_t pops, Observable what) {
  return {.op = op, .pops = pops, .pushes = 1, .reads = what};
}
constexpr OpInfo channel_query(OpCode op, std::int8_t pops) {
  return {.op = op, .pops = pops, .pushes = 1, .reads = Observable::Channel, .failure = Failure::RuntimeError};
}

/// In the order of OpCode.
inline constexpr std::array<OpInfo, kOpCodeCount> kTable = {{
    {.op = OpCode::Return, .flow = ControlFlow::Return},
    stack(OpCode::Const, 0, 1),
    stack(OpCode::Pop, 1, 0),
    stack(OpCode::Swap, 2, 2),
    load(OpCode::LoadGlobal),
    load(OpCode::LoadGlobalU8),
    load(OpCode::LoadGlobalU16),
    load(OpCode::LoadGlobalI16),
    load(OpCode::LoadGlobalI32),
    load(OpCode::LoadLocal),
    load(OpCode::LoadLocalU8),
    load(OpCode::LoadLocalU16),
    load(OpCode::LoadLocalI16),
    load(OpCode::LoadLocalI32),
    store(OpCode::StoreGlobal),
    store(OpCode::StoreGlobalU8),
    store(OpCode::StoreGlobalU16),
    store(OpCode::StoreGlobalI16),
    store(OpCode::StoreGlobalI32),
    store(OpCode::StoreLocal),
    store(OpCode::StoreLocalU8),
    store(OpCode::StoreLocalU16),
    store(OpCode::StoreLocalI16),
    store(OpCode::StoreLocalI32),
    stack(OpCode::AddressGlobal, 0, 1),
    stack(OpCode::AddressLocal, 0, 1),
    {.op = OpCode::Index, .pops = 2, .pushes = 1, .failure = Failure::RuntimeError},
    {.op = OpCode::LoadAt, .pops = 1, .pushes = 1, .reads = Observable::Variable},
    {.op = OpCode::StoreAt, .pops = 2, .writes = Observable::Variable},
    {.op = OpCode::CheckIndex, .pops = 1, .pushes = 1, .failure = Failure::RuntimeError},
    query(OpCode::RemoteLoad, 1, Observable::RemoteVariable),
    query(OpCode::RemoteLoadAt, 2, Observable::RemoteVariable),
    query(OpCode::FindProcess, 0, Observable::ProcessCount),
    query(OpCode::RemoteLocation, 1, Observable::Location),
    unary(OpCode::Not),
    unary(OpCode::Complement),
    unary(OpCode::Negate),
    unary(OpCode::Truth),
    binary(OpCode::Add),
    binary(OpCode::Subtract),
    binary(OpCode::Multiply),
    division(OpCode::Divide),
    division(OpCode::Modulo),
    binary(OpCode::BitAnd),
    binary(OpCode::BitXor),
    binary(OpCode::BitOr),
    binary(OpCode::ShiftLeft),
    binary(OpCode::ShiftRight),
    binary(OpCode::Less),
    binary(OpCode::LessEqual),
    binary(OpCode::Greater),
    binary(OpCode::GreaterEqual),
    binary(OpCode::Equal),
    binary(OpCode::NotEqual),
    unary(OpCode::Mask),
    jump(OpCode::Jump, 0),
    jump(OpCode::JumpIfZero, 1),
    jump(OpCode::AndJump, 1),
    jump(OpCode::OrJump, 1),
    query(OpCode::OwnPid, 0, Observable::OwnPid),
    query(OpCode::ProcessCount, 0, Observable::ProcessCount),
    query(OpCode::Timeout, 0, Observable::Timeout),
    query(OpCode::NonProgress, 0, Observable::Flags),
    query(OpCode::Accepting, 0, Observable::Flags),
    {.op = OpCode::Enabled, .pops = 1, .pushes = 1, .reads = Observable::Enabledness, .failure = Failure::RuntimeError},
    query(OpCode::PcValue, 1, Observable::Location),
    query(OpCode::GetPriority, 1, Observable::Priority),
    {.op = OpCode::SetPriority, .pops = 2, .writes = Observable::Priority},
    channel_query(OpCode::ChannelLength, 1),
    channel_query(OpCode::ChannelFull, 1),
    channel_query(OpCode::ChannelEmpty, 1),
    channel_query(OpCode::ChannelNotFull, 1),
    channel_query(OpCode::ChannelNotEmpty, 1),
    channel_query(OpCode::Poll, 0),
    {.op = OpCode::NewChannel, .pushes = 1, .writes = Observable::Channels, .failure = Failure::RuntimeError},
    {.op = OpCode::Run, .pops = -1, .pushes = 1, .writes = Observable::Processes, .failure = Failure::RuntimeError},
    {.op = OpCode::Assert, .pops = 1, .failure = Failure::Assertion},
    stack(OpCode::Print, 0, 0),
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kOpCodeCount; ++i)
    if (static_cast<std::size_t>(kTable[i].op) != i) return false;
  return true;
}
static_assert(in_order(), "every instruction has its row, in the order of OpCode");

}  // namespace opcodes

constexpr const OpInfo& info_of(OpCode op) { return opcodes::kTable[static_cast<std::size_t>(op)]; }

constexpr bool is_load(OpCode op) { return op >= OpCode::LoadGlobal && op <= OpCode::LoadLocalI32; }
constexpr bool is_store(OpCode op) { return op >= OpCode::StoreGlobal && op <= OpCode::StoreLocalI32; }
/// For a load or store at a fixed place.
constexpr bool is_global(OpCode op) {
  return (op >= OpCode::LoadGlobal && op <= OpCode::LoadGlobalI32) ||
         (op >= OpCode::StoreGlobal && op <= OpCode::StoreGlobalI32);
}

}  // namespace weir
