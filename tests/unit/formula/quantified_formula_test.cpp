// SPDX-License-Identifier: Apache-2.0
#include "formula/quantified_formula.h"

#include <gtest/gtest.h>

#include "formula/printer.h"

namespace weir::test {
namespace {

Expected<QuantifiedFormula> parse(const std::string& text) { return parse_quantified(text, {.quantifiers = true}); }

std::string error_of(const std::string& text) {
  const auto parsed = parse(text);
  if (parsed) return "(none)";
  return std::to_string(parsed.error().front().column) + ": " + parsed.error().front().message;
}

TEST(QuantifiedFormula, TellsItsAtomsApart) {
  const auto parsed =
      parse("forall u in org:resource: G (login(u) -> F \"log out\"( u ) | stop & \"owner != u\" & \"x == v\")");
  ASSERT_TRUE(parsed);
  ASSERT_TRUE(parsed->quantifier);
  EXPECT_EQ(parsed->quantifier->variable, "u");
  EXPECT_EQ(parsed->quantifier->field, "org:resource");
  const auto& found = parsed->quantifier->atoms;
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].event, "login");
  EXPECT_EQ(found[0].shown, "login(u)");
  EXPECT_EQ(found[0].field, "org:resource");
  EXPECT_EQ(found[1].event, "log out");
  EXPECT_EQ(found[2].event, "");
  EXPECT_EQ(found[2].field, "owner");
  EXPECT_TRUE(found[2].negated);
}

TEST(QuantifiedFormula, OperatorsAreNoEvents) {
  const auto parsed = parse("forall user: GF(a1(user)) & X(b(user)) & {a1(user)[*]; c}");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->quantifier->field, "user");
  ASSERT_EQ(parsed->quantifier->atoms.size(), 2u);
  EXPECT_EQ(parsed->quantifier->atoms[0].event, "a1");
}

TEST(QuantifiedFormula, PlainFormulas) {
  for (const char* text : {"G (a -> F b)", "forall", "forall & a", "forall U a", "forall until b", "G forall"}) {
    const auto parsed = parse(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_FALSE(parsed->quantifier) << text;
  }
}

TEST(QuantifiedFormula, Errors) {
  EXPECT_EQ(error_of("forall u F a(u)"), "10: expected 'forall VAR: F' or 'forall VAR in FIELD: F'");
  EXPECT_EQ(error_of("forall u in : F a(u)"), "13: expected the name of a field");
  EXPECT_EQ(error_of("forall u: forall v: a(u)"), "11: only one 'forall' is supported");
  EXPECT_EQ(error_of("forall u: F u"), "13: 'u' is a variable; write EVENT(u)");
  EXPECT_EQ(error_of("forall u: F a"), "10: the formula says nothing about 'u'; write EVENT(u)");
  EXPECT_EQ(error_of("forall u: a(u) & a_u_"), "10: 'a_u_' cannot be used beside 'a(u)'");
  EXPECT_EQ(error_of("forall u: a_u_ & a(u)"), "10: 'a_u_' cannot be used beside 'a(u)'");
  EXPECT_EQ(error_of("forall u: G (a(u)").substr(0, 4), "13: ");
  EXPECT_EQ(error_of("forall u: \"a"),
            "11: this quoted atom is never closed; expected '\"' before the end of the formula");
  EXPECT_FALSE(parse_quantified("forall u: a(u)", {}));
}

}  // namespace
}  // namespace weir::test
