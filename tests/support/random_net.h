// SPDX-License-Identifier: Apache-2.0
// Small nets for tests, and their markings by plain exploration.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/pnml/net.h"

namespace weir::pnml {

inline Net net_of(const std::vector<std::uint64_t>& marking,
                  std::vector<std::pair<std::vector<Arc>, std::vector<Arc>>> moves) {
  Net net;
  for (std::size_t p = 0; p < marking.size(); ++p) net.places.push_back({"p" + std::to_string(p), "", marking[p]});
  for (auto& [inputs, outputs] : moves) {
    net.transitions.push_back({"t" + std::to_string(net.transitions.size()), "", inputs, outputs});
    merge_arcs(net.transitions.back().inputs);
    merge_arcs(net.transitions.back().outputs);
  }
  return net;
}

/// Two to six places and up to six transitions; some nets are unbounded.
inline Net random_net(std::mt19937& random) {
  const auto up_to = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % (n + 1)); };
  const std::uint32_t places = 2 + up_to(4);
  std::vector<std::uint64_t> marking;
  for (std::uint32_t p = 0; p < places; ++p) marking.push_back(up_to(3) == 0 ? 1 + up_to(2) : 0);
  std::vector<std::pair<std::vector<Arc>, std::vector<Arc>>> moves(1 + up_to(5));
  for (auto& [inputs, outputs] : moves)
    for (auto* side : {&inputs, &outputs})
      for (std::uint32_t i = 0; i <= up_to(1); ++i) side->push_back({up_to(places - 1), 1 + (up_to(4) == 0 ? 1U : 0U)});
  return net_of(marking, moves);
}

/// The reachable markings, at most about `most` of them.
inline std::set<std::vector<std::uint64_t>> reachable(const Net& net, std::size_t most) {
  std::vector<std::uint64_t> initial;
  for (const Place& place : net.places) initial.push_back(place.initial);
  std::set<std::vector<std::uint64_t>> found{initial};
  std::deque<std::vector<std::uint64_t>> waiting{initial};
  while (!waiting.empty() && found.size() < most) {
    const std::vector<std::uint64_t> marking = waiting.front();
    waiting.pop_front();
    for (const Transition& transition : net.transitions) {
      std::vector<std::uint64_t> next = marking;
      bool enabled = true;
      for (const Arc& arc : transition.inputs) {
        enabled = enabled && next[arc.place] >= arc.weight;
        next[arc.place] -= arc.weight;
      }
      if (!enabled) continue;
      for (const Arc& arc : transition.outputs) next[arc.place] += arc.weight;
      if (found.insert(next).second) waiting.push_back(next);
    }
  }
  return found;
}

}  // namespace weir::pnml
