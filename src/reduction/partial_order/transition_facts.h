// SPDX-License-Identifier: Apache-2.0
// What the steps of a process may touch, now and later: the facts that independence is decided on.
//
// Objects are numbered: global variables (each element of a short array by itself), for every channel its head and its
// tail, and the list of processes. A send writes the tail, a receive the head, so that the two do not conflict where
// both are possible; looking at a channel reads both. Two steps of different processes are independent if neither
// writes what the other reads or writes.
#pragma once

#include <cstdint>
#include <vector>

#include "model/program.h"
#include "reduction/partial_order/object_set.h"

namespace weir {

/// What a step does, or everything that may come later.
struct Effects {
  ObjectSet reads, writes;
  ObjectSet rendezvous_sends, rendezvous_receives;  ///< by channel number
  bool everything = false;                          ///< depends on all there is
  bool ends = false;                                ///< a process disappears
  bool asks_processes = false;                      ///< how many there are, or a channel that goes with a process
  Effects& operator|=(const Effects& other);
};
bool conflict(const Effects& a, const Effects& b);

/// What decides whether a transition is possible.
struct Enabling {
  ObjectSet objects;
  bool locals = false;
  bool processes = false;  ///< their number, or a channel that goes with one
  bool everything = false;
};

struct TransitionFacts {
  static constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;
  std::uint32_t number = kNoNumber;  ///< of whoever keeps facts, to remember what was found about pairs
  enum class Operation : std::uint8_t { None, Send, Receive, RendezvousSend, RendezvousReceive, Unknown };
  Effects effects;          ///< of the whole step, up to where control is given up
  Effects later;            ///< of what its process, and those it creates, may do afterwards
  Enabling guard;           ///< beside the channel's state
  Enabling fields;          ///< values that a message is compared with, or that a rendezvous offers
  ObjectSet channel_heads;  ///< of its own channel operation
  ObjectSet channel_tails;
  Operation operation = Operation::None;
  bool anywhere = false;           ///< receive: not of the first message only
  bool channel_varies = false;     ///< which channel it is about is decided by variables
  bool changes_processes = false;  ///< creates a process or channel
  bool local = false;              ///< touches nothing but the own frame
  bool visible = false;            ///< may change the truth of an atom
  bool sticky = false;  ///< every cycle of the process meets a step that is sticky, visible or depends on everything
};

/// A process as far as it never changes.
struct ProcessInstance {
  TransitionId first = 0;
  std::vector<TransitionFacts> facts;  ///< of transitions from `first` on; those inside of d_steps are empty
  /// By the first transition of a location: more could be told if the values of these bytes of the frame were known.
  /// Empty: of no location.
  std::vector<std::vector<std::uint32_t>> sharper;
  const TransitionFacts& at(TransitionId id) const { return facts[id - first]; }
  TransitionFacts& at(TransitionId id) { return facts[id - first]; }
};

/// What atoms look at.
struct Visibility {
  ObjectSet objects;
  bool processes = false;   ///< their number
  bool everything = false;  ///< variables of other processes, enabledness: every step is visible
  bool progress = false, accepting = false;
  struct Place {
    std::int64_t pid;  ///< -1: any
    std::int32_t number;
  };
  std::vector<Place> locations;
};

}  // namespace weir
