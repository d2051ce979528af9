// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/compile.h"

#include <algorithm>

#include "frontend/promela/operators.h"
#include "frontend/promela/promela.h"

namespace weir::promela {

void Compiler::initialise_globals() {
  CodeBuilder code(program_.code);
  global_struct_channels_ = 1;
  for (const Symbol* variable : in_order_of_initialisation(model_.globals)) initialise(*variable, code, false);
  global_struct_channels_ = kNone;
  program_.initialise_globals = code.finish();
}

void Compiler::initialise_frame(const Process& process, std::uint32_t type) {
  CodeBuilder code(program_.code);
  for (const Symbol* local : in_order_of_initialisation(process.locals))
    if (local->initialised_at_creation) initialise(*local, code, false);
  program_.process_types[type].initialise = code.finish();
  if (process.provided != nullptr) program_.process_types[type].provided = value(*process.provided);
}

void Compiler::initialise(const Symbol& variable, CodeBuilder& code, bool zero) {
  const Layout::Variable& placed = layout.of(variable);
  if (placed.fixed_channel != kNone) {
    if (global_struct_channels_ != kNone) global_struct_channels_ += count_of(variable);
    return;
  }
  initialise_at(variable, placed.place, placed.stride, code, zero);
}

void Compiler::initialise_at(const Symbol& variable, const Place& place, std::uint32_t stride, CodeBuilder& code,
                             bool zero) {
  for (std::uint32_t i = 0; i < count_of(variable); ++i) {
    Place element = place;
    element.offset += i * stride;
    if (variable.type.basic == BasicType::Struct) {
      for (const Symbol* field : in_order_of_initialisation(variable.type.structure->fields)) {
        const Layout::Field inner = layout.field_at(*variable.type.structure, *field, element);
        initialise_at(*field, inner.place, inner.stride, code, zero);
      }
      continue;
    }
    if (variable.channel != nullptr) {
      if (global_struct_channels_ != kNone)
        code.constant(static_cast<std::int32_t>(global_struct_channels_++));
      else
        code.emit(OpCode::NewChannel,
                  static_cast<std::int32_t>(layout.add_channel_type(*variable.channel, variable.name)));
    } else if (!variable.initial_list.empty()) {
      value(*variable.initial_list[std::min<std::size_t>(i, variable.initial_list.size() - 1)], code);
    } else if (variable.initial != nullptr) {
      value(*variable.initial, code);
    } else if (zero) {
      code.constant(0);
    } else {
      return;
    }
    code.store(element);
  }
}

Compiler::Path Compiler::path_of(const std::vector<Selector>& selectors) {
  Path path;
  const Layout::Variable& variable = layout.of(*selectors.front().symbol);
  path.place = variable.place;
  std::uint32_t stride = variable.stride;
  if (variable.fixed_channel != kNone) {
    path.is_fixed_channel = true;
    path.first_channel = variable.fixed_channel;
    path.channel_index = selectors.front().index;
    path.channel_count = selectors.front().symbol->is_array ? selectors.front().symbol->array_size : 1;
    return path;
  }
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const Symbol& symbol = *selectors[i].symbol;
    if (i > 0) {
      const Layout::Field field = layout.field_at(*selectors[i - 1].symbol->type.structure, symbol, path.place);
      path.place = field.place;
      stride = field.stride;
    }
    if (const Expression* index = selectors[i].index; index != nullptr) {
      const std::int32_t count = symbol.is_array ? symbol.array_size : 1;
      if (index->kind == ExpressionKind::Constant && index->value >= 0 && index->value < count) {
        path.place.offset += static_cast<std::uint32_t>(index->value) * stride;
      } else {
        path.indices.push_back({index, count, static_cast<std::int32_t>(stride)});
      }
    }
  }
  return path;
}

void Compiler::add_indices(const Path& path, CodeBuilder& code) {
  for (const Path::Index& index : path.indices) {
    value(*index.value, code);
    code.emit(OpCode::Index, index.count, index.stride);
  }
}

