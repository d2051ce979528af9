// SPDX-License-Identifier: Apache-2.0
// Product: a model and the automaton of a property run together, generated on demand (Couvreur 1999, end of section 3).
// A letter is the valuation of the model's state, evaluated once per expansion, with the event of the step that leaves
// it; only the automaton's edges that match the letter are asked for. A deadlocked state repeats for ever, its letter
// carrying `dead` and no event.
//
// Scheduling fairness costs acceptance marks, not product states: weakly fair runs meet, for every process, infinitely
// often a step in which it acts or a state in which it is disabled; strongly fair ones meet infinitely many of its
// steps if they meet infinitely many states in which it is enabled.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/property_automaton.h"
#include "model/rendezvous_roles.h"
#include "model/state_letters.h"
#include "search/met_letters.h"
#include "search/search_space.h"

namespace weir {

enum class Fairness : std::uint8_t { None, Weak, Strong };

/// The automaton's atoms as the model understands them, in the order of a letter's bits.
struct AtomBinding {
  struct Bound {
    std::uint32_t id = 0;
    Letter bit = 0;
  };
  std::vector<Bound> states;
  std::vector<Bound> events;
  Letter dead = 0;  ///< the bit of `dead`; 0: the property does not mention it
  Letter tau = 0;

  /// Whether the letter depends on the step, and not only on the state.
  bool sees_steps() const { return !events.empty() || tau != 0; }
  Letter letter_of_state(const TransitionSystem& system, StateView state) const;
  Letter letter_of_step(const TransitionSystem& system, StateView state, const Step& step) const;
};
Expected<AtomBinding> bind_atoms(TransitionSystem& system, const std::vector<std::string>& atoms);

class Product final : public SearchSpace, private StateLetters::Request {
 public:
  /// Refuses fairness for a model without processes, and where no acceptance marks are left for it.
  static Expected<std::unique_ptr<Product>> make(const TransitionSystem& system, PropertyAutomaton& automaton,
                                                 AtomBinding atoms, Fairness fairness);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return mark_count_; }
  Strength strength() const override { return fairness_ == Fairness::None ? automaton_.strength() : Strength::Strong; }
  ComponentStrength strength_at(StateView state) const override;
  StateView model_state(StateView state) const override;
  std::int64_t automaton_state(StateView state) const override;
  std::uint64_t automaton_states() const override { return automaton_.states(); }

  /// Run-time errors that were met: such a step ends its run, which then satisfies every property of infinite runs.
  std::uint64_t errors_met() const { return errors_met_; }
  /// Fairness only: there were more processes than there are marks for, so that "no fair run" may be wrong.
  bool too_many_processes() const { return too_many_processes_; }
  /// For how many processes there are marks.
  std::uint32_t fair_processes() const { return processes_; }
  const MetLetters& letters() const { return letters_; }

 private:
  Product(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms)
      : system_(system),
        letters_of_(dynamic_cast<const StateLetters*>(&system)),
        expands_(letters_of_ != nullptr && letters_of_->expands()),
        partner_acts_(partner_acts(system)),
        automaton_(automaton),
        atoms_(std::move(atoms)) {
    for (const AtomBinding::Bound& atom : atoms_.states) state_atoms_.push_back(atom.id);
  }

  Letter state_letter(StateView model_state) const;
  Letter letter_of(std::uint64_t true_atoms) const;
  int room_for(std::uint64_t true_atoms) override;
  void append_automaton_state(StateEdges& out);
  void combine(StateView model_state, StateEdges& out);
  std::uint64_t actors(const Step& step) const;
  void find_enabled(const SuccessorBuffer& successors);
  MarkSet fairness_marks(const Step& step) const;
  void add(StateEdges& out, const Step& step, StateView model_state, std::span<const PropertyAutomaton::Edge> edges,
           MarkSet extra);

  const TransitionSystem& system_;
  const StateLetters* letters_of_;  ///< the same, if it evaluates atoms at once
  bool expands_;                    ///< and gives successors with them
  bool partner_acts_;
  PropertyAutomaton& automaton_;
  AtomBinding atoms_;
  std::vector<std::uint32_t> state_atoms_;  ///< ids of atoms_.states
  Fairness fairness_ = Fairness::None;
  Acceptance acceptance_;
  std::uint32_t mark_count_ = 0;
  std::uint32_t first_fair_mark_ = 0;
  std::uint32_t processes_ = 0;
  // Of the state at hand.
  std::uint32_t from_ = 0;          ///< the automaton's part
  Letter here_ = 0;                 ///< the letter, but for what depends on the step
  int room_ = 0;                    ///< bytes behind each of the model's successors
  PropertyAutomaton::Edge only_{};  ///< if there is room: the automaton's only edge
  std::uint64_t enabled_ = 0;       ///< processes that are enabled
  bool too_many_processes_ = false;
  SuccessorBuffer successors_;
  std::uint64_t errors_met_ = 0;
  MetLetters letters_;
};

}  // namespace weir
