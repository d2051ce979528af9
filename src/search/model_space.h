// SPDX-License-Identifier: Apache-2.0
// ModelSpace: a model by itself, searched for faulty steps (violated assertions, run-time errors) and for deadlocks.
#pragma once

#include "search/search_space.h"

namespace weir {

class ModelSpace final : public SearchSpace {
 public:
  explicit ModelSpace(const TransitionSystem& system) : system_(system) {}

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  const Acceptance& acceptance() const override { return acceptance_; }

 private:
  const TransitionSystem& system_;
  Acceptance acceptance_;
  SuccessorBuffer all_;
};

}  // namespace weir
