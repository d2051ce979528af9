// SPDX-License-Identifier: Apache-2.0
// Scheduling fairness as acceptance: weakly fair runs meet, for every process, infinitely often a step in which it acts
// or a state in which it is disabled; strongly fair ones meet infinitely many of its steps if they meet infinitely many
// states in which it is enabled. Each process has a mark of its own (two for strong fairness).
//
// Where weak fairness has more processes than there are marks, the last of them take turns (Choueka 1974): a counter
// says whose turn it is, moves on when that process acts or is disabled, and one mark stands for its coming round.
// Strong fairness has no such counter: there, `incomplete` says that processes were met that have no marks.
#pragma once

#include <bitset>
#include <cstdint>

#include <weir/options.h>
#include <weir/transition_system.h>

#include "automaton/acceptance.h"
#include "automaton/marks.h"

namespace weir {

class FairScheduling {
 public:
  /// `processes`: the most that there can be; `first_mark`: the first that is free; `partner_acts`: see
  /// RendezvousRoles.
  FairScheduling(Fairness kind, std::uint32_t processes, std::uint32_t first_mark, bool partner_acts);

  Fairness kind() const { return kind_; }
  std::uint32_t mark_count() const { return mark_count_; }
  Acceptance acceptance() const;
  /// How many values the counter has; 1: there is none.
  std::uint32_t turns() const { return in_turns_ + 1; }

  /// The steps of a state, whose processes are enabled there.
  void look_at(const SuccessorBuffer& steps);
  /// A state without steps.
  void look_at_nothing() { enabled_.reset(); }

  struct Marked {
    MarkSet marks;
    std::uint32_t turn;
  };
  /// The marks of a step out of that state, taken at this value of the counter, and its value afterwards.
  Marked marks(const Step& step, std::uint32_t turn) const;

  /// How many processes there are marks for, if more were met; 0: there are enough.
  std::uint32_t incomplete() const { return incomplete_ ? with_mark_ : 0; }

 private:
  static constexpr std::size_t kProcesses = 256;
  using ProcessSet = std::bitset<kProcesses>;
  void add_actors(const Step& step, ProcessSet& set) const;
  MarkSet first_of(const ProcessSet& set) const;

  Fairness kind_;
  bool partner_acts_;
  std::uint32_t first_mark_;
  std::uint32_t with_mark_ = 0;  ///< processes with marks of their own
  std::uint32_t in_turns_ = 0;   ///< processes behind them that take turns
  std::uint32_t mark_count_ = 0;
  ProcessSet enabled_;
  bool incomplete_ = false;
};

}  // namespace weir
