// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/shortest_path.h"

#include <algorithm>

namespace weir {

std::vector<const Automaton::Edge*> shortest_path(const Automaton& automaton, std::span<const Automaton::State> sources,
                                                  const EdgeTest& use, const EdgeTest& goal) {
  using State = Automaton::State;
  struct Reached {
    State parent;
    const Automaton::Edge* edge = nullptr;  ///< null: a source
  };
  std::vector<Reached> how(automaton.state_count());
  std::vector<bool> seen(automaton.state_count(), false);
  std::vector<State> queue(sources.begin(), sources.end());
  for (const State s : sources) seen[s] = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const State s = queue[next];
    automaton.meter().steps(automaton.edges(s).size() + 1);
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      if (!use(s, edge)) continue;
      if (goal(s, edge)) {
        std::vector<const Automaton::Edge*> path{&edge};
        for (State at = s; how[at].edge != nullptr; at = how[at].parent) path.push_back(how[at].edge);
        std::reverse(path.begin(), path.end());
        return path;
      }
      if (seen[edge.destination]) continue;
      seen[edge.destination] = true;
      how[edge.destination] = {s, &edge};
      queue.push_back(edge.destination);
    }
  }
  return {};
}

}  // namespace weir
