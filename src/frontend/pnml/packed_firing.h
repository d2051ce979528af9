// SPDX-License-Identifier: Apache-2.0
// Fires transitions in packed markings without unpacking them: the changes of all fields in a window are one addition,
// since no field leaves its range. Fields without a proved bound are checked first.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/pnml/marking_layout.h"

namespace weir::pnml {

class PackedFiring {
 public:
  PackedFiring(const Net& net, const MarkingLayout& layout);

  /// Whether fire() is possible: no count that changes is, or becomes, one that the field cannot show.
  bool fits(std::uint32_t transition, const std::byte* marking) const {
    for (std::uint32_t i = begins_[transition].rooms; i < begins_[transition + 1].rooms; ++i)
      if ((MarkingLayout::load(marking + rooms_[i].window) & rooms_[i].mask) >= rooms_[i].end) return false;
    return true;
  }
  /// Changes the marking, in which the transition must be enabled.
  void fire(std::uint32_t transition, std::byte* marking) const {
    for (std::uint32_t i = begins_[transition].changes; i < begins_[transition + 1].changes; ++i) {
      std::byte* window = marking + changes_[i].window;
      MarkingLayout::store(MarkingLayout::load(window) + changes_[i].added, window);
    }
  }

 private:
  struct Room {
    std::uint32_t window;
    std::uint64_t mask;  ///< of the field
    std::uint64_t end;   ///< there must be fewer tokens before firing, where the field is; 0: firing never fits
  };
  struct Change {
    std::uint32_t window;
    std::uint64_t added;  ///< modulo 2^64
  };
  struct Begin {
    std::uint32_t rooms, changes;
  };
  std::vector<Room> rooms_;
  std::vector<Change> changes_;
  std::vector<Begin> begins_;  ///< by transition, one more at the end
};

}  // namespace weir::pnml
