// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/packed_firing.h"

#include <algorithm>

namespace weir::pnml {

PackedFiring::PackedFiring(const Net& net, const MarkingLayout& layout) {
  constexpr auto kMore = static_cast<std::int64_t>(MarkingLayout::kMore);
  const auto begin_next = [&] {
    begins_.push_back({static_cast<std::uint32_t>(rooms_.size()), static_cast<std::uint32_t>(changes_.size())});
  };
  for (const Transition& transition : net.transitions) {
    begin_next();
    const std::size_t first = changes_.size();
    for_each_change(transition, [&](std::uint32_t place, std::int64_t change) {
      const MarkingLayout::Field& field = layout.field(place);
      if (field.escapes) {
        // With a count of 255 or more the field shows "more", so that taking tokens is not an addition either.
        const auto end = static_cast<std::uint64_t>(kMore - std::clamp<std::int64_t>(change, 0, kMore));
        rooms_.push_back({field.window, field.mask(), end << field.shift});
      }
      changes_.push_back({field.window, static_cast<std::uint64_t>(change) << field.shift});
    });
    merge_windows(changes_, first, [](Change& one, const Change& other) { one.added += other.added; });
  }
  begin_next();
}

}  // namespace weir::pnml
