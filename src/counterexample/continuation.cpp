// SPDX-License-Identifier: Apache-2.0
#include "counterexample/continuation.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weir {
namespace {

/// A state on the path.
struct Frame {
  RunStep here;
  std::size_t next = 0;  ///< the first step that was not tried yet
};

std::string key_of(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

}  // namespace

Run continued(const TransitionSystem& system, Run run, std::size_t most_states) {
  constexpr std::size_t kLeft = ~std::size_t{0};
  std::vector<Frame> path;
  std::unordered_map<std::string, std::size_t> place;  // of a visited state on the path; kLeft if it was left
  SuccessorBuffer successors;  // of the last state of the path; the path may be long, and its states wide
  const auto expand_last = [&] {
    successors.clear();
    system.successors(path.back().here.state, successors);
  };
  const auto enter = [&](StateView state) {
    place[key_of(state)] = path.size();
    Frame& frame = path.emplace_back();
    frame.here.state.assign(state.begin(), state.end());
    expand_last();
    frame.here.stutters = successors.empty();
    return frame.here.stutters;
  };
  std::size_t cycle = kLeft;  // where the cycle begins on the path
  if (enter(run.prefix.back().state)) cycle = 0;
  while (cycle == kLeft && !path.empty()) {
    Frame& top = path.back();
    if (top.next == successors.size()) {
      place[key_of(top.here.state)] = kLeft;
      path.pop_back();
      if (!path.empty()) expand_last();
      continue;
    }
    const std::size_t step = top.next++;
    if (successors.step(step).fault != Fault::None) continue;
    top.here.step = successors.step(step);
    const std::vector<std::byte> target(successors.state(step).begin(), successors.state(step).end());
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
