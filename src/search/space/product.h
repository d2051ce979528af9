// SPDX-License-Identifier: Apache-2.0
// Product: a model and the automaton of a property run together, generated on demand (Couvreur 1999, end of section 3).
// A letter is the valuation of the model's state, evaluated once per expansion, with the event of the step that leaves
// it; only the automaton's edges that match the letter are asked for. A deadlocked state repeats for ever, its letter
// carrying `dead` and no event.
//
// A state atom that cannot be evaluated has no value (TransitionSystem::is_defined). It is taken for false, and
// met_undefined tells that there was one.
//
// Scheduling fairness costs acceptance marks, not product states, as long as there are enough (fairness.h); a counter
// that is needed otherwise stands with the automaton's state in one number.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/property_automaton.h"
#include "search/space/fairness.h"
#include "search/space/observed_letters.h"
#include "search/space/search_space.h"

namespace weir {

/// The letter of a state, but for what depends on the step.
struct StateLetter {
  Letter letter = 0;
  Letter undefined = 0;  ///< atoms without value; they are not in the letter
};

/// The automaton's atoms as the model understands them, in the order of a letter's bits.
struct AtomBinding {
  struct Bound {
    std::uint32_t id = 0;
    Letter bit = 0;
  };
  std::vector<Bound> states;
  std::vector<std::uint32_t> state_ids;  ///< of `states`
  std::vector<Bound> events;
  Letter dead = 0;  ///< the bit of `dead`; 0: the property does not mention it
  Letter tau = 0;

  /// Whether the letter depends on the step, and not only on the state.
  bool sees_steps() const { return !events.empty() || tau != 0; }
  StateLetter letter_of_state(const TransitionSystem& system, StateView state) const {
    return letter_of(system.letter(state_ids, state));
  }
  StateLetter letter_of(const AtomBits& bits) const;
  Letter letter_of_step(const TransitionSystem& system, StateView state, const Step& step) const;
};
Expected<AtomBinding> bind_atoms(TransitionSystem& system, const std::vector<std::string>& atoms);

class Product final : public SearchSpace, private TransitionSystem::ExpansionRequest {
 public:
  /// Refuses fairness for a model without processes, and where no acceptance marks are left for it.
  static Expected<std::unique_ptr<Product>> make(const TransitionSystem& system, PropertyAutomaton& automaton,
                                                 AtomBinding atoms, Fairness fairness);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  bool is_state(StateView state) const override;
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return mark_count_; }
  Strength strength() const override {
    return fairness_.kind() == Fairness::None ? automaton_.strength() : Strength::Strong;
  }
  ComponentStrength strength_at(StateView state) const override;
  StateView model_state(StateView state) const override;
  std::int64_t automaton_state(StateView state) const override;
  std::uint64_t automaton_states() const override { return automaton_.states(); }

  /// Run-time errors that were met: such a step ends its run, which then satisfies every property of infinite runs.
  std::uint64_t errors_met() const { return errors_met_; }
  /// Why "there is no failing run" may be wrong although the search was exhaustive; empty: it is right.
  std::string doubt() const;
  /// Whether an atom had no value in some state. Here that is taken for false; whether the formula asks for it there is
  /// for a FiniteProduct to say.
  bool met_undefined() const { return met_undefined_; }
  const ObservedLetters& letters() const { return letters_; }

 private:
  Product(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms,
          const FairScheduling& fairness);

  void arrive(const StateLetter& here);
  int room_for(const AtomBits& bits) override;
  bool may_go_on();
  void append_automaton_state(StateEdges& out);
  void combine(StateView model_state, StateEdges& out);
  /// The automaton's steps by the letter, with a step of the model.
  void add(StateEdges& out, const Step& step, StateView model_state, Letter letter);
  /// What stands behind the model's state: the automaton's state and whose turn it is to be treated fairly.
  std::uint32_t number_of(std::uint32_t q, std::uint32_t turn);
  std::uint32_t automaton_part(StateView state) const;

  const TransitionSystem& system_;
  PropertyAutomaton& automaton_;
  AtomBinding atoms_;
  FairScheduling fairness_;
  Acceptance acceptance_;
  std::uint32_t mark_count_ = 0;
  // Of the state at hand.
  std::uint32_t from_ = 0;          ///< the automaton's part
  std::uint32_t turn_ = 0;          ///< the counter of fairness
  StateLetter here_;                ///< its letter
  int room_ = 0;                    ///< bytes behind each of the model's successors
  PropertyAutomaton::Edge only_{};  ///< if there is room: the automaton's only edge
  bool too_large_ = false;          ///< the automaton has more states than can be counted with turns
  bool met_undefined_ = false;      ///< see met_undefined
  SuccessorBuffer successors_;
  std::uint64_t errors_met_ = 0;
  ObservedLetters letters_;
};

}  // namespace weir
