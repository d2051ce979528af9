// SPDX-License-Identifier: Apache-2.0
// Situation: the transitions at the locations of all processes in one state, with their facts, and whether each is
// enabled. What is known of processes is kept for later states. Used by one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/transition_system.h>

#include "model/machine.h"
#include "reduction/partial_order/pair_relations.h"
#include "reduction/partial_order/step_analysis.h"

namespace weir {

class Situation {
 public:
  static constexpr std::size_t kMostTransitions = 2048;

  /// The status of a transition in the state.
  enum class Status : std::uint8_t {
    Possible,
    GuardFalse,
    Empty,       ///< receive: no message at all
    NoMatch,     ///< receive: no matching message
    Full,        ///< send
    Rendezvous,  ///< enabled if a partner exists: may be either
    NotElse,     ///< an earlier transition is enabled
    NotYoungest,
    Blocked,  ///< d_step: its first statement is not enabled
    Either,   ///< unknown
  };
  struct Current {
    const TransitionFacts* facts = nullptr;
    std::uint32_t number = TransitionFacts::kNoNumber;  ///< number of the facts
    std::uint32_t process = 0;
    Status status = Status::Either;
    bool may_move() const {
      return status == Status::Possible || status == Status::Rendezvous || status == Status::Either;
    }
  };
  /// What the steps of a state show about a process.
  struct Movement {
    std::uint32_t steps = 0;
    bool in_rendezvous = false;  ///< takes part in a rendezvous step
    bool began_chain = false;    ///< has a step of several transitions without a partner
    std::uint64_t taken = 0;     ///< transitions of its location that are steps by themselves
  };

  Situation(const StepAnalysis& analysis, const Visibility& visibility, const MachineTables& tables)
      : analysis_(analysis), visibility_(visibility), machine_(analysis.program(), tables) {}

  /// Reads locations and facts from this state; `current`, `begin` and `movements` stay those of the last look().
  void attach(StateView state) {
    machine_.attach(state);
    machine_.timeout = false;
  }
  /// Finds the status of all transitions; `successors` are all of the state.
  void look(StateView state, const SuccessorBuffer& successors);
  /// Comparing all pairs of so many transitions would take longer than exploring them.
  bool too_wide() const { return current.size() > kMostTransitions; }
  /// Returns whether the computed status agrees with the actual steps; `whole`: these are all steps.
  bool agrees(bool whole) const;

  const Program& program() const { return analysis_.program(); }
  LocationId location(std::uint32_t process) const { return machine_.location(process); }
  /// The facts of the transitions at the process's location.
  const TransitionFacts* facts_at_location(std::uint32_t process);

  std::vector<Current> current;      ///< transitions at the locations of all processes
  std::vector<std::uint32_t> begin;  ///< start of each process in `current`, and the end
  std::vector<Movement> movements;   ///< by process
  PairRelations relations;

 private:
  const ProcessInstance& instance(std::uint32_t process);
  Status status(std::uint32_t process, TransitionId id, const TransitionFacts& facts, bool possible_before);
  Status status_of_channel(const ChannelOperation& operation);
  bool by_steps(std::uint32_t process, const Location& location, std::uint32_t place, const TransitionFacts& facts,
                Status& found) const;
  Status first_of_sequence(std::uint32_t process, LocationId inner, const TransitionFacts& facts);
  void count_steps(const SuccessorBuffer& successors);
  void add_transitions(std::uint32_t process);

  const StepAnalysis& analysis_;
  const Visibility& visibility_;
  Machine machine_;
  std::vector<std::byte> looked_at_;  ///< the state that `current` describes
  std::string key_;
  std::unordered_map<std::string, std::unique_ptr<ProcessInstance>> instances_;
  template <class Known>
  struct Latest {
    std::string key;
    const Known* known = nullptr;
  };
  static constexpr std::size_t kRecent = 8;
  std::vector<std::array<Latest<ProcessInstance>, kRecent>> latest_;  ///< by process number: its recent instances
  // Facts of frames: by instance, location, and the relevant bytes.
  static constexpr std::size_t kFrameLimit = 2048;
  std::unordered_map<std::string, std::vector<TransitionFacts>> frames_;
  std::vector<Latest<TransitionFacts>> latest_frame_;  ///< by process number
};

}  // namespace weir
