// SPDX-License-Identifier: Apache-2.0
// The cone of influence: the places and transitions on which the observed places depend. What is outside is removed,
// with its arcs.
#include <algorithm>
#include <vector>

#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {
namespace {

class Cone {
 public:
  /// `taking_matters`: taking from a place of the cone counts as influence on it.
  Cone(WorkingNet& net, bool taking_matters)
      : net_(net),
        taking_matters_(taking_matters),
        places_(net.places().size(), false),
        transitions_(net.transitions().size(), false) {
    for (std::uint32_t p = 0; p < places_.size(); ++p)
      if (net.places()[p].left && net.places()[p].observed) add_place(p);
    close();
  }

  bool has(std::uint32_t transition) const { return transitions_[transition]; }
  void add(const std::vector<std::uint32_t>& transitions) {
    for (const std::uint32_t t : transitions) add_transition(t);
    close();
  }

  /// Removes what is outside; returns how many places and transitions.
  std::uint64_t remove_rest() {
    if (!net_.spend(0)) return 0;  // the cone may be incomplete
    std::uint64_t removed = 0;
    for (std::uint32_t t = 0; t < transitions_.size(); ++t) {
      if (transitions_[t] || !net_.transitions()[t].left) continue;
      net_.remove_transition(t);
      ++removed;
    }
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      if (places_[p] || !net_.places()[p].left) continue;
      net_.remove_place(p);
      ++removed;
    }
    return removed;
  }

 private:
  void add_place(std::uint32_t place) {
    if (places_[place]) return;
    places_[place] = true;
    waiting_.push_back(place);
  }
  void add_transition(std::uint32_t transition) {
    if (transitions_[transition]) return;
    transitions_[transition] = true;
    for (const Arc& arc : net_.transitions()[transition].in) add_place(arc.place);
  }
  void close() {
    while (!waiting_.empty() && net_.spend(1)) {
      const std::uint32_t place = waiting_.back();
      waiting_.pop_back();
      const bool taking = taking_matters_ || net_.places()[place].observed;
      for (const std::uint32_t t : net_.givers(place))
        if (!transitions_[t] && influences(t, place, taking)) add_transition(t);
      if (!taking) continue;
      for (const std::uint32_t t : net_.takers(place))
        if (!transitions_[t] && influences(t, place, taking)) add_transition(t);
    }
  }
  bool influences(std::uint32_t t, std::uint32_t place, bool taking) const {
    const std::uint64_t given = weight_of(net_.transitions()[t].out, place);
    const std::uint64_t taken = weight_of(net_.transitions()[t].in, place);
    return taking ? given != taken : given > taken;
  }

  WorkingNet& net_;
  bool taking_matters_;
  std::vector<bool> places_, transitions_;
  std::vector<std::uint32_t> waiting_;  ///< places of the cone to be examined
};

/// The transitions outside that may fire for ever without those of the cone. A transition that takes from a place to
/// which no other of them gives fires finitely often; it is crossed out, until no more can be.
template <class InCone>
std::vector<std::uint32_t> endless_outside(WorkingNet& net, const InCone& in_cone) {
  std::vector<bool> left(net.transitions().size(), false);
  std::vector<std::uint32_t> giving(net.places().size(), 0);  // by place: transitions left that increase it
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t t = 0; t < left.size(); ++t) {
    left[t] = net.transitions()[t].left && !in_cone(t);
    if (!left[t]) continue;
    for (const Effect& effect : net.effect(t)) giving[effect.place] += effect.tokens > 0;
  }
  for (std::uint32_t p = 0; p < giving.size(); ++p)
    if (net.places()[p].left && giving[p] == 0) waiting.push_back(p);
  while (!waiting.empty()) {
    const std::uint32_t place = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t t : net.takers(place)) {
      if (!left[t] || weight_of(net.transitions()[t].in, place) <= weight_of(net.transitions()[t].out, place)) continue;
      left[t] = false;
      for (const Effect& effect : net.effect(t))
        if (effect.tokens > 0 && --giving[effect.place] == 0) waiting.push_back(effect.place);
    }
  }
  std::vector<std::uint32_t> endless;
  for (std::uint32_t t = 0; t < left.size(); ++t)
    if (left[t]) endless.push_back(t);
  return endless;
}

}  // namespace

std::uint64_t remove_outside_cone(WorkingNet& net) {
  Cone cone(net, true);
  cone.add(endless_outside(net, [&](std::uint32_t t) { return cone.has(t); }));
  return cone.remove_rest();
}

bool always_ends(WorkingNet& net) {
  return endless_outside(net, [](std::uint32_t) { return false; }).empty();
}

std::uint64_t remove_useless_transitions(WorkingNet& net) { return Cone(net, false).remove_rest(); }

}  // namespace weir::pnml
