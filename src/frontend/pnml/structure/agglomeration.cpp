// SPDX-License-Identifier: Apache-2.0
// Agglomerations: what gives a token to a place (H) and what takes it (F) become one step, and the place disappears.
#include <algorithm>

#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {
namespace {

using Transitions = std::vector<std::uint32_t>;

/// As many transitions more than before are acceptable for a place less.
constexpr std::size_t kMoreTransitions = 4;
/// Sums of weights below this keep counts far from their limit.
constexpr std::uint64_t kSmallWeight = std::uint64_t{1} << 29;

class Agglomeration {
 public:
  explicit Agglomeration(WorkingNet& net) : net_(net), most_arcs_(2 * net.arcs() + 1000) {}

  template <class Suits>
  std::uint64_t apply(const Suits& suits) {
    std::uint64_t applied = 0;
    for (std::uint32_t p = 0; p < net_.places().size() && net_.spend(1); ++p) {
      const WorkingNet::Place& place = net_.places()[p];
      if (!place.left || place.observed || place.initial > 0) continue;
      if (!few(net_.givers(p).size(), net_.takers(p).size())) continue;
      const Transitions givers = net_.givers(p), takers = net_.takers(p);
      if (!suits(p, givers, takers) || !pays(givers, takers)) continue;
      for (const std::uint32_t h : givers)
        for (const std::uint32_t f : takers) net_.add_sequence(h, f, p);
      for (const std::uint32_t h : givers) net_.remove_transition(h);
      for (const std::uint32_t f : takers) net_.remove_transition(f);
      net_.remove_place(p);
      ++applied;
    }
    return applied;
  }

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

  WorkingNet& net_;
  std::size_t most_arcs_;
};

}  // namespace

std::uint64_t agglomerate_post(WorkingNet& net) {
  Agglomeration rule(net);
  return rule.apply([&](std::uint32_t p, const Transitions& givers, const Transitions& takers) {
    const auto gives = [&](std::uint32_t h) {
      return weight_of(rule.transition(h).out, p) == 1 && weight_of(rule.transition(h).in, p) == 0;
    };
    const auto takes = [&](std::uint32_t f) {
      const WorkingNet::Transition& taker = rule.transition(f);
      return taker.in.size() == 1 && taker.in[0].weight == 1 && rule.hidden(taker.out);
    };
    return std::all_of(takers.begin(), takers.end(), takes) && std::all_of(givers.begin(), givers.end(), gives);
  });
}

std::uint64_t agglomerate_pre(WorkingNet& net) {
  Agglomeration rule(net);
  return rule.apply([&](std::uint32_t p, const Transitions& givers, const Transitions& takers) {
    const auto gives = [&](std::uint32_t h) {
      const WorkingNet::Transition& giver = rule.transition(h);
      return giver.out.size() == 1 && giver.out[0].weight == 1 && !giver.in.empty() && rule.hidden(giver.in) &&
             std::all_of(giver.in.begin(), giver.in.end(),
                         [&](const Arc& arc) { return arc.place != p && rule.only_taker(h, arc.place); });
    };
    const auto takes = [&](std::uint32_t f) { return weight_of(rule.transition(f).in, p) == 1; };
    return std::all_of(givers.begin(), givers.end(), gives) && std::all_of(takers.begin(), takers.end(), takes);
  });
}

}  // namespace weir::pnml
