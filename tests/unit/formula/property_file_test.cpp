// SPDX-License-Identifier: Apache-2.0
#include "formula/property_file.h"

#include <gtest/gtest.h>

#include "formula/parser.h"
#include "support/print_formula.h"

namespace weir::test {
namespace {

TEST(PropertyFileTest, NamesCommentsAndOpenParentheses) {
  const SourceText source("props.ltl",
                          "# requests are answered\n"
                          "response: G (req -> F ack)   // at once or later\n"
                          "\n"
                          "  G !error\r\n"
                          "long : (a U\n"
                          "        b) # still inside\n"
                          "\"a # b // c\" & d\n");
  const auto read = read_property_file(source);
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 4U);
  EXPECT_EQ((*read)[0].name, "response");
  EXPECT_EQ((*read)[0].text, "G (req -> F ack)");
  EXPECT_EQ((*read)[0].line, 2U);
  EXPECT_EQ((*read)[1].name, "p2");
  EXPECT_EQ((*read)[1].formula, *parse_formula("G !error"));
  EXPECT_EQ((*read)[2].name, "long");
  EXPECT_EQ((*read)[2].formula, *parse_formula("a U b"));
  EXPECT_EQ((*read)[3].name, "p4");
  EXPECT_EQ((*read)[3].formula, *parse_formula("\"a # b // c\" & d"));
}

TEST(PropertyFileTest, RemoteReferencesAreNoNames) {
  const auto read = read_property_file(SourceText("x.ltl", "P:y == 2\nname: P:y == 2\n"), {true});
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ((*read)[0].name, "p1");
  EXPECT_EQ((*read)[0].formula, Formula::atom("P:y == 2"));
  EXPECT_EQ((*read)[1].name, "name");
}

TEST(PropertyFileTest, EveryFaultIsReportedAtItsPlace) {
  const auto read = read_property_file(SourceText("bad.ltl", "a: G x\n\na: F y\n  b: (c &\n   & d)\ne:\n"));
  ASSERT_FALSE(read);
  const Diagnostics& errors = read.error();
  ASSERT_EQ(errors.size(), 3U) << to_string(errors);
  EXPECT_NE(errors[0].message.find("used by the formula in line 1"), std::string::npos);
  EXPECT_EQ(errors[0].line, 3U);
  EXPECT_EQ(errors[1].line, 5U);
  EXPECT_EQ(errors[1].column, 4U);
  EXPECT_EQ(errors[1].source_line, "   & d)");
  EXPECT_EQ(errors[1].file, "bad.ltl");
  EXPECT_EQ(errors[2].line, 6U);
  EXPECT_NE(errors[2].message.find("empty"), std::string::npos);
}

TEST(PropertyFileTest, AnOpenBraceContinuesAFormula) {
  const auto read = read_property_file(SourceText("r.ltl", "r: {a; b[*];   # more\n  c}[]-> d\ns: G e\n"));
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ((*read)[0].formula, *parse_formula("{a; b[*]; c}[]-> d"));
}

TEST(PropertyFileTest, EmptyFilesHaveNoFormulas) {
  EXPECT_TRUE(read_property_file(SourceText("e.ltl", ""))->empty());
  EXPECT_TRUE(read_property_file(SourceText("e.ltl", "\n# only this\n   \n"))->empty());
}

}  // namespace
}  // namespace weir::test
