// SPDX-License-Identifier: Apache-2.0
// Scheduling fairness as an acceptance condition. A run is weakly fair if, for every process, it infinitely often
// takes a step of the process or visits a state where the process is disabled. It is strongly fair if every process
// that is enabled infinitely often also acts infinitely often. Each process has its own mark (strong fairness: two).
//
// If there are more processes than marks, the remaining processes take turns (Choueka 1974): a counter says whose turn
// it is and advances when that process acts or is disabled. One mark records a full round. This is weak fairness;
// strong fairness has no such counter. With --fair strong, a cycle may therefore be unfair to a process that takes
// turns. The search is then repeated with marks for that process (`strong_first`). If no cycle is found, none exists.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include <weir/options.h>
#include <weir/transition_system.h>

#include "automaton/acceptance.h"
#include "automaton/marks.h"

namespace weir {

class FairScheduling {
 public:
  /// `processes`: the maximal number of processes. `first_mark`: the first unused mark. `partner_acts`: see
  /// RendezvousRoles. `strong_first`: processes that get their own marks before others do.
  FairScheduling(Fairness kind, std::uint32_t processes, std::uint32_t first_mark, bool partner_acts,
                 const std::vector<std::uint32_t>& strong_first);

  Fairness kind() const { return kind_; }
  std::uint32_t mark_count() const { return mark_count_; }
  Acceptance acceptance() const;
  /// The number of counter values; 1 if there is no counter.
  std::uint32_t turns() const { return in_turns_ + 1; }

  /// Sets the current state by its outgoing steps. Processes with a step are enabled.
  void enter_state(const SuccessorBuffer& steps);
  /// Sets the current state to one without steps.
  void enter_deadlock() { enabled_.reset(); }

  struct Marked {
    MarkSet marks;
    std::uint32_t turn;
  };
  /// The marks of a step out of the current state taken at counter value `turn`, and the counter value after it.
  Marked marks(const Step& step, std::uint32_t turn) const;

  /// With strong fairness, if some processes take turns: the number of processes with marks. Otherwise 0.
  std::uint32_t partly_strong() const { return kind_ == Fairness::Strong && in_turns_ > 0 ? with_mark_ : 0; }

 private:
  static constexpr std::size_t kProcesses = 256;
  using ProcessSet = std::bitset<kProcesses>;
  void add_actors(const Step& step, ProcessSet& set) const;
  MarkSet first_of(const ProcessSet& set) const;

  Fairness kind_;
  bool partner_acts_;
  std::array<std::uint8_t, kProcesses> place_;  ///< by process: its place in a ProcessSet; the first have marks
  std::uint32_t first_mark_;
  std::uint32_t with_mark_ = 0;  ///< processes with marks of their own
  std::uint32_t in_turns_ = 0;   ///< the remaining processes, which take turns
  std::uint32_t mark_count_ = 0;
  ProcessSet enabled_;
};

}  // namespace weir
