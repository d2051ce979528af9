// SPDX-License-Identifier: Apache-2.0
// The explicit state graph of a small system, built by naive breadth-first search.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir::test {

struct StateGraph {
  struct Edge {
    std::uint32_t target = 0;  ///< undefined for a step that ends in a run-time error
    Step step;
  };
  struct State {
    std::vector<std::byte> bytes;
    std::vector<Edge> edges;
    bool may_end = false;
  };
  std::vector<State> states;
  std::vector<std::uint32_t> initial;
  bool complete = true;        ///< false if the limit was reached
  bool initial_fault = false;  ///< constructing an initial state fails
  bool partner_acts = true;    ///< a rendezvous is a step of both processes
  std::uint64_t edges = 0;

  /// Whether some step is faulty.
  bool has_fault() const;
  /// Whether some state has no step and is not a valid end.
  bool has_deadlock() const;
};

StateGraph explore_states(const TransitionSystem& system, std::uint64_t state_limit, double seconds = 1e9);

/// The values of up to 62 atoms in each state and on each of its edges. `dead` and `tau` are supported.
struct Letters {
  std::vector<std::string> atoms;
  std::vector<std::uint64_t> of_state;
  std::vector<std::vector<std::uint64_t>> of_edge;  ///< including those of the state
  /// Atoms that cannot be evaluated in a state: they may take any value, a different one at each visit.
  std::vector<std::uint64_t> undefined;
  bool events_only = true;  ///< no atom is about states
};
/// Calls `use` for every choice of values of the undefined atoms.
template <class Use>
void for_each_letter(std::uint64_t letter, std::uint64_t undefined, const Use& use) {
  std::uint64_t chosen = 0;
  do {
    use((letter & ~undefined) | chosen);
    chosen = (chosen - undefined) & undefined;  // the next subset
  } while (chosen != 0);
}
/// Fails if the system cannot resolve an atom.
Expected<Letters> letters_of(TransitionSystem& system, const StateGraph& graph, const std::vector<std::string>& atoms);

}  // namespace weir::test
