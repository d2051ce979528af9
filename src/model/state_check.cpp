// SPDX-License-Identifier: Apache-2.0
#include "model/state_check.h"

#include <cstring>

namespace weir {
namespace {

std::uint32_t stored_value(const std::byte* at, Width width) {
  std::uint32_t value = 0;
  std::memcpy(&value, at, bytes_of(width));
  return value;
}

}  // namespace

StateCheck::StateCheck(const Program& program, StateView initial) : program_(program), tables_(program) {
  for (const VariableInfo& variable : program.globals) note(variable.place, variable.count, globals_);
  for (const ProcessType& type : program.process_types) {
    locals_.emplace_back();
    for (const VariableInfo& variable : type.variables) note(variable.place, variable.count, locals_.back());
    for (const Place& parameter : type.parameters) note(parameter, 1, locals_.back());
  }
  for (const ChannelType& type : program.channel_types) {
    messages_.emplace_back();
    for (const Place& field : type.fields) note(field, 1, messages_.back());
  }
  for (const Transition& transition : program.transitions)
    fixed_layout_ = fixed_layout_ && !transition.resizes && transition.kind != TransitionKind::End;
  items_of(initial, layout_);
}

void StateCheck::note(const Place& place, std::uint32_t count, std::vector<Narrow>& out) {
  if (place.width == Width::Bits || place.bits >= 8 * bytes_of(place.width)) return;
  out.push_back({place.offset, count, place.width, 1U << place.bits});
}

bool StateCheck::fit(const std::vector<Narrow>& values, const std::byte* base) {
  for (const Narrow& value : values) {
    for (std::uint32_t i = 0; i < value.count; ++i)
      if (stored_value(base + value.offset + i * bytes_of(value.width), value.width) >= value.limit) return false;
  }
  return true;
}

bool StateCheck::channel_fits(std::uint32_t type, const std::byte* channel) const {
  const ChannelType& facts = program_.channel_types[type];
  if (facts.capacity == 0) return true;
  const std::uint32_t length = stored_value(channel, facts.length_bytes() == 1 ? Width::U8 : Width::I32);
  if (length > facts.capacity) return false;
  for (std::uint32_t i = 0; i < length; ++i)
    if (!fit(messages_[type], channel + facts.length_bytes() + i * facts.message_bytes)) return false;
  return true;
}

bool StateCheck::items_of(StateView state, std::vector<Item>& items) const {
  const auto locations = static_cast<std::uint32_t>(program_.locations.size());
  const auto process_types = static_cast<std::uint32_t>(program_.process_types.size());
  std::uint32_t processes = 0;
  auto channels = static_cast<std::uint32_t>(program_.static_channels.size());
  for (std::size_t offset = program_.fixed_bytes; offset < state.size();) {
    if (state.size() - offset < program_.header_bytes) return false;
    const std::uint32_t what = stored_value(state.data() + offset, program_.header_bytes == 1 ? Width::U8 : Width::U16);
    if (what >= tables_.item_bytes.size() || tables_.item_bytes[what] > state.size() - offset) return false;
    const std::byte* item = state.data() + offset;
    if (what < locations) {
      const std::uint32_t type = program_.locations[what].process_type;
      if (++processes > program_.process_bound || !fit(locals_[type], item)) return false;
      items.push_back({static_cast<std::uint32_t>(offset), type});
    } else if (what == tables_.control) {
      const bool last = offset + tables_.item_bytes[what] == state.size();
      return last && std::to_integer<std::uint32_t>(item[program_.header_bytes]) < processes;
    } else {
      const std::uint32_t type = what - locations;
      if (++channels > kChannelLimit || !channel_fits(type, item + program_.header_bytes)) return false;
      items.push_back({static_cast<std::uint32_t>(offset), process_types + type});
    }
    offset += tables_.item_bytes[what];
  }
  return true;
}

bool StateCheck::accepts(StateView state) const {
  if (state.size() < program_.fixed_bytes || state.size() > kLargestState) return false;
  if (!fit(globals_, state.data())) return false;
  for (const StaticChannel& channel : program_.static_channels)
    if (!channel_fits(channel.type, state.data() + channel.offset)) return false;
  std::vector<Item> items;
  return items_of(state, items) && (!fixed_layout_ || items == layout_);
}

}  // namespace weir
