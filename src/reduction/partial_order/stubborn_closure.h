// SPDX-License-Identifier: Apache-2.0
// StubbornClosure: grows stubborn sets of systems that know their transitions (weir/reducible.h). In a strong stubborn
// set (Valmari 1989), an enabled transition brings those that it conflicts with, and a disabled one brings some of
// which one must fire before it. A run whose first step of the set is t then has t enabled at its beginning, and t may
// come first without changing the state that is reached. For this alone (Brings::Disturbed), an enabled transition need
// not bring those that only disable it. With them, its transitions also stay enabled while others fire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <weir/reducible.h>

namespace weir {

class StubbornClosure {
 public:
  static constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max();

  enum class Brings : std::uint8_t { Conflicting, Disturbed };
  /// `work`: how many transitions may be examined in a state, and how many more for each step. Choosing must not take
  /// much longer than exploring.
  struct Work {
    std::size_t state, step;
  };
  StubbornClosure(const KnownTransitions& transitions, Brings brings, Work work);

  /// Memory for one state at a time.
  struct Scratch {
    explicit Scratch(std::size_t transitions) : steps(transitions, 0), inside(transitions, 0) {}

    std::vector<std::uint32_t> steps;     ///< by transition: number of steps in the current state
    std::vector<std::uint32_t> possible;  ///< transitions with steps
    std::vector<std::uint32_t> inside;    ///< by transition: the round that added it
    std::uint32_t round = 0;
    std::size_t work = 0;             ///< the number of transitions that may still be examined
    std::vector<std::uint32_t> set;   ///< the set that was grown last
    std::vector<std::uint32_t> best;  ///< the enabled transitions of the smallest set of this state
    std::vector<std::uint32_t> more;
  };
  std::size_t transition_count() const { return count_; }

  enum class Entered : std::uint8_t { Ready, Faulty, Unknown };
  /// Begins with a state, given all its steps. Faulty: a step has a fault. Unknown: a step belongs to no transition.
  Entered enter(const SuccessorBuffer& all, Scratch& scratch) const;
  void leave(Scratch& scratch) const;
  /// Grows the set of some transitions in the state that was entered. If it has fewer steps than `below`, contains no
  /// enabled transition in `kept` and takes little work, it becomes `best`. Returns the number of steps of the best
  /// set.
  std::size_t improve(std::span<const std::uint32_t> seeds, const std::vector<bool>& kept, StateView state,
                      std::size_t below, Scratch& scratch) const;

 private:
  /// Returns the number of steps of the set, or kTooMany.
  std::size_t grow(std::span<const std::uint32_t> seeds, const std::vector<bool>& kept, StateView state,
                   std::size_t below, Scratch& scratch) const;
  const std::vector<std::uint32_t>& brought_by(std::uint32_t transition, Scratch& scratch) const;
  void append_brought(std::uint32_t transition, std::vector<std::uint32_t>& out) const;

  const KnownTransitions& transitions_;
  Brings brings_;
  Work work_;
  std::size_t count_;
  std::vector<std::vector<std::uint32_t>> brought_;  ///< by enabled transition; empty if there are too many to store
};

}  // namespace weir
