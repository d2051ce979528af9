// SPDX-License-Identifier: Apache-2.0
// Random walks: each follows random edges from an initial state for a random number of steps. A walk remembers its own
// path only, so its length is limited by time, not by the size of the space. For a failing cycle it looks for a state
// that repeats on the walk with an accepting set of marks in between, and probes the surroundings of one state.
#pragma once

#include <array>

#include "base/random_numbers.h"
#include "search/hunt/target.h"
#include "search/kernel/path_stack.h"

namespace weir {

class RandomWalks {
 public:
  RandomWalks(const HuntTarget& target, const HuntEffort& effort);
  DefectResult run();

 private:
  void walk(std::uint64_t length);
  bool expand_waiting(std::uint64_t hash);
  bool closes_cycle(std::uint64_t hash);
  bool accepts_from(std::uint64_t frame) const;
  void report_cycle(std::uint64_t frame);
  void report_from(std::uint64_t frame, Run rest);
  void forget_path();
  bool goes_on() const { return stats_.states_generated < effort_.states && control_.stop() == Stop::None && !done_; }

  const HuntTarget& target_;
  const HuntEffort& effort_;
  SearchSpace& space_;
  SearchControl control_;
  RandomNumbers random_;
  PathStack path_;
  GrowingArray<std::uint64_t>
      latest_;  ///< by frame: where its state occurred last, if the frame is the first to hold it
  std::array<std::uint64_t, MarkSet::kCapacity>
      met_{};  ///< by mark: the last frame entered by an edge with the mark, plus 1
  StateEdges edges_;
  std::vector<bool> chosen_;
  std::size_t choice_ = 0;  ///< the edge of the top taken by the walk
  Defect wanted_;
  Statistics stats_;
  DefectResult result_;
  bool done_ = false;
};

}  // namespace weir
