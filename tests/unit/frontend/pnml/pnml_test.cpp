// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "support/enumerate.h"

namespace weir::test {
namespace {

using namespace pnml;

std::string net_text(const std::string& content) {
  return "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
         "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n" +
         content + "\n</page></net></pnml>\n";
}
std::string place(const std::string& id, const std::string& tokens = "0") {
  return "<place id=\"" + id + "\"><initialMarking><text>" + tokens + "</text></initialMarking></place>";
}
std::string transition(const std::string& id) { return "<transition id=\"" + id + "\"/>"; }
std::string arc(const std::string& from, const std::string& to, const std::string& weight = "") {
  return "<arc id=\"" + from + "-" + to + "\" source=\"" + from + "\" target=\"" + to + "\">" +
         (weight.empty() ? "" : "<inscription><text>" + weight + "</text></inscription>") + "</arc>";
}

Expected<Net> parse(const std::string& text) { return parse_pnml(SourceText("net.pnml", text)); }

NetSystem system_of(const std::string& content) {
  auto net = parse(net_text(content));
  EXPECT_TRUE(net) << to_string(net.error());
  return NetSystem(std::move(*net));
}

std::string error_of(const std::string& text) {
  const auto net = parse(text);
  return net ? "no error" : to_string(net.error());
}

/// The tokens of a place after firing the given transitions from the initial marking.
std::int64_t tokens_after(const NetSystem& system, std::initializer_list<const char*> firings,
                          std::size_t place_index) {
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  std::vector<std::byte> state(buffer.state(0).begin(), buffer.state(0).end());
  for (const char* wanted : firings) {
    buffer.clear();
    system.successors(state, buffer);
    bool fired = false;
    for (std::size_t i = 0; i < buffer.size() && !fired; ++i) {
      if (system.net().transitions[buffer.step(i).transition].id != wanted) continue;
      const std::vector<std::byte> next(buffer.state(i).begin(), buffer.state(i).end());
      state = next;
      fired = true;
    }
    EXPECT_TRUE(fired) << wanted << " is not enabled";
  }
  return std::get<std::int64_t>(system.show(state)[place_index].value);
}

TEST(Pnml, CountsMarkingsByHand) {
  // Two tokens move from p to q and back: markings (2,0), (1,1), (0,2); four firings.
  const NetSystem system = system_of(place("p", "2") + place("q") + transition("go") + transition("back") +
                                     arc("p", "go") + arc("go", "q") + arc("q", "back") + arc("back", "p"));
  const Enumeration found = enumerate(system);
  EXPECT_EQ(found.states, 3U);
  EXPECT_EQ(found.transitions, 4U);
  EXPECT_EQ(found.deadlocks, 0U);
  EXPECT_EQ(found.levels, 3U);
}

TEST(Pnml, WeightsAndParallelArcsAddUp) {
  // t takes 2 + 1 tokens from p and puts 4 on q: with 7 tokens it fires twice.
  const NetSystem system = system_of(place("p", "7") + place("q") + transition("t") + arc("p", "t", "2") +
                                     arc("p", "t") + arc("t", "q", "4"));
  EXPECT_EQ(tokens_after(system, {"t", "t"}, 0), 1);
  EXPECT_EQ(tokens_after(system, {"t", "t"}, 1), 8);
  EXPECT_EQ(enumerate(system).states, 3U);
}

TEST(Pnml, ReadArcsTestWithoutTaking) {
  const NetSystem system =
      system_of(place("p", "1") + place("q") + transition("t") + arc("p", "t") + arc("t", "p") + arc("t", "q"));
  EXPECT_EQ(tokens_after(system, {"t", "t", "t"}, 0), 1);
  EXPECT_EQ(tokens_after(system, {"t", "t", "t"}, 1), 3);
}

TEST(Pnml, CountsBeyondAByteAreExact) {
  // 600 tokens move one at a time: 601 markings, whichever place holds more than 254.
  const NetSystem system = system_of(place("p", "600") + place("q") + transition("t") + arc("p", "t") + arc("t", "q"));
  const Enumeration found = enumerate(system);
  EXPECT_EQ(found.states, 601U);
  EXPECT_EQ(found.transitions, 600U);
  EXPECT_EQ(found.deadlocks, 1U);
}

TEST(Pnml, EqualMarkingsHaveEqualBytesAcrossTheEscape) {
  // q goes up by 300 and down by 300, back to the initial marking.
  const NetSystem system = system_of(place("p", "1") + place("q", "5") + place("r") + transition("up") +
                                     transition("down") + arc("p", "up") + arc("up", "q", "300") + arc("up", "r") +
                                     arc("r", "down") + arc("q", "down", "300") + arc("down", "p"));
  EXPECT_EQ(enumerate(system).states, 2U);
  EXPECT_EQ(tokens_after(system, {"up"}, 1), 305);
  EXPECT_EQ(tokens_after(system, {"up", "down"}, 1), 5);
}

TEST(Pnml, WeightsAbove254NeedTheRealCount) {
  const NetSystem system = system_of(place("p", "254") + place("q", "255") + transition("t") + transition("u") +
                                     arc("p", "t", "255") + arc("q", "u", "256"));
  EXPECT_EQ(enumerate(system).transitions, 0U);
}

TEST(Pnml, TokenOverflowIsAFault) {
  const NetSystem system = system_of(place("p", "9223372036854775806") + transition("t") + arc("t", "p"));
  const Enumeration found = enumerate(system);
  EXPECT_EQ(found.states, 2U);
  EXPECT_EQ(found.faults, 1U);
}

TEST(Pnml, TransitionsWithoutInputAreAlwaysEnabled) {
  const NetSystem system = system_of(place("p") + transition("t") + arc("t", "p"));
  EXPECT_FALSE(enumerate(system, 1000).complete);
}

TEST(Pnml, PagesAndReferencesAreFlattened) {
  const NetSystem system =
      system_of(place("p", "1") + "<page id=\"inner\"><referencePlace id=\"r1\" ref=\"r2\"/>" + place("q") +
                "<page id=\"deep\"><referencePlace id=\"r2\" ref=\"p\"/><transition id=\"t\"/>" + arc("r1", "t") +
                "</page></page>" + "<referenceTransition id=\"rt\" ref=\"t\"/>" + arc("rt", "q"));
  ASSERT_EQ(system.net().places.size(), 2U);
  EXPECT_EQ(tokens_after(system, {"t"}, 1), 1);
}

TEST(Pnml, PrefixedNamesAndGraphicsAreUnderstood) {
  const auto net = parse(
      "<a:pnml xmlns:a=\"x\"><a:net id=\"n\" type=\"ptnet\"><a:page id=\"g\"><a:place id=\"p\"><a:graphics/>"
      "<a:name><a:text> first </a:text></a:name><a:toolspecific tool=\"t\" "
      "version=\"1\"/></a:place></a:page></a:net></a:pnml>");
  ASSERT_TRUE(net) << to_string(net.error());
  EXPECT_EQ(net->places.at(0).name, "first");
}

TEST(Pnml, DeepPagesDoNotOverflowTheStack) {
  std::string open, close;
  for (int i = 0; i < 100000; ++i) {
    open += "<page id=\"x\">";
    close += "</page>";
  }
  EXPECT_TRUE(parse(net_text(open + place("p") + close)));
}

TEST(Pnml, DiagnosticsHavePositions) {
  EXPECT_NE(error_of("<pnml>\n<net id=\"n\"></pnml>").find("net.pnml:2:15: error: malformed XML"), std::string::npos)
      << error_of("<pnml>\n<net id=\"n\"></pnml>");
  EXPECT_NE(error_of("").find("malformed XML"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p", "-1"))).find(":3:"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p", "-1"))).find("expected a number, found '-1'"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p", "99999999999999999999"))).find("too large"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p", "9223372036854775808"))).find("too large"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p") + place("p"))).find("used twice"), std::string::npos);
  EXPECT_NE(error_of(net_text(place("p") + transition("t") + arc("p", "x"))).find("no node with the id 'x'"),
            std::string::npos);
  EXPECT_NE(error_of(net_text(place("p") + place("q") + arc("p", "q"))).find("connect a place and a transition"),
            std::string::npos);
  EXPECT_NE(error_of(net_text(place("p") + transition("t") + arc("p", "t", "0"))).find("at least 1"),
            std::string::npos);
  EXPECT_NE(error_of(net_text("<referencePlace id=\"a\" ref=\"b\"/><referencePlace id=\"b\" ref=\"a\"/>" +
                              transition("t") + arc("a", "t")))
                .find("cannot be resolved"),
            std::string::npos);
}

