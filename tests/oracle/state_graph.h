// SPDX-License-Identifier: Apache-2.0
// All states of a small system and the steps between them, written down by plain breadth-first search.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir::test {

struct StateGraph {
  struct Edge {
    std::uint32_t target = 0;  ///< of a step that ends in a run-time error: meaningless
    Step step;
  };
  struct State {
    std::vector<std::byte> bytes;
    std::vector<Edge> edges;
    bool may_end = false;
  };
  std::vector<State> states;
  std::vector<std::uint32_t> initial;
  bool complete = true;        ///< false: the limit was reached
  bool initial_fault = false;  ///< making an initial state goes wrong
  bool partner_acts = true;    ///< a rendezvous is a step of both processes
  std::uint64_t edges = 0;

  /// Some step is faulty.
  bool has_fault() const;
  /// Some state has no step and may not end.
  bool has_deadlock() const;
};

StateGraph explore_states(const TransitionSystem& system, std::uint64_t state_limit, double seconds = 1e9);

/// For each state, and for each of its edges, which of up to 62 atoms are true. `dead` and `tau` are known here.
struct Letters {
  std::vector<std::string> atoms;
  std::vector<std::uint64_t> of_state;
  std::vector<std::vector<std::uint64_t>> of_edge;  ///< with the state's own
  /// Atoms that cannot be evaluated in a state: any value may be taken for them, at each visit another one.
  std::vector<std::uint64_t> undefined;
  bool events_only = true;  ///< no atom speaks of states
};
/// Calls `use` with every letter that the undefined atoms of a state leave open.
template <class Use>
void for_each_letter(std::uint64_t letter, std::uint64_t undefined, const Use& use) {
  std::uint64_t chosen = 0;
  do {
    use((letter & ~undefined) | chosen);
    chosen = (chosen - undefined) & undefined;  // the next subset
  } while (chosen != 0);
}
/// Fails if an atom means nothing to the system.
Expected<Letters> letters_of(TransitionSystem& system, const StateGraph& graph, const std::vector<std::string>& atoms);

}  // namespace weir::test
