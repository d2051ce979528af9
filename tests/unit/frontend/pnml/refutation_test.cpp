// SPDX-License-Identifier: Apache-2.0
// Combinations of atoms that are proved to be impossible are, in every reachable marking.
#include "frontend/pnml/refutation.h"

#include <gtest/gtest.h>

#include <string>

#include "frontend/pnml/net_system.h"
#include "support/random_net.h"

namespace weir::pnml {
namespace {

class RefutationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!LinearProgram::available()) GTEST_SKIP() << "needs CLP";
  }

  using Demands = std::vector<std::pair<std::string, bool>>;
  static std::vector<KnownValues::Literal> literals(NetSystem& system, const Demands& demands) {
    std::vector<KnownValues::Literal> result;
    for (const auto& [text, value] : demands) result.push_back({system.resolve(text).value().id, value});
    return result;
  }
  static bool never(NetSystem& system, const Demands& demands) { return system.never(literals(system, demands)); }
};

TEST_F(RefutationTest, SplitsDisjunctions) {
  // A token goes round p0, p1, p2; t_i takes from p_i.
  NetSystem ring(net_of({1, 0, 0}, {{{{0, 1}}, {{1, 1}}}, {{{1, 1}}, {{2, 1}}}, {{{2, 1}}, {{0, 1}}}}));
  EXPECT_TRUE(never(ring, {{"fireable(t0, t1)", true}, {"fireable(t2)", true}}));
  EXPECT_FALSE(never(ring, {{"fireable(t0, t1)", true}, {"fireable(t2)", false}}));
  EXPECT_TRUE(never(ring, {{"fireable(t0, t1)", false}, {"fireable(t2)", false}}));
  EXPECT_TRUE(never(ring, {{"tokens(p0) != 0", true}, {"tokens(p1) != 0", true}}));
  EXPECT_TRUE(never(ring, {{"tokens(p0) == 0", true}, {"tokens(p1, p2) == 1", false}}));
  EXPECT_FALSE(never(ring, {{"tokens(p0) == 0", true}, {"tokens(p1) == 1", false}}));
}

TEST_F(RefutationTest, TransitionsWithoutInputAreAlwaysFireable) {
  NetSystem source(net_of({0}, {{{}, {{0, 1}}}}));
  EXPECT_TRUE(never(source, {{"fireable(t0)", false}}));
  EXPECT_FALSE(never(source, {{"fireable(t0)", true}}));
}

TEST_F(RefutationTest, NoReachableMarkingRefutesIt) {
  std::mt19937 random(20250302);
  const std::vector<std::string> atoms{
      "tokens(p0) <= 1", "tokens(p0) < tokens(p1)",        "tokens(p1) == 0", "tokens(p0, p1) != 1",
      "fireable(t0)",    "2*tokens(p1) - tokens(p0) >= 1", "tokens(p1) <= 0"};
  int singles = 0, pairs = 0;
  for (int round = 0; round < 150; ++round) {
    Net net = random_net(random);
    std::string all = "fireable(t0";
    for (std::size_t t = 1; t < net.transitions.size(); ++t) all += ", t" + std::to_string(t);
    const auto markings = reachable(net, 500);
    NetSystem system(net);
    for (int question = 0; question < 12; ++question) {
      Demands demands;
      for (std::size_t i = 0; i <= random() % 3; ++i)
        demands.emplace_back(random() % 5 == 0 ? all + ")" : atoms[random() % atoms.size()], random() % 2 == 0);
      const auto wanted = literals(system, demands);
      if (!system.never(wanted)) continue;
      ++(demands.size() == 1 ? singles : pairs);
      for (const std::vector<std::uint64_t>& marking : markings) {
        SuccessorBuffer states;
        system.layout().encode(marking, {}, states);
        bool satisfied = true;
        for (const KnownValues::Literal& literal : wanted)
          satisfied = satisfied && system.holds(literal.state_atom, states.state(0)) == literal.value;
        ASSERT_FALSE(satisfied) << "round " << round << ", question " << question;
      }
    }
  }
  EXPECT_GE(singles, 50);
  EXPECT_GE(pairs, 100);
}

}  // namespace
}  // namespace weir::pnml
