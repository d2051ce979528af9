// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/layout.h"

#include <algorithm>
#include <utility>

namespace weir::promela {

namespace {

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

}  // namespace

std::vector<Symbol*> in_order_of_initialisation(std::vector<Symbol*> sorted) {
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Symbol* a, const Symbol* b) { return type_rank(*a) < type_rank(*b); });
  return sorted;
}

void Layout::add_names() {
  for (const Symbol* constant : model_.mtypes) {
    auto [entry, fresh] = name_tables_.try_emplace(constant->type.mtype, 0);
    if (fresh) {
      entry->second = static_cast<std::uint32_t>(program_.name_tables.size());
      program_.name_tables.emplace_back();
    }
    program_.name_tables[entry->second].names.emplace_back(constant->value, constant->name);
  }
}

std::uint32_t Layout::names_of(const Type& type) const {
  if (type.basic != BasicType::Mtype) return 0;
  const auto found = name_tables_.find(type.mtype);
  return found == name_tables_.end() ? 0 : found->second;
}

std::uint32_t Layout::names_of(const Expression& expression) const {
  if (expression.kind == ExpressionKind::Variable || expression.kind == ExpressionKind::RemoteVariable)
    return expression.path.empty() ? 0 : names_of(expression.path.back().symbol->type);
  if (expression.kind == ExpressionKind::Constant && expression.symbol != nullptr)
    return names_of(expression.symbol->type);
  return names_of(Type{BasicType::Mtype, 8, nullptr, {}});
}

ValueKind Layout::kind_of(const Type& type) const {
  switch (type.basic) {
    case BasicType::Bool: return {ValueKind::Kind::Boolean, 0};
    case BasicType::Mtype: return {ValueKind::Kind::Name, names_of(type)};
    case BasicType::Chan: return {ValueKind::Kind::Channel, 0};
    default: return {ValueKind::Kind::Number, 0};
  }
}

const Layout::Struct& Layout::of(const StructType& type) {
  const auto found = structs_.find(&type);
  if (found != structs_.end()) return found->second;
  Struct result;
  LayoutBuilder builder(true);
  for (const Symbol* field : type.fields) {
    const Variable placed = place_variable(*field, builder);
    result.fields[field] = {placed.place, placed.stride};
  }
  result.bytes = builder.size();
  return structs_[&type] = std::move(result);
}

Layout::Field Layout::field_at(const StructType& type, const Symbol& field, const Place& outer) {
  Field result = of(type).fields.at(&field);
  result.place.global = outer.global;
  result.place.offset += outer.offset;
  return result;
}

Layout::Variable Layout::place_variable(const Symbol& variable, LayoutBuilder& builder) {
  Variable result;
  if (variable.type.basic == BasicType::Struct) {
    result.stride = of(*variable.type.structure).bytes;
    result.place = builder.add_bytes(result.stride * count_of(variable));
  } else {
    result.place = builder.add(variable.type.bits, variable.type.is_signed(), count_of(variable), variable.is_array);
    result.stride = bytes_of(result.place.width);
  }
  return result;
}

void Layout::describe(const std::string& name, const Symbol& variable, const Place& place, std::uint32_t stride,
                      std::vector<VariableInfo>& out) {
  if (variable.type.basic != BasicType::Struct) {
    VariableInfo info;
    info.name = name;
    info.place = place;
    info.count = count_of(variable);
    info.is_array = variable.is_array;
    info.kind = kind_of(variable.type);
    out.push_back(std::move(info));
    return;
  }
  for (std::uint32_t i = 0; i < count_of(variable); ++i) {
    Place element = place;
    element.offset += i * stride;
    const std::string prefix = name + (variable.is_array ? "[" + std::to_string(i) + "]" : "") + ".";
    for (const Symbol* field : variable.type.structure->fields) {
      const Field inner = field_at(*variable.type.structure, *field, element);
      describe(prefix + field->name, *field, inner.place, inner.stride, out);
    }
  }
}

std::uint32_t Layout::add_channel_type(const ChannelInit& channel, const std::string& name) {
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
bool Layout::makes_channels(const Symbol& variable) {
  if (variable.type.basic != BasicType::Struct) return variable.channel != nullptr;
  const auto [entry, fresh] = makes_channels_.try_emplace(variable.type.structure, false);
  if (!fresh) return entry->second;
  bool makes = false;  // structures cannot contain themselves
  for (const Symbol* field : variable.type.structure->fields) makes = makes || makes_channels(*field);
  makes_channels_[variable.type.structure] = makes;
  return makes;
}

void Layout::collect_global_channels(const Symbol& variable, const std::string& name) {
  if (!makes_channels(variable) || program_.static_channels.size() > kChannelLimit) return;
  for (std::uint32_t i = 0; i < count_of(variable); ++i) {
    const std::string element = variable.is_array ? name + "[" + std::to_string(i) + "]" : name;
    if (variable.type.basic == BasicType::Struct) {
      for (const Symbol* field : in_order_of_initialisation(variable.type.structure->fields))
        collect_global_channels(*field, element + "." + field->name);
    } else if (variable.channel != nullptr) {
      program_.static_channels.push_back({add_channel_type(*variable.channel, name), 0, element});
    }
  }
}

void Layout::number_global_channels(const ModelFacts& facts) {
  for (const Symbol* variable : in_order_of_initialisation(model_.globals)) {
    const std::uint32_t first = static_cast<std::uint32_t>(program_.static_channels.size()) + 1;
    collect_global_channels(*variable, variable->name);
    if (program_.static_channels.size() > kChannelLimit) {
      too_many_channels = variable;
      return;
    }
    if (variable->channel != nullptr && facts.assigned_channels.count(variable) == 0) {
      variables_[variable].fixed_channel = first;
      continue;
    }
    // The channel has the name of its variable, which may hold another channel later.
    for (std::size_t i = first - 1; i < program_.static_channels.size(); ++i) {
      program_.static_channels[i].name += "#" + std::to_string(i + 1);
    }
  }
}

void Layout::add_globals(const ModelFacts& facts) {
  number_global_channels(facts);
  if (too_many_channels != nullptr) return;
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
  too_large = too_large || fixed_bytes > kLargestState;
}

void Layout::add_frame(const Process& process, std::uint32_t type) {
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

}  // namespace weir::promela
