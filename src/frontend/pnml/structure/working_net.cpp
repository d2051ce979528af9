// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/structure/working_net.h"

namespace weir::pnml {
namespace {

constexpr std::size_t kWorkForAnArc = 100;
constexpr std::size_t kWork = 1'000'000;

bool before(const Arc& arc, std::uint32_t place) { return arc.place < place; }

void erase_arc(std::vector<Arc>& arcs, std::uint32_t place) {
  const auto found = std::lower_bound(arcs.begin(), arcs.end(), place, before);
  if (found != arcs.end() && found->place == place) arcs.erase(found);
}

/// The arcs of both, without one place.
std::vector<Arc> sum_without(const std::vector<Arc>& one, const std::vector<Arc>& other, std::uint32_t place) {
  std::vector<Arc> sum = one;
  sum.insert(sum.end(), other.begin(), other.end());
  std::erase_if(sum, [place](const Arc& arc) { return arc.place == place; });
  merge_arcs(sum);  // weights are small
  return sum;
}

}  // namespace

std::uint64_t weight_of(const std::vector<Arc>& arcs, std::uint32_t place) {
  const auto found = std::lower_bound(arcs.begin(), arcs.end(), place, before);
  return found == arcs.end() || found->place != place ? 0 : found->weight;
}

WorkingNet::WorkingNet(const Net& net) : places_(net.places.size()) {
  for (std::size_t p = 0; p < places_.size(); ++p) places_[p].initial = net.places[p].initial;
  transitions_.reserve(net.transitions.size());
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    recipes_.push_back({t, kNone});
    Transition copy;
    copy.in = net.transitions[t].inputs;
    copy.out = net.transitions[t].outputs;
    copy.recipe = t;
    transitions_.push_back(std::move(copy));
    enter(t);
  }
  work_left_ = kWork + kWorkForAnArc * (arcs_ + places_.size() + transitions_.size());
}

void WorkingNet::enter(std::uint32_t transition) {
  const Transition& entered = transitions_[transition];
  for (const Arc& arc : entered.in) places_[arc.place].takers.push_back(transition);
  for (const Arc& arc : entered.out) places_[arc.place].givers.push_back(transition);
  arcs_ += entered.in.size() + entered.out.size();
}

void WorkingNet::count(std::uint32_t place) { places_[place].counted = places_[place].observed = true; }

std::uint32_t WorkingNet::watch(const pnml::Transition& transition) {
  const auto number = static_cast<std::uint32_t>(watched_.size());
  for (const Arc& arc : transition.inputs) {
    places_[arc.place].observed = true;
    places_[arc.place].watchers.push_back(number);
  }
  watched_.push_back({transition.inputs, false});
  return number;
}

const std::vector<std::uint32_t>& WorkingNet::compacted(std::vector<std::uint32_t>& transitions) {
  std::erase_if(transitions, [this](std::uint32_t t) { return !transitions_[t].left; });
  spend(transitions.size());
  return transitions;
}

const std::vector<Effect>& WorkingNet::effect(std::uint32_t transition) {
  const std::vector<Arc>&in = transitions_[transition].in, &out = transitions_[transition].out;
  spend(in.size() + out.size());
  effect_.clear();
  std::size_t i = 0, o = 0;
  while (i < in.size() || o < out.size()) {
    const std::uint32_t taken = i < in.size() ? in[i].place : kNone, given = o < out.size() ? out[o].place : kNone;
    const std::uint32_t place = std::min(taken, given);
    std::int64_t tokens = 0;
    if (taken == place) tokens -= static_cast<std::int64_t>(in[i++].weight);
    if (given == place) tokens += static_cast<std::int64_t>(out[o++].weight);
    if (tokens != 0) effect_.push_back({place, tokens});
  }
  return effect_;
}

void WorkingNet::remove_transition(std::uint32_t transition) {
  Transition& removed = transitions_[transition];
  removed.left = false;
  arcs_ -= removed.in.size() + removed.out.size();
  removed.in.clear();
  removed.out.clear();
}

void WorkingNet::remove_place(std::uint32_t place) {
  for (const std::uint32_t t : takers(place)) erase_arc(transitions_[t].in, place);
  for (const std::uint32_t t : givers(place)) erase_arc(transitions_[t].out, place);
  Place& removed = places_[place];
  for (const std::uint32_t w : removed.watchers) erase_arc(watched_[w].needs, place);
  arcs_ -= removed.takers.size() + removed.givers.size();
  removed.left = false;
  removed.takers = {};
  removed.givers = {};
}

void WorkingNet::add_sequence(std::uint32_t first, std::uint32_t second, std::uint32_t place) {
  const Transition &one = transitions_[first], &other = transitions_[second];
  Transition sequence;
  sequence.in = sum_without(one.in, other.in, place);
  sequence.out = sum_without(one.out, other.out, place);
  spend(sequence.in.size() + sequence.out.size());
  recipes_.push_back({one.recipe, other.recipe});
  sequence.recipe = static_cast<std::uint32_t>(recipes_.size() - 1);
  transitions_.push_back(std::move(sequence));
  enter(static_cast<std::uint32_t>(transitions_.size() - 1));
}

void WorkingNet::expand(std::uint32_t recipe, std::vector<std::uint32_t>& out) const {
  std::vector<std::uint32_t> waiting = {recipe};
  while (!waiting.empty()) {
    const Recipe& next = recipes_[waiting.back()];
    waiting.pop_back();
    if (next.second == kNone) {
      out.push_back(next.first);
    } else {
      waiting.push_back(next.second);
      waiting.push_back(next.first);
    }
  }
}

}  // namespace weir::pnml
