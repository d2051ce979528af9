// SPDX-License-Identifier: Apache-2.0
// ReducedSystem: a Program with fewer states, as a TransitionSystem. Searches need not know; what they find is a run of
// the reduced system, which `refine` turns into a run of the model itself.
//
// In this order: steps of merged statements (statement_merging.h), of which partial order takes some (partial_order.h),
// and in every state that is reached, variables whose value no longer matters are set to zero (dead_variables.h) and
// processes of one kind are sorted (symmetry.h, identity_symmetry.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "model/program_system.h"
#include "model/run.h"
#include "reduction/dead/dead_variables.h"
#include "reduction/merge/statement_merging.h"
#include "reduction/partial_order/partial_order.h"
#include "reduction/symmetry/identity_symmetry.h"
#include "reduction/symmetry/symmetry.h"

namespace weir {

/// Which reductions to use; they must be sound for the property (pipeline/prepare/reductions.h decides that).
struct ReductionChoice {
  bool merge = false;
  bool dead = false;
  bool slice = false;
  bool partial_order = false;
  Proviso proviso = Proviso::Static;
  bool independence = false;  ///< order() is wanted, for sleep sets
  bool symmetry = false;
  std::string sees_stuttering = {};                  ///< of symmetry: why the property sees steps that change nothing
  std::optional<SymmetryDeclaration> declared = {};  ///< of symmetry: processes with an identity
};

class ReducedSystem final : public TransitionSystem {
 public:
  /// `atoms`: all atoms of the property, by the numbers that `system` gave them. `watched`: the program with whatever
  /// watches it is meant; then only the order of steps may be reduced. Its expansions obey the limits that `system`
  /// obeys now, which must live as long.
  ReducedSystem(ProgramSystem& system, const ReductionChoice& choice, const std::vector<std::uint32_t>& atoms,
                const WatchedProgram* watched = nullptr);

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  /// All successors, of which the first ones are enough unless the search's proviso says otherwise. `whole`: the others
  /// are wanted as well.
  struct Parts {
    std::size_t enough = 0, all = 0;
  };
  Parts successors_in_parts(StateView state, SuccessorBuffer& out, bool whole = true) const;
  /// The proviso is left to the search: it must call successors_in_parts.
  bool proviso_by_search() const { return choice_.partial_order && choice_.proviso == Proviso::BySearch; }

  /// Some step may be put off for ever: enough for deadlocks alone.
  bool may_ignore() const { return choice_.partial_order && choice_.proviso == Proviso::None; }

  Expected<Atom> resolve(std::string_view text) override { return system_.resolve(text); }
  bool holds(std::uint32_t atom, StateView state) const override { return system_.holds(atom, bare(state)); }
  bool is_defined(std::uint32_t atom, StateView state) const override { return system_.is_defined(atom, bare(state)); }
  AtomBits letter(std::span<const std::uint32_t> atoms, StateView state) const override {
    return system_.letter(atoms, bare(state));
  }
  bool expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
              SuccessorBuffer& out) const override;
  bool occurs(std::uint32_t atom, StateView from, const Step& step) const override {
    return system_.occurs(atom, bare(from), step);
  }
  bool is_state(StateView state) const override { return model_.is_state(state); }
  bool may_end(StateView state) const override { return model_.may_end(state); }
  std::uint32_t process_limit() const override { return system_.process_limit(); }
  Capabilities capabilities() const override { return {.partner_acts = system_.capabilities().partner_acts}; }
  std::vector<Variable> show(StateView state) const override { return model_.show(state); }
  StepDescription describe(StateView from, const Step& step, StateView to) const override {
    return model_.describe(from, step, to);
  }

