// SPDX-License-Identifier: Apache-2.0
// StateCheck: whether bytes that come from outside (a checkpoint) can be a state of a program. What it accepts can be
// expanded, shown and reduced without reading or writing outside of it: items follow each other up to the end, headers
// and lengths of channels are in range, values fit what they are declared as. Whether the state can be reached is not
// asked.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

class StateCheck {
 public:
  /// `initial`: an initial state of the program.
  StateCheck(const Program& program, StateView initial);
  bool accepts(StateView state) const;

 private:
  /// Values that have fewer bits than their storage.
  struct Narrow {
    std::uint32_t offset;
    std::uint32_t count;
    Width width;
    std::uint32_t limit;  ///< they are below it
  };
  struct Item {
    std::uint32_t offset;
    std::uint32_t type;  ///< of a process; for a channel, its type behind those of processes
    friend bool operator==(const Item&, const Item&) = default;
  };

  static void note(const Place& place, std::uint32_t count, std::vector<Narrow>& out);
  static bool fit(const std::vector<Narrow>& values, const std::byte* base);
  bool channel_fits(std::uint32_t type, const std::byte* channel) const;
  /// The processes and channels that come and go; false: they make no sense.
  bool items_of(StateView state, std::vector<Item>& items) const;

  const Program& program_;
  MachineTables tables_;
  std::vector<Narrow> globals_;
  std::vector<std::vector<Narrow>> locals_;    ///< by process type
  std::vector<std::vector<Narrow>> messages_;  ///< by channel type
  bool fixed_layout_ = true;                   ///< processes and channels neither come nor go ...
  std::vector<Item> layout_;                   ///< ... and these are they
};

}  // namespace weir
