// SPDX-License-Identifier: Apache-2.0
// Computes the facts of one process instance (transition_facts.h).
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/code_scan.h"
#include "reduction/partial_order/program_facts.h"

namespace weir {

using AddObjects = std::function<void(ObjectSet&, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask)>;
using AddSides = std::function<void(ObjectSet&, std::int64_t lo, std::int64_t hi, bool heads)>;
using AddChannels = std::function<void(ObjectSet&, std::int64_t lo, std::int64_t hi)>;

class InstanceBuilder {
 public:
  /// Without a machine: any process of the type, with no further knowledge.
  InstanceBuilder(const ProgramFacts& program_facts, std::uint32_t type, const Visibility& visibility,
                  const Machine* machine = nullptr, std::uint32_t process = 0);

  std::unique_ptr<ProcessInstance> build();
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
  /// Types of the processes created by the transitions examined so far.
  const std::vector<std::uint32_t>& created() const { return all_created_; }

 private:
  struct Channels {
    std::uint32_t lo = 0, hi = 0;
    bool known = false;  ///< the range applies; otherwise it is any channel
    bool rendezvous = false;
    bool buffered = false;
  };

  using Bytes = std::vector<bool>;  ///< of the frame

  /// The bytes of the frame that a single transition may write.
  Bytes written_by(const Transition& transition) const;
  /// `guards_step`: the transition begins the step and is not merely examined beside it.
  void scan_guard(const Transition& transition, Enabling& enabling, Effects& effects, bool inner,
                  bool guards_step = false);
  void scan_effect(CodeRef code, Effects& effects);
  Channels channels_of(const ChannelOperation& operation, Enabling& enabling, Effects& effects);
  void own_operation(const ChannelOperation& operation, TransitionFacts& facts);
  void look_at(const Transition& transition, Enabling& enabling, Effects& effects);
  void inner_step(const Transition& transition, Effects& effects);
  /// A message is sent or received: the monitor that watches it advances.
  void tell_watcher(const ChannelOperation& operation, const Channels& channels, Effects& effects) const;
  /// Adds the effects from `start` on while control is kept; `touched`: locations where the step may pass or stop.
  /// Returns the locations from which it continues.
  std::vector<LocationId> follow_chain(LocationId start, bool deterministic, Effects& effects,
                                       std::vector<LocationId>& touched);
  void touch_channels(const Channels& channels, bool heads, bool tails, ObjectSet& set) const;
  bool is_visible(const Transition& transition, const Effects& effects, const std::vector<LocationId>& touched) const;
  /// The facts of all transitions outside of d_steps.
  std::unique_ptr<ProcessInstance> all_facts();
  /// Chooses the sticky transitions; `visible_breaks`: cycles with a visible step need none.
  std::vector<TransitionId> feedback_set(const ProcessInstance& instance, bool visible_breaks) const;
  void mark_sticky(ProcessInstance& instance);
  void add_later(ProcessInstance& instance);

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
  const Bytes* steady_ = nullptr;       ///< which of the two applies to the scanned code
  Bytes read_;                          ///< bytes of the frame read so far
  bool vague_ = false;                  ///< some access may refer to one of several objects
  AddObjects objects_;                  ///< maps bytes of global variables to objects
  AddChannels channels_;                ///< maps channel numbers to objects
  AddSides sides_;                      ///< maps channels to their heads or tails
  std::vector<TransitionId> own_;       ///< transitions of the type outside of d_steps, in order
  std::vector<std::uint32_t> created_;  ///< by the examined transition
  std::vector<std::uint32_t> all_created_;
  std::unordered_map<TransitionId, std::vector<std::uint32_t>> created_by_;
  std::unordered_map<TransitionId, std::vector<LocationId>> chain_;  ///< where a step continues
};

}  // namespace weir
