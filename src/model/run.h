// SPDX-License-Identifier: Apache-2.0
// Run: what a search hands over to be certified and shown: states of the model with the steps between them, a finite
// run or a lasso. It knows nothing of products, stores or automata, so that it can be judged without them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

/// A state and the step that leaves it.
struct RunStep {
  std::vector<std::byte> state;
  Step step;
  bool stutters = false;              ///< the state is deadlocked and repeats: `step` means nothing
  bool last = false;                  ///< end of a finite run: no step leaves it
  std::int64_t automaton_state = -1;  ///< of the property's automaton before this letter, for people; -1: none
};

/// Whether two states differ in nothing that any step or atom ever depends on.
using SameFuture = std::function<bool(StateView, StateView)>;

/// prefix, then cycle for ever; an empty cycle: a finite run, whose last element has `last`.
struct Run {
  std::vector<RunStep> prefix;
  std::vector<RunStep> cycle;
  /// The last step of the cycle does not lead back to its first state, but to one that differs in variables whose
  /// values do not matter from there on.
  bool closes_loosely = false;

  bool finite() const { return cycle.empty(); }
  std::size_t size() const { return prefix.size() + cycle.size(); }
  const RunStep& operator[](std::size_t i) const { return i < prefix.size() ? prefix[i] : cycle[i - prefix.size()]; }
};

}  // namespace weir
