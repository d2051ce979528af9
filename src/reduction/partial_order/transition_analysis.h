// SPDX-License-Identifier: Apache-2.0
// Computes the facts of the transitions of one process (transition_facts.h), one transition at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/code_scan.h"
#include "reduction/partial_order/program_facts.h"

namespace weir {

class TransitionAnalysis {
 public:
  /// Without a machine: any process of the type, with no further knowledge.
  TransitionAnalysis(const ProgramFacts& program_facts, std::uint32_t type, const Visibility& visibility,
                     const Machine* machine = nullptr, std::uint32_t process = 0);
  TransitionAnalysis(const TransitionAnalysis&) = delete;  ///< `known_` refers to it

  /// The facts of one transition, without `later` and `sticky`.
  TransitionFacts facts(TransitionId transition);
  /// Discards all knowledge of channels created by processes: further results hold whichever exist.
  void forget_made_channels() {
    knows_made_channels_ = false;
    lasting_channels_ = program_.static_channels.size();
  }
  /// Uses the current values of the process's frame: further results hold for its next step only.
  void rely_on_frame() { framed_ = true; }
  /// Scans code outside of any process: its value, and what it reads.
  AbstractValue scan(CodeRef code, Effects& effects);
  /// The bytes of the frame whose values would have given more precise facts, of all transitions since the last call.
  std::vector<std::uint32_t> take_sharper();

 private:
  class Collector;
  struct Channels {
    std::uint32_t lo = 0, hi = 0;
    bool known = false;  ///< the range applies; otherwise it is any channel
    bool rendezvous = false;
    bool buffered = false;
  };

  using Bytes = std::vector<bool>;  ///< of the frame

  /// The bytes of the frame that a single transition may write.
  Bytes written_by(const Transition& transition) const;
  std::optional<std::int32_t> constant(bool global, std::uint32_t offset, const Instruction& form) const;
  /// `guards_step`: the code is the guard of the examined step; `inside`: of a later part of it.
  void scan_guard(CodeRef guard, Enabling& enabling, Effects& effects, bool inside, bool guards_step = false);
  void scan_effect(CodeRef code, Effects& effects);
  Channels channels_of(const ChannelOperation& operation, Enabling& enabling, Effects& effects);
  void own_operation(const ChannelOperation& operation, TransitionFacts& facts);
  void look_at(const Transition& transition, Enabling& enabling, Effects& effects);
  void look_at_earlier(TransitionId transition, TransitionFacts& facts);
  void inner_step(const Transition& transition, Effects& effects);
  /// A message is sent or received: the monitor that watches it advances.
  void tell_watcher(const ChannelOperation& operation, const Channels& channels, Effects& effects) const;
  /// Adds the effects from `start` on while control is kept; `touched`: locations where the step may pass or stop.
  /// Returns the locations from which it continues.
  std::vector<LocationId> follow_chain(LocationId start, bool deterministic, Effects& effects,
                                       std::vector<LocationId>& touched);
  void touch_channels(const Channels& channels, bool heads, bool tails, ObjectSet& set) const;
  bool is_visible(const Transition& transition, const Effects& effects, const std::vector<LocationId>& touched) const;

  const ProgramFacts& program_facts_;
  const Program& program_;
  std::uint32_t type_;
  const Visibility& visibility_;
  const Machine* machine_;
  std::uint32_t process_;
  std::size_t lasting_channels_;  ///< these first channels exist as long as the process
  ScanFacts known_;
  bool framed_ = false;
  bool knows_made_channels_ = true;
  Bytes before_, after_;                ///< bytes written in this step before the current transition, and including it
  const Bytes* steady_ = &before_;      ///< which of the two applies to the scanned code
  Bytes read_;                          ///< bytes of the frame read so far
  bool vague_ = false;                  ///< some access may refer to one of several objects
  std::vector<std::uint32_t> created_;  ///< types of the processes created by the examined transition
};

}  // namespace weir
