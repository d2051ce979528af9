// SPDX-License-Identifier: Apache-2.0
// CountingSpace: the state space of a model, for exploring all of it. It counts transitions and deadlocks. It reports
// no defects, so a search always visits every state. A run-time error counts as a transition without target state.
#pragma once

#include <cstdint>

#include "base/archive.h"
#include "base/stop_flag.h"
#include "search/space/search_space.h"

namespace weir {

class CountingSpace final : public SearchSpace {
 public:
  /// `cut` is raised when expansions may be incomplete. After that nothing is counted.
  CountingSpace(const TransitionSystem& system, const StopFlag& cut) : system_(system), cut_(cut) {}

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  bool expands_groups() const override { return true; }
  bool expand_group(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) override;
  bool is_state(StateView state) const override { return system_.is_state(state); }
  const Acceptance& acceptance() const override { return acceptance_; }

  struct Counts {
    std::uint64_t transitions = 0;
    std::uint64_t deadlocks = 0;
  };
  const Counts& counts() const { return counts_; }
  void serialize(Archive& archive) {
    archive.value(counts_.transitions);
    archive.value(counts_.deadlocks);
  }

 private:
  void drop_errors(SuccessorBuffer& out, std::span<std::size_t> ends);

  const TransitionSystem& system_;
  const StopFlag& cut_;
  Acceptance acceptance_;
  SuccessorBuffer all_;
  Counts counts_;
};

}  // namespace weir
