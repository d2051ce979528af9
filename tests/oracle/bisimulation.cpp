// SPDX-License-Identifier: Apache-2.0
#include "oracle/bisimulation.h"

#include <map>
#include <set>
#include <tuple>

namespace weir::test {
namespace {

using Blocks = std::vector<std::uint32_t>;

/// What distinguishes a state at once: its letter, its errors, whether it may end.
std::tuple<std::uint64_t, std::set<Fault>, bool> appearance(const LabelledGraph& system, std::uint32_t state) {
  std::set<Fault> faults;
  for (const StateGraph::Edge& edge : system.graph.states[state].edges)
    if (edge.step.fault != Fault::None) faults.insert(edge.step.fault);
  return {system.letters[state], faults, system.graph.states[state].may_end};
}

std::set<std::uint32_t> successors(const StateGraph& graph, std::uint32_t state, const Blocks& blocks) {
  std::set<std::uint32_t> result;
  for (const StateGraph::Edge& edge : graph.states[state].edges)
    if (edge.step.fault == Fault::None) result.insert(blocks[edge.target]);
  return result;
}

}  // namespace

bool bisimilar(const LabelledGraph& one, const LabelledGraph& other) {
  const LabelledGraph* systems[] = {&one, &other};
  Blocks blocks[2];
  std::map<std::tuple<std::uint64_t, std::set<Fault>, bool>, std::uint32_t> first;
  for (int k = 0; k < 2; ++k)
    for (std::uint32_t s = 0; s < systems[k]->graph.states.size(); ++s)
      blocks[k].push_back(
          first.emplace(appearance(*systems[k], s), static_cast<std::uint32_t>(first.size())).first->second);
  for (std::size_t count = first.size(), before = 0; count != before;) {
    std::map<std::pair<std::uint32_t, std::set<std::uint32_t>>, std::uint32_t> finer;
    Blocks next[2];
    for (int k = 0; k < 2; ++k)
      for (std::uint32_t s = 0; s < blocks[k].size(); ++s)
        next[k].push_back(finer
                              .emplace(std::pair(blocks[k][s], successors(systems[k]->graph, s, blocks[k])),
                                       static_cast<std::uint32_t>(finer.size()))
                              .first->second);
    before = count;
    count = finer.size();
    for (int k = 0; k < 2; ++k) blocks[k] = std::move(next[k]);
  }
  std::set<std::uint32_t> starts[2];
  for (int k = 0; k < 2; ++k)
    for (const std::uint32_t s : systems[k]->graph.initial) starts[k].insert(blocks[k][s]);
  return starts[0] == starts[1];
}

}  // namespace weir::test
