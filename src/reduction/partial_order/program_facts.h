// SPDX-License-Identifier: Apache-2.0
// Facts about a whole program, computed before its processes are analysed: the numbering of its objects, and the
// variables that never change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/code_scan.h"
#include "model/machine.h"
#include "model/program.h"
#include "reduction/partial_order/transition_facts.h"

namespace weir {

/// Marks the bytes of an access, as far as they are in `bytes`.
void mark_bytes(const Observation& access, std::vector<bool>& bytes);

/// Marks the bytes that code may write.
class WriteFinder : public CodeObserver {
 public:
  WriteFinder(std::vector<bool>& global, std::vector<bool>& local) : global_(global), local_(local) {}
  void observe(const Observation& observation) override {
    if (observation.kind == Observation::Kind::Write) mark_bytes(observation, observation.global ? global_ : local_);
  }

 private:
  std::vector<bool>& global_;
  std::vector<bool>& local_;
};

struct ProgramFacts {
  ProgramFacts(const Program& the_program, StateView initial_state);

  /// Adds the objects at these bytes; returns their number.
  std::size_t add_objects(ObjectSet& set, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) const;
  std::size_t head(std::uint32_t channel) const { return channels + 2 * channel; }
  std::size_t tail(std::uint32_t channel) const { return channels + 2 * channel + 1; }
  Effects nothing() const;
  /// A channel disappears with the process that created it, and only the youngest process ends. Returns how many of the
  /// first channels live as long as this process. Without a machine: the static channels.
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
  std::size_t watcher = 0;                 ///< the state of the monitor of a watched program
  std::size_t object_count = 0;
  std::vector<bool> global_written;                        ///< bytes
  std::vector<std::vector<bool>> local_written;            ///< by process type
  std::vector<std::vector<std::uint32_t>> local_constant;  ///< the other bytes, by process type
  struct ByteRange {
    std::uint32_t first, count;
  };
  std::vector<std::vector<ByteRange>> constant_ranges;  ///< the same bytes as ranges
  std::vector<std::vector<LocationId>> places;          ///< locations of each process type outside d_steps
  std::vector<bool> without_end;                        ///< locations from which control may be kept forever
  std::vector<bool> shown_by_steps;                     ///< locations whose steps show which transitions are enabled
  bool creates_channels = false;                        ///< processes create channels

  // Set by StepAnalysis, which examines all process types; empty before.
  ObjectSet watched_sends, watched_receives;  ///< channels, by number
  ObjectSet watcher_reads;
  std::vector<Effects> type_effects;  ///< everything that a process of the type may ever do

 private:
  void number_objects();
  void find_constants();
};

}  // namespace weir
