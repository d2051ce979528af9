// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/flow_distance.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "model/code_scan.h"

namespace weir {
namespace {

/// Obstacles farther ahead than this many transitions do not count: they change before the process is there.
constexpr std::uint32_t kLookAhead = 8;

bool asserts(const Program& program, CodeRef code) { return !code.empty() && contains(program, code, OpCode::Assert); }

bool may_err(const Program& program, const Transition& transition) {
  struct Errors final : CodeObserver {
    void observe(const Observation& seen) override { met = met || seen.kind == Observation::Kind::RuntimeError; }
    bool met = false;
  } errors;
  scan_transition(program, transition, {}, errors);
  return errors.met;
}

}  // namespace

FlowDistance::FlowDistance(const Program& program, const SearchSpace& space, To destination)
    : space_(space), estimates_(program), ways_(program.locations.size()) {
  std::vector<std::vector<const Transition*>> into(program.locations.size());
  std::deque<LocationId> queue;
  for (const Transition& transition : program.transitions) {
    into[transition.target].push_back(&transition);
    if (transition.kind == TransitionKind::Deterministic) into[transition.inner].push_back(&transition);
    const bool arrives = destination == To::RuntimeError
                             ? may_err(program, transition)
                             : asserts(program, transition.effect) || asserts(program, transition.guard);
    Way& way = ways_[transition.source];
    if (!arrives || way.steps == 0) continue;
    way.steps = 0;
    prepare(program, transition, way);
    if (destination == To::Assertion)
      way.assertion =
          estimates_.assertion_of(asserts(program, transition.effect) ? transition.effect : transition.guard);
    queue.push_back(transition.source);
    guides_ = true;
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const Transition* transition : into[queue.front()]) {
      Way& way = ways_[transition->source];
      if (way.steps != kNoWay) continue;
      way.steps = ways_[queue.front()].steps + 1;
      way.next = queue.front();
      prepare(program, *transition, way);
      queue.push_back(transition->source);
    }
  }
}

void FlowDistance::prepare(const Program& program, const Transition& transition, Way& way) {
  if (!transition.guard.empty() && !asserts(program, transition.guard))
    way.guard = estimates_.value_of(transition.guard);
  if (transition.channel_operation != kNone) way.operation = &program.channel_operations[transition.channel_operation];
}

/// What keeps the selected process from taking the transition.
std::uint32_t FlowDistance::obstacles(const Way& way) {
  std::uint32_t sum = 0;
  if (way.guard) sum += estimates_.of(*way.guard).to_true;
  if (way.operation != nullptr && !estimates_.has_room(*way.operation)) ++sum;
  if (way.assertion) sum += estimates_.of(*way.assertion).to_false;
  return sum;
}

std::uint32_t FlowDistance::of(StateView state, const StateEdges&) {
  estimates_.attach(space_.model_state(state));
  std::uint32_t least = kNoWay;
  for (std::uint32_t i = 0; i < estimates_.process_count(); ++i) {
    const Way* way = &ways_[estimates_.location(i)];
    if (way->steps >= least) continue;
    estimates_.select(i);
    std::uint32_t distance = way->steps;
    for (std::uint32_t ahead = 0; ahead < kLookAhead && distance < least; ++ahead) {
      distance += obstacles(*way);
      if (way->steps == 0) break;
      way = &ways_[way->next];
    }
    least = std::min(least, distance);
  }
  return least;
}

}  // namespace weir
