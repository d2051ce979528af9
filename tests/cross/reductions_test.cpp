// SPDX-License-Identifier: Apache-2.0
// Partial order and sleep sets preserve trace assertions on random programs. (tests/cross/differential_test.cpp tests
// all other verdicts.)
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

const std::vector<PropertyRequest> kDefects = {{Kind::Assertions, ""}, {Kind::Deadlock, ""}};

/// A few processes that send, receive and count, without loops.
std::string random_talk(std::mt19937& random) {
  const auto one_of = [&](const std::vector<std::string>& choices) { return choices[random() % choices.size()]; };
  const std::vector<std::string> statements = {
      "c!0",       "c!1",        "c?_",   "c?1", "d!x",       "d?_",   "q[0]!1",
      "q[1]!0",    "q[k % 2]?_", "r!1",   "r?_", "x = 1 - x", "y = x", "atomic { d!1; x = 1 }",
      "nempty(c)", "k++",        "x == 0"};
  const std::vector<std::string> assertions = {
      "trace { do :: c!_; c?_ od }", "trace { do :: c!0 :: c!x od }", "trace { do :: r!_ :: d?_ od }",
      "notrace { c!1; c!1 }",        "notrace { q[0]!1; q[1]!_ }",    "notrace { do :: d!_ :: c!y -> break od; c?_ }",
      "notrace { d!_; c!_ }"};
  std::string text = "bit x, y; chan c = [2] of { bit }; chan d = [1] of { bit }; chan r = [0] of { bit };\n";
  text += "chan q[2] = [2] of { bit };\n";
  for (int i = 0; i < 3; ++i) {
    text += "active proctype P" + std::to_string(i) + "() { byte k;";
    for (int n = 0; n < 4; ++n)
      text += random() % 4 == 0 ? " if :: " + one_of(statements) + " :: " + one_of(statements) + " fi;"
                                : " " + one_of(statements) + ";";
    text += " skip }\n";
  }
  return text + one_of(assertions) + "\n";
}

// Events of a trace assertion must not be reordered; all other steps may.
TEST(Reductions, KeepTraceAssertionsOfRandomPrograms) {
  std::mt19937 random(5);
  Comparison comparison;
  int violated = 0, held = 0;
  std::uint64_t whole = 0, reduced = 0;
  for (int round = 0; round < rounds(150); ++round) {
    const std::string text = random_talk(random);
    const auto system = watched_promela_system(text);
    ASSERT_NE(system, nullptr) << text;
    const auto plain = verdicts(*system, kDefects, {"none"}).words;
    ++(plain[0] == "violated" ? violated : held);
    ASSERT_EQ(comparison.difference(*system, kDefects,
                                    {{"por"},
                                     {"por", "bfs"},
                                     {"por,sleep"},
                                     {"por,sleep", "dfs", "cache"},
                                     {"sleep"},
                                     {"sleep", "dfs", "cache"},
                                     {"auto"}}),
              "")
        << text;
    if (plain[0] == "violated") continue;
    whole += verdicts(*system, {{Kind::Assertions, ""}}, {"none"}).states;
    reduced += verdicts(*system, {{Kind::Assertions, ""}}, {"por"}).states;
  }
  EXPECT_GE(violated, rounds(150) / 20);
  EXPECT_GE(held, rounds(150) / 20);
  EXPECT_LT(reduced * 5, whole * 4);
}

}  // namespace
}  // namespace weir::test
