// SPDX-License-Identifier: Apache-2.0
// A system that knows which of its states are alike (weir/reducible.h), with one state for all that are: `canonical` of
// a C++ model. That states are alike is the model's promise; that the atoms of the property cannot tell them apart is
// watched: every state that is met is compared with the one that stands for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <weir/reducible.h>

#include "model/run.h"
#include "reduction/wrapped_system.h"

namespace weir {

class QuotientSystem final : public WrappedSystem {
 public:
  /// Of the property: atoms about states, atoms about events.
  QuotientSystem(TransitionSystem& system, const SymmetricStates& symmetry, std::vector<std::uint32_t> state_atoms,
                 std::vector<std::uint32_t> event_atoms)
      : WrappedSystem(system),
        symmetry_(symmetry),
        state_atoms_(std::move(state_atoms)),
        event_atoms_(std::move(event_atoms)) {}

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;

  /// An atom that told a state from the one that stands for it: then nothing that was found means anything.
  bool told_apart() const { return told_apart_; }
  /// The same run in the model itself; nothing: there is none, so the model's promise does not hold.
  std::optional<Run> refine(const Run& run) const;

 private:
  void append(const SuccessorBuffer& all, SuccessorBuffer& out) const;
  bool follow(const RunStep& wanted, const std::vector<std::byte>& target, std::vector<RunStep>& steps) const;

  const SymmetricStates& symmetry_;
  std::vector<std::uint32_t> state_atoms_, event_atoms_;
  mutable std::atomic<bool> told_apart_{false};
};

}  // namespace weir
