// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/assertion_distance.h"

#include <algorithm>
#include <deque>

#include "reduction/symmetry/process_places.h"

namespace weir {

namespace {

constexpr std::uint32_t kNoAssertion = 0xFFFFFFFF;

bool asserts(const Program& program, const Transition& transition) {
  return (!transition.effect.empty() && contains(program, transition.effect, OpCode::Assert)) ||
         (!transition.guard.empty() && contains(program, transition.guard, OpCode::Assert));
}

}  // namespace

AssertionDistance::AssertionDistance(const Program& program)
    : program_(program), tables_(program), steps_(program.locations.size(), kNoAssertion) {
  std::vector<std::vector<LocationId>> sources(program.locations.size());
  std::deque<LocationId> queue;
  for (const Transition& transition : program.transitions) {
    sources[transition.target].push_back(transition.source);
    if (transition.kind == TransitionKind::Deterministic) sources[transition.inner].push_back(transition.source);
    if (!asserts(program, transition) || steps_[transition.source] == 0) continue;
    steps_[transition.source] = 0;
    queue.push_back(transition.source);
    guides_ = true;
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const LocationId source : sources[queue.front()]) {
      if (steps_[source] != kNoAssertion) continue;
      steps_[source] = steps_[queue.front()] + 1;
      queue.push_back(source);
    }
  }
}

std::uint32_t AssertionDistance::of(StateView state, const StateEdges&) {
  const ProcessPlaces places(program_, tables_, state);
  std::uint32_t least = kNoAssertion;
  for (std::uint32_t i = 0; i < places.count(); ++i)
    least = std::min(least, steps_[ProcessPlaces::header(program_, state.data() + places[i])]);
  return least;
}

}  // namespace weir
