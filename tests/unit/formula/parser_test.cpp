// SPDX-License-Identifier: Apache-2.0
// The syntax of docs/formulas.md, parsed and printed again.
#include "formula/parser.h"

#include <gtest/gtest.h>

#include <random>

#include "formula/printer.h"
#include "support/print_formula.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

std::string read(const std::string& text, bool model_atoms = false) {
  const auto f = parse_formula(text, {model_atoms});
  return f ? to_string(*f) : "ERROR " + f.error().front().message;
}

Diagnostic refusal(const std::string& text, bool model_atoms = false) {
  const auto f = parse_formula(text, {model_atoms}, "file.ltl");
  if (f) {
    ADD_FAILURE() << text << " was read as " << to_string(*f);
    return {};
  }
  return f.error().front();
}

// Both texts parse to the same formula. (Formulas are compared, because the order of operands of & and | is not fixed.)
void same(const std::string& text, const std::string& other) {
  const auto f = parse_formula(text);
  const auto g = parse_formula(other);
  ASSERT_TRUE(f) << text << ": " << to_string(f.error());
  ASSERT_TRUE(g) << other << ": " << to_string(g.error());
  EXPECT_EQ(*f, *g) << text << " gives " << to_string(*f) << ", " << other << " gives " << to_string(*g);
}

TEST(FormulaParserTest, SpellingsOfOneOperatorAgree) {
  for (const char* op : {"&&", "/\\", "∧", " and "}) same("a" + std::string(op) + "b", "a & b");
  for (const char* op : {"||", "\\/", "∨", " or "}) same("a" + std::string(op) + "b", "a | b");
  for (const char* op : {"=>", "→", "-->", "⇒", " implies "}) same("a" + std::string(op) + "b", "a -> b");
  for (const char* op : {"<=>", "↔", "⇔", "<-->", " iff "}) same("a" + std::string(op) + "b", "a <-> b");
  for (const char* op : {"^", "⊕", "⊻"}) same("a" + std::string(op) + "b", "a xor b");
  for (const char* op : {"~", "¬"}) same(op + std::string("a"), "!a");
  for (const char* op : {"<>", "◇"}) same(op + std::string("a"), "F a");
  for (const char* op : {"[]", "□"}) same(op + std::string("a"), "G a");
  same("a V b", "a R b");
  same("○a", "X a");
  for (const char* text : {"true", "1", "True", "TRUE"}) same(text, "!false");
  for (const char* text : {"false", "0", "False"}) same(text, "!true");
}

TEST(FormulaParserTest, PrecedenceFromTightToLoose) {
  same("!a U b", "(!a) U b");
  same("F a U G b", "(F a) U (G b)");
  same("a U b & c", "(a U b) & c");
  same("a & b xor c", "(a & b) xor c");
  same("a xor b & c", "a xor (b & c)");
  same("a xor b | c", "(a xor b) | c");
  same("a | b xor c", "a | (b xor c)");
  same("a | b -> c", "(a | b) -> c");
  same("a -> b | c", "a -> (b | c)");
  same("a & b | c & d", "(a & b) | (c & d)");
  same("X a & b", "(X a) & b");
}

TEST(FormulaParserTest, Associativity) {
  same("a U b U c", "a U (b U c)");
  same("a U b R c W d M e", "a U (b R (c W (d M e)))");
  same("a -> b -> c", "a -> (b -> c)");
  same("a <-> b -> c", "a <-> (b -> c)");
  same("a -> b <-> c", "a -> (b <-> c)");
  same("a xor b xor c", "(a xor b) xor c");
}

