// SPDX-License-Identifier: Apache-2.0
// Agglomerations: what gives a token to a place (H) and what takes it (F) become one step, and the place disappears.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {
namespace {

using Transitions = std::vector<std::uint32_t>;

/// As many transitions more than before are acceptable for a place less.
constexpr std::size_t kMoreTransitions = 4;
/// Sums of weights below this keep counts far from their limit.
constexpr std::uint64_t kSmallWeight = std::uint64_t{1} << 29;
/// The longest repetition inside a sequence.
constexpr std::uint64_t kMostTimes = 16;
/// The most firings before everything else, for a place that is marked initially.
constexpr std::uint64_t kMostFirst = 10'000;

/// The arcs of a place: all of weight `unit`, or multiples of it on the side that is repeated.
struct Passage {
  std::uint32_t place;
  std::uint64_t unit;
  Transitions givers, takers;
};

class Agglomeration {
 public:
  explicit Agglomeration(WorkingNet& net) : net_(net), most_arcs_(2 * net.arcs() + 1000) {}

  /// `unit_of(p, givers, takers)`: the weight that is passed at a time; 0 if the weights do not fit. `suits(passage)`:
  /// whether the transitions are of the right kind.
  template <class UnitOf, class Suits>
  std::uint64_t apply(const UnitOf& unit_of, const Suits& suits) {
    std::uint64_t applied = 0;
    for (std::uint32_t p = 0; p < net_.places().size() && net_.spend(1); ++p) {
      const WorkingNet::Place& place = net_.places()[p];
      if (!place.left || place.observed) continue;
      if (!few(net_.givers(p).size(), net_.takers(p).size())) continue;
      Passage passage{p, 0, net_.givers(p), net_.takers(p)};
      passage.unit = unit_of(passage);
      if (passage.unit == 0 || !suits(passage) || !pays(passage.givers, passage.takers)) continue;
      merge(passage);
      ++applied;
    }
    return applied;
  }

  std::uint64_t given(std::uint32_t h, std::uint32_t place) const { return weight_of(transition(h).out, place); }
  std::uint64_t taken(std::uint32_t f, std::uint32_t place) const { return weight_of(transition(f).in, place); }
  std::uint64_t initial(std::uint32_t place) const { return net_.places()[place].initial; }
  const WorkingNet::Transition& transition(std::uint32_t t) const { return net_.transitions()[t]; }
  bool hidden(const std::vector<Arc>& arcs) const {
    return std::none_of(arcs.begin(), arcs.end(), [&](const Arc& arc) { return net_.places()[arc.place].observed; });
  }
  bool only_taker(std::uint32_t t, std::uint32_t place) const { return net_.takers(place) == Transitions{t}; }

 private:
  static bool few(std::size_t givers, std::size_t takers) {
    if (givers == 0 || takers == 0) return false;
    return givers == 1 || takers == 1 || givers * takers <= givers + takers + kMoreTransitions;
  }

  bool pays(const Transitions& givers, const Transitions& takers) const {
    const std::size_t h = givers.size(), f = takers.size();
    const auto arcs = [&](const Transitions& all) {
      std::size_t sum = 0;
      for (const std::uint32_t t : all) sum += transition(t).in.size() + transition(t).out.size() - 1;
      return sum;
    };
    const std::size_t before = arcs(givers) + arcs(takers), after = f * arcs(givers) + h * arcs(takers);
    const auto light = [&](const Transitions& all) {
      return std::all_of(all.begin(), all.end(), [&](std::uint32_t t) {
        const auto small = [](const Arc& arc) { return arc.weight < kSmallWeight; };
        return std::all_of(transition(t).in.begin(), transition(t).in.end(), small) &&
               std::all_of(transition(t).out.begin(), transition(t).out.end(), small);
      });
    };
    return after <= 2 * before + 16 && net_.arcs() + after <= most_arcs_ + before && light(givers) && light(takers);
  }

