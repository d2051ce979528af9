// SPDX-License-Identifier: Apache-2.0
// Run: the result of a search to be certified and shown: states of the model with the steps between them, as a finite
// run or a lasso. Independent of products, stores and automata, so that it can be judged without them.
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
  bool stutters = false;              ///< the state is deadlocked and repeats; `step` is unused
  bool last = false;                  ///< end of a finite run; no step leaves it
  std::int64_t automaton_state = -1;  ///< state of the property automaton before this letter, for display; -1 if none
};

/// Returns whether no step or atom ever depends on the difference between two states.
using SameFuture = std::function<bool(StateView, StateView)>;

/// The prefix, then the cycle repeated forever. An empty cycle means a finite run, whose last element has `last`.
struct Run {
  std::vector<RunStep> prefix;
  std::vector<RunStep> cycle;
  /// Where the last step of the cycle leads, if that differs from the first state of the cycle: only in variables whose
  /// values do not matter from there on. Empty if it leads to the first state.
  std::vector<std::byte> returns_to;

  bool finite() const { return cycle.empty(); }
  std::size_t size() const { return prefix.size() + cycle.size(); }
  const RunStep& operator[](std::size_t i) const { return i < prefix.size() ? prefix[i] : cycle[i - prefix.size()]; }
};

}  // namespace weir
