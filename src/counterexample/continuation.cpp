// SPDX-License-Identifier: Apache-2.0
#include "counterexample/continuation.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weir {
namespace {

/// The steps of a state that were not tried yet.
struct Frame {
  RunStep here;
  SuccessorBuffer successors;
  std::size_t next = 0;
};

std::string key_of(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

}  // namespace

Run continued(const TransitionSystem& system, Run run, std::size_t most_states) {
  constexpr std::size_t kLeft = ~std::size_t{0};
  std::vector<Frame> path;
  std::unordered_map<std::string, std::size_t> place;  // of a visited state on the path; kLeft if it was left
  const auto enter = [&](StateView state) {
    place[key_of(state)] = path.size();
    Frame& frame = path.emplace_back();
    frame.here.state.assign(state.begin(), state.end());
    system.successors(state, frame.successors);
    frame.here.stutters = frame.successors.empty();
    return frame.here.stutters;
  };
  std::size_t cycle = kLeft;  // where the cycle begins on the path
  if (enter(run.prefix.back().state)) cycle = 0;
  while (cycle == kLeft && !path.empty()) {
    Frame& top = path.back();
    if (top.next == top.successors.size()) {
      place[key_of(top.here.state)] = kLeft;
      path.pop_back();
      continue;
    }
    const std::size_t step = top.next++;
    if (top.successors.step(step).fault != Fault::None) continue;
    top.here.step = top.successors.step(step);
    const std::vector<std::byte> target(top.successors.state(step).begin(), top.successors.state(step).end());
    if (const auto known = place.find(key_of(target)); known != place.end()) {
      cycle = known->second;
    } else if (place.size() >= most_states) {
      break;
    } else if (enter(target)) {
      cycle = path.size() - 1;
    }
  }
  if (cycle == kLeft) return run;
  const std::int64_t automaton_state = run.prefix.back().automaton_state;
  run.prefix.pop_back();
  for (std::size_t i = 0; i < path.size(); ++i) {
    path[i].here.automaton_state = automaton_state;
    (i < cycle ? run.prefix : run.cycle).push_back(std::move(path[i].here));
  }
  return run;
}

}  // namespace weir
