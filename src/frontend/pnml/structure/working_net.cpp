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

/// The arcs of both, so many times, without one place.
std::vector<Arc> sum_without(const std::vector<Arc>& one, std::uint64_t times, const std::vector<Arc>& other,
                             std::uint64_t other_times, std::uint32_t place) {
  std::vector<Arc> sum;
  sum.reserve(one.size() + other.size());
  for (const Arc& arc : one) sum.push_back({arc.place, arc.weight * times});
  for (const Arc& arc : other) sum.push_back({arc.place, arc.weight * other_times});
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
  Watched watched;
  for (const Arc& arc : transition.inputs) {
    Place& place = places_[arc.place];
    if (place.left) {
      place.observed = true;
      place.watchers.push_back(number);
      watched.needs.push_back(arc);
    } else if (arc.weight > place.initial) {
      watched.never = true;
    }
  }
  watched_.push_back(std::move(watched));
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

void WorkingNet::divide(std::uint32_t place, std::uint64_t divisor) {
  const auto at = [place](std::vector<Arc>& arcs) { return std::lower_bound(arcs.begin(), arcs.end(), place, before); };
  for (const std::uint32_t t : takers(place)) at(transitions_[t].in)->weight /= divisor;
  for (const std::uint32_t t : givers(place)) at(transitions_[t].out)->weight /= divisor;
  Place& divided = places_[place];
  const std::uint64_t rest = divided.initial % divisor;
  divided.initial /= divisor;
  for (const std::uint32_t w : divided.watchers) {
    const auto need = at(watched_[w].needs);
    const std::uint64_t tokens = need->weight - std::min(need->weight, rest);
    need->weight = tokens / divisor + (tokens % divisor > 0 ? 1 : 0);
    if (need->weight == 0) watched_[w].needs.erase(need);
  }
  std::erase_if(divided.watchers, [&](std::uint32_t w) { return weight_of(watched_[w].needs, place) == 0; });
}

std::uint32_t WorkingNet::repeated(std::uint32_t recipe, std::uint64_t times) {
  std::uint32_t all = recipe;
  for (std::uint64_t i = 1; i < times; ++i) {
    recipes_.push_back({all, recipe});
    all = static_cast<std::uint32_t>(recipes_.size() - 1);
  }
  return all;
}

void WorkingNet::add_sequence(std::uint32_t first, std::uint64_t ahead, std::uint32_t second, std::uint64_t behind,
                              std::uint32_t place) {
  const Transition &one = transitions_[first], &other = transitions_[second];
  Transition sequence;
  sequence.in = sum_without(one.in, ahead, other.in, behind, place);
  sequence.out = sum_without(one.out, ahead, other.out, behind, place);
  spend(sequence.in.size() + sequence.out.size());
  const std::uint32_t begin = repeated(one.recipe, ahead), end = repeated(other.recipe, behind);
  recipes_.push_back({begin, end});
  sequence.recipe = static_cast<std::uint32_t>(recipes_.size() - 1);
  transitions_.push_back(std::move(sequence));
  enter(static_cast<std::uint32_t>(transitions_.size() - 1));
}

void WorkingNet::fire_first(std::uint32_t transition, std::uint64_t times) {
  for (const Effect& effect : this->effect(transition))
    places_[effect.place].initial += static_cast<std::uint64_t>(effect.tokens) * times;  // modulo 2^64
  fired_first_.insert(fired_first_.end(), times, transitions_[transition].recipe);
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