TEST(FormulaParserTest, PrefixLettersMayBeGlued) {
  same("GFp", "G F p");
  same("GFp1 & FGq2", "(G F p1) & F G q2");
  same("XXX(a)", "X X X a");
  same("GFack", "G F ack");
  same("(a)Ub", "a U b");
  same("(a)UXb", "a U X b");
  EXPECT_EQ(read("Fork"), "Fork");
  EXPECT_EQ(read("Xmit & G_1"), read("G_1 & Xmit"));
  EXPECT_EQ(read("\"GFp\""), "\"GFp\"");
  EXPECT_EQ(read("G[]a"), "G G a");
  EXPECT_EQ(read("X []a"), "X G a");
}

TEST(FormulaParserTest, Atoms) {
  EXPECT_EQ(read("a.b_1"), "a.b_1");
  EXPECT_EQ(read("été"), "été");
  EXPECT_EQ(read("\"x < 3\""), "\"x < 3\"");
  EXPECT_EQ(read("\"name\""), "name");
  EXPECT_EQ(read("\"true\""), "\"true\"");
  EXPECT_EQ(read(R"("say \"hi\" \\ there")"), R"("say \"hi\" \\ there")");
  same("p=1 U q=0", "p U !q");
  same("G(p=1)Uq=1", "(G p) U q");
}

TEST(FormulaParserTest, BoundedOperatorsExpand) {
  same("X[3] a", "X X X a");
  same("X[0] a", "a");
  same("X[!] a", "X [ ! ] a");
  EXPECT_EQ(read("X[!] a"), "X[!] a");
  same("X[2!] a", "X[!] X[!] a");
  same("F[1:3] a", "X[!](a | X[!](a | X[!] a))");
  same("G[1:3] a", "X(a & X(a & X a))");
  same("F[2..2] a", "X[!] X[!] a");
  same("F[2:] a", "X[!] X[!] F a");
  same("G[2:] a", "X X G a");
  same("F[0:0] a", "a");
}

TEST(FormulaParserTest, ExpansionIsLimited) {
  for (const char* text : {"X[1000000000] a", "F[0:1000000000] a", "G[0:1000000000] a", "X[99999999999999999999999] a",
                           "F[1000000000:1000000001] a"}) {
    const Diagnostic error = refusal(text);
    EXPECT_NE(error.message.find("more than 1000000 nodes"), std::string::npos) << text << ": " << error.message;
    EXPECT_EQ(error.column, 1U);
  }
  EXPECT_EQ(refusal("F[0:999] F[0:999] a").column, 1U);  // the inner operator alone is small enough
  EXPECT_TRUE(parse_formula("X[100000] a"));
  EXPECT_TRUE(parse_formula("F[0:100000] a"));
}

TEST(FormulaParserTest, DiagnosticsPointAtTheFault) {
  struct Case {
    const char* text;
    std::uint32_t line, column, length;
    const char* part;
  };
  for (const Case& c : {
           Case{"", 1, 1, 1, "empty"},
           Case{"a &", 1, 4, 1, "found the end of the formula"},
           Case{"a & & b", 1, 5, 1, "expected an atom"},
           Case{"a\n  && (b -> )", 2, 12, 1, "found ')'"},
           Case{"(a U (b)", 1, 1, 1, "never closed"},
           Case{"a)", 1, 2, 1, "no matching"},
           Case{"a b", 1, 3, 1, "expected an operator"},
           Case{"□a bcd", 1, 4, 3, "found 'bcd'"},
           Case{"U b", 1, 1, 1, "expected an atom"},
           Case{"G !(W@end)", 1, 5, 1, "quote an atom that begins like this: \"W...\""},
           Case{"a xor", 1, 6, 1, "expected an atom"},
           Case{"xor a", 1, 1, 3, "expected an atom"},
           Case{"x < 3", 1, 3, 1, "in quotes"},
           Case{"always p", 1, 8, 1, "for 'always' write 'G'"},
           Case{"\"abc", 1, 1, 1, "never closed"},
           Case{"\"\"", 1, 1, 2, "must not be empty"},
           Case{"F[3:1] a", 1, 2, 5, "wrong order"},
           Case{"F[3] a", 1, 4, 1, "expected bounds"},
           Case{"X[] ", 1, 5, 1, "expected an atom"},
           Case{"X[a] b", 1, 3, 1, "expected '[!]'"},
           Case{"X[3 a", 1, 5, 1, "closed by ']'"},
           Case{"12", 1, 1, 2, "a number is not a formula"},
           Case{"a & 'b'", 1, 5, 1, "quote atoms"},
           Case{"a \xff b", 1, 3, 1, "not valid UTF-8"},
           Case{"a & \x01", 1, 5, 1, "control character"},
           Case{"a Unless b", 1, 3, 6, "expected an operator"},
       }) {
    const Diagnostic error = refusal(c.text);
    EXPECT_EQ(error.file, "file.ltl");
    EXPECT_EQ(error.line, c.line) << c.text;
    EXPECT_EQ(error.column, c.column) << c.text << ": " << error.message;
    EXPECT_EQ(error.length, c.length) << c.text << ": " << error.message;
    EXPECT_NE(error.message.find(c.part), std::string::npos) << c.text << ": " << error.message;
  }
}

std::string repeat(const std::string& text, std::size_t n) {
  std::string result;
  for (std::size_t i = 0; i < n; ++i) result += text;
  return result;
}

TEST(FormulaParserTest, WideConjunctionsAreLinear) {
  std::string nested, flat;
  constexpr int kWide = 50'000;
  for (int i = 0; i < kWide; ++i) {
    nested += "(p" + std::to_string(i) + " & ";
    flat += "p" + std::to_string(i) + " & ";
  }
  nested += "q" + repeat(")", kWide);
  const auto f = parse_formula(nested);
  const auto g = parse_formula(flat + "q");
  ASSERT_TRUE(f && g);
  EXPECT_EQ(*f, *g);
  EXPECT_EQ(f->operands().size(), kWide + 1U);
}

TEST(FormulaParserTest, DeepNonsenseIsRefused) {
  EXPECT_EQ(refusal(repeat("(", 100'000)).message.substr(0, 16), "expected an atom");
  EXPECT_NE(refusal(repeat("(", 100'000) + "a").message.find("never closed"), std::string::npos);
}

TEST(ModelAtomTest, ExpressionsAreAtoms) {
  const auto atom = [](const std::string& text) { return Formula::atom(text); };
  const auto f = [](const std::string& text) {
    const auto result = parse_formula(text, {true});
    EXPECT_TRUE(result) << text << ": " << to_string(result.error());
    return result ? *result : Formula::constant(false);
  };
  const auto g = [](Formula x) { return Formula::unary(Op::Globally, x); };
  EXPECT_EQ(f("x<3"), atom("x < 3"));
  EXPECT_EQ(f("x  <  3"), atom("x < 3"));
  EXPECT_EQ(f("[] (x < 3)"), g(atom("x < 3")));
  EXPECT_EQ(f("P[0]@crit"), atom("P[0]@crit"));
  EXPECT_EQ(f("P[1]:y == 2 && b"), atom("P[1]:y == 2") & atom("b"));
  EXPECT_EQ(f("len(ch) == 0 -> F sent(ch, MSG)"),
            Formula::binary(Op::Implies, atom("len(ch) == 0"), Formula::unary(Op::Finally, atom("sent(ch,MSG)"))));
  EXPECT_EQ(f("G (tokens(p) <= 3)"), g(atom("tokens(p) <= 3")));
  EXPECT_EQ(f("!P.state U Q.done"), Formula::binary(Op::Until, !atom("P.state"), atom("Q.done")));
  EXPECT_EQ(f("!x == 3"), !atom("x == 3"));
  EXPECT_EQ(f("x != 3 | y"), atom("x != 3") | atom("y"));
  EXPECT_EQ(f("(x + 1) * 2 >= y"), atom("(x+1) * 2 >= y"));
  EXPECT_EQ(f("(x & 1) == 1"), atom("(x&1) == 1"));
  EXPECT_EQ(f("(x & y)"), atom("x") & atom("y"));
  EXPECT_EQ(f("((x < 3) && (y > 4))"), atom("x < 3") & atom("y > 4"));
  EXPECT_EQ(f("x == -1"), atom("x == -1"));
  EXPECT_EQ(f("x <= 3 <=> y"), Formula::binary(Op::Equiv, atom("x <= 3"), atom("y")));
  EXPECT_EQ(f("x<-1"), atom("x < -1"));
  EXPECT_EQ(f("ch?[MSG, 3]"), atom("ch?[MSG,3]"));
  EXPECT_EQ(f("a[i][j+1].f == 'c'"), atom("a[i][j+1].f == 'c'"));
  EXPECT_EQ(f("x == F"), atom("x == F"));
  EXPECT_EQ(f("\"x < 3\""), atom("x < 3"));
  EXPECT_EQ(f("1"), Formula::constant(true));
  EXPECT_EQ(f("0 < x"), atom("0 < x"));
  EXPECT_EQ(f("GFp"), g(Formula::unary(Op::Finally, atom("p"))));
  EXPECT_EQ(f("(a) U (b)"), Formula::binary(Op::Until, atom("a"), atom("b")));
  EXPECT_EQ(f("is-fireable(t1,t2)"), f("is - fireable(t1, t2)"));
}

TEST(ModelAtomTest, DiagnosticsPointAtTheFault) {
  EXPECT_EQ(refusal("x <", true).column, 4U);
  EXPECT_EQ(refusal("x < & y", true).column, 5U);
  EXPECT_EQ(refusal("P[0 @ crit", true).column, 2U);
  EXPECT_EQ(refusal("x < 3 y", true).column, 7U);
  EXPECT_EQ(refusal("x == 'a", true).column, 6U);
}

TEST(FormulaPrinterTest, OtherSyntaxes) {
  const Formula f = *parse_formula("G (req -> X[!] (F \"x < 3\" M (b W c_1)))");
  EXPECT_EQ(to_string(f), "G (req -> X[!] (F \"x < 3\" M (b W c_1)))");
  EXPECT_EQ(to_string(f, Syntax::Spot), "G (req -> X[!] (F \"x < 3\" M (b W c_1)))");
  EXPECT_EQ(to_string(f, Syntax::Spin), "[] (req -> X (!(!<> (x < 3) W !(b W c_1))))");
  EXPECT_EQ(to_string(f, Syntax::Latex),
            "\\mathsf{G}\\,(\\mathit{req} \\rightarrow \\mathsf{X}_{!}\\,(\\mathsf{F}\\,\\text{x \\textless{} 3} "
            "\\mathbin{\\mathsf{M}} (\\mathit{b} \\mathbin{\\mathsf{W}} \\mathit{c\\_1})))");
  EXPECT_EQ(to_string(*parse_formula("Fork R true"), Syntax::Spot), "\"Fork\" R 1");
  EXPECT_EQ(to_string(*parse_formula("a xor b R c"), Syntax::Spin), "!(a <-> (b V c))");
}

TEST(FormulaPrinterTest, WhatIsWrittenIsReadBack) {
  std::mt19937_64 random(20261115);
  const std::vector<std::string> atoms = {"a", "b", "x < 3", "X", "GFp", "true", "say \"hi\"", "été", "back\\slash"};
  for (int i = 0; i < 5000; ++i) {
    const Formula f = random_formula(random, 1 + static_cast<std::size_t>(i % 25), atoms);
    const std::string text = to_string(f);
    const auto again = parse_formula(text);
    ASSERT_TRUE(again) << text << to_string(again.error());
    ASSERT_EQ(*again, f) << text;
    const auto with_model = parse_formula(text, {true});
    ASSERT_TRUE(with_model) << text << to_string(with_model.error());
    ASSERT_EQ(*with_model, f) << text;
  }
}

}  // namespace
}  // namespace weir::test
