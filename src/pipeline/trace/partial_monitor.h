// SPDX-License-Identifier: Apache-2.0
// PartialMonitor: a monitor that reads letters of which some bits are not known yet. What it believes is the set of
// states that the unknown bits allow; sets are numbered and their steps remembered, so that a step costs a look-up.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "automaton/translate/monitor.h"

namespace weir {

class PartialMonitor {
 public:
  using Belief = std::uint32_t;

  explicit PartialMonitor(Monitor monitor);

  const std::vector<std::string>& atoms() const { return monitor_.atoms(); }
  Belief initial() { return one(monitor_.initial()); }
  /// The belief after a letter of which the bits in `unknown` may have any value. Sound but not complete: where there
  /// would be too many sets, nothing is believed until the bits are known.
  Belief next(Belief before, Letter letter, Letter unknown);

  /// Returns whether only one state is possible.
  bool is_certain(Belief belief) const { return belief != kAnything && sets_[belief].states.size() == 1; }
  bool always(Belief belief) const { return belief != kAnything && sets_[belief].always; }
  bool never(Belief belief) const { return belief != kAnything && sets_[belief].never; }
  /// Returns whether the word so far satisfies the formula. Requires a certain belief.
  bool accepts(Belief belief) const { return monitor_.accepts(sets_[belief].states.front()); }

 private:
  static constexpr Belief kAnything = 0xFFFFFFFF;
  static constexpr std::size_t kMostSets = 1 << 14;
  static constexpr std::size_t kMostStates = 64;  ///< of one set
  static constexpr int kMostUnknown = 8;          ///< bits of one letter
  static constexpr std::size_t kMostSteps = 1 << 18;

  struct Set {
    std::vector<Monitor::State> states;  ///< sorted
    bool always, never;
  };
  struct Step {
    Belief before;
    Letter letter, unknown;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const noexcept;
  };

  Belief one(Monitor::State state);
  Belief add(std::vector<Monitor::State> states);
  Belief compute(const Step& step);

  Monitor monitor_;
  std::vector<Set> sets_;
  std::unordered_map<Monitor::State, Belief> ones_;
  std::map<std::vector<Monitor::State>, Belief> larger_;
  std::unordered_map<Step, Belief, StepHash> steps_;
};

}  // namespace weir
