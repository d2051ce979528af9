// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/compile.h"

#include <algorithm>

#include "frontend/promela/parser.h"
#include "frontend/promela/promela.h"

namespace weir::promela {

namespace {

/// Spin initialises variables by type, then in text order.
int type_rank(const Symbol& variable) {
  switch (variable.type.basic) {
    case BasicType::Unsigned: return 0;
    case BasicType::Bit:
    case BasicType::Bool: return 1;
    case BasicType::Byte:
    case BasicType::Pid: return 2;
    case BasicType::Chan: return 3;
    case BasicType::Mtype: return 4;
    case BasicType::Short: return 5;
    case BasicType::Int: return 6;
    case BasicType::Struct: return 7;
  }
  return 8;
}

template <class Symbols>
std::vector<Symbol*> in_order_of_initialisation(const Symbols& symbols) {
  std::vector<Symbol*> sorted(symbols.begin(), symbols.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Symbol* a, const Symbol* b) { return type_rank(*a) < type_rank(*b); });
  return sorted;
}

std::uint32_t elements(const Symbol& variable) {
  return variable.is_array ? static_cast<std::uint32_t>(variable.array_size) : 1;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------
// layout

void Compiler::add_names() {
  for (const Symbol* constant : model_.mtypes) {
    auto [entry, fresh] = name_tables_.try_emplace(constant->type.mtype, 0);
    if (fresh) {
      entry->second = static_cast<std::uint32_t>(program_.name_tables.size());
      program_.name_tables.emplace_back();
    }
    program_.name_tables[entry->second].names.emplace_back(constant->value, constant->name);
  }
}

std::uint32_t Compiler::names_of(const Type& type) const {
  if (type.basic != BasicType::Mtype) return 0;
  const auto found = name_tables_.find(type.mtype);
  return found == name_tables_.end() ? 0 : found->second;
}

std::uint32_t Compiler::names_of(const Expression& expression) const {
  if (expression.kind == ExpressionKind::Variable || expression.kind == ExpressionKind::RemoteVariable)
    return expression.path.empty() ? 0 : names_of(expression.path.back().symbol->type);
  if (expression.kind == ExpressionKind::Constant && expression.symbol != nullptr)
    return names_of(expression.symbol->type);
  return names_of(Type{BasicType::Mtype, 8, nullptr, {}});
}

ValueKind Compiler::kind_of(const Type& type) const {
  switch (type.basic) {
    case BasicType::Bool: return {ValueKind::Kind::Boolean, 0};
    case BasicType::Mtype: return {ValueKind::Kind::Name, names_of(type)};
    case BasicType::Chan: return {ValueKind::Kind::Channel, 0};
    default: return {ValueKind::Kind::Number, 0};
  }
}

const Compiler::StructLayout& Compiler::layout(const StructType& type) {
  const auto found = structs_.find(&type);
  if (found != structs_.end()) return found->second;
  StructLayout result;
  LayoutBuilder builder(true);
  for (const Symbol* field : type.fields) {
    const Variable placed = place_variable(*field, builder);
    result.fields[field] = {placed.place, placed.stride};
  }
  result.bytes = builder.size();
  return structs_[&type] = std::move(result);
}

Compiler::Variable Compiler::place_variable(const Symbol& variable, LayoutBuilder& builder) {
  Variable result;
  if (variable.type.basic == BasicType::Struct) {
    result.stride = layout(*variable.type.structure).bytes;
    result.place = builder.add_bytes(result.stride * elements(variable));
  } else {
    result.place = builder.add(variable.type.bits, variable.type.is_signed(), elements(variable), variable.is_array);
    result.stride = bytes_of(result.place.width);
  }
  return result;
}

void Compiler::describe(const std::string& name, const Symbol& variable, const Place& place, std::uint32_t stride,
                        std::vector<VariableInfo>& out) {
  if (variable.type.basic != BasicType::Struct) {
    VariableInfo info;
    info.name = name;
    info.place = place;
    info.count = elements(variable);
    info.is_array = variable.is_array;
    info.kind = kind_of(variable.type);
    out.push_back(std::move(info));
    return;
  }
  for (std::uint32_t i = 0; i < elements(variable); ++i) {
    const std::string prefix = name + (variable.is_array ? "[" + std::to_string(i) + "]" : "") + ".";
    for (const Symbol* field : variable.type.structure->fields) {
      const FieldLayout& inner = layout(*variable.type.structure).fields.at(field);
      Place sub = inner.place;
      sub.global = place.global;
      sub.offset += place.offset + i * stride;
      describe(prefix + field->name, *field, sub, inner.stride, out);
    }
  }
}

std::uint32_t Compiler::add_channel_type(const ChannelInit& channel, const std::string& name) {
  auto [entry, fresh] = channel_types_.try_emplace(&channel, 0);
  if (!fresh) return entry->second;
  entry->second = static_cast<std::uint32_t>(program_.channel_types.size());
  ChannelType type;
  type.name = name;
  type.capacity = static_cast<std::uint32_t>(channel.capacity);
  LayoutBuilder builder(true);
  for (const Type& field : channel.flat_fields) {
    // As in Spin's verifier, a bit is truncated to its width only beside other fields; a byte of storage holds either.
    Place place = builder.add(field.bits <= 8 ? 8 : field.bits <= 16 ? 16 : 32, field.is_signed(), 1, true);
    if (field.bits == 1 && channel.flat_fields.size() > 1) {
      place.width = Width::Bits;
      place.bits = 1;
    }
    type.fields.push_back(place);
    type.kinds.push_back(kind_of(field));
  }
  type.message_bytes = builder.size();
  program_.channel_types.push_back(std::move(type));
  return entry->second;
}

/// Returns whether the declaration of the variable creates channels.
bool Compiler::makes_channels(const Symbol& variable) {
  if (variable.type.basic != BasicType::Struct) return variable.channel != nullptr;
  const auto [entry, fresh] = makes_channels_.try_emplace(variable.type.structure, false);
  if (!fresh) return entry->second;
  bool makes = false;  // structures cannot contain themselves
  for (const Symbol* field : variable.type.structure->fields) makes = makes || makes_channels(*field);
  makes_channels_[variable.type.structure] = makes;
  return makes;
}

void Compiler::collect_global_channels(const Symbol& variable, const std::string& name) {
  if (!makes_channels(variable) || program_.static_channels.size() > kChannelLimit) return;
  for (std::uint32_t i = 0; i < elements(variable); ++i) {
    const std::string element = variable.is_array ? name + "[" + std::to_string(i) + "]" : name;
    if (variable.type.basic == BasicType::Struct) {
      for (const Symbol* field : in_order_of_initialisation(variable.type.structure->fields))
        collect_global_channels(*field, element + "." + field->name);
    } else if (variable.channel != nullptr) {
      program_.static_channels.push_back({add_channel_type(*variable.channel, name), 0, element});
    }
  }
}

void Compiler::add_globals(const ModelFacts& facts) {
  const std::vector<Symbol*> ordered = in_order_of_initialisation(model_.globals);
  for (const Symbol* variable : ordered) {
    const std::uint32_t first = static_cast<std::uint32_t>(program_.static_channels.size()) + 1;
    collect_global_channels(*variable, variable->name);
    if (program_.static_channels.size() > kChannelLimit) {
      too_many_channels = variable;
      return;
    }
    if (variable->channel != nullptr && facts.assigned_channels.count(variable) == 0) {
      Variable fixed;
      fixed.fixed_channel = first;
      variables_[variable] = fixed;
      continue;
    }
    // The channel has the name of its variable, which may hold another channel later.
    for (std::size_t i = first - 1; i < program_.static_channels.size(); ++i) {
      program_.static_channels[i].name += "#" + std::to_string(i + 1);
    }
  }
  LayoutBuilder builder(true);
  if (facts.uses_last) {
    program_.has_last = true;
    program_.last = builder.add(8, false);
  }
  for (const Symbol* variable : model_.globals) {
    if (variables_.count(variable) != 0) continue;
    if (builder.size() > kLargestState) too_large = true;
    if (too_large) return;
    const Variable placed = place_variable(*variable, builder);
    variables_[variable] = placed;
    describe(variable->name, *variable, placed.place, placed.stride, program_.globals);
    const bool plain = variable->type.basic != BasicType::Struct && variable->type.basic != BasicType::Chan;
    if (variable->hidden && plain) program_.globals.back().hidden = true;
  }
  program_.global_bytes = builder.size();
  std::uint64_t fixed_bytes = builder.size();
  for (const StaticChannel& channel : program_.static_channels)
    fixed_bytes += program_.channel_types[channel.type].stored_bytes();
  if (fixed_bytes > kLargestState) {
    too_large = true;
    return;
  }
}

void Compiler::initialise_globals() {
  CodeBuilder code(program_.code);
  global_struct_channels_ = 1;
  for (const Symbol* variable : in_order_of_initialisation(model_.globals)) initialise(*variable, code, false);
  global_struct_channels_ = kNone;
  program_.initialise_globals = code.finish();
}

void Compiler::add_frame(Process& process, std::uint32_t type) {
  ProcessType& target = program_.process_types[type];
  LayoutBuilder builder(false, program_.header_bytes + (program_.has_priorities ? 1U : 0U));
  for (const Symbol* parameter : process.parameters) {
    variables_[parameter] = place_variable(*parameter, builder);
    const std::size_t first = target.variables.size();
    describe(parameter->name, *parameter, variables_[parameter].place, variables_[parameter].stride, target.variables);
    // A structure is passed field by field, in the order of `flat`.
    for (std::size_t i = first; i < target.variables.size(); ++i) {
      Place place = target.variables[i].place;
      for (std::uint32_t k = 0; k < target.variables[i].count; ++k, place.offset += bytes_of(place.width))
        target.parameters.push_back(place);
    }
  }
  for (const Symbol* local : process.locals) {
    if (builder.size() > kLargestState) too_large = true;
    if (too_large) return;
    variables_[local] = place_variable(*local, builder);
    const std::size_t first = target.variables.size();
    describe(local->name, *local, variables_[local].place, variables_[local].stride, target.variables);
    if (local->name.rfind("_counter", 0) == 0)
      for (std::size_t i = first; i < target.variables.size(); ++i) target.variables[i].internal = true;
  }
  target.frame_bytes = builder.size();
}

void Compiler::initialise_frame(const Process& process, std::uint32_t type) {
  CodeBuilder code(program_.code);
  for (const Symbol* local : in_order_of_initialisation(process.locals))
    if (local->initialised_at_creation) initialise(*local, code, false);
  program_.process_types[type].initialise = code.finish();
  if (process.provided != nullptr) program_.process_types[type].provided = value(*process.provided);
}

void Compiler::initialise(const Symbol& variable, CodeBuilder& code, bool zero) {
  const Variable& placed = variables_.at(&variable);
  if (placed.fixed_channel != kNone) {
    if (global_struct_channels_ != kNone) global_struct_channels_ += elements(variable);
    return;
  }
  initialise_at(variable, placed.place, placed.stride, code, zero);
}

void Compiler::initialise_at(const Symbol& variable, const Place& place, std::uint32_t stride, CodeBuilder& code,
                             bool zero) {
  for (std::uint32_t i = 0; i < elements(variable); ++i) {
    Place element = place;
    element.offset += i * stride;
    if (variable.type.basic == BasicType::Struct) {
      const StructLayout& inner = layout(*variable.type.structure);
      for (const Symbol* field : in_order_of_initialisation(variable.type.structure->fields)) {
        Place sub = inner.fields.at(field).place;
        sub.global = element.global;
        sub.offset += element.offset;
        initialise_at(*field, sub, inner.fields.at(field).stride, code, zero);
      }
      continue;
    }
    if (variable.channel != nullptr) {
      if (global_struct_channels_ != kNone)
        code.constant(static_cast<std::int32_t>(global_struct_channels_++));
      else
        code.emit(OpCode::NewChannel, static_cast<std::int32_t>(add_channel_type(*variable.channel, variable.name)));
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

void Compiler::set_labels(std::unordered_map<const Symbol*, std::int32_t> labels) {
  labels_.insert(labels.begin(), labels.end());
}

// ---------------------------------------------------------------------------------------------------------------------
// variables

Compiler::Path Compiler::path_of(const std::vector<Selector>& selectors) {
  Path path;
  const Variable& variable = variables_.at(selectors.front().symbol);
  path.place = variable.place;
  std::uint32_t stride = variable.stride;
  if (variable.fixed_channel != kNone) {
    path.is_fixed_channel = true;
    path.first_channel = variable.fixed_channel;
    path.channel_index = selectors.front().index;
    path.channel_count = selectors.front().symbol->is_array ? selectors.front().symbol->array_size : 1;
    path.type = selectors.front().symbol->type;
    return path;
  }
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    const Symbol& symbol = *selectors[i].symbol;
    if (i > 0) {
      const FieldLayout& field = layout(*selectors[i - 1].symbol->type.structure).fields.at(&symbol);
      const Place outer = path.place;
      path.place = field.place;
      path.place.global = outer.global;
      path.place.offset += outer.offset;
      stride = field.stride;
    }
    if (const Expression* index = selectors[i].index; index != nullptr) {
      const std::int32_t count = symbol.is_array ? symbol.array_size : 1;
      if (index->kind == ExpressionKind::Constant && index->value >= 0 && index->value < count) {
        path.place.offset += static_cast<std::uint32_t>(index->value) * stride;
      } else {
        path.computed = true;
        path.indices.push_back({index, {count, static_cast<std::int32_t>(stride)}});
      }
    }
    path.type = symbol.type;
  }
  return path;
}

void Compiler::address(const Path& path, CodeBuilder& code) {
  code.address(path.place);
  for (const auto& [index, form] : path.indices) {
    value(*index, code);
    code.emit(OpCode::Index, form.first, form.second);
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
  if (!path.computed) return code.load(path.place);
  address(path, code);
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
  if (!path.computed) return code.store(path.place);
  address(path, code);
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
  if (symbol.builtin == Builtin::Pid) return;
  if (symbol.builtin == Builtin::Priority) return code.emit(OpCode::GetPriority);
  const Path path = path_of(expression.path);
  if (!path.computed) return code.remote_load(path.place, false);
  code.constant(CodeBuilder::signed_offset(path.place));
  for (const auto& [index, form] : path.indices) {
    value(*index, code);
    code.emit(OpCode::Index, form.first, form.second);
  }
  code.remote_load(path.place, true);
}

// ---------------------------------------------------------------------------------------------------------------------
// expressions

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
  code.emit(opcode(expression.op));
}

void Compiler::value(const Expression& expression, CodeBuilder& code) {
  const auto of_channel = [&](OpCode op) {
    value(*expression.a, code);
    code.emit(op);
  };
  switch (expression.kind) {
    case ExpressionKind::Constant: return code.constant(expression.value);
    case ExpressionKind::Variable: return variable_value(expression, code);
    case ExpressionKind::Unary: value(*expression.a, code); return code.emit(opcode(expression.op));
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
      const std::vector<Expression*> arguments = flat(expression.args);
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

std::vector<Expression*> Compiler::flat(const std::vector<Expression*>& arguments) {
  return flat_arguments(model_, arguments);
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
  for (const Expression* argument : flat(arguments)) {
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