void Compiler::variable_value(const Expression& expression, CodeBuilder& code) {
  const Symbol& symbol = *expression.path.front().symbol;
  switch (symbol.builtin) {
    case Builtin::Pid: return code.emit(OpCode::OwnPid);
    case Builtin::NrPr: return code.emit(OpCode::ProcessCount);
    case Builtin::Last: return code.load(program_.last);
    case Builtin::Priority: code.emit(OpCode::OwnPid); return code.emit(OpCode::GetPriority);
    case Builtin::WriteOnly:
    case Builtin::Stdin: return code.constant(0);
    case Builtin::None: break;
  }
  if (symbol.kind == SymbolKind::MtypeConstant) return code.constant(symbol.value);
  const Path path = path_of(expression.path);
  if (path.is_fixed_channel) {
    const std::int32_t first = static_cast<std::int32_t>(path.first_channel);
    if (path.channel_index == nullptr) return code.constant(first);
    value(*path.channel_index, code);
    code.emit(OpCode::CheckIndex, path.channel_count);
    code.constant(first);
    return code.emit(OpCode::Add);
  }
  if (path.indices.empty()) return code.load(path.place);
  code.address(path.place);
  add_indices(path, code);
  code.load_at(path.place);
}

void Compiler::assign(const Expression& target, CodeBuilder& code) {
  const Symbol& symbol = *target.path.front().symbol;
  if (symbol.builtin == Builtin::WriteOnly) return code.emit(OpCode::Pop);
  if (symbol.builtin == Builtin::Priority) {
    code.emit(OpCode::OwnPid);
    code.emit(OpCode::Swap);
    return code.emit(OpCode::SetPriority);
  }
  if (symbol.builtin != Builtin::None) return code.emit(OpCode::Pop);
  const Path path = path_of(target.path);
  if (path.indices.empty()) return code.store(path.place);
  code.address(path.place);
  add_indices(path, code);
  code.emit(OpCode::Swap);
  code.store_at(path.place);
}

void Compiler::remote_process(const Expression& expression, CodeBuilder& code) {
  if (expression.a != nullptr)
    value(*expression.a, code);
  else
    code.emit(OpCode::FindProcess, static_cast<std::int32_t>(types_.at(expression.symbol->process)));
}

void Compiler::remote_value(const Expression& expression, CodeBuilder& code) {
  remote_process(expression, code);
  const Symbol& symbol = *expression.path.front().symbol;
  if (symbol.builtin == Builtin::Pid) {  // like every variable, 0 if there is no such process
    remote_process(expression, code);
    code.constant(0);
    code.emit(OpCode::GreaterEqual);
    code.emit(OpCode::Multiply);
    remote_process(expression, code);
    code.emit(OpCode::ProcessCount);
    code.emit(OpCode::Less);
    return code.emit(OpCode::Multiply);
  }
  if (symbol.builtin == Builtin::Priority) return code.emit(OpCode::GetPriority);
  const Path path = path_of(expression.path);
  if (path.indices.empty()) return code.remote_load(path.place, false);
  code.constant(CodeBuilder::signed_offset(path.place));
  add_indices(path, code);
  code.remote_load(path.place, true);
}

CodeRef Compiler::value(const Expression& expression) {
  CodeBuilder code(program_.code);
  value(expression, code);
  return code.finish();
}

void Compiler::binary(const Expression& expression, CodeBuilder& code) {
  value(*expression.a, code);
  if (expression.op == Operator::And || expression.op == Operator::Or || expression.op == Operator::Implies) {
    if (expression.op == Operator::Implies) code.emit(OpCode::Not);
    const std::size_t jump = code.jump(expression.op == Operator::And ? OpCode::AndJump : OpCode::OrJump);
    value(*expression.b, code);
    code.emit(OpCode::Truth);
    return code.land(jump);
  }
  value(*expression.b, code);
  if (expression.op == Operator::Equivalent) {
    code.emit(OpCode::Truth);
    code.emit(OpCode::Swap);
    code.emit(OpCode::Truth);
    return code.emit(OpCode::Equal);
  }
  code.emit(operator_info(expression.op).code);
}

