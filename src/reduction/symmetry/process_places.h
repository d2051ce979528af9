// SPDX-License-Identifier: Apache-2.0
// ProcessPlaces: the positions of the processes of a state. Computed once for an expanded state; a successor with the
// same processes has the same positions.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

class ProcessPlaces {
 public:
  ProcessPlaces(const Program& program, const MachineTables& tables, StateView state) {
    for (std::uint32_t offset = program.fixed_bytes; offset < state.size();) {
      const std::uint32_t what = header(program, state.data() + offset);
      if (what < program.locations.size()) offset_[count_++] = offset;
      has_control_ = has_control_ || what == tables.control;
      offset += tables.item_bytes[what];
    }
  }

  std::uint32_t count() const { return count_; }
  /// A process stays in an endless sequence, and the state records it (Machine::control).
  bool has_control() const { return has_control_; }
  std::uint32_t operator[](std::size_t process) const { return offset_[process]; }

  /// Calls `use(i)` once for every process i whose bytes differ in two states with these places, possibly also for
  /// neighbours.
  template <class Use>
  void for_changed(const std::byte* a, const std::byte* b, std::size_t size, Use&& use) const {
    std::uint32_t next = 0;  // the first that was not reported
    if (count_ == 0) return;
    for (std::size_t at = offset_[0]; at < size; at += sizeof(std::uint64_t)) {
      std::uint64_t x = 0, y = 0;
      const std::size_t bytes = size - at < sizeof x ? size - at : sizeof x;
      if (bytes == sizeof x) {
        std::memcpy(&x, a + at, sizeof x);
        std::memcpy(&y, b + at, sizeof y);
      } else {
        std::memcpy(&x, a + at, bytes);
        std::memcpy(&y, b + at, bytes);
      }
      if (x == y) continue;
      while (next + 1 < count_ && offset_[next + 1] <= at) ++next;
      for (; next < count_ && offset_[next] < at + bytes; ++next) use(next);
    }
  }

  /// The header of an item of a state.
  static std::uint32_t header(const Program& program, const std::byte* item) {
    std::uint32_t value = std::to_integer<std::uint32_t>(item[0]);
    if (program.header_bytes == 2) value |= std::to_integer<std::uint32_t>(item[1]) << 8;
    return value;
  }

 private:
  std::uint32_t count_ = 0;
  bool has_control_ = false;
  std::array<std::uint32_t, kProcessLimit + 1> offset_;  // not set beyond the count
};

}  // namespace weir