  void merge(const Passage& passage) {
    const auto [p, unit, givers, takers] = passage;
    if (const std::uint64_t waiting = initial(p) / unit; waiting > 0) net_.fire_first(takers.front(), waiting);
    for (const std::uint32_t h : givers)
      for (const std::uint32_t f : takers) net_.add_sequence(h, taken(f, p) / unit, f, given(h, p) / unit, p);
    for (const std::uint32_t h : givers) net_.remove_transition(h);
    for (const std::uint32_t f : takers) net_.remove_transition(f);
    net_.remove_place(p);
  }

  WorkingNet& net_;
  std::size_t most_arcs_;
};

/// Whether a weight is the unit, or a small multiple of it where repetition is possible.
bool fits(std::uint64_t weight, std::uint64_t unit, bool repeats) {
  return weight == unit || (repeats && weight > 0 && weight % unit == 0 && weight / unit <= kMostTimes);
}

/// For h·f after which h has been postponed: every h gives the unit.
std::uint64_t unit_of_givers(const Agglomeration& rule, const Passage& passage) {
  const std::uint32_t p = passage.place;
  const std::uint64_t unit = rule.given(passage.givers.front(), p);
  const bool one = passage.givers.size() == 1;
  const auto gives = [&](std::uint32_t h) { return rule.given(h, p) == unit && rule.taken(h, p) == 0; };
  const auto takes = [&](std::uint32_t f) { return fits(rule.taken(f, p), unit, one); };
  return rule.initial(p) < unit && std::all_of(passage.givers.begin(), passage.givers.end(), gives) &&
                 std::all_of(passage.takers.begin(), passage.takers.end(), takes)
             ? unit
             : 0;
}

}  // namespace

std::uint64_t agglomerate_post(WorkingNet& net) {
  Agglomeration rule(net);
  const auto unit_of = [&](const Passage& passage) -> std::uint64_t {
    const std::uint32_t p = passage.place;
    const std::uint64_t unit = rule.taken(passage.takers.front(), p);
    const bool one = passage.takers.size() == 1;
    const auto gives = [&](std::uint32_t h) { return fits(rule.given(h, p), unit, one) && rule.taken(h, p) == 0; };
    const auto takes = [&](std::uint32_t f) { return rule.taken(f, p) == unit; };
    // Tokens that wait initially are taken at once, if there is only one way.
    if (rule.initial(p) >= (one && !net.begins_as_given() ? kMostFirst : 1) * unit) return 0;
    return std::all_of(passage.takers.begin(), passage.takers.end(), takes) &&
                   std::all_of(passage.givers.begin(), passage.givers.end(), gives)
               ? unit
               : 0;
  };
  return rule.apply(unit_of, [&](const Passage& passage) {
    return std::all_of(passage.takers.begin(), passage.takers.end(), [&](std::uint32_t f) {
      const WorkingNet::Transition& taker = rule.transition(f);
      return taker.in.size() == 1 && rule.hidden(taker.out);
    });
  });
}

std::uint64_t agglomerate_pre(WorkingNet& net) {
  Agglomeration rule(net);
  return rule.apply([&](const Passage& passage) { return unit_of_givers(rule, passage); },
                    [&](const Passage& passage) {
                      return std::all_of(passage.givers.begin(), passage.givers.end(), [&](std::uint32_t h) {
                        const WorkingNet::Transition& giver = rule.transition(h);
                        return giver.out.size() == 1 && !giver.in.empty() && rule.hidden(giver.in) &&
                               std::all_of(giver.in.begin(), giver.in.end(),
                                           [&](const Arc& arc) { return rule.only_taker(h, arc.place); });
                      });
                    });
}

std::uint64_t agglomerate_freely(WorkingNet& net) {
  Agglomeration rule(net);
  return rule.apply([&](const Passage& passage) { return unit_of_givers(rule, passage); },
                    [&](const Passage& passage) {
                      return std::all_of(passage.givers.begin(), passage.givers.end(), [&](std::uint32_t h) {
                        const WorkingNet::Transition& giver = rule.transition(h);
                        return giver.out.size() == 1 && rule.hidden(giver.in);
                      });
                    });
}

}  // namespace weir::pnml
