// SPDX-License-Identifier: Apache-2.0
// Formulas and automata are simplified by what the state equation proves, without a change of any verdict.
#include "pipeline/prepare/known_values.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "automaton/analysis/emptiness.h"
#include "automaton/translate/translate.h"
#include "base/numeric/linear_program.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/regex.h"
#include "frontend/pnml/net_system.h"
#include "frontend/pnml/structure/net_structure.h"
#include "support/random_net.h"
#include "support/verdicts.h"

namespace weir {
namespace {

using pnml::NetSystem;
using Kind = PropertyRequest::Kind;
using Words = std::vector<std::string>;

class KnownValuesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!LinearProgram::available()) GTEST_SKIP() << "needs CLP";
  }
  static Formula parsed(const std::string& text) { return parse_formula(text, {.model_atoms = true}, "test").value(); }
};

/// A token goes round p0, p1, p2; t_i takes from p_i.
pnml::Net ring() { return pnml::net_of({1, 0, 0}, {{{{0, 1}}, {{1, 1}}}, {{{1, 1}}, {{2, 1}}}, {{{2, 1}}, {{0, 1}}}}); }

TEST_F(KnownValuesTest, SimplifiesTheLargestStateFormulas) {
  NetSystem system(ring());
  const auto simplified = [&](const std::string& text) { return with_known_values(system, parsed(text)); };
  EXPECT_EQ(simplified("G (fireable(t0) -> !fireable(t1))"), parsed("G true"));
  EXPECT_EQ(simplified("F (fireable(t0) & fireable(t1))"), parsed("F false"));
  EXPECT_EQ(simplified("G (fireable(t0) | fireable(t1) | fireable(t2))"), parsed("G true"));
  EXPECT_EQ(simplified("G (fireable(t0) & fireable(t1) & X fireable(t0))"), parsed("G false"))
      << "a part of a conjunction";
  EXPECT_EQ(simplified("G (fireable(t0) | X fireable(t1))"), parsed("G (fireable(t0) | X fireable(t1))"));
  EXPECT_EQ(simplified("\"tokens(p0) <= 1\" & \"tokens(p1) <= 0\""), parsed("\"tokens(p1) <= 0\""));
  const std::string one_of_two = "F (fireable(t0) & fireable(t1) | fireable(t2) & !fireable(t0))";
  EXPECT_EQ(simplified(one_of_two), parsed(one_of_two)) << "only one of its cubes is impossible";
  EXPECT_EQ(simplified("G (t0 | fireable(t0) | !fireable(t0))"), parsed("G true"));
  EXPECT_EQ(simplified("G !(t0 & t1)"), parsed("G !(t0 & t1)")) << "events are not examined";
}

/// A weak closure may hold although a letter of it never does: every beginning can still be extended.
TEST_F(KnownValuesTest, KeepsTheLettersOfClosures) {
  NetSystem system(ring());
  const Formula never = parsed("\"fireable(t0)\" & \"fireable(t1)\"");
  EXPECT_EQ(with_known_values(system, never), Formula::constant(false));
  const Formula closure = Formula::closure(Regex::concatenation(
      {Regex::repetition(Regex::letter(parsed("true")), 0, Regex::kUnbounded), Regex::letter(never)}));
  EXPECT_EQ(with_known_values(system, closure), closure);
}

TEST_F(KnownValuesTest, RemovesImpossibleEdges) {
  NetSystem system(ring());
  const auto empty = [&](const std::string& text) {
    const auto failing = infinite_automaton(!parsed(text), std::make_shared<AtomSpace>(), {}).value();
    EXPECT_FALSE(is_empty(failing));
    const auto possible = without_impossible_edges(system, failing);
    return possible && is_empty(*possible);
  };
  // No part without temporal operators is constant.
  EXPECT_TRUE(empty("G F (!fireable(t0) | G !fireable(t1))"));
  EXPECT_TRUE(empty("G (fireable(t0, t1) | F fireable(t2))"));
  EXPECT_FALSE(empty("G (fireable(t0) | F fireable(t2))"));
  EXPECT_FALSE(empty("G F fireable(t2)"));
  EXPECT_FALSE(empty("G F (fireable(t0, t1) & fireable(t2) | fireable(t0) & !fireable(t1) | X fireable(t1))"));
  // The label fireable(t0) & fireable(t1) | !fireable(t0) & !fireable(t1) has one impossible cube.
  EXPECT_FALSE(empty("F G (fireable(t0) xor fireable(t1))"));
}

TEST_F(KnownValuesTest, AnswersWithoutASearch) {
  NetSystem system(ring());
  for (const char* text : {"G (fireable(t0) -> !fireable(t1))", "G (fireable(t0, t1) | F fireable(t2))"}) {
    const auto result = test::verdicts(system, {{Kind::Ltl, text}}, {"auto"});
    EXPECT_EQ(result.words, Words{"holds"}) << text;
    EXPECT_LE(result.states, 1U) << text;
    EXPECT_GT(test::verdicts(system, {{Kind::Ltl, text}}, {"none"}).states, 1U);
  }
}

TEST_F(KnownValuesTest, VerdictsStayTheSame) {
  std::mt19937 random(20250303);
  const std::vector<std::string> atoms{"fireable(t0)", "fireable(t1)", "\"tokens(p0) <= 1\"", "\"tokens(p1) == 0\"",
                                       "\"tokens(p0) < tokens(p1)\""};
  const std::vector<std::string> shapes{
      "G (A | B)",     "G (A -> F B)",     "F (A & X B)",         "A U (B | C)",        "G F (A & B)",
      "G (A | F B)",   "F G (A | B & C)",  "G (A -> G (B | !C))", "F (A & B | !A & C)", "G ((A | B) & (C | !A))",
      "F G (A xor B)", "X (A W (B & F C))"};
  int known = 0, decided = 0;
  for (int round = 0; round < test::rounds(60); ++round) {
    pnml::Net net = pnml::random_net(random);
    if (net.transitions.size() < 2 || pnml::reachable(net, 2000).size() >= 2000) continue;
    NetSystem system(net);
    system.offer(std::make_unique<pnml::NetStructure>(system));
    for (const std::string& shape : shapes) {
      std::string text;
      for (const char c : shape)
        text +=
            'A' <= c && c <= 'C' ? (random() % 2 == 0 ? "" : "!") + atoms[random() % atoms.size()] : std::string(1, c);
      const auto plain = test::verdicts(system, {{Kind::Ltl, text}}, {"none"});
      const auto simplified = test::verdicts(system, {{Kind::Ltl, text}}, {"auto"});
      ASSERT_EQ(plain.words, simplified.words) << text << ", round " << round;
      ++decided;
      known += with_known_values(system, parsed(text)) != parsed(text);
    }
  }
  EXPECT_GE(decided, 150);
  EXPECT_GE(known, 50);
}

}  // namespace
}  // namespace weir