  /// Transitions of the model taken so far (see Executor).
  void add_fired(std::vector<std::uint8_t>& out) const {
    system_.executor().add_fired(out);
    if (executor_ != nullptr) executor_->add_fired(out);
    if (symmetry_ != nullptr) symmetry_->spread(out);
    if (identities_ != nullptr) identities_->spread(out);
  }
  const PartialOrder* order() const { return order_.get(); }
  /// What the reductions do in the first states, breadth-first.
  struct FirstStates {
    double explored = 1;     ///< which share of the steps partial order leaves
    bool exchanged = false;  ///< one state stands for several that are reached
  };
  FirstStates first_states() const;
  /// Of a choice with independence.
  void sleepers(StateView state, const SuccessorBuffer& successors, std::vector<PartialOrder::Sleeper>& out) const {
    order_->sleepers(bare(state), successors, out);
  }
  bool merges() const { return merged_.program != nullptr; }
  /// What runs the program, merged or not.
  const Interpreter& interpreter() const { return merges() ? *executor_ : system_.interpreter(); }
  bool clears() const { return dead_variables_ != nullptr; }
  const Symmetry* symmetry() const { return symmetry_.get(); }
  /// Of a choice with symmetry: why processes are not exchanged; empty: they are.
  const std::string& obstacle_to_symmetry() const { return obstacle_to_symmetry_; }
  /// Of a choice with declared symmetry: what is wrong with the declaration; empty: nothing.
  const Diagnostics& wrong_declaration() const { return wrong_declaration_; }
  const IdentitySymmetry* identities() const { return identities_.get(); }
  /// The same run in the model itself; nothing: there is none, which would be an error of the reduction.
  /// `ends_in_fault`: what was merged with the last step behind its fault is cut off.
  std::optional<Run> refine(const Run& run, bool ends_in_fault = false) const;
  /// Of states of the model: whether they differ in cleared variables only; empty: nothing is cleared.
  SameFuture same_future() const;

 private:
  class Refinement;
  /// What is done to successors of `state`, of which there are no others in the buffer. Gives how many a stubborn set
  /// has, which stand first; `rest`: the others follow. `room`: bytes behind every successor that are the caller's.
  std::size_t reduce(StateView state, SuccessorBuffer& out, Proviso proviso, bool rest, std::size_t room) const;
  Parts append_successors(StateView state, SuccessorBuffer& out, Proviso proviso, bool rest) const;
  Proviso proviso_of_state() const { return choice_.proviso == Proviso::None ? Proviso::None : Proviso::Static; }
  /// Clears variables and exchanges processes in successors of `source`; null: in any states.
  void tidy(const StateView* source, SuccessorBuffer& out, std::size_t room) const;
  /// The same of one successor, where the same processes are there as in the source. False: tidy_whole must do it.
  bool tidy_moved(StateView source, const ProcessPlaces& places, const Step& step, std::byte* state) const;
  bool may_hand_over(const Program& program) const;
  /// The same of one state, whatever it was before; gives its size.
  std::size_t tidy_whole(std::byte* state, std::size_t size) const;
  void find_symmetry(const Program& program, SymmetryAtoms seen, const std::vector<std::uint32_t>& atoms);
  /// `exchange`: of identities, done first; then what was done in all.
  std::vector<std::byte> reduced(StateView state, Exchange& exchange) const;
  /// For each process of the reduced state, its number in the model's state.
  std::vector<std::uint32_t> origin_of_processes(StateView state, const Exchange& exchange) const;
  StateView bare(StateView state) const { return watched_ == nullptr ? state : watched_->bare(state); }

  ProgramSystem& system_;
  const WatchedProgram* watched_;
  const TransitionSystem& model_;  ///< one of the two
  ReductionChoice choice_;
  MergedProgram merged_;
  std::unique_ptr<Interpreter> executor_;  ///< of the merged program
  MachineTables tables_;
  bool hands_over_ = false;  ///< somebody may hand over control in the middle of a step
  std::unique_ptr<DeadVariables> dead_variables_;
  std::unique_ptr<PartialOrder> order_;
  std::unique_ptr<Symmetry> symmetry_;
  std::string obstacle_to_symmetry_;
  std::unique_ptr<IdentitySymmetry> identities_;
  Diagnostics wrong_declaration_;
};

}  // namespace weir
