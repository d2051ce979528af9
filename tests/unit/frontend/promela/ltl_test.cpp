// SPDX-License-Identifier: Apache-2.0
// Formulas in the context of a model: Spin's grammar, atoms, macros, events.
#include <gtest/gtest.h>

#include "formula/printer.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::test {
namespace {

using namespace promela;
using promela::Model;

Model model() {
  Expected<Model> result = parse_model(SourceText("model.pml", R"(
#define ready (x > 0 && y > 0)
#define LIMIT 3
mtype = { MSG, ACK };
byte x, y; chan q = [2] of { mtype, byte };
active [2] proctype P() { byte v; v = 1; crit: q!MSG,v }
ltl { [] (x < LIMIT) }
ltl live { always (x == 1 implies eventually ready) }
ltl { <> P[0]@crit U !P@crit }
)"));
  EXPECT_TRUE(result.has_value()) << (result ? "" : weir::to_string(result.error()));
  return std::move(*result);
}

std::string ltl(const std::string& text) {
  Model m = model();
  const Expected<Formula> formula = parse_ltl(m, text);
  return formula ? weir::to_string(*formula) : "error: " + formula.error().front().message;
}

std::string atom(const std::string& text) {
  Model m = model();
  const Expected<Expression*> expression = parse_expression_atom(m, text);
  return expression ? to_string(**expression) : "error: " + expression.error().front().message;
}

TEST(PromelaLtl, BlocksAreNamedAsInSpin) {
  const Model m = model();
  ASSERT_EQ(m.ltl.size(), 3U);
  EXPECT_EQ(m.ltl[0].name, "ltl_0");
  EXPECT_EQ(m.ltl[1].name, "live");
  EXPECT_EQ(m.ltl[2].name, "ltl_1");
  EXPECT_EQ(atoms(*to_formula(m, m.ltl[0])), std::vector<std::string>{"x < 3"});
  EXPECT_TRUE(to_formula(m, m.ltl[2])->is(Op::Until));  // [] and <> bind tighter than U
}

TEST(PromelaLtl, SpinsAssociativity) {
  EXPECT_EQ(ltl("x U y U x"), ltl("(x U y) U x"));
  EXPECT_EQ(ltl("x -> y -> x"), ltl("(x -> y) -> x"));
  EXPECT_EQ(ltl("! x == 1 U y"), ltl("((!x) == 1) U y"));
  EXPECT_EQ(ltl("[] x && y"), ltl("([] x) && y"));
  EXPECT_EQ(ltl("x /\\ y \\/ x"), ltl("(x && y) || x"));
  EXPECT_EQ(ltl("x W y V x"), ltl("(x weakuntil y) release x"));
  EXPECT_EQ(ltl("x <-> y"), ltl("x equivalent y"));
}

// `-->` separates statements in formulas too: it may end a formula, and it may be the arrow of a conditional
// expression.
TEST(PromelaLtl, LongArrow) {
  EXPECT_EQ(ltl("[] x -->"), ltl("[] x"));
  EXPECT_EQ(ltl("[] (x --> y : 1)"), "G \"(x -> y : 1)\"");
  EXPECT_EQ(ltl("x <=< 1 == 2"), ltl("x << 1 == 2"));
  EXPECT_EQ(ltl("x --> y"), "error: '-->' separates statements, as in Spin; write an implication as '->'");
}

TEST(PromelaLtl, AtomsAreExpressions) {
  EXPECT_EQ(atom("x<3"), "x < 3");
  EXPECT_EQ(atom("ready"), "x > 0 && y > 0");
  EXPECT_EQ(atom("P[0]@crit"), "P[0]@crit");
  EXPECT_EQ(atom("P[1]:v == LIMIT"), "P[1]:v == 3");
  EXPECT_EQ(atom("len(q) == 0"), "len(q) == 0");
  EXPECT_EQ(atom("full(q)"), "full(q)");
  EXPECT_EQ(atom("np_"), "np_");
  EXPECT_EQ(atom("q?[MSG,1]"), "q?[MSG,1]");
}

TEST(PromelaLtl, Events) {
  EXPECT_EQ(atom("sent(q)"), "sent(q)");
  EXPECT_EQ(atom("sent(q, MSG)"), "sent(q,MSG)");
  EXPECT_EQ(atom("received(q,ACK)"), "received(q,ACK)");
  EXPECT_EQ(atom("by(P)"), "by(P)");
  EXPECT_EQ(atom("by(P, 1)"), "by(P,1)");
}

TEST(PromelaLtl, Refusals) {
  EXPECT_EQ(atom("raedy"), "error: 'raedy' is not declared");  // macros are already expanded
  EXPECT_EQ(atom("MGS == x"), "error: 'MGS' is not declared; did you mean 'MSG'?");
  EXPECT_EQ(atom("P[0]@nowhere"), "error: proctype 'P' has no label 'nowhere' (it has crit)");
  EXPECT_EQ(atom("by(Q)").substr(0, 6), "error:");
  EXPECT_EQ(atom("x <").substr(0, 6), "error:");
  EXPECT_EQ(atom("").substr(0, 6), "error:");
  EXPECT_EQ(ltl("([] x) + 1"), "error: a temporal operator cannot be an operand of arithmetic or a comparison");
}

// parse_expression_atom reads the atoms of to_formula back as the same expression.
TEST(PromelaLtl, AtomsAreReadBack) {
  for (const std::string text :
       {"x < 3", "(x + y) * 2 == -(x)", "q?[MSG,eval(x)]", "(x -> y : 2) > 1", "!(x == 1) == y"}) {
    EXPECT_EQ(atom(atom(text)), atom(text)) << text;
  }
}

}  // namespace
}  // namespace weir::test