TEST(Pnml, OtherKindsOfNetsAreRefused) {
  EXPECT_NE(error_of("<html/>").find("not PNML"), std::string::npos);
  EXPECT_NE(error_of("<pnml/>").find("no <net>"), std::string::npos);
  EXPECT_NE(error_of("<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/stochasticnet\"/></pnml>")
                .find("only P/T nets"),
            std::string::npos);
  EXPECT_NE(error_of(net_text(place("p") + transition("t") +
                              "<arc id=\"a\" source=\"p\" target=\"t\"><type value=\"inhibitor\"/></arc>"))
                .find("inhibitor"),
            std::string::npos);
}

TEST(Pnml, ExternalEntitiesAreNeverResolved) {
  const auto net = parse("<!DOCTYPE pnml [<!ENTITY leak SYSTEM \"file:///etc/hostname\">]>" +
                         net_text("<place id=\"p\"><name><text>&leak;</text></name></place>"));
  ASSERT_TRUE(net) << to_string(net.error());
  EXPECT_EQ(net->places.at(0).name, "&leak;");
}

class PnmlAtoms : public testing::Test {
 protected:
  NetSystem system_ = system_of(place("p", "3") + place("q", "300") + "<place id=\"odd (1)\"/>" + transition("t") +
                                transition("u") + arc("p", "t", "4") + arc("q", "u", "300"));
  bool holds(const std::string& text) {
    const auto atom = system_.resolve(text);
    EXPECT_TRUE(atom) << text << ": " << to_string(atom.error());
    if (!atom) return false;
    EXPECT_EQ(atom->kind, Atom::Kind::State);
    SuccessorBuffer buffer;
    system_.initial_states(buffer);
    return system_.holds(atom->id, buffer.state(0));
  }
  std::string error(const std::string& text) {
    const auto atom = system_.resolve(text);
    return atom ? "no error" : to_string(atom.error());
  }
};

