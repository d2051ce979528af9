// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net_dependence.h"

#include <algorithm>
#include <limits>

namespace weir::pnml {

namespace {
/// Below this, no run that fits into memory can reach the token limit.
constexpr std::uint64_t kSmall = std::uint64_t{1} << 30;
}  // namespace

NetDependence::NetDependence(const Net& net)
    : net_(net),
      changes_(net.transitions.size()),
      needing_(net.places.size()),
      taking_(net.places.size()),
      adding_(net.places.size()) {
  for (const Place& place : net.places) small_ = small_ && place.initial < kSmall;
  for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    std::vector<Change>& changes = changes_[t];
    for (const Arc& arc : transition.inputs) {
      small_ = small_ && arc.weight < kSmall;
      needing_[arc.place].push_back(t);
      changes.push_back({arc.place, -static_cast<std::int64_t>(arc.weight)});
    }
    for (const Arc& arc : transition.outputs) {
      small_ = small_ && arc.weight < kSmall;
      const auto same =
          std::find_if(changes.begin(), changes.end(), [&](const Change& other) { return other.place == arc.place; });
      if (same == changes.end())
        changes.push_back({arc.place, static_cast<std::int64_t>(arc.weight)});
      else
        same->tokens += static_cast<std::int64_t>(arc.weight);
    }
    std::erase_if(changes, [](const Change& change) { return change.tokens == 0; });
    for (const Change& change : changes) (change.tokens < 0 ? taking_ : adding_)[change.place].push_back(t);
  }
}

std::int64_t NetDependence::change(std::uint32_t transition, std::uint32_t place) const {
  for (const Change& change : changes_[transition])
    if (change.place == place) return change.tokens;
  return 0;
}

void NetDependence::conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
  for (const Arc& arc : net_.transitions[transition].inputs) {
    const std::vector<std::uint32_t>& others =
        change(transition, arc.place) < 0 ? needing_[arc.place] : taking_[arc.place];
    out.insert(out.end(), others.begin(), others.end());
  }
}

bool NetDependence::visible(std::uint32_t transition, const NetAtom& atom) const {
  if (atom.kind == NetAtom::Kind::Compare) {
    NetAtom::Wide sum = 0;
    for (const NetAtom::Term& term : atom.terms)
      sum += static_cast<NetAtom::Wide>(change(transition, term.place)) * term.factor;
    return sum != 0;
  }
  const auto changes = [&](const std::vector<Arc>& preset) {
    return std::any_of(preset.begin(), preset.end(),
                       [&](const Arc& arc) { return change(transition, arc.place) != 0; });
  };
  return std::any_of(atom.transitions.begin(), atom.transitions.end(),
                     [&](std::uint32_t fired) { return changes(net_.transitions[fired].inputs); }) ||
         std::any_of(atom.presets.begin(), atom.presets.end(), changes);
}

void NetDependence::close_cycles(std::vector<bool>& closing) const {
  std::vector<bool> left(net_.transitions.size());
  std::vector<std::size_t> adds(net_.places.size(), 0), takes(net_.places.size(), 0);
  std::size_t count = 0;
  for (std::uint32_t t = 0; t < left.size(); ++t) {
    if (changes_[t].empty()) closing[t] = true;  // the transition is a cycle by itself
    left[t] = !closing[t];
    if (!left[t]) continue;
    ++count;
    for (const Change& change : changes_[t]) ++(change.tokens < 0 ? takes : adds)[change.place];
  }
  std::vector<std::uint32_t> waiting;  // places to examine again
  for (std::uint32_t p = 0; p < net_.places.size(); ++p) waiting.push_back(p);
  const auto cross_out = [&](std::uint32_t t) {
    if (!left[t]) return;
    left[t] = false;
    --count;
    for (const Change& change : changes_[t]) {
      --(change.tokens < 0 ? takes : adds)[change.place];
      waiting.push_back(change.place);
    }
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
    std::uint32_t best = 0;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::uint32_t p = 0; p < net_.places.size(); ++p) {
      const std::size_t cost = std::min(adds[p], takes[p]);
      if (cost == 0 || cost >= least) continue;
      least = cost;
      best = p;
    }
    for (const std::uint32_t t : adds[best] <= takes[best] ? adding_[best] : taking_[best]) {
      if (left[t]) closing[t] = true;
      cross_out(t);
    }
  }
}

}  // namespace weir::pnml
