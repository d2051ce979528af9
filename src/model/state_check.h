// SPDX-License-Identifier: Apache-2.0
// StateCheck: tests whether untrusted bytes (from a checkpoint) are a well-formed state of a program. An accepted state
// can be expanded, shown and reduced without out-of-bounds access: items fill the state exactly, headers and channel
// lengths are in range, values fit their declarations. Reachability is not checked.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

class StateCheck {
 public:
  /// `initial` is an initial state of the program.
  StateCheck(const Program& program, StateView initial);
  bool accepts(StateView state) const;

 private:
  /// Values with fewer bits than their storage.
  struct Narrow {
    std::uint32_t offset;
    std::uint32_t count;
    Width width;
    std::uint32_t limit;  ///< values are below this
  };
  struct Item {
    std::uint32_t offset;
    std::uint32_t type;  ///< of a process; for a channel, its type after those of processes
    friend bool operator==(const Item&, const Item&) = default;
  };

  static void note(const Place& place, std::uint32_t count, std::vector<Narrow>& out);
  static bool fit(const std::vector<Narrow>& values, const std::byte* base);
  bool channel_fits(std::uint32_t type, const std::byte* channel) const;
  /// Collects the dynamic processes and channels; returns false if they are malformed.
  bool items_of(StateView state, std::vector<Item>& items) const;

  const Program& program_;
  MachineTables tables_;
  std::vector<Narrow> globals_;
  std::vector<std::vector<Narrow>> locals_;    ///< by process type
  std::vector<std::vector<Narrow>> messages_;  ///< by channel type
  bool fixed_layout_ = true;                   ///< processes and channels are neither created nor removed ...
  std::vector<Item> layout_;                   ///< ... and these are all of them
};

}  // namespace weir