TEST_F(PnmlAtoms, CompareSums) {
  EXPECT_TRUE(holds("tokens(p) <= 3"));
  EXPECT_FALSE(holds("tokens(p) < 3"));
  EXPECT_TRUE(holds("tokens(p) == 3"));
  EXPECT_TRUE(holds("3 >= tokens(p)"));
  EXPECT_FALSE(holds("tokens(p) > 3"));
  EXPECT_TRUE(holds("tokens(p) != 4"));
  EXPECT_TRUE(holds("tokens(p) + tokens(q) = 303"));
  EXPECT_TRUE(holds("tokens(p, q) == 303"));
  EXPECT_TRUE(holds("100*tokens(p) - tokens(q) == 0"));
  EXPECT_TRUE(holds("tokens(q) - 1 > 298 + tokens('odd (1)')"));
  EXPECT_TRUE(holds("-tokens(p) < 0"));
  EXPECT_TRUE(holds("tokens(p) - tokens(p) == 0"));
}

TEST_F(PnmlAtoms, Fireability) {
  EXPECT_FALSE(holds("fireable(t)"));
  EXPECT_TRUE(holds("fireable(u)"));
  EXPECT_TRUE(holds("fireable(t, u)"));
}

TEST_F(PnmlAtoms, ABareTransitionIsAnEvent) {
  const auto atom = system_.resolve("u");
  ASSERT_TRUE(atom);
  EXPECT_EQ(atom->kind, Atom::Kind::Event);
  SuccessorBuffer initial, next;
  system_.initial_states(initial);
  system_.successors(initial.state(0), next);
  ASSERT_EQ(next.size(), 1U);
  EXPECT_TRUE(system_.occurs(atom->id, initial.state(0), next.step(0)));
  EXPECT_EQ(system_.describe(initial.state(0), next.step(0), next.state(0)).event, "u");
}

TEST_F(PnmlAtoms, MistakesAreExplained) {
  EXPECT_NE(error("tokens(nowhere) <= 3").find("there is no place 'nowhere'"), std::string::npos);
  EXPECT_NE(error("fireable(p)").find("there is no transition 'p'"), std::string::npos);
  EXPECT_NE(error("p").find("expected tokens(PLACE)"), std::string::npos);
  EXPECT_NE(error("tokens(p)").find("expected a comparison"), std::string::npos);
  EXPECT_NE(error("tokens(p) <= 3 4").find("unexpected text"), std::string::npos);
  EXPECT_NE(error("tokens('p <= 3").find("not closed"), std::string::npos);
  EXPECT_NE(error("99999999999999999999 < tokens(p)").find("too large"), std::string::npos);
  EXPECT_NE(error("").find("expected"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
