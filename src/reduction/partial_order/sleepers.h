// SPDX-License-Identifier: Apache-2.0
// Sleepers, the elements of sleep sets (Godefroid 1996): a sleeper is a transition of a process at its location, or a
// few of them together, one bit each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reduction/partial_order/situation.h"

namespace weir {

/// The sleeper of one step.
struct Sleeper {
  std::uint64_t self = 0;         ///< the sleeper of the step; 0 if it never sleeps
  std::uint64_t undisturbed = 0;  ///< sleepers of other processes that have the same steps with the same effects
                                  ///< before and after this step, in either order
};

/// Numbers the sleepers of a program. A step of several transitions does not show its first one: all that may begin
/// such a step sleep together.
struct SleeperNumbers {
  explicit SleeperNumbers(const Program& program);

  std::uint32_t per_process = 1;            ///< bits
  std::vector<std::uint8_t> of_transition;  ///< the sleeper of a transition within its process
  std::vector<std::uint8_t> of_chain;       ///< by location: the sleeper of steps of several transitions
};

/// Finds the sleepers of the steps of one state. Used by one thread.
class SleeperFinder {
 public:
  SleeperFinder(Situation& situation, const SleeperNumbers& numbers) : situation_(situation), numbers_(numbers) {}

  /// `out` has an element for each successor and is left unchanged if nothing is known.
  void find(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out);

 private:
  /// Transitions of a process at its location that sleep together.
  struct Group {
    std::uint32_t process = 0;
    std::uint8_t number = 0;
    Sleeper sleeper = {};
    const TransitionFacts* alone = nullptr;  ///< the only transition; null if there are several
  };

  /// Finds the groups that have steps. Returns false if some of them depend on transitions that are not enabled.
  bool find_groups(const SuccessorBuffer& successors);
  const TransitionFacts* only_member(const Group& group);
  bool belongs(std::uint32_t current, const Group& group) const;
  /// Returns whether steps of `mover` do not affect what `rest` can do, and their order does not matter.
  bool leaves_alone(const Group& mover, const Group& rest);

  Situation& situation_;
  const SleeperNumbers& numbers_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  ///< by step
};

}  // namespace weir
