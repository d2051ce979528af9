// SPDX-License-Identifier: Apache-2.0
// Formulas of other logics and tools: the exact messages, with their places, and what must stay readable.
#include "formula/foreign_syntax.h"

#include <gtest/gtest.h>

#include "formula/parser.h"
#include "formula/printer.h"

namespace weir::test {
namespace {

std::string refusal(const std::string& text, const ParseOptions& options = {}) {
  const auto f = parse_formula(text, options);
  if (f) return "read as " + to_string(*f);
  const Diagnostic& d = f.error().front();
  return std::to_string(d.column) + "+" + std::to_string(d.length) + ": " + d.message;
}

TEST(ForeignSyntaxTest, Ctl) {
  const std::string ltl = "; formulas here are LTL, which speaks of all runs: ";
  EXPECT_EQ(refusal("AG p"), "1+2: 'AG' is an operator of CTL" + ltl + "write 'G'");
  EXPECT_EQ(refusal("p & AF(q)"), "5+2: 'AF' is an operator of CTL" + ltl + "write 'F'");
  EXPECT_EQ(refusal("AX !p"), "1+2: 'AX' is an operator of CTL" + ltl + "write 'X'");
  EXPECT_EQ(refusal("EF p"),
            "1+2: 'EF' is an operator of CTL" + ltl + "for 'EF p' check 'G !p', whose counterexample is such a run");
  EXPECT_EQ(refusal("EG p"),
            "1+2: 'EG' is an operator of CTL" + ltl + "for 'EG p' check 'F !p', whose counterexample is such a run");
  EXPECT_EQ(refusal("A[p U q]"), "1+1: 'A' quantifies over runs, as in CTL" + ltl + "leave it out");
  EXPECT_EQ(refusal("E(F p)"), "1+1: 'E' quantifies over runs, as in CTL" + ltl +
                                   "check the negation, whose counterexample is such a run");
  ParseOptions model{.model_atoms = true};
  model.is_model_atom = [](const std::string& atom) { return atom == "A(1)"; };
  EXPECT_EQ(refusal("AG(x == 1)", model).substr(0, 9), "1+2: 'AG'");
  EXPECT_EQ(refusal("A[x == 1 U y == 2]", model).substr(0, 8), "1+1: 'A'");
  EXPECT_EQ(refusal("always(x == 1)", model), "1+6: 'always' is not an operator; write 'G'");
  // Names of a model.
  EXPECT_EQ(*parse_formula("A[1] == 2 & AG[0] > 1", model), *parse_formula("\"A[1] == 2\" & \"AG[0] > 1\""));
  EXPECT_EQ(*parse_formula("G A(1)", model), *parse_formula("G \"A(1)\""));
  EXPECT_EQ(*parse_formula("AG & E -> A U EF"), *parse_formula("\"AG\" & \"E\" -> \"A\" U \"EF\""));
}

TEST(ForeignSyntaxTest, OperatorsOfOtherTools) {
  EXPECT_EQ(refusal("p ~> q"),
            "3+2: '~>' is TLA+'s leads-to, which is written 'G (p -> F q)' or 'response(p, q)' here");
  EXPECT_EQ(refusal("p leadsto q"),
            "3+7: 'leadsto' is the leads-to of UNITY, which is written 'G (p -> F q)' or 'response(p, q)' here");
  EXPECT_EQ(refusal("p leads to q"),
            "3+5: 'leads' is the leads-to of UNITY, which is written 'G (p -> F q)' or 'response(p, q)' here");
  EXPECT_EQ(refusal("p until! q"), "3+6: 'until!' is PSL's strong until, which is written 'U' here");
  EXPECT_EQ(refusal("p until_ q"), "3+6: 'until_' is PSL's overlapping until, which is written 'p U (p & q)' here");
  EXPECT_EQ(refusal("X! p"),
            "1+2: 'X!' is PSL's strong next, which is written 'X[!]' here; for the negation write 'X !p'");
  EXPECT_EQ(refusal("p |-> q"), "3+3: the left of '|->' is a regular expression in braces, as in '{a; b} |-> f'");
  EXPECT_EQ(refusal("p unless q"), "3+6: 'unless' is weak until, which is written 'W' here");
  EXPECT_EQ(refusal("p since q"), "3+5: 'since' is an operator of the past, which is written 'S' here");
  EXPECT_EQ(refusal("a ==> b"), "3+3: '==>' is an implication, which is written '->' here");
  EXPECT_EQ(refusal("a ##1 b"), "3+2: '##' is a delay of SVA, which is written '{a; b}' here");
  const std::string expected = "expected an operator (& | -> <-> xor U R W M S T) or the end of the formula, found 'p'";
  EXPECT_EQ(refusal("never p"), "7+1: " + expected + "; for 'never' write 'G !'");
  EXPECT_EQ(refusal("next p"), "6+1: " + expected + "; for 'next' write 'X'");
  EXPECT_EQ(refusal("once p"), "6+1: " + expected + "; for 'once' write 'O'");
}

TEST(ForeignSyntaxTest, Bounds) {
  const std::string advice = "bounds are written in brackets: 'F[0,5]' for the times of a log, 'F[0:5]' for positions";
  EXPECT_EQ(refusal("F<=5 p"), "2+1: " + advice);
  EXPECT_EQ(refusal("p U>3 q"), "4+1: " + advice);
  EXPECT_EQ(refusal("F_[0,5] p"), "1+2: " + advice);
  EXPECT_EQ(
      refusal("G [0,5] p"),
      "3+5: time bounds need a log with time stamps: weir trace LOG --timestamp FIELD; positions are counted with "
      "':', as in 'F[0:5]'");
}

TEST(ForeignSyntaxTest, WhatLooksForeignButIsNot) {
  const auto same = [](const char* text, const char* other) {
    const auto f = parse_formula(text);
    ASSERT_TRUE(f) << text << ": " << to_string(f.error());
    EXPECT_EQ(*f, *parse_formula(other)) << text;
  };
  same("[]<>p", "G F p");
  same("p <-> q", "p iff q");
  same("p V q", "p R q");
  same("p until !q", "p U !q");
  same("p until!q", "p U !q");
  same("X !p", "X(!p)");
  same("X[!] p", "X[!](p)");
  same("X!p", "X(!p)");
  same("always & next", "\"always\" & \"next\"");
  same("{p} |-> q", "{p}[]->q");
}

TEST(ForeignSyntaxTest, SpinsBlocks) {
  EXPECT_EQ(unknown_to_spin("S").advice,
            "'S' is an operator of the past, which Spin's ltl blocks do not have; give the formula with --ltl");
  EXPECT_EQ(unknown_to_spin("response").advice,
            "'response' is a pattern of weir, which Spin's ltl blocks do not have; give the formula with --ltl");
  EXPECT_EQ(unknown_to_spin("F").advice, "'F' is not an operator of Spin's ltl blocks: write '<>'");
  EXPECT_EQ(unknown_to_spin("AG").advice,
            "'AG' is an operator of CTL; formulas here are LTL, which speaks of all runs: write '[]'");
  EXPECT_EQ(unknown_to_spin("EF").advice,
            "'EF' is an operator of CTL; formulas here are LTL, which speaks of all runs: "
            "for 'EF p' check '[] !p', whose counterexample is such a run");
  for (const char* name : {"", "x", "Yes", "AGE", "until", "after"})
    EXPECT_EQ(unknown_to_spin(name).advice, "") << name;
}

}  // namespace
}  // namespace weir::test
