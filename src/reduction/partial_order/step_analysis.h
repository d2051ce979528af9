// SPDX-License-Identifier: Apache-2.0
// What the steps of a process may touch, now and later: the facts that independence is decided on.
//
// Objects are numbered: global variables (each element of a short array by itself), for every channel its head and its
// tail, and the list of processes. A send writes the tail, a receive the head, so that the two do not conflict where
// both are possible; looking at a channel reads both. Two steps of different processes are independent if neither
// writes what the other reads or writes.
//
// All transitions of a process are analysed for one instance at a time: its type, number, and the variables that never
// change once it runs (parameters, mostly), because these say which channel and which array element is meant.
// Whatever is not understood makes a step depend on everything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "model/watched_program.h"
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

class StepAnalysis {
 public:
  /// `initial`: the initial state, where variables that never change have their value.
  StepAnalysis(const Program& program, StateView initial, const std::vector<WatchedProgram::Operation>& watched = {});

  /// Why nothing can be told about this program's steps; empty: something can.
  const std::string& obstacle() const { return obstacle_; }
  const Program& program() const { return program_; }
  std::size_t object_count() const { return object_count_; }

  /// What the code of atoms looks at.
  Visibility visibility(const std::vector<CodeRef>& atoms) const;
  /// The facts of a process of the state that the machine looks at. Key and instance belong together: `key` is filled
  /// with all that the instance depends on.
  void instance_key(const Machine& machine, std::uint32_t process, std::string& key) const;
  /// Some number that depends on the variables of the process that never change.
  std::size_t mixed_constants(const Machine& machine, std::uint32_t process) const {
    const std::byte* frame = machine.view().data() + machine.process_offset(process);
    std::size_t sum = 0;
    for (const std::uint32_t byte : local_constant_[program_.locations[machine.location(process)].process_type])
      sum += std::to_integer<std::size_t>(frame[byte]);
    return sum;
  }
  bool has_key(const Machine& machine, std::uint32_t process, const std::string& key) const;
  std::unique_ptr<ProcessInstance> analyse(const Machine& machine, std::uint32_t process,
                                           const Visibility& visibility) const;
  /// The facts of the transitions that begin where the process stands, as long as its frame stays as it is.
  std::vector<TransitionFacts> analyse_frame(const Machine& machine, std::uint32_t process,
                                             const ProcessInstance& instance) const;

 private:
  friend class InstanceBuilder;
  class WriteFinder;

  void number_objects();
  void find_constants();
  void find_type_effects();
  void find_watched(const std::vector<WatchedProgram::Operation>& watched);
  /// Gives how many there are.
  std::size_t add_objects(ObjectSet& set, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) const;
  std::size_t head(std::uint32_t channel) const { return channels_ + 2 * channel; }
  std::size_t tail(std::uint32_t channel) const { return channels_ + 2 * channel + 1; }
  Effects nothing() const;
  /// Channels go with the process that created them, or an older one, and only the youngest process ends: how many of
  /// the first ones live as long as this process. Without a machine: those that are always there.
  std::size_t lasting_channels(const Machine* machine, std::uint32_t process) const;

  const Program& program_;
  std::vector<std::byte> initial_;
  std::string obstacle_;
  struct Part {
    std::uint32_t object;
    std::uint8_t mask;
  };
  std::vector<std::vector<Part>> at_byte_;  ///< objects at each byte of the globals
  std::size_t channels_ = 0;                ///< first object of the channels
  std::size_t processes_ = 0;               ///< the list of processes
  std::size_t watcher_ = 0;                 ///< the state of whoever watches channels
  std::size_t object_count_ = 0;
  ObjectSet watched_sends_, watched_receives_;  ///< channels, by number
  ObjectSet watcher_reads_;
  std::vector<bool> global_written_;                        ///< bytes
  std::vector<std::vector<bool>> local_written_;            ///< by process type
  std::vector<std::vector<std::uint32_t>> local_constant_;  ///< the other bytes, by process type
  struct ByteRange {
    std::uint32_t first, count;
  };
  std::vector<std::vector<ByteRange>> constant_ranges_;  ///< the same
  std::vector<std::vector<LocationId>> places_;  ///< locations of each process type outside of deterministic ones
  std::vector<Effects> type_effects_;            ///< of all that a process of the type may ever do
  std::vector<bool> without_end_;                ///< locations from which control may be kept for ever
  bool creates_channels_ = false;                ///< processes make channels of their own
};

}  // namespace weir
