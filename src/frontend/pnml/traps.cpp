// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/traps.h"

namespace weir::pnml {

/// A transition that gives nothing to the set disqualifies all places from which it takes.
std::vector<std::uint32_t> largest_trap(const Net& net, std::vector<bool> places) {
  std::vector<std::vector<std::uint32_t>> giving(places.size());  // by place in the set
  std::vector<std::uint32_t> given(net.transitions.size(), 0);    // places in the set to which a transition gives
  std::vector<std::uint32_t> waiting;                             // transitions that give nothing to it
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    for (const Arc& arc : net.transitions[t].outputs) {
      if (!places[arc.place]) continue;
      giving[arc.place].push_back(t);
      ++given[t];
    }
    if (given[t] == 0) waiting.push_back(t);
  }
  while (!waiting.empty()) {
    const std::uint32_t transition = waiting.back();
    waiting.pop_back();
    for (const Arc& arc : net.transitions[transition].inputs) {
      if (!places[arc.place]) continue;
      places[arc.place] = false;
      for (const std::uint32_t giver : giving[arc.place])
        if (--given[giver] == 0) waiting.push_back(giver);
    }
  }
  std::vector<std::uint32_t> trap;
  for (std::uint32_t p = 0; p < places.size(); ++p)
    if (places[p]) trap.push_back(p);
  return trap;
}

}  // namespace weir::pnml
