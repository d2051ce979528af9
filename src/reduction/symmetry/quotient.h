// SPDX-License-Identifier: Apache-2.0
// The quotient of a system with declared symmetry (weir/reducible.h): one representative per class of states, as given
// by `canonical` of a C++ model. The model guarantees the symmetry. That the atoms of the property do not distinguish
// symmetric states is checked: every visited state is compared with its representative.
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
  /// Atoms of the property about states, and about events.
  QuotientSystem(TransitionSystem& system, const SymmetricStates& symmetry, std::vector<std::uint32_t> state_atoms,
                 std::vector<std::uint32_t> event_atoms)
      : WrappedSystem(system),
        symmetry_(symmetry),
        state_atoms_(std::move(state_atoms)),
        event_atoms_(std::move(event_atoms)) {}

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;

  /// Whether an atom distinguished a state from its representative: all results are then invalid.
  bool told_apart() const { return told_apart_; }
  /// Converts a run to a run of the model; empty if there is none, so the model's declaration is wrong.
  std::optional<Run> refine(const Run& run) const;

 private:
  void append(const SuccessorBuffer& all, SuccessorBuffer& out) const;
  bool follow(const RunStep& wanted, const std::vector<std::byte>& target, std::vector<RunStep>& steps) const;

  const SymmetricStates& symmetry_;
  std::vector<std::uint32_t> state_atoms_, event_atoms_;
  mutable std::atomic<bool> told_apart_{false};
};

}  // namespace weir
