// SPDX-License-Identifier: Apache-2.0
// Compares native code with the interpreter, state by state: the same successors in the same order, byte for byte, the
// same steps and faults, and the same values of atoms.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir::test {

struct ExecutorComparison {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  std::uint64_t faults = 0;
  std::uint64_t compiled = 0;  ///< transitions
  std::uint64_t left_out = 0;  ///< transitions that stay with the interpreter
  std::string difference;      ///< empty if there is none
};

/// `open` is called twice. Explores breadth-first up to `limit` states, then takes random walks of as many steps.
ExecutorComparison compare_executors(const std::function<std::unique_ptr<TransitionSystem>()>& open,
                                     std::uint64_t limit, const std::vector<std::string>& atoms = {});

}  // namespace weir::test
