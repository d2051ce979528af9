// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/traps.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/random_net.h"

namespace weir::pnml {
namespace {

bool is_trap(const Net& net, std::uint32_t set) {
  const auto touches = [&](const std::vector<Arc>& arcs) {
    return std::any_of(arcs.begin(), arcs.end(), [&](const Arc& arc) { return (set >> arc.place & 1U) != 0; });
  };
  return std::all_of(net.transitions.begin(), net.transitions.end(),
                     [&](const Transition& t) { return !touches(t.inputs) || touches(t.outputs); });
}

/// The union of traps is a trap: the largest one is the union of all traps among the places.
TEST(Traps, LargestIsTheUnionOfAll) {
  std::mt19937 random(20250301);
  int not_empty = 0, smaller = 0;
  for (int round = 0; round < 300; ++round) {
    const Net net = random_net(random);
    const auto places = static_cast<std::uint32_t>(net.places.size());
    const auto among = static_cast<std::uint32_t>(random() % (1U << places));
    std::uint32_t expected = 0;
    for (std::uint32_t set = 1; set < 1U << places; ++set)
      if ((set & ~among) == 0 && is_trap(net, set)) expected |= set;
    std::vector<bool> inside(places);
    for (std::uint32_t p = 0; p < places; ++p) inside[p] = (among >> p & 1U) != 0;
    std::uint32_t found = 0;
    for (const std::uint32_t place : largest_trap(net, inside)) found |= 1U << place;
    ASSERT_EQ(found, expected) << "round " << round;
    not_empty += found != 0;
    smaller += found != among && found != 0;
  }
  EXPECT_GE(not_empty, 50);
  EXPECT_GE(smaller, 10);
}

}  // namespace
}  // namespace weir::pnml