void Compiler::value(const Expression& expression, CodeBuilder& code) {
  const auto of_channel = [&](OpCode op) {
    value(*expression.a, code);
    code.emit(op);
  };
  switch (expression.kind) {
    case ExpressionKind::Constant: return code.constant(expression.value);
    case ExpressionKind::Variable: return variable_value(expression, code);
    case ExpressionKind::Unary: value(*expression.a, code); return code.emit(operator_info(expression.op).code);
    case ExpressionKind::Binary: return binary(expression, code);
    case ExpressionKind::Conditional: {
      value(*expression.a, code);
      const std::size_t otherwise = code.jump(OpCode::JumpIfZero);
      value(*expression.b, code);
      const std::size_t end = code.jump(OpCode::Jump);
      code.land(otherwise);
      value(*expression.c, code);
      return code.land(end);
    }
    case ExpressionKind::Run: {
      const std::vector<Expression*> arguments = flat_arguments(model_, expression.args);
      for (const Expression* argument : arguments) value(*argument, code);
      const std::uint32_t type = types_.at(expression.symbol->process);
      return code.run(static_cast<std::int32_t>(type), static_cast<std::int32_t>(arguments.size()),
                      static_cast<std::uint8_t>(expression.value > 0 ? expression.value : 1));
    }
    case ExpressionKind::Len: return of_channel(OpCode::ChannelLength);
    case ExpressionKind::Full: return of_channel(OpCode::ChannelFull);
    case ExpressionKind::Empty: return of_channel(OpCode::ChannelEmpty);
    case ExpressionKind::NFull: return of_channel(OpCode::ChannelNotFull);
    case ExpressionKind::NEmpty: return of_channel(OpCode::ChannelNotEmpty);
    case ExpressionKind::Poll:
      return code.emit(OpCode::Poll,
                       static_cast<std::int32_t>(channel_operation(
                           expression.random ? ChannelOperation::Kind::PeekAny : ChannelOperation::Kind::Peek,
                           *expression.a, expression.args)));
    case ExpressionKind::Eval: return value(*expression.a, code);
    case ExpressionKind::Enabled: return of_channel(OpCode::Enabled);
    case ExpressionKind::PcValue: return of_channel(OpCode::PcValue);
    case ExpressionKind::GetPriority: return of_channel(OpCode::GetPriority);
    case ExpressionKind::Timeout: return code.emit(OpCode::Timeout);
    case ExpressionKind::NonProgress: return code.emit(OpCode::NonProgress);
    case ExpressionKind::RemoteLabel: {
      remote_process(expression, code);
      const auto label = labels_.find(expression.label);
      return code.emit(OpCode::RemoteLocation, label == labels_.end() ? -1 : label->second);
    }
    case ExpressionKind::RemoteVariable: return remote_value(expression, code);
    case ExpressionKind::Sent:
    case ExpressionKind::Received:
    case ExpressionKind::By: return code.constant(0);
  }
}

std::uint32_t Compiler::static_channel(const Expression& channel) {
  if (channel.kind != ExpressionKind::Variable || channel.path.front().symbol->builtin != Builtin::None) return kNone;
  const Path path = path_of(channel.path);
  if (!path.is_fixed_channel) return kNone;
  if (path.channel_index == nullptr) return path.first_channel - 1;
  const Expression& index = *path.channel_index;
  if (index.kind != ExpressionKind::Constant || index.value < 0 || index.value >= path.channel_count) return kNone;
  return path.first_channel - 1 + static_cast<std::uint32_t>(index.value);
}

std::uint32_t Compiler::channel_operation(ChannelOperation::Kind kind, const Expression& channel,
                                          const std::vector<Expression*>& arguments) {
  ChannelOperation operation;
  operation.kind = kind;
  operation.static_channel = static_channel(channel);
  if (operation.static_channel == kNone) operation.channel = value(channel);
  for (const Expression* argument : flat_arguments(model_, arguments)) {
    MessageField field;
    const bool variable =
        argument->kind == ExpressionKind::Variable && argument->path.front().symbol->kind != SymbolKind::MtypeConstant;
    if (operation.sends()) {
      field.kind = MessageField::Kind::Send;
      field.code = value(*argument);
    } else if (variable) {
      const bool ignored = argument->path.front().symbol->builtin == Builtin::WriteOnly;
      field.kind = ignored ? MessageField::Kind::Ignore : MessageField::Kind::Store;
      if (!ignored) {
        CodeBuilder code(program_.code);
        assign(*argument, code);
        field.code = code.finish();
      }
    } else {
      field.kind = MessageField::Kind::Match;
      field.code = value(*argument);
    }
    operation.fields.push_back(field);
  }
  program_.channel_operations.push_back(std::move(operation));
  return static_cast<std::uint32_t>(program_.channel_operations.size() - 1);
}

}  // namespace weir::promela
