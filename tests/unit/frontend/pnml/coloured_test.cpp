// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "frontend/pnml/coloured_parser.h"
#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "frontend/pnml/unfold.h"
#include "support/enumerate.h"

namespace weir::test {
namespace {

using namespace pnml;

/// Line 2 has the declarations, line 3 the nodes. There are sorts C = {a,b,c} (cyclic), R = 0..2, P = C × R; variables
/// x and y over C, n over R, p over P; the partition {a}, {b,c} of C.
std::string net_text(const std::string& nodes, const std::string& declarations = "") {
  return "<pnml><net id=\"n\" type=\"symmetricnet\">\n<declaration><structure><declarations>"
         "<namedsort id=\"P\"><productsort><usersort declaration=\"C\"/><usersort declaration=\"R\"/></productsort>"
         "</namedsort><namedsort id=\"C\"><cyclicenumeration><feconstant id=\"a\"/><feconstant id=\"b\"/>"
         "<feconstant id=\"c\"/></cyclicenumeration></namedsort>"
         "<namedsort id=\"R\"><finiteintrange start=\"0\" end=\"2\"/></namedsort>"
         "<variabledecl id=\"x\"><usersort declaration=\"C\"/></variabledecl>"
         "<variabledecl id=\"y\"><usersort declaration=\"C\"/></variabledecl>"
         "<variabledecl id=\"n\"><usersort declaration=\"R\"/></variabledecl>"
         "<variabledecl id=\"p\"><usersort declaration=\"P\"/></variabledecl>"
         "<partition id=\"Q\"><usersort declaration=\"C\"/><partitionelement id=\"one\"><useroperator "
         "declaration=\"a\"/></partitionelement><partitionelement id=\"two\"><useroperator declaration=\"b\"/>"
         "<useroperator declaration=\"c\"/></partitionelement></partition>" +
         declarations + "</declarations></structure></declaration>\n" + nodes + "\n</net></pnml>\n";
}

std::string structure(const std::string& label, const std::string& term) {
  return "<" + label + "><structure>" + term + "</structure></" + label + ">";
}
std::string place(const std::string& id, const std::string& sort, const std::string& initial = "") {
  return "<place id=\"" + id + "\">" + structure("type", "<usersort declaration=\"" + sort + "\"/>") +
         (initial.empty() ? "" : structure("hlinitialMarking", initial)) + "</place>";
}
std::string transition(const std::string& id, const std::string& guard = "") {
  return "<transition id=\"" + id + "\">" + (guard.empty() ? "" : structure("condition", guard)) + "</transition>";
}
std::string arc(const std::string& from, const std::string& to, const std::string& term) {
  return "<arc id=\"" + from + to + "\" source=\"" + from + "\" target=\"" + to + "\">" +
         structure("hlinscription", term) + "</arc>";
}
std::string element(const std::string& name, const std::vector<std::string>& operands) {
  std::string text = "<" + name + ">";
  for (const std::string& operand : operands) text += "<subterm>" + operand + "</subterm>";
  return text + "</" + name + ">";
}
std::string variable(const std::string& id) { return "<variable refvariable=\"" + id + "\"/>"; }
std::string constant(const std::string& id) { return "<useroperator declaration=\"" + id + "\"/>"; }
std::string all(const std::string& sort) { return "<all><usersort declaration=\"" + sort + "\"/></all>"; }
std::string times(const std::string& count, const std::string& term) {
  return element("numberof", {"<numberconstant value=\"" + count + "\"><positive/></numberconstant>", term});
}
std::string number(int value) {
  return "<finiteintrangeconstant value=\"" + std::to_string(value) +
         "\"><finiteintrange start=\"0\" end=\"2\"/></finiteintrangeconstant>";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

NetSystem system_of(const std::string& nodes) {
  auto net = parse_pnml(SourceText("net.pnml", net_text(nodes)));
  EXPECT_TRUE(net) << to_string(net.error());
  return NetSystem(net ? std::move(*net) : Net{});
}

/// The ids of the unfolded transitions.
std::string transitions_of(const std::string& nodes) {
  const NetSystem system = system_of(nodes);
  std::string ids;
  for (std::uint32_t t = 0; t < system.net().transitions.size(); ++t)
    ids += (t == 0 ? "" : " ") + system.net().transition_id(t);
  return ids;
}

std::string initial_marking(const std::string& nodes) {
  const NetSystem system = system_of(nodes);
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  std::string text;
  for (const Variable& shown : system.show(buffer.state(0))) {
    const auto* colours = std::get_if<std::string>(&shown.value);
    text += (text.empty() ? "" : "; ") + (colours ? *colours : std::to_string(std::get<std::int64_t>(shown.value)));
  }
  return text;
}

/// The first line of the diagnostics.
std::string error_of(const std::string& nodes, const std::string& declarations = "") {
  const auto net = parse_pnml(SourceText("net.pnml", net_text(nodes, declarations)));
  const std::string text = net ? "no error" : to_string(net.error());
  return text.substr(0, text.find('\n'));
}
void expect_error(const std::string& message, const std::string& nodes, const std::string& declarations = "") {
  EXPECT_NE(error_of(nodes, declarations).find(message), std::string::npos) << error_of(nodes, declarations);
}

TEST(Coloured, MarkingsAreShownByColour) {
  EXPECT_EQ(initial_marking(place("q", "C", element("add", {constant("b"), times("2", constant("a"))}))),
            "2'(a) + (b)");
  EXPECT_EQ(initial_marking(place("q", "C", element("subtract", {all("C"), constant("b")}))), "(a) + (c)");
  EXPECT_EQ(initial_marking(place("q", "P", element("tuple", {constant("c"), all("R")}))), "(c,0) + (c,1) + (c,2)");
  EXPECT_EQ(initial_marking(place("q", "dot", times("3", "<dotconstant/>")) + "<place id=\"r\"/>"), "3; 0");
  EXPECT_EQ(initial_marking(place("q", "C")), "empty");
  EXPECT_EQ(initial_marking(place("q", "C", times("0", constant("a")))), "empty");
}

TEST(Coloured, TransitionsAreNamedByTheirBindings) {
  // All colours of q may be taken: three bindings.
  EXPECT_EQ(transitions_of(place("q", "C", all("C")) + transition("t") + arc("q", "t", variable("x"))),
            "t(x=a) t(x=b) t(x=c)");
  // A variable of a product is a variable for each component.
  EXPECT_EQ(transitions_of(place("q", "P", element("tuple", {constant("b"), number(1)})) + transition("t") +
                           arc("q", "t", variable("p"))),
            "t(p.1=b, p.2=1)");
}

TEST(Coloured, OnlyWhatMayOccurIsUnfolded) {
  const std::string nodes = place("q", "C", constant("a")) + place("never", "C") + transition("t") +
                            transition("dead") + arc("q", "t", variable("x")) + arc("never", "dead", variable("x"));
  EXPECT_EQ(transitions_of(nodes), "t(x=a)");
  NetSystem system = system_of(nodes);
  EXPECT_EQ(system.net().places.size(), 1U);
  // Atoms about nodes without unfolding: no token, never enabled.
  const auto empty = system.resolve("tokens(never) == 0");
  const auto dead = system.resolve("fireable(dead)");
  ASSERT_TRUE(empty && dead);
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  EXPECT_TRUE(system.holds(empty->id, buffer.state(0)));
  EXPECT_FALSE(system.holds(dead->id, buffer.state(0)));
}

TEST(Coloured, SuccessorsAreCyclic) {
  // A token walks around the ring: three markings.
  const std::string ring = place("q", "C", constant("a")) + transition("t") + arc("q", "t", variable("x")) +
                           arc("t", "q", element("successor", {variable("x")}));
  EXPECT_EQ(enumerate(system_of(ring)).states, 3U);
  EXPECT_EQ(initial_marking(place("q", "C", element("predecessor", {constant("a")}))), "(c)");
  EXPECT_EQ(initial_marking(place("q", "R", element("successor", {number(2)}))), "(0)");
}

TEST(Coloured, GuardsSelectBindings) {
  const auto with = [](const std::string& guard) {
    return transitions_of(place("q", "C", all("C")) + transition("t", guard) + arc("q", "t", variable("x")));
  };
  EXPECT_EQ(with(element("equality", {variable("x"), constant("b")})), "t(x=b)");
  EXPECT_EQ(with(element("inequality", {variable("x"), constant("b")})), "t(x=a) t(x=c)");
  EXPECT_EQ(with(element("lessthan", {variable("x"), constant("b")})), "t(x=a)");
  EXPECT_EQ(with(element("greaterthanorequal", {variable("x"), constant("b")})), "t(x=b) t(x=c)");
  EXPECT_EQ(with(element("not", {element("lessthanorequal", {variable("x"), constant("b")})})), "t(x=c)");
  EXPECT_EQ(with("<booleanconstant value=\"false\"/>"), "");
  EXPECT_EQ(with("<equality><subterm><partitionelementof refpartition=\"Q\"><subterm>" + variable("x") +
                 "</subterm></partitionelementof></subterm><subterm>" + constant("two") + "</subterm></equality>"),
            "t(x=b) t(x=c)");
}

TEST(Coloured, VariablesOfGuardsAloneTakeAllValues) {
  EXPECT_EQ(transitions_of(transition("t", element("lessthan", {variable("x"), variable("y")}))),
            "t(x=a, y=b) t(x=a, y=c) t(x=b, y=c)");
  EXPECT_EQ(transitions_of(transition("t")), "t");
}

TEST(Coloured, ArcsOfOnePlaceAddUp) {
  // x and y may be the same token colour, but there is one token of each: 3 * 2 firings, 3 markings with one token.
  const std::string nodes =
      place("q", "C", all("C")) + transition("t") + arc("q", "t", variable("x")) + arc("q", "t", variable("y"));
  const Enumeration found = enumerate(system_of(nodes));
  EXPECT_EQ(found.states, 4U);
  EXPECT_EQ(found.transitions, 6U);
}

TEST(Coloured, SubtractedTokensNeedNotBeThere) {
  // x + y - x needs y alone. Only b is there.
  const std::string tokens = element("subtract", {element("add", {variable("x"), variable("y")}), variable("x")});
  EXPECT_EQ(transitions_of(place("q", "C", constant("b")) + transition("t") + arc("q", "t", tokens)),
            "t(x=a, y=b) t(x=b, y=b) t(x=c, y=b)");
  // Nothing is needed: enabled without any token.
  EXPECT_EQ(transitions_of(place("q", "C") + transition("t") +
                           arc("q", "t", element("subtract", {variable("x"), variable("x")}))),
            "t(x=a) t(x=b) t(x=c)");
}

TEST(Coloured, AtomsSumOverColoursOrNameOne) {
  NetSystem system = system_of(place("q", "C", element("add", {constant("b"), times("2", constant("a"))})) +
                               transition("t") + arc("q", "t", variable("x")));
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  for (const char* text : {"tokens(q) == 3", "tokens('q(a)') == 2", "fireable(t)", "fireable('t(x=b)')"}) {
    const auto atom = system.resolve(text);
    ASSERT_TRUE(atom) << text << to_string(atom.error());
    EXPECT_TRUE(system.holds(atom->id, buffer.state(0))) << text;
  }
  EXPECT_FALSE(system.resolve("tokens('q(d)') == 2"));
  EXPECT_FALSE(system.resolve("fireable('t(x=c)')"));
}

TEST(Coloured, DiagnosticsHavePositions) {
  EXPECT_EQ(error_of("<place id=\"q\"><type><structure><usersort declaration=\"Z\"/></structure></type></place>"),
            "net.pnml:3:33: error: there is no sort 'Z'");
  EXPECT_EQ(error_of(place("q", "C", constant("d"))).substr(0, 10), "net.pnml:3");
}

TEST(Coloured, RefusesWrongDeclarations) {
  const auto sort = [](const std::string& inner) { return "<namedsort id=\"S\">" + inner + "</namedsort>"; };
  expect_error("is missing", "", sort("<finiteintrange end=\"2\"/>"));
  expect_error("must be an integer", "", sort("<finiteintrange start=\"x\" end=\"2\"/>"));
  expect_error("must be an integer", "", sort("<finiteintrange start=\"-99999999999999999999\" end=\"2\"/>"));
  expect_error("more than 1000000 colours", "",
               sort("<finiteintrange start=\"-9223372036854775808\" end=\"9223372036854775807\"/>"));
  expect_error("start <= end", "", sort("<finiteintrange start=\"2\" end=\"1\"/>"));
  expect_error("used twice", "", "<namedsort id=\"C\"><dot/></namedsort>");
  expect_error("'id' is missing", "", "<namedsort><dot/></namedsort>");
  expect_error("defined by itself", "", sort("<usersort declaration=\"S\"/>"));
  expect_error("at least one constant", "", sort("<cyclicenumeration/>"));
  expect_error("no definition", "", "<namedsort id=\"S\"/>");
  expect_error("needs a sort", "", "<variabledecl id=\"z\"/>");
  expect_error("not supported", "", sort("<multisetsort/>"));
  const std::string part = "<partition id=\"S\"><usersort declaration=\"C\"/><partitionelement id=\"e\">";
  const std::string end = "</partitionelement></partition>";
  expect_error("does not cover", "", part + constant("a") + end);
  expect_error("in two elements", "", part + constant("a") + constant("a") + end);
  expect_error("not of the partitioned sort", "", part + number(1) + end);
}

TEST(Coloured, ProductsStaySmall) {
  // Each sort has twice the components of the one before.
  std::string declarations = "<namedsort id=\"s0\"><usersort declaration=\"C\"/></namedsort>";
  for (int i = 1; i < 40; ++i) {
    const std::string part = "<usersort declaration=\"s" + std::to_string(i - 1) + "\"/>";
    declarations +=
        "<namedsort id=\"s" + std::to_string(i) + "\"><productsort>" + part + part + "</productsort></namedsort>";
  }
  expect_error("63 components", "", declarations);
  const std::string nested = repeated("<productsort>", 10'000) + "<dot/>" + repeated("</productsort>", 10'000);
  expect_error("deep at most", "", "<namedsort id=\"S\">" + nested + "</namedsort>");
}

TEST(Coloured, RefusesWrongTerms) {
  const auto marking = [](const std::string& term) { return place("q", "C", term); };
  expect_error("no constant 'd'", marking(constant("d")));
  expect_error("no variable 'z'", marking(variable("z")));
  expect_error("cannot contain variables", marking(variable("x")));
  expect_error("not of the sort of the place", marking(number(1)));
  expect_error("outside of its range", marking(number(3)));
  expect_error("needs 2 terms", marking("<numberof/>"));
  expect_error("needs 1 term", marking("<successor/>"));
  expect_error("basic sort", place("q", "P", element("successor", {all("P")})));
  expect_error("expected a number from 0", marking(times("-1", constant("a"))));
  expect_error("must be an integer", marking(times("many", constant("a"))));
  expect_error("expected a number from 0", marking(times("1000000001", constant("a"))));
  expect_error("tokens at most", marking(times("1000000000", times("2", constant("a")))));
  expect_error("expected <subterm>", marking("<add>" + constant("a") + "</add>"));
  expect_error("<structure>", "<place id=\"q\"><hlinitialMarking><text>a</text></hlinitialMarking></place>");
  expect_error("<structure>", "<transition id=\"t\"><condition><text>x=y</text></condition></transition>");
  expect_error("not allowed in a symmetric net",
               "<place id=\"q\"><initialMarking><text>1</text></initialMarking></place>");
  expect_error("needs an <hlinscription>", marking("") + transition("t") + "<arc id=\"z\" source=\"q\" target=\"t\"/>");
  expect_error("cannot be compared", transition("t", element("equality", {variable("x"), variable("n")})));
  expect_error("cannot be compared", transition("t", element("lessthan", {variable("p"), variable("p")})));
  expect_error("cannot be compared", transition("t", element("equality", {variable("x"), all("C")})));
  const std::string deep =
      repeated("<successor><subterm>", 10'000) + variable("x") + repeated("</subterm></successor>", 10'000);
  expect_error("nested 200 deep", transition("t", element("equality", {deep, variable("x")})));
}

TEST(Coloured, LimitsRefuseLargeUnfoldings) {
  // Six components of 1000 colours: 10^18 tokens.
  const std::string big = "<namedsort id=\"B\"><finiteintrange start=\"1\" end=\"1000\"/></namedsort>";
  std::string product = "<namedsort id=\"S\"><productsort>";
  for (int i = 0; i < 6; ++i) product += "<usersort declaration=\"B\"/>";
  product += "</productsort></namedsort>";
  expect_error("too large", place("q", "S", all("S")), big + product);
  const auto net = parse_pnml(SourceText("net.pnml", net_text(place("q", "S", all("S")), big + product)));
  ASSERT_FALSE(net);
  EXPECT_TRUE(net.error().front().limit);
  EXPECT_EQ(net.error().front().line, 1U);
}

}  // namespace
}  // namespace weir::test
