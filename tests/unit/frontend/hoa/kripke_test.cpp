// SPDX-License-Identifier: Apache-2.0
#include "frontend/hoa/kripke.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

Expected<Model> read(const std::string& text) { return hoa::read_kripke(SourceText("k.hoa", text)); }

constexpr const char* kTwoStates = R"(HOA: v1
tool: "somebody" "1"  /* comments /* nest */ */
States: 2
Start: 0
AP: 2 "idle" "busy now"
Alias: @i 0&!1
acc-name: all
Acceptance: 0 t
properties: state-labels explicit-labels
--BODY--
State: [@i] 0 "waiting" 0 1
State: [!(0 | !1)] 1 0
--END--
)";

TEST(Kripke, ReadsStatesLabelsAndEdges) {
  auto model = read(kTwoStates);
  ASSERT_TRUE(model) << to_string(model.error());
  TransitionSystem& system = *model->system;
  SuccessorBuffer initial, next;
  system.initial_states(initial);
  ASSERT_EQ(initial.size(), 1U);
  const auto idle = system.resolve("idle");
  const auto busy = system.resolve("busy now");
  ASSERT_TRUE(idle && busy);
  EXPECT_EQ(idle->kind, Atom::Kind::State);
  EXPECT_TRUE(system.holds(idle->id, initial.state(0)));
  EXPECT_FALSE(system.holds(busy->id, initial.state(0)));
  system.successors(initial.state(0), next);
  ASSERT_EQ(next.size(), 2U);
  EXPECT_FALSE(system.holds(idle->id, next.state(1)));
  EXPECT_TRUE(system.holds(busy->id, next.state(1)));
  EXPECT_EQ(system.show(next.state(0))[1], (Variable{"name", std::string("waiting")}));
  EXPECT_FALSE(system.resolve("other"));
}

struct Bad {
  const char* from;
  const char* to;
  const char* message;
};

TEST(Kripke, RefusesOtherAutomata) {
  for (const Bad& bad : {Bad{"HOA: v1", "HOA: v2", "version"},
                         Bad{"HOA: v1", "", "expected 'HOA:'"},
                         Bad{"Acceptance: 0 t", "Acceptance: 1 Inf(0)", "acceptance sets"},
                         Bad{"Acceptance: 0 t", "", "no 'Acceptance:'"},
                         Bad{"Start: 0", "", "'Start:' is missing"},
                         Bad{"Start: 0", "Start: 7", "numbered from 0"},
                         Bad{"Start: 0", "Start: 0&1", "conjunctions of states"},
                         Bad{"[@i] 0 \"waiting\" 0 1", "[@i] 0 [t] 1", "its edges have none"},
                         Bad{"[@i] 0", "[0] 0", "does not determine 'busy now'"},
                         Bad{"[@i] 0", "[0|1] 0", "conjunction"},
                         Bad{"[@i] 0", "[0&!0] 0", "no state satisfies"},
                         Bad{"[@i] 0", "[@j] 0", "alias @j"},
                         Bad{"[@i] 0", "[0&2] 0", "atomic propositions"},
                         Bad{"[@i] 0", "[0&(1] 0", "not closed"},
                         Bad{"[@i] 0", "[] 0", "expected the number of an atomic"},
                         Bad{"[@i] 0", "0", "without labels"},
                         Bad{"] 1 0", "] 1 5", "numbered from 0"},
                         Bad{"] 1 0", "] 0 0", "second time"},
                         Bad{"States: 2", "States: 1", "only 1 states"},
                         Bad{"AP: 2", "AP: 3", "declares 3 propositions"},
                         Bad{"States: 2", "Fancy: 2", "unknown header"},
                         Bad{"--END--", "", "or --END--"},
                         Bad{"--END--", "--ABORT--", "gave up"},
                         Bad{"\"waiting\"", "\"waiting", "not closed"},
                         Bad{"*/ */", "*/", "not closed"},
                         Bad{"Start: 0", "Start: 99999999999", "too large"}}) {
    std::string text = kTwoStates;
    const std::size_t at = text.find(bad.from);
    ASSERT_NE(at, std::string::npos) << bad.from;
    text.replace(at, std::string(bad.from).size(), bad.to);
    const auto model = read(text);
    ASSERT_FALSE(model) << bad.to;
    EXPECT_NE(to_string(model.error()).find(bad.message), std::string::npos) << bad.to << "\n"
                                                                             << to_string(model.error());
    EXPECT_GT(model.error()[0].line, 0U);
  }
}

TEST(Kripke, NestingCostsNoStack) {
  std::string label = "0&!1";
  const std::size_t depth = 200000;
  label = std::string(depth, '(') + label + std::string(depth, ')');
  std::string text = kTwoStates;
  text.replace(text.find("@i] 0"), 2, label);
  EXPECT_TRUE(read(text));
}

TEST(Kripke, WarnsOfASecondAutomaton) {
  const auto model = read(std::string(kTwoStates) + kTwoStates);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->warnings.size(), 1U);
}

}  // namespace
}  // namespace weir::test
