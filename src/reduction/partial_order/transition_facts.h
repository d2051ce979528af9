// SPDX-License-Identifier: Apache-2.0
// What the steps of a process may access, now and later: the basis for deciding independence.
//
// Objects are numbered: global variables (each element of a short array separately), the head and the tail of every
// channel, and the list of processes. A send writes the tail, a receive the head, so that they do not conflict if both
// are enabled; a query of a channel reads both. Two steps of different processes are independent if neither writes what
// the other reads or writes.
#pragma once

#include <cstdint>
#include <vector>

#include "model/program.h"
#include "reduction/partial_order/object_set.h"

namespace weir {

/// The effects of a step, or of everything that may come later.
struct Effects {
  ObjectSet reads, writes;
  ObjectSet rendezvous_sends, rendezvous_receives;  ///< by channel number
  bool everything = false;                          ///< depends on everything
  bool ends = false;                                ///< a process ends
  bool asks_processes = false;  ///< reads the number of processes, or uses a channel that disappears with a process
  Effects& operator|=(const Effects& other);
  friend bool operator==(const Effects&, const Effects&) = default;
};
bool conflict(const Effects& a, const Effects& b);

/// What determines whether a transition is enabled.
struct Enabling {
  ObjectSet objects;
  bool locals = false;
  bool processes = false;  ///< the number of processes, or a channel that disappears with one
  bool everything = false;
};

struct TransitionFacts {
  static constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;
  std::uint32_t number = kNoNumber;  ///< identifies the facts in a cache of pairs
  enum class Operation : std::uint8_t { None, Send, Receive, RendezvousSend, RendezvousReceive, Unknown };
  Effects effects;          ///< of the whole step, until control is given up
  Effects later;            ///< what its process, and those it creates, may do afterwards
  Enabling guard;           ///< apart from the state of the channel
  Enabling fields;          ///< values that a message is compared with, or that a rendezvous offers
  ObjectSet channel_heads;  ///< for its own channel operation
  ObjectSet channel_tails;
  Operation operation = Operation::None;
  bool anywhere = false;           ///< receive: not only of the first message
  bool channel_varies = false;     ///< variables determine the channel
  bool changes_processes = false;  ///< creates a process or channel
  bool local = false;              ///< accesses only the own frame
  bool visible = false;            ///< may change the truth value of an atom
  bool sticky = false;  ///< every cycle of the process contains a step that is sticky, visible or depends on everything
  std::vector<std::uint32_t> creates;  ///< types of the processes that the step creates
  std::vector<LocationId> chain;       ///< locations inside the step at which it keeps control
};

/// The constant part of a process.
struct ProcessInstance {
  TransitionId first = 0;
  std::vector<TransitionFacts> facts;  ///< of transitions from `first` on; empty inside d_steps
  /// Indexed by the first transition of a location: bytes of the frame whose values would give more precise facts.
  /// Empty if there are none.
  std::vector<std::vector<std::uint32_t>> sharper;
  const TransitionFacts& at(TransitionId id) const { return facts[id - first]; }
  TransitionFacts& at(TransitionId id) { return facts[id - first]; }
};

/// What atoms read.
struct Visibility {
  ObjectSet objects;
  bool processes = false;   ///< the number of processes
  bool everything = false;  ///< variables of other processes, enabledness: every step is visible
  bool progress = false, accepting = false;
  struct Place {
    std::int64_t pid;  ///< -1 if any
    std::int32_t number;
  };
  std::vector<Place> locations;
};

}  // namespace weir
