// SPDX-License-Identifier: Apache-2.0
// Product: the synchronous product of a model and a property automaton, generated on demand (Couvreur 1999, end of
// section 3). A letter is the valuation of a model state, evaluated once per expansion, plus the event of the outgoing
// step. Only the automaton edges that match the letter are requested. A deadlocked state repeats for ever; its letter
// contains `dead` and no event.
//
// A state atom that cannot be evaluated has no value (TransitionSystem::is_defined). The product treats it as false.
// FiniteProduct decides whether the property depends on it.
//
// In a terminal component of the automaton every continuation is accepted: a run that reaches it is a bad prefix of the
// property. Such a state is decided. It has Defect::BadState for searches of reachability, and only an accepting loop
// on itself for searches of cycles, so every search ends there. Fairness does not matter: every finite run has a fair
// continuation.
//
// Steps of the model may be left out where the automaton waits (guided_steps.h).
//
// Scheduling fairness uses acceptance marks and adds no product states while there are enough marks (fairness.h).
// Otherwise its counter and the automaton state are encoded together in one number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/property_automaton.h"
#include "search/space/atom_binding.h"
#include "search/space/fairness.h"
#include "search/space/guided_steps.h"
#include "search/space/observed_letters.h"
#include "search/space/search_space.h"

namespace weir {

class Product final : public SearchSpace, private TransitionSystem::ExpansionRequest {
 public:
  /// Fails if fairness is requested for a model without processes, or if no acceptance marks are left for it.
  static Expected<std::unique_ptr<Product>> make(const TransitionSystem& system, PropertyAutomaton& automaton,
                                                 AtomBinding atoms, Fairness fairness,
                                                 const std::vector<std::uint32_t>& strong_first = {},
                                                 const GuidedSteps* guided = nullptr);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  bool is_state(StateView state) const override;
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return mark_count_; }
  bool cycles_serve_all() const override { return partly_strong() > 0; }
  Strength strength() const override {
    return fairness_.kind() == Fairness::None ? automaton_.strength() : Strength::Strong;
  }
  ComponentStrength strength_at(StateView state) const override;
  StateView model_state(StateView state) const override;
  std::int64_t automaton_state(StateView state) const override;
  std::uint64_t automaton_states() const override { return automaton_.states(); }

  /// The number of run-time errors. Such a step ends its run, which satisfies every property of infinite runs.
  std::uint64_t errors_met() const { return errors_met_; }
  /// Why "there is no failing run" may be wrong after an exhaustive search; empty if it is right.
  std::string doubt() const;
  /// FairScheduling::partly_strong.
  std::uint32_t partly_strong() const { return fairness_.partly_strong(); }
  const ObservedLetters& letters() const { return letters_; }

 private:
  Product(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms,
          const FairScheduling& fairness, const GuidedSteps* guided);

  bool is_decided(std::uint32_t automaton_state) const {
    return accepted_ && automaton_.strength_at(automaton_state) == ComponentStrength::Terminal;
  }
  void set_letter(const StateLetter& here);
  int room_for(const AtomBits& bits) override;
  bool can_continue();
  void append_automaton_state(StateEdges& out);
  void combine(StateView model_state, StateEdges& out);
  /// Adds the edges that combine a step of the model with the automaton's edges for the letter.
  void add(StateEdges& out, const Step& step, StateView model_state, Letter letter);
  /// The number stored behind the model state: the automaton state combined with the fairness counter.
  std::uint32_t number_of(std::uint32_t q, std::uint32_t turn);
  std::uint32_t automaton_part(StateView state) const;

  const TransitionSystem& system_;
  PropertyAutomaton& automaton_;
  AtomBinding atoms_;
  FairScheduling fairness_;
  const GuidedSteps* guided_;
  Acceptance acceptance_;
  std::optional<MarkSet> accepted_;  ///< marks of a cycle that is accepted
  std::uint32_t mark_count_ = 0;
  // The state being expanded.
  std::uint32_t from_ = 0;          ///< automaton state
  std::uint32_t turn_ = 0;          ///< fairness counter
  StateLetter here_;                ///< letter
  int room_ = 0;                    ///< bytes reserved behind each successor of the model
  PropertyAutomaton::Edge only_{};  ///< the automaton's only edge, if room_ > 0
  bool too_large_ = false;          ///< automaton state and counter do not fit in one number
  SuccessorBuffer successors_;
  std::uint64_t errors_met_ = 0;
  ObservedLetters letters_;
};

}  // namespace weir
