// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net_dependence.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace weir::pnml {

namespace {
/// Below this, no run that fits into memory can reach the token limit.
constexpr std::uint64_t kSmall = std::uint64_t{1} << 30;
}  // namespace

NetDependence::NetDependence(const Net& net)
    : net_(net), needing_(net.places.size()), taking_(net.places.size()), adding_(net.places.size()) {
  for (const Place& place : net.places) small_ = small_ && place.initial < kSmall;
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    for (const Arc& arc : transition.inputs) {
      small_ = small_ && arc.weight < kSmall;
      needing_[arc.place].push_back(t);
    }
    for (const Arc& arc : transition.outputs) small_ = small_ && arc.weight < kSmall;
    for_each_change(transition, [&](std::uint32_t place, std::int64_t change) {
      (change < 0 ? taking_ : adding_)[place].push_back(t);
    });
  }
}

bool NetDependence::takes_from(const Arc& input, const Transition& transition) const {
  const auto back = std::lower_bound(transition.outputs.begin(), transition.outputs.end(), input.place,
                                     [](const Arc& arc, std::uint32_t place) { return arc.place < place; });
  return back == transition.outputs.end() || back->place != input.place || back->weight < input.weight;
}

void NetDependence::conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
  for (const Arc& arc : net_.transitions[transition].inputs) {
    const std::vector<std::uint32_t>& others =
        takes_from(arc, net_.transitions[transition]) ? needing_[arc.place] : taking_[arc.place];
    out.insert(out.end(), others.begin(), others.end());
  }
}

void NetDependence::disturbed(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
  for (const Arc& arc : net_.transitions[transition].inputs)
    if (takes_from(arc, net_.transitions[transition]))
      out.insert(out.end(), needing_[arc.place].begin(), needing_[arc.place].end());
}

/// A comparison is changed by its sum alone: "less" becomes true only if the sum decreases. More tokens can only make a
/// transition fireable.
bool NetDependence::turns(std::uint32_t transition, const NetAtom& atom, bool value) const {
  NetAtom::Wide sum = 0;
  bool adds = false, takes = false;
  for_each_change(net_.transitions[transition], [&](std::uint32_t place, std::int64_t change) {
    const auto term =
        std::lower_bound(atom.terms.begin(), atom.terms.end(), place,
                         [](const NetAtom::Term& one, std::uint32_t wanted) { return one.place < wanted; });
    if (term == atom.terms.end() || term->place != place) return;
    (change < 0 ? takes : adds) = true;
    sum += static_cast<NetAtom::Wide>(change) * term->factor;
  });
  if (atom.kind != NetAtom::Kind::Compare) return value ? adds : takes;
  switch (atom.comparison) {
    case NetAtom::Comparison::Less:
    case NetAtom::Comparison::LessEqual: return value ? sum < 0 : sum > 0;
    case NetAtom::Comparison::Equal:
    case NetAtom::Comparison::NotEqual: return sum != 0;
  }
  return true;
}

void NetDependence::close_cycles(std::vector<bool>& closing) const {
  std::vector<bool> left(net_.transitions.size());
  std::vector<std::size_t> adds(net_.places.size(), 0), takes(net_.places.size(), 0);
  std::size_t count = 0;
  for (std::uint32_t t = 0; t < left.size(); ++t) {
    bool changes = false;
    for_each_change(net_.transitions[t], [&](std::uint32_t, std::int64_t) { changes = true; });
    if (!changes) closing[t] = true;  // the transition is a cycle by itself
    left[t] = !closing[t];
    if (!left[t]) continue;
    ++count;
    for_each_change(net_.transitions[t],
                    [&](std::uint32_t place, std::int64_t change) { ++(change < 0 ? takes : adds)[place]; });
  }
  std::vector<std::uint32_t> waiting;  // places to examine again
  using Cut = std::pair<std::size_t, std::uint32_t>;
  std::priority_queue<Cut, std::vector<Cut>, std::greater<>> cuts;  // by cost; costs fall, and old ones stay inside
  const auto cost = [&](std::uint32_t place) { return std::min(adds[place], takes[place]); };
  for (std::uint32_t p = 0; p < net_.places.size(); ++p) {
    waiting.push_back(p);
    cuts.emplace(cost(p), p);
  }
  const auto cross_out = [&](std::uint32_t t) {
    if (!left[t]) return;
    left[t] = false;
    --count;
    for_each_change(net_.transitions[t], [&](std::uint32_t place, std::int64_t change) {
      --(change < 0 ? takes : adds)[place];
      waiting.push_back(place);
      cuts.emplace(cost(place), place);
    });
  };
  while (count > 0) {
    while (!waiting.empty()) {
      const std::uint32_t place = waiting.back();
      waiting.pop_back();
      if ((adds[place] == 0) == (takes[place] == 0)) continue;
      for (const std::uint32_t t : adds[place] == 0 ? taking_[place] : adding_[place]) cross_out(t);
    }
    if (count == 0) break;
    // All remaining places have both adding and removing transitions: cut at the cheapest one.
    while (cost(cuts.top().second) == 0 || cost(cuts.top().second) != cuts.top().first) cuts.pop();
    const std::uint32_t best = cuts.top().second;
    for (const std::uint32_t t : adds[best] <= takes[best] ? adding_[best] : taking_[best]) {
      if (left[t]) closing[t] = true;
      cross_out(t);
    }
  }
}

}  // namespace weir::pnml
