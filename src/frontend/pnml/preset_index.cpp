// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/preset_index.h"

#include <algorithm>
#include <utility>

namespace weir::pnml {
namespace {

bool can_be_satisfied(const std::vector<Arc>& preset, const MarkingLayout& layout) {
  return std::all_of(preset.begin(), preset.end(), [&](const Arc& arc) {
    return layout.field(arc.place).escapes || arc.weight <= layout.field(arc.place).most();
  });
}

/// The place with the fewest presets so far; ties prefer an initially unmarked place.
std::uint32_t choose_key(const std::vector<Arc>& preset, const Net& net, const std::vector<std::uint32_t>& count) {
  const auto cost = [&](const Arc& arc) { return std::pair(count[arc.place], net.places[arc.place].initial > 0); };
  return std::min_element(preset.begin(), preset.end(), [&](const Arc& a, const Arc& b) { return cost(a) < cost(b); })
      ->place;
}

}  // namespace

PresetIndex::PresetIndex(const std::vector<const std::vector<Arc>*>& presets, const Net& net,
                         const MarkingLayout& layout)
    : entry_of_(presets.size(), kNever) {
  constexpr std::uint64_t kNoKey = std::numeric_limits<std::uint64_t>::max();
  struct Waiting {
    std::uint64_t position;  ///< of the key in a marking
    std::uint32_t key;
    std::uint32_t preset;
  };
  std::vector<std::uint32_t> count(net.places.size(), 0);
  std::vector<Waiting> order;
  for (std::uint32_t i = 0; i < presets.size(); ++i) {
    if (!can_be_satisfied(*presets[i], layout)) continue;
    if (presets[i]->empty()) {
      order.push_back({kNoKey, 0, i});
      continue;
    }
    const std::uint32_t key = choose_key(*presets[i], net, count);
    ++count[key];
    order.push_back({std::uint64_t{64} * layout.field(key).window + layout.field(key).shift, key, i});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Waiting& a, const Waiting& b) { return a.position < b.position; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    if (order[i].position == kNoKey) break;
    if (i == 0 || order[i].position != order[i - 1].position) add_key(order[i].key, number, layout);
    keys_.back().end = number + 1;
  }
  always_ = keys_.empty() ? 0 : keys_.back().end;
  for (const Waiting& waiting : order) {
    entry_of_[waiting.preset] = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(next_entry(waiting.preset));
    compile(*presets[waiting.preset], layout);
  }
  end_ = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(next_entry(0));
}

void PresetIndex::add_key(std::uint32_t place, std::uint32_t begin, const MarkingLayout& layout) {
  const MarkingLayout::Field& field = layout.field(place);
  if (windows_.empty() || windows_.back().window != field.window) {
    windows_.push_back({field.window, 0});
    key_at_.resize(64 * windows_.size(), 0);
  }
  windows_.back().mask |= field.mask();
  for (unsigned bit = field.shift; bit < unsigned{field.shift} + field.width; ++bit)
    key_at_[64 * (windows_.size() - 1) + bit] = static_cast<std::uint32_t>(keys_.size());
  keys_.push_back({field.mask(), begin, begin});
}

PresetIndex::Entry PresetIndex::next_entry(std::uint32_t preset) const {
  return {preset, static_cast<std::uint32_t>(tests_.size()), static_cast<std::uint32_t>(needs_.size()),
          static_cast<std::uint32_t>(large_.size())};
}

void PresetIndex::compile(const std::vector<Arc>& preset, const MarkingLayout& layout) {
  const std::size_t first = tests_.size();
  for (const Arc& arc : preset) {
    const MarkingLayout::Field& field = layout.field(arc.place);
    if (field.width == 1) {
      tests_.push_back({field.window, field.mask()});
      continue;
    }
    needs_.push_back({field.window, field.mask(), std::min(arc.weight, field.most()) << field.shift});
    if (arc.weight > field.most()) large_.push_back(arc);
  }
  merge_windows(tests_, first, [](Window& one, const Window& other) { one.mask |= other.mask; });
}

}  // namespace weir::pnml
