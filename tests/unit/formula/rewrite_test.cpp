// SPDX-License-Identifier: Apache-2.0
// docs/rewriting.md contains the table that the engine uses.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "formula/parser.h"
#include "formula/rewrite.h"
#include "support/corpus.h"
#include "support/print_formula.h"

namespace weir::test {
namespace {

std::string escaped(const char* text) {
  std::string result;
  for (; *text != '\0'; ++text) {
    if (*text == '|') result += '\\';
    result += *text;
  }
  return result;
}

TEST(RewriteTest, TheTableIsDocumented) {
  std::ifstream file(source_dir() / "docs/rewriting.md");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::set<std::string> names;
  for (const RewriteRule& rule : rewrite_rules()) {
    EXPECT_TRUE(names.insert(rule.name).second) << rule.name << " is there twice";
    const char* words = rule.words == RewriteRule::Words::Both       ? "both"
                        : rule.words == RewriteRule::Words::Infinite ? "infinite"
                                                                     : "finite";
    const std::string condition = *rule.condition == '\0' ? "" : "`" + escaped(rule.condition) + "`";
    const std::string row = std::string("| ") + rule.name + " | `" + escaped(rule.left) + "` | `" +
                            escaped(rule.right) + "` | " + condition + " | " + words + " | " +
                            (rule.level == SimplifyLevel::Low ? "low" : "high") + " |\n";
    EXPECT_NE(text.find(row), std::string::npos) << "docs/rewriting.md lacks: " << row;
  }
}

TEST(RewriteTest, Examples) {
  const auto infinite = [](const char* text) { return simplify(*parse_formula(text), Semantics::Infinite); };
  const auto finite = [](const char* text) { return simplify(*parse_formula(text), Semantics::Finite); };
  const auto f = [](const char* text) { return *parse_formula(text); };
  EXPECT_EQ(infinite("F X a"), f("X F a"));
  EXPECT_EQ(finite("F X a"), f("true"));
  EXPECT_EQ(infinite("!X a"), f("X !a"));
  EXPECT_EQ(finite("!X a"), f("X[!] !a"));
  EXPECT_EQ(infinite("G F a | G F b"), f("G F (a | b)"));
  EXPECT_EQ(infinite("G (a | G F b)"), f("G a | G F b"));
  EXPECT_EQ(infinite("(a U b) | G a"), f("a W b"));
  EXPECT_EQ(infinite("(a W b) & F b"), f("a U b"));
  EXPECT_EQ(infinite("a & X G a"), f("G a"));
  EXPECT_EQ(infinite("b | (a & X (a U b))"), f("a U b"));
  EXPECT_EQ(infinite("G a & F (a & b)"), f("G a & F b"));
  EXPECT_EQ(infinite("F c | F (c | a)"), f("F (a | c)"));
  EXPECT_EQ(finite("G F (a U X b)"), f("true"));
  EXPECT_EQ(finite("G F (a W b)"), f("G F (a | b)"));
  EXPECT_EQ(simplify(f("!!(a -> a)"), Semantics::Infinite, SimplifyLevel::None), f("a -> a"));
  EXPECT_EQ(infinite("a -> a"), f("true"));
}

TEST(RewriteTest, SubstituteReplacesEveryOccurrence) {
  const Formula f = *parse_formula("a U (b & F a)");
  EXPECT_EQ(substitute(f, Formula::atom("a"), *parse_formula("c | d")), *parse_formula("(c | d) U (b & F (c | d))"));
}

}  // namespace
}  // namespace weir::test
