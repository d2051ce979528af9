// SPDX-License-Identifier: Apache-2.0
#include "model/footprint.h"

#include <utility>

namespace weir {

namespace {

using Access = Footprint::Access;
using Space = Footprint::Access::Space;

Access scalar(Space space, const Instruction& instruction) {
  return {space, static_cast<std::uint32_t>(instruction.a), bytes_of(instruction.width), mask_of(instruction)};
}

/// The bytes from an address instruction to the end of its variable: everything that indexing may reach. The variables
/// of a space are sorted by offset, so the enclosing one is found by its range.
Access array(const std::vector<VariableInfo>& variables, Space space, std::uint32_t offset) {
  for (const VariableInfo& variable : variables) {
    const std::uint32_t bytes = bytes_of(variable.place.width) * variable.count;
    if (variable.place.offset <= offset && offset < variable.place.offset + bytes && variable.is_array)
      return {space, variable.place.offset, bytes, 0xFF};
  }
  return {space, 0, kNone, 0xFF};  // an array of structures: anything in its space
}

void add_operation(const Program& program, const ChannelOperation& operation, Footprint& footprint);

class CodeScan {
 public:
  CodeScan(const Program& program, Footprint& footprint) : program_(program), footprint_(footprint) {}

  void scan(CodeRef code) {
    if (code.empty()) return;
    for (std::size_t at = code.begin; program_.code[at].op != OpCode::Return; ++at) visit(program_.code[at]);
  }

 private:
  void visit(const Instruction& instruction) {
    const OpCode op = instruction.op;
    if (op >= OpCode::LoadGlobal && op <= OpCode::LoadGlobalI32)
      footprint_.reads.push_back(scalar(Space::Global, instruction));
    else if (op >= OpCode::LoadLocal && op <= OpCode::LoadLocalI32)
      footprint_.reads.push_back(scalar(Space::Local, instruction));
    else if (op >= OpCode::StoreGlobal && op <= OpCode::StoreGlobalI32)
      footprint_.writes.push_back(scalar(Space::Global, instruction));
    else if (op >= OpCode::StoreLocal && op <= OpCode::StoreLocalI32)
      footprint_.writes.push_back(scalar(Space::Local, instruction));
    else
      visit_other(instruction);
  }

  void visit_other(const Instruction& instruction) {
    switch (instruction.op) {
      case OpCode::AddressGlobal:
        pending_ = array(program_.globals, Space::Global, static_cast<std::uint32_t>(instruction.a));
        break;
      case OpCode::AddressLocal:
        // The process type of the frame is unknown here: use the whole frame.
        pending_ = {Space::Local, 0, kNone, 0xFF};
        break;
      case OpCode::LoadAt: footprint_.reads.push_back(pending_); break;
      case OpCode::StoreAt: footprint_.writes.push_back({pending_.space, 0, kNone, 0xFF}); break;
      case OpCode::RemoteLoad:
      case OpCode::RemoteLoadAt:
      case OpCode::RemoteLocation:
      case OpCode::FindProcess:
        footprint_.reads.push_back({Space::AnyProcess, 0, kNone, 0xFF});
        footprint_.whole_state = true;
        break;
      case OpCode::ProcessCount:
      case OpCode::Timeout:
      case OpCode::NonProgress:
      case OpCode::Accepting:
      case OpCode::Enabled:
      case OpCode::PcValue:
      case OpCode::GetPriority: footprint_.whole_state = true; break;
      case OpCode::SetPriority: footprint_.writes.push_back({Space::AnyProcess, 0, kNone, 0xFF}); break;
      case OpCode::ChannelLength:
      case OpCode::ChannelFull:
      case OpCode::ChannelEmpty:
      case OpCode::ChannelNotFull:
      case OpCode::ChannelNotEmpty: footprint_.reads.push_back({Space::AnyChannel, 0, 0, 0xFF}); break;
      case OpCode::Poll: {
        Footprint receive;
        add_operation(program_, program_.channel_operations[static_cast<std::size_t>(instruction.a)], receive);
        for (const Access& access : receive.reads) footprint_.reads.push_back(access);
        break;
      }
      case OpCode::Run:
      case OpCode::NewChannel: footprint_.changes_processes = true; break;
      default: break;
    }
  }

  const Program& program_;
  Footprint& footprint_;
  Access pending_{Space::Global, 0, kNone, 0xFF};
};

void add_operation(const Program& program, const ChannelOperation& operation, Footprint& footprint) {
  CodeScan scan(program, footprint);
  scan.scan(operation.channel);
  for (const MessageField& field : operation.fields) {
    scan.scan(field.code);
  }
  const Access channel = operation.static_channel == kNone ? Access{Space::AnyChannel, 0, 0, 0xFF}
                                                           : Access{Space::Channel, operation.static_channel, 0, 0xFF};
  footprint.reads.push_back(channel);
  if (!operation.peeks()) footprint.writes.push_back(channel);
}

}  // namespace

Footprint footprint_of(const Program& program, const Transition& transition) {
  Footprint footprint;
  CodeScan scan(program, footprint);
  scan.scan(transition.guard);
  scan.scan(transition.effect);
  if (transition.channel_operation != kNone)
    add_operation(program, program.channel_operations[transition.channel_operation], footprint);
  if (transition.kind == TransitionKind::End) footprint.changes_processes = footprint.whole_state = true;
  return footprint;
}

}  // namespace weir
