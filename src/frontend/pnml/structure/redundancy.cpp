// SPDX-License-Identifier: Apache-2.0
// Places and transitions that repeat others. Candidates are found by sorting hashes of their effects; each is compared
// with a few others that have the same.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/table/hash.h"
#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {
namespace {

/// The number of others that a candidate is compared with.
constexpr std::size_t kCompared = 8;

/// A place or transition with the hash of its effects.
struct Candidate {
  std::uint64_t hash = 0;
  std::uint32_t node = 0;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// Offers each candidate the last ones kept with the same hash; `replaces(kept, other)` decides whether the first makes
/// the second redundant, `remove` removes it.
template <class Replaces, class Remove>
std::uint64_t remove_redundant(WorkingNet& net, std::vector<Candidate>& candidates, const Replaces& replaces,
                               const Remove& remove) {
  std::sort(candidates.begin(), candidates.end());
  std::uint64_t removed = 0;
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < candidates.size() && net.spend(1); ++i) {
    if (i == 0 || candidates[i].hash != candidates[i - 1].hash) kept.clear();
    bool redundant = false;
    for (std::size_t k = 0; k < std::min(kept.size(), kCompared) && !redundant; ++k) {
      std::uint32_t& other = kept[kept.size() - 1 - k];
      redundant = replaces(other, candidates[i].node);
      if (redundant) {
        remove(candidates[i].node);
      } else if (replaces(candidates[i].node, other)) {
        remove(other);
        other = candidates[i].node;  // takes its position
        redundant = true;
      } else {
        continue;
      }
      ++removed;
    }
    if (!redundant) kept.push_back(candidates[i].node);
  }
  return removed;
}

/// How a place is changed: by transition.
struct PlaceEffect {
  struct Change {
    std::uint32_t transition;
    std::int64_t tokens;
    friend bool operator==(const Change&, const Change&) = default;
  };
  std::vector<Change> changes;  ///< divided by `factor`
  std::int64_t factor = 1;      ///< greatest common divisor
};

PlaceEffect effect_on(WorkingNet& net, std::uint32_t place) {
  std::vector<std::uint32_t> touching = net.takers(place);
  const std::vector<std::uint32_t>& givers = net.givers(place);
  touching.insert(touching.end(), givers.begin(), givers.end());
  std::sort(touching.begin(), touching.end());
  touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
  PlaceEffect effect;
  std::int64_t divisor = 0;
  for (const std::uint32_t t : touching) {
    const WorkingNet::Transition& transition = net.transitions()[t];
    const std::int64_t tokens = static_cast<std::int64_t>(weight_of(transition.out, place)) -
                                static_cast<std::int64_t>(weight_of(transition.in, place));
    if (tokens == 0) continue;
    divisor = std::gcd(divisor, tokens);
    effect.changes.push_back({t, tokens});
  }
  if (divisor > 1) {
    effect.factor = divisor;
    for (PlaceEffect::Change& change : effect.changes) change.tokens /= divisor;
  }
  return effect;
}

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Two places with proportional effects: p = p0 + f(p)·x and q = q0 + f(q)·x for a number x that depends on the run.
class ImpliedPlace {
 public:
  ImpliedPlace(WorkingNet& net, std::uint32_t place, std::uint32_t by) : net_(net), place_(place), by_(by) {}

  bool holds() {
    if (net_.places()[place_].counted) return false;
    const PlaceEffect effect = effect_on(net_, place_), other = effect_on(net_, by_);
    if (effect.changes != other.changes) return false;
    factor_ = effect.factor;
    other_factor_ = other.factor;
    for (const std::uint32_t t : net_.takers(place_))
      if (!implied(net_.transitions()[t].in)) return false;
    for (const std::uint32_t w : net_.places()[place_].watchers)
      if (!implied(net_.watched()[w].needs)) return false;
    return true;
  }

 private:
  /// Whether a marking that meets the need for the other place, which may be 0, also meets that for the place.
  bool implied(const std::vector<Arc>& needs) const {
    const auto number = [](std::uint64_t tokens) { return static_cast<std::int64_t>(tokens); };  // all are small
    const std::int64_t least =
        divided_up(number(weight_of(needs, by_)) - number(net_.places()[by_].initial), other_factor_);
    __extension__ using Wide = __int128;
    return number(net_.places()[place_].initial) + static_cast<Wide>(factor_) * least >=
           number(weight_of(needs, place_));
  }

  WorkingNet& net_;
  std::uint32_t place_, by_;
  std::int64_t factor_ = 1, other_factor_ = 1;
};

bool needs_no_more(const std::vector<Arc>& less, const std::vector<Arc>& more) {
  return std::all_of(less.begin(), less.end(),
                     [&](const Arc& arc) { return arc.weight <= weight_of(more, arc.place); });
}

}  // namespace

std::uint64_t remove_implied_places(WorkingNet& net) {
  std::vector<Candidate> candidates;
  for (std::uint32_t p = 0; p < net.places().size() && net.spend(1); ++p) {
    if (!net.places()[p].left) continue;
    const PlaceEffect effect = effect_on(net, p);
    if (effect.changes.empty()) continue;  // constant
    std::uint64_t hash = 0;
    for (const PlaceEffect::Change& change : effect.changes)
      hash = hash_mix(hash ^ change.transition, static_cast<std::uint64_t>(change.tokens));
    candidates.push_back({hash, p});
  }
  return remove_redundant(
      net, candidates, [&](std::uint32_t kept, std::uint32_t other) { return ImpliedPlace(net, other, kept).holds(); },
      [&](std::uint32_t place) { net.remove_place(place); });
}

std::uint64_t remove_dominated_transitions(WorkingNet& net) {
  std::vector<Candidate> candidates;
  for (std::uint32_t t = 0; t < net.transitions().size() && net.spend(1); ++t) {
    if (!net.transitions()[t].left) continue;
    std::uint64_t hash = net.transitions()[t].kind;
    for (const Effect& effect : net.effect(t))
      hash = hash_mix(hash ^ effect.place, static_cast<std::uint64_t>(effect.tokens));
    candidates.push_back({hash, t});
  }
  const auto replaces = [&](std::uint32_t kept, std::uint32_t other) {
    const WorkingNet::Transition &one = net.transitions()[kept], &two = net.transitions()[other];
    if (one.kind != two.kind || !needs_no_more(one.in, two.in)) return false;
    const std::vector<Effect> effect = net.effect(kept);
    return effect == net.effect(other);
  };
  return remove_redundant(net, candidates, replaces, [&](std::uint32_t t) { net.remove_transition(t); });
}

}  // namespace weir::pnml
