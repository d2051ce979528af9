// SPDX-License-Identifier: Apache-2.0
// What is known of a whole program before its processes are looked at one by one: the numbers of its objects, and the
// variables that never change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "reduction/partial_order/transition_facts.h"

namespace weir {

struct ProgramFacts {
  ProgramFacts(const Program& the_program, StateView initial_state);

  /// Adds the objects at these bytes; returns how many there are.
  std::size_t add_objects(ObjectSet& set, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) const;
  std::size_t head(std::uint32_t channel) const { return channels + 2 * channel; }
  std::size_t tail(std::uint32_t channel) const { return channels + 2 * channel + 1; }
  Effects nothing() const;
  /// Channels go with the process that created them, or an older one, and only the youngest process ends: how many of
  /// the first ones live as long as this process. Without a machine: those that are always there.
  std::size_t lasting_channels(const Machine* machine, std::uint32_t process) const;

  const Program& program;
  std::vector<std::byte> initial;
  struct Part {
    std::uint32_t object;
    std::uint8_t mask;
  };
  std::vector<std::vector<Part>> at_byte;  ///< objects at each byte of the globals
  std::size_t channels = 0;                ///< first object of the channels
  std::size_t processes = 0;               ///< the list of processes
  std::size_t watcher = 0;                 ///< the state of a watched program's watcher
  std::size_t object_count = 0;
  std::vector<bool> global_written;                        ///< bytes
  std::vector<std::vector<bool>> local_written;            ///< by process type
  std::vector<std::vector<std::uint32_t>> local_constant;  ///< the other bytes, by process type
  struct ByteRange {
    std::uint32_t first, count;
  };
  std::vector<std::vector<ByteRange>> constant_ranges;  ///< the same bytes as ranges
  std::vector<std::vector<LocationId>> places;  ///< locations of each process type outside of deterministic ones
  std::vector<bool> without_end;                ///< locations from which control may be kept for ever
  bool creates_channels = false;                ///< processes make channels of their own

  // Filled in by StepAnalysis, which looks at all process types; empty before.
  ObjectSet watched_sends, watched_receives;  ///< channels, by number
  ObjectSet watcher_reads;
  std::vector<Effects> type_effects;  ///< of all that a process of the type may ever do

 private:
  void number_objects();
  void find_constants();
};

}  // namespace weir
