// SPDX-License-Identifier: Apache-2.0
// JointProduct: the product of a model and a JointMonitor, searched for faulty steps, deadlocks, and states where a
// watched property fails: property i has the defect bad_state(i). Every step of the model is followed, whatever has
// failed, so that one search decides all properties.
//
// A letter is the valuation of a state; atoms that depend on the step, or have no value in some state, are not
// supported. The state whose letter completes a bad prefix has the defect, also if only run-time errors follow it. A
// deadlocked state repeats as in product.h. If the monitor does not move, as for invariants, its loop is left out: it
// shows nothing new, and the product has the states and transitions of the model.
#pragma once

#include <cstdint>

#include "search/space/product.h"
#include "search/space/search_space.h"

namespace weir {

class JointProduct final : public SearchSpace, private TransitionSystem::ExpansionRequest {
 public:
  /// `monitor`: a JointMonitor or a view of one.
  JointProduct(const TransitionSystem& system, PropertyAutomaton& monitor, AtomBinding atoms);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  bool is_state(StateView state) const override;
  const Acceptance& acceptance() const override { return acceptance_; }
  StateView model_state(StateView state) const override;
  std::int64_t automaton_state(StateView state) const override;
  std::uint64_t automaton_states() const override { return monitor_.states(); }

  /// The number of steps that were not followed because they cause a run-time error.
  std::uint64_t errors_met() const { return errors_met_; }

 private:
  int room_for(const AtomBits& bits) override;

  const TransitionSystem& system_;
  PropertyAutomaton& monitor_;
  AtomBinding atoms_;
  Acceptance acceptance_;
  // The state being expanded.
  std::uint32_t from_ = 0;          ///< monitor state
  PropertyAutomaton::Edge next_{};  ///< the monitor's edge
  int room_ = 0;                    ///< bytes reserved behind each successor of the model
  SuccessorBuffer successors_;
  std::uint64_t errors_met_ = 0;
};

}  // namespace weir
