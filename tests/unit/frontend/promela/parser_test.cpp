// SPDX-License-Identifier: Apache-2.0
// Promela text to resolved tree: the result of each construct, and cases where Spin's grammar is surprising.
#include <gtest/gtest.h>

#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::test {
namespace {

using namespace promela;
using promela::Model;

Model parse(const std::string& text) {
  Expected<Model> model = parse_model(SourceText("model.pml", text));
  EXPECT_TRUE(model.has_value()) << (model ? "" : to_string(model.error()));
  return model ? std::move(*model) : Model();
}

std::string errors(const std::string& text) {
  const Expected<Model> model = parse_model(SourceText("model.pml", text));
  return model ? "" : to_string(model.error());
}

/// The statements of a sequence, including the parts of compound statements.
std::string show(const Sequence& sequence) {
  std::string text;
  for (const Statement* s : sequence.statements) {
    if (!text.empty()) text += "; ";
    for (const Symbol* label : s->labels) text += label->name + ": ";
    text += to_string(*s);
    for (const Sequence& option : s->options) text += " :: " + show(option);
    if (!s->options.empty()) text += s->kind == StatementKind::Do ? " od" : " fi";
    if (!s->body.statements.empty()) text += " {" + show(s->body) + "}";
    if (!s->escape.statements.empty()) text += " escape {" + show(s->escape) + "}";
  }
  return text;
}

std::string body(const std::string& statements,
                 const std::string& globals = "byte x, y; chan q = [2] of { byte, byte };") {
  const Model model = parse(globals + "\ninit {" + statements + "}");
  return model.processes.empty() ? "" : show(model.processes.back()->body);
}

TEST(PromelaParser, PrintsStatementsAsWritten) {
  EXPECT_EQ(body("x = 1; x++; y--; q!1,x; q!!2(3); q?x,y; q??1,eval(y); q?<x,y>; q?[x,1] -> skip"),
            "x = 1; x++; y--; q!1,x; q!!2,3; q?x,y; q??1,eval(y); q?<x,y>; q?[x,1]; skip");
  EXPECT_EQ(body("assert(x < 3 && !(y == 2)); printf(\"a%d\\n\", x); goto end; end: skip"),
            "assert(x < 3 && !(y == 2)); printf(\"a%d\\n\", x); goto end; end: skip");
  EXPECT_EQ(body("bool b; b = true; b = false"), "bool b; b = true; b = false");
}

TEST(PromelaParser, CompoundStatements) {
  EXPECT_EQ(body("do :: x < 3 -> x++ :: else -> break od; if :: skip fi; atomic { x = 1; y = 2 } d_step { x = 2 }"),
            "do :: x < 3; x++ :: else; break od; if :: skip fi; atomic {x = 1; y = 2}; d_step {x = 2}");
  EXPECT_EQ(body("{ x = 1; y = 1 } unless { x == 3 -> y = 9 }"),
            "unless {{ } {x = 1; y = 1}} escape {{ } {x == 3; y = 9}}");
  EXPECT_EQ(body("for (x : 1 .. 3) { y++ } select (x : 1..4)"), "for (x : 1 .. 3) {y++}; select (x : 1 .. 4)");
}

TEST(PromelaParser, NewlinesEndStatementsAsInSpin) {
  EXPECT_EQ(body("\n x = 1\n y = 2\n if\n :: x == 1\n :: else\n fi\n x = (1 +\n 2)\n"),
            "x = 1; y = 2; if :: x == 1 :: else fi; x = 1 + 2");
  EXPECT_EQ(body("\n x = y\n -x < 0\n"), "x = y; -x < 0");  // not x = y - x < 0
  EXPECT_EQ(body("{ x = 1 }\n unless\n { y = 1 }\n x = 2"), "unless {{ } {x = 1}} escape {{ } {y = 1}}; x = 2");
}

TEST(PromelaParser, Precedence) {
  EXPECT_EQ(body("x = 1 + 2 * 3 << 1 & 7 | 1 ^ y; !x == 1; (x + 1) * 2 == 4 || x && y"),
            "x = 1 + 2 * 3 << 1 & 7 | 1 ^ y; !x == 1; (x + 1) * 2 == 4 || x && y");
  EXPECT_EQ(body("x = (x > 1 -> 2 : y); x - (y - 1); x - y - 1; -(-x)"),
            "x = (x > 1 -> 2 : y); x - (y - 1); x - y - 1; -(-x)");
}

TEST(PromelaParser, MtypesCountDownwards) {
  const Model model = parse("mtype = { a, b, c }; mtype = { d, e }; mtype:colour = { red, blue } init { skip }");
  const auto value = [&](const char* name) { return model.find_global(name)->value; };
  EXPECT_EQ(value("a"), 3);
  EXPECT_EQ(value("b"), 2);
  EXPECT_EQ(value("c"), 1);
  EXPECT_EQ(value("d"), 5);
  EXPECT_EQ(value("e"), 4);
  EXPECT_EQ(value("red"), 2);
  EXPECT_EQ(value("blue"), 1);
}

TEST(PromelaParser, TypesAndArrays) {
  const Model model = parse(
      "#define N 3\ntypedef P { byte a; short b[2*N] } typedef Q { P p[2]; bit c }\n"
      "Q q; unsigned u : 5; int i[N+1] = 7; byte l[3] = { 1, 2 }; chan c[2] = [4] of { mtype, P, chan } init { "
      "q.p[1].b[2] = 1 }");
  ASSERT_EQ(model.globals.size(), 5U);
  EXPECT_EQ(model.globals[0]->type.structure->name, "Q");
  EXPECT_EQ(model.globals[0]->type.structure->flat_size, 15U);
  EXPECT_EQ(model.globals[1]->type.bits, 5);
  EXPECT_EQ(model.globals[2]->array_size, 4);
  EXPECT_EQ(model.globals[3]->initial_list.size(), 2U);
  EXPECT_EQ(model.globals[4]->channel->flat_fields.size(), 9U);
  EXPECT_EQ(show(model.processes[0]->body), "q.p[1].b[2] = 1");
}

TEST(PromelaParser, WhenLocalsAreInitialised) {
  const Model model = parse("init { byte a = 1; byte b; a = 2; byte c; { byte d; d = 1 } do :: byte e; break od }");
  std::string text;
  for (const Symbol* local : model.processes[0]->locals)
    text += local->name + (local->initialised_at_creation ? "+" : "-");
  EXPECT_EQ(text, "a+b+c-d-e-");
}

TEST(PromelaParser, InlinesAreTextWithTheirOwnScope) {
  const Model model = parse(
      "inline add(v, k) { byte t; t = v + k; v = t }\ninline twice(v) { add(v, 1); add(v, 2 * 3) }\n"
      "init { byte x; twice(x) twice(x) }");
  EXPECT_EQ(show(model.processes[0]->body),
            "byte x; twice(...) {add(...) {byte t; t = x + 1; x = t}; add(...) {byte t; t = x + 2 * 3; x = t}}; "
            "twice(...) {add(...) {byte t; t = x + 1; x = t}; add(...) {byte t; t = x + 2 * 3; x = t}}");
  EXPECT_EQ(model.processes[0]->locals.size(), 5U);
}

TEST(PromelaParser, ReturnAssignsTheTargetOfTheCall) {
  EXPECT_EQ(body("x = plus(y, 2)", "byte x, y; inline plus(a, b) { return a + b }"), "plus(...) {x = y + 2}");
}

TEST(PromelaParser, LabelsAreFoundByScope) {
  const Model model = parse(
      "inline again(x) { skip; l: x++; goto l } init { byte x; again(x); again(x); skip; goto l2; { skip; l2: skip } "
      "}");
  EXPECT_EQ(model.processes[0]->labels.size(), 3U);
}

TEST(PromelaParser, SelectIsAChoiceUnderSpinsConditions) {
  const auto choice = [](const std::string& text) {
    const Model model =
        parse("#define N 4\nbyte x, x_1, a[2]; inline i() { select (x : 1..2) }\ninit { " + text + " }");
    const Statement* s = model.processes[0]->body.statements[0];
    return s->kind == StatementKind::InlineCall ? s->body.statements[0]->choice : s->choice;
  };
  EXPECT_TRUE(choice("select (x : 1..4)"));
  EXPECT_TRUE(choice("select (x : 1 .. N)"));
  EXPECT_FALSE(choice("select (x : 1..N-1)"));
  EXPECT_FALSE(choice("select (x_1 : 1..4)"));
  EXPECT_FALSE(choice("select (a[0] : 1..4)"));
  EXPECT_FALSE(choice("select (x : 1..40)"));
  EXPECT_FALSE(choice("i()"));
}

TEST(PromelaParser, ProcessHeadings) {
  const Model model = parse(
      "byte g; active [2] proctype A() priority 3 provided (g > 0) { skip }\n"
      "proctype B(byte a, b; chan c) { run A() }\ninit priority 2 { run B(1, 2, 0) priority 4 }\nnever { do :: np_ od "
      "}");
  ASSERT_EQ(model.processes.size(), 4U);
  EXPECT_EQ(model.processes[0]->active, 2);
  EXPECT_EQ(model.processes[0]->priority, 3);
  EXPECT_EQ(to_string(*model.processes[0]->provided), "g > 0");
  EXPECT_EQ(model.processes[1]->parameters.size(), 3U);
  EXPECT_EQ(model.processes[2]->priority, 2);
  EXPECT_EQ(show(model.processes[2]->body), "run B(1, 2, 0) priority 4");
  EXPECT_EQ(model.processes[3]->name, "never_0");
}

TEST(PromelaParser, RemoteReferencesMayPointForward) {
  const Model model =
      parse("never { T: if :: P[1]@L && P:v == 2 -> goto T fi }\nactive [2] proctype P() { byte v; L: v = 1 }");
  EXPECT_EQ(show(model.processes[0]->body), "T: if :: P[1]@L && P:v == 2; goto T fi");
}

TEST(PromelaParser, DeepNestingIsRefused) {
  const std::string open(100'000, '('), close(100'000, ')');
  EXPECT_NE(errors("init { int x; x = " + open + "1" + close + " }").find("deep"), std::string::npos);
  std::string blocks, ends;
  for (int i = 0; i < 100'000; ++i) blocks += "{ ";
  EXPECT_NE(errors("init { " + blocks).find("deep"), std::string::npos);
  std::string bangs(100'000, '!');
  EXPECT_FALSE(errors("init { " + bangs + "1 }").empty());
}

TEST(PromelaParser, LongChainsAreFine) {
  std::string chain = "x == 0";
  for (int i = 1; i < 20'000; ++i) chain += " || x == " + std::to_string(i);
  EXPECT_EQ(errors("byte x; init { " + chain + " }"), "");
}

TEST(PromelaParser, InlineBombsAreRefused) {
  std::string text = "inline i0() { skip }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "i" + std::to_string(i - 1) + "()";
    text += "inline i" + std::to_string(i) + "() { " + below + "; " + below + " }\n";
  }
  EXPECT_NE(errors(text + "init { i39() }").find("too large"), std::string::npos);
}

TEST(PromelaParser, StructureBombsAreRefused) {
  std::string text = "typedef T0 { byte a }\n";
  for (int i = 1; i < 40; ++i) text += "typedef T" + std::to_string(i) + " { T" + std::to_string(i - 1) + " a[2] }\n";
  EXPECT_NE(errors(text + "init { skip }").find("too large"), std::string::npos);
  EXPECT_NE(errors("typedef T { byte a[60000] } T t[60000]; init { skip }").find("'t' is too large"),
            std::string::npos);
}

}  // namespace
}  // namespace weir::test
