// SPDX-License-Identifier: Apache-2.0
// ModelSpace: the state space of a model, searched for faulty steps (violated assertions, run-time errors) and
// deadlocks.
#pragma once

#include "search/space/search_space.h"

namespace weir {

class ReducedSystem;

class ModelSpace final : public SearchSpace {
 public:
  explicit ModelSpace(const TransitionSystem& system) : system_(system) {}
  /// Preferred edges (the stubborn set) come first; the search ensures the cycle proviso.
  explicit ModelSpace(const ReducedSystem& reduced);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override { expand(state, out, true); }
  void expand_preferred(StateView state, StateEdges& out) override { expand(state, out, false); }
  bool expands_groups() const override { return in_parts_ == nullptr; }
  bool expand_group(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) override;
  bool is_state(StateView state) const override { return system_.is_state(state); }
  const Acceptance& acceptance() const override { return acceptance_; }
  /// The number of steps that were not followed because they cause a run-time error.
  std::uint64_t errors_met() const { return errors_met_; }

 private:
  void expand(StateView state, StateEdges& out, bool whole);

  const TransitionSystem& system_;
  const ReducedSystem* in_parts_ = nullptr;
  Acceptance acceptance_;
  SuccessorBuffer all_;
  std::uint64_t errors_met_ = 0;
};

}  // namespace weir
