// SPDX-License-Identifier: Apache-2.0
// Parts of a net without influence: transitions that never fire, places that never change, places that are no input.
#include <algorithm>
#include <numeric>

#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {

/// Over-approximates what can happen: a place that some possible transition increases has any number of tokens.
std::uint64_t remove_dead_transitions(WorkingNet& net) {
  const std::vector<WorkingNet::Place>& places = net.places();
  const std::vector<WorkingNet::Transition>& transitions = net.transitions();
  std::vector<std::uint32_t> missing(transitions.size(), 0);  // inputs without enough tokens so far
  std::vector<bool> grows(places.size(), false);
  std::vector<std::uint32_t> possible;
  for (std::uint32_t t = 0; t < transitions.size(); ++t) {
    if (!transitions[t].left) continue;
    for (const Arc& arc : transitions[t].in) missing[t] += places[arc.place].initial < arc.weight;
    if (missing[t] == 0) possible.push_back(t);
  }
  for (std::size_t next = 0; next < possible.size(); ++next) {
    for (const Effect& effect : net.effect(possible[next])) {
      if (effect.tokens < 0 || grows[effect.place]) continue;
      grows[effect.place] = true;
      for (const std::uint32_t t : net.takers(effect.place)) {
        if (weight_of(transitions[t].in, effect.place) <= places[effect.place].initial) continue;
        if (--missing[t] == 0) possible.push_back(t);
      }
    }
  }
  std::uint64_t removed = 0;
  for (std::uint32_t t = 0; t < transitions.size(); ++t) {
    if (!transitions[t].left || missing[t] == 0) continue;
    net.remove_transition(t);
    ++removed;
  }
  for (WorkingNet::Watched& watched : net.watched())
    for (const Arc& arc : watched.needs)
      if (places[arc.place].initial < arc.weight && !grows[arc.place]) watched.never = true;
  return removed;
}

namespace {

bool is_constant(WorkingNet& net, std::uint32_t place) {
  const std::vector<std::uint32_t>&takers = net.takers(place), &givers = net.givers(place);
  return takers.size() == givers.size() && std::all_of(takers.begin(), takers.end(), [&](std::uint32_t t) {
           const WorkingNet::Transition& taker = net.transitions()[t];
           return weight_of(taker.in, place) == weight_of(taker.out, place);
         });
}

}  // namespace

std::uint64_t remove_constant_places(WorkingNet& net) {
  std::uint64_t removed = 0;
  std::vector<std::uint32_t> never;
  for (std::uint32_t p = 0; p < net.places().size(); ++p) {
    const WorkingNet::Place& place = net.places()[p];
    if (!place.left || !is_constant(net, p)) continue;
    never.clear();
    for (const std::uint32_t t : net.takers(p))
      if (weight_of(net.transitions()[t].in, p) > place.initial) never.push_back(t);
    for (const std::uint32_t t : never) net.remove_transition(t);
    for (const std::uint32_t w : place.watchers)
      if (weight_of(net.watched()[w].needs, p) > place.initial) net.watched()[w].never = true;
    net.remove_place(p);
    ++removed;
  }
  return removed;
}

std::uint64_t divide_places(WorkingNet& net) {
  std::uint64_t divided = 0;
  for (std::uint32_t p = 0; p < net.places().size() && net.spend(1); ++p) {
    const WorkingNet::Place& place = net.places()[p];
    if (!place.left || place.counted) continue;
    std::uint64_t divisor = 0;
    const auto include = [&](const std::vector<std::uint32_t>& transitions, auto arcs) {
      for (std::size_t i = 0; i < transitions.size() && divisor != 1; ++i)
        divisor = std::gcd(divisor, weight_of(net.transitions()[transitions[i]].*arcs, p));
    };
    include(net.takers(p), &WorkingNet::Transition::in);
    include(net.givers(p), &WorkingNet::Transition::out);
    if (divisor <= 1) continue;
    net.divide(p, divisor);
    ++divided;
  }
  return divided;
}

std::uint64_t remove_sink_places(WorkingNet& net) {
  std::uint64_t removed = 0;
  for (std::uint32_t p = 0; p < net.places().size(); ++p) {
    const WorkingNet::Place& place = net.places()[p];
    if (!place.left || place.observed || !net.takers(p).empty()) continue;
    net.remove_place(p);
    ++removed;
  }
  return removed;
}

}  // namespace weir::pnml
