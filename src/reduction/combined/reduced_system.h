// SPDX-License-Identifier: Apache-2.0
// ReducedSystem: a Program with fewer states, as a TransitionSystem. Transparent to searches: they find a run of the
// reduced system, which `refine` converts to a run of the model.
//
// Applied in this order: steps of merged statements (statement_merging.h), from which partial order selects some
// (partial_order.h); then, in every reached state, variables whose value no longer matters are set to zero
// (dead_variables.h) and processes of one kind are sorted (symmetry.h, identity_symmetry.h).
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

/// The reductions to apply. They must be sound for the property (pipeline/prepare/reductions.h decides).
struct ReductionChoice {
  bool merge = false;
  bool dead = false;
  bool slice = false;
  bool partial_order = false;
  Proviso proviso = Proviso::Static;
  bool independence = false;  ///< order() is used, for sleep sets
  bool symmetry = false;
  std::string sees_stuttering = {};                  ///< for symmetry: why the property is sensitive to stuttering
  std::optional<SymmetryDeclaration> declared = {};  ///< for symmetry: processes with an identity
};

class ReducedSystem final : public TransitionSystem, public LimitedSystem {
 public:
  /// `atoms`: all atoms of the property, by their numbers in `system`. `watched`: the program with its monitor, if
  /// there is one; only the order of steps may be reduced then. Expansions obey the current limits of `system`, which
  /// must outlive this object, until others are set.
  ReducedSystem(ProgramSystem& system, const ReductionChoice& choice, const std::vector<std::uint32_t>& atoms,
                const WatchedProgram* watched = nullptr);

  void obey(const ExpansionLimits& limits) override {
    if (executor_ != nullptr) executor_->obey(limits);
    system_.obey(limits);
  }
  ExpansionLimits limits() const override { return interpreter().limits(); }

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  /// All successors. The first ones suffice unless the proviso of the search requires all. `whole`: also compute the
  /// others.
  struct Parts {
    std::size_t enough = 0, all = 0;
  };
  Parts successors_in_parts(StateView state, SuccessorBuffer& out, bool whole = true) const;
  /// The search must ensure the proviso: it must call successors_in_parts.
  bool proviso_by_search() const { return choice_.partial_order && choice_.proviso == Proviso::BySearch; }

  /// Some step may be postponed forever: sufficient for deadlocks only.
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

  /// Transitions of the model taken so far (see ProgramExecutor).
  void add_fired(std::vector<std::uint8_t>& out) const {
    system_.executor().add_fired(out);
    if (executor_ != nullptr) executor_->add_fired(out);
    if (symmetry_ != nullptr) symmetry_->spread(out);
    if (identities_ != nullptr) identities_->spread(out);
  }
  const PartialOrder* order() const { return order_.get(); }
  /// The effect of the reductions on the first states in breadth-first order.
  struct FirstStates {
    double explored = 1;     ///< share of the steps that partial order explores
    bool exchanged = false;  ///< one state represents several reachable ones
  };
  FirstStates first_states() const;
  /// Requires a choice with independence.
  void sleepers(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) const {
    order_->sleepers(bare(state), successors, out);
  }
  bool merges() const { return merged_.program != nullptr; }
  /// The program that is executed, merged or not, and its interpreter.
  const Program& program() const { return merges() ? *merged_.program : system_.program(); }
  const Interpreter& interpreter() const { return merges() ? *executor_ : system_.interpreter(); }
  bool clears() const { return dead_variables_ != nullptr; }
  /// The number of locations without states, and of bits cleared there and in globals.
  std::size_t passed_locations() const;
  std::size_t cleared_bits() const { return clears() ? dead_variables_->cleared_bits() : 0; }
  const Symmetry* symmetry() const { return symmetry_.get(); }
  /// With symmetry: why processes are not exchanged; empty if they are.
  const std::string& obstacle_to_symmetry() const { return obstacle_to_symmetry_; }
  /// With declared symmetry: the errors in the declaration.
  const Diagnostics& wrong_declaration() const { return wrong_declaration_; }
  const IdentitySymmetry* identities() const { return identities_.get(); }
  /// Converts a run to a run of the model; empty if there is none, which would be an error of the reduction.
  /// `ends_in_fault`: removes statements merged after the fault of the last step.
  std::optional<Run> refine(const Run& run, bool ends_in_fault = false) const;
  /// Compares states of the model modulo cleared variables; null if nothing is cleared.
  SameFuture same_future() const;

 private:
  class Refinement;
  /// Reduces the successors of `state`, which must be the only ones in the buffer. Returns the number of steps in the
  /// stubborn set, which come first; with `rest`, the others follow. `room`: bytes reserved for the caller after each
  /// successor.
  std::size_t reduce(StateView state, SuccessorBuffer& out, Proviso proviso, bool rest, std::size_t room) const;
  Parts append_successors(StateView state, SuccessorBuffer& out, Proviso proviso, bool rest) const;
  Proviso proviso_of_state() const { return choice_.proviso == Proviso::None ? Proviso::None : Proviso::Static; }
  /// Clears variables and exchanges processes in the successors of `source`; if null, in arbitrary states.
  void tidy(const StateView* source, SuccessorBuffer& out, std::size_t room) const;
  /// Tidies one successor with the same processes as the source. Returns false if tidy_whole is needed.
  bool tidy_moved(StateView source, const ProcessPlaces& places, const Step& step, std::byte* state) const;
  bool may_hand_over(const Program& program) const;
  /// Tidies an arbitrary state; returns its size.
  std::size_t tidy_whole(std::byte* state, std::size_t size) const;
  void find_symmetry(const Program& program, const SymmetryAtoms& seen, const std::vector<std::uint32_t>& atoms);
  /// `exchange`: of identities, applied first; then set to the whole exchange.
  std::vector<std::byte> reduced(StateView state, Exchange& exchange) const;
  /// For each process of the reduced state, its number in the state of the model.
  std::vector<std::uint32_t> origin_of_processes(StateView state, const Exchange& exchange) const;
  StateView bare(StateView state) const { return watched_ == nullptr ? state : watched_->bare(state); }

  ProgramSystem& system_;
  const WatchedProgram* watched_;
  const TransitionSystem& model_;  ///< one of the two
  ReductionChoice choice_;
  MergedProgram merged_;
  std::unique_ptr<Interpreter> executor_;  ///< executes the merged program
  MachineTables tables_;
  bool hands_over_ = false;  ///< a process may pass on control in the middle of a step
  std::unique_ptr<DeadVariables> dead_variables_;
  std::unique_ptr<PartialOrder> order_;
  std::unique_ptr<Symmetry> symmetry_;
  std::string obstacle_to_symmetry_;
  std::unique_ptr<IdentitySymmetry> identities_;
  Diagnostics wrong_declaration_;
};

}  // namespace weir
