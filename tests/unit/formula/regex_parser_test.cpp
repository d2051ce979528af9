// SPDX-License-Identifier: Apache-2.0
// The syntax of regular expressions and past operators (docs/formulas.md): precedences as in PSL and Spot, names that
// are still atoms, and messages.
#include "formula/regex_parser.h"

#include <gtest/gtest.h>

#include "formula/parser.h"
#include "formula/printer.h"
#include "support/print_formula.h"

namespace weir::test {
namespace {

Formula parsed(const std::string& text, bool model_atoms = false) {
  const auto f = parse_formula(text, {.model_atoms = model_atoms});
  EXPECT_TRUE(f) << text << ": " << (f ? "" : to_string(f.error()));
  return f ? *f : Formula::constant(false);
}

void same(const std::string& text, const std::string& other) { EXPECT_EQ(parsed(text), parsed(other)) << text; }

TEST(RegexParser, PrecedenceFromLooseToTight) {
  same("{a; b : c}[]-> d", "{a; {b : c}}[]-> d");
  same("{a : b; c}[]-> d", "{{a : b}; c}[]-> d");
  same("{a; b | c}[]-> d", "{a; {b | c}}[]-> d");
  same("{a : b[*] | c[*2]}[]-> d", "{a : {b[*] | c[*2]}}[]-> d");
  same("{a[*] | b[*] && c[*2]}[]-> d", "{a[*] | {b[*] && c[*2]}}[]-> d");
  same("{!a[*]; b}[]-> d", "{{!a}[*]; b}[]-> d");
  same("{a -> b | c; d}[]-> e", "{(a -> (b | c)); d}[]-> e");
  same("{a xor b & c; d}[]-> e", "{(a xor (b & c)); d}[]-> e");
  // The suffix formula extends as far as possible.
  same("{a; b}[]-> c -> d", "{a; b}[]-> (c -> d)");
  same("x & {a; b}<>-> c | d", "x & ({a; b}<>-> (c | d))");
  same("!{a; b}[]-> c", "!({a; b}[]-> c)");
}

TEST(RegexParser, SpellingsAndSugar) {
  same("{a; b[+]}[]=> c", "{a; b[*1..]; 1}[]-> c");
  same("{a; b}<>=> c", "{a; b; 1}<>-> c");
  same("{a; b}|-> c", "{a; b}[]-> c");
  same("{a; b}!", "{a; b}<>-> 1");
  same("{a; b[->2]}!", "{a; {!b[*]; b}[*2]}!");
  same("{a; b[=1..2]}!", "{a; {!b[*]; b}[*1..2]; !b[*]}!");
  same("{a; [*2]; b*}!", "{a; 1[*2]; b[*0..$]}!");
  same("{a; b[*2:3]}!", "{a; b[*2,3]}!");
  same("{a; first_match}!", "{a; \"first_match\"}!");
  EXPECT_EQ(parsed("{a}"), Formula::atom("a"));
  EXPECT_EQ(parsed("{[*0]}"), Formula::constant(false));
}

/// The definition for operands that accept the empty word or not, as Spot documents it.
TEST(RegexParser, DelaysAreThoseOfSva) {
  same("{a ##1 b}!", "{a; b}!");
  same("{a ##0 b}!", "{a : b}!");
  same("{a ##2 b}!", "{a; 1; b}!");
  same("{a ##[1..3] b}!", "{a; [*0..2]; b}!");
  same("{a ##[+] b}!", "{a; [*]; b}!");
  same("{##2 b}!", "{[*2]; b}!");
  same("{##[*] b}!", "{[*]; b}!");
  same("{a ##[0..2] b[+]}!", "{{a : b[+]} | {a; [*0..1]; b[+]}}!");
  same("{a : b ##1 c; d}!", "{{a : {b; c}}; d}!");
  same("{a ##1 b | c}!", "{a; {b | c}}!");
}

TEST(RegexParser, LettersOfModelsMayBeExpressions) {
  const Formula f = parsed("{sent(ch); x < 3; P[0]@crit[*]}!", true);
  EXPECT_EQ(atoms(f), (std::vector<std::string>{"P[0]@crit", "sent(ch)", "x < 3"}));
}

TEST(PastOperators, AreNamesWhereNoOperatorCanBeMeant) {
  same("O & H", "\"O\" & \"H\"");
  same("O H", "O \"H\"");
  same("S -> F T", "\"S\" -> F \"T\"");
  same("Y U Z", "\"Y\" U \"Z\"");
  same("a S b", "(a) S (b)");
  same("a B b", "b T (a | b)");
  same("Y Z O H a", "Y (Z (O (H a)))");
}

TEST(RegexParser, MessagesPointAtTheFault) {
  struct Case {
    const char* text;
    std::uint32_t column;
    const char* part;
  };
  for (const Case& c : {
           Case{"{a; b", 1, "never closed"},
           Case{"{a; )", 5, "expected"},
           Case{"{!(a; b)}", 2, "takes only formulas about one position"},
           Case{"{!(a; b)[+]}", 2, "takes only formulas about one position"},
           Case{"{!{a; b}[:+]}", 2, "takes only formulas about one position"},
           Case{"{![*][+]}", 2, "takes only formulas about one position"},
           Case{"{!(a; b); c}", 2, "takes only formulas about one position"},
           Case{"{{a; b}[->]}", 8, "takes only a formula about one position"},
           Case{"{a[*3..2]}", 3, "wrong order"},
           Case{"{a[*99999999999]}", 5, "are not supported"},
           Case{"{a ## b}", 6, "number of positions"},
           Case{"{a b}", 4, "expected an operator"},
           Case{"{}", 2, "expected an atom"},
       }) {
    const auto f = parse_formula(c.text);
    if (f) {
      ADD_FAILURE() << c.text << " was read as " << to_string(*f);
      continue;
    }
    EXPECT_NE(f.error().front().message.find(c.part), std::string::npos) << c.text << ": " << to_string(f.error());
    EXPECT_EQ(f.error().front().column, c.column) << c.text;
  }
}

TEST(RegexParser, DepthAndLengthCostOnlyMemory) {
  constexpr std::size_t kDepth = 100'000;
  EXPECT_TRUE(parse_formula(std::string(kDepth, '{') + "a; b" + std::string(kDepth, '}')));
  EXPECT_FALSE(parse_formula(std::string(kDepth, '{')));
  EXPECT_TRUE(parse_formula("{" + std::string(kDepth, '!') + "a; b}"));
  std::string list = "{a";
  for (std::size_t i = 0; i < kDepth; ++i) list += ";a";
  EXPECT_TRUE(parse_formula(list + "}!"));
}

}  // namespace
}  // namespace weir::test
