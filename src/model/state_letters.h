// SPDX-License-Identifier: Apache-2.0
// StateLetters: a model that can evaluate many state atoms at once. A TransitionSystem that is one spares a product
// finding its way in a state for every atom.
#pragma once

#include <cstdint>
#include <span>

#include <weir/transition_system.h>

namespace weir {

class StateLetters {
 public:
  virtual ~StateLetters() = default;
  /// Bit i: whether state atom i of the list holds. At most 64 atoms.
  virtual std::uint64_t letter(std::span<const std::uint32_t> atoms, StateView state) const = 0;
};

}  // namespace weir
