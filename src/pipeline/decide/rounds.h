// SPDX-License-Identifier: Apache-2.0
// Rounds: the questions of a run share its time, so that an answer that is found quickly does not wait for one that is
// not. Every question gets a short attempt first. Those still open get longer ones, round by round; an attempt starts
// afresh, so attempts grow fast enough for the last one to take most of the time. The last open question is not
// interrupted.
//
// With a time limit the first round takes a tenth of it, and the rest is divided equally among the questions that are
// still open. Time that a question leaves goes to the others, but a question is tried again only if that doubles its
// time: the same search would not get further otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <weir/diagnostic.h>

#include "base/stop_flag.h"

namespace weir {

/// Divides time among questions; knows nothing else about them.
class TimeShares {
 public:
  enum class Sharing : std::uint8_t { Rounds, OneByOne };
  /// `limit`: seconds for all; 0: no limit.
  TimeShares(std::size_t questions, double limit, Sharing sharing = Sharing::Rounds)
      : questions_(questions), limit_(limit), alone_(questions == 1 || sharing == Sharing::OneByOne) {}

  static constexpr double kWhole = 0;  ///< all the time there is
  /// The seconds for the next attempt at a question whose last one had `before` (0: none yet). `waiting` questions,
  /// this one included, are still to be tried in this round, `open` in all. Nothing: the question is not tried again.
  std::optional<double> next(double before, std::size_t waiting, std::size_t open, double elapsed) const;

 private:
  std::size_t questions_;
  double limit_;
  bool alone_;
};

/// Asks every question until it is decided; returns those that were given up because their share of the time would not
/// have doubled. `attempt(i, share, stop)` returns whether question i is decided; otherwise it was stopped by the flag,
/// which is raised when the share of the question (seconds, or kWhole) or the time of the run (`stop`) is used up.
using AttemptQuestion = std::function<Expected<bool>(std::size_t question, double share, StopFlag& stop)>;
Expected<std::vector<std::size_t>> ask_in_rounds(std::size_t questions, const TimeShares& shares, const StopFlag& stop,
                                                 const AttemptQuestion& attempt);

}  // namespace weir
