// SPDX-License-Identifier: Apache-2.0
// Declare models: templates in their spellings, conditions, and every message.
#include "formula/declare_model.h"

#include <gtest/gtest.h>

#include "formula/patterns/named_pattern.h"
#include "formula/printer.h"

namespace weir::test {
namespace {

std::string read(const std::string& text, Diagnostics* warnings = nullptr) {
  Diagnostics ignored;
  const auto formulas = read_declare_model(SourceText("m.decl", text), warnings != nullptr ? *warnings : ignored);
  if (!formulas) return to_string(formulas.error());
  std::string result;
  for (const NamedFormula& f : *formulas) result += (result.empty() ? "" : "; ") + f.name + ": " + f.text;
  return result;
}

std::string refusal(const std::string& text) {
  Diagnostics ignored;
  const auto formulas = read_declare_model(SourceText("m.decl", text), ignored);
  if (formulas) return "read";
  const Diagnostic& d = formulas.error().front();
  return std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message;
}

TEST(DeclareModelTest, ReadsConstraintsInEverySpelling) {
  EXPECT_EQ(read("activity Pay\nactivity Ship it\n\nResponse[Pay, Ship it] | |\nNot Co-Existence[Pay, Ship it]\n"),
            "response_1: response(Pay, \"Ship it\"); not_co_existence_1: not_co_existence(Pay, \"Ship it\")");
  EXPECT_EQ(read("Absence2[A] | |\r\nAbsence[A]\r\nExactly1[A] | |\r\nExistence3[A] |\r\n"),
            "absence_1: absence(2, A); absence_2: absence(A); exactly_1: exactly(1, A); existence_1: existence(3, A)");
  EXPECT_EQ(read("AtMostOne[A]\nParticipation[A]\nNotChainSuccession[A, B]\nresponded existence[A,B]\nInit[A]\nEnd[B]"),
            "absence_1: absence(2, A); existence_1: existence(A); not_chain_succession_1: not_chain_succession(A, B); "
            "responded_existence_1: responded_existence(A, B); init_1: init(A); end_1: end(B)");
}

TEST(DeclareModelTest, EveryDeclarePatternHasATemplate) {
  for (const NamedPattern& row : named_patterns()) {
    if (std::string_view(row.family).find("Declare") == std::string_view::npos) continue;
    const bool number = takes_number(row);
    const bool pair = parameter_count(row.parameters) - (number ? 1 : 0) == 2;
    const std::string line = declare_template(row.name, number ? 2 : 0) + (pair ? "[x, y]" : "[x]");
    const std::string expected = std::string(row.name) + (number ? "(2, " : "(") + (pair ? "x, y)" : "x)");
    EXPECT_EQ(read(line), std::string(row.name) + "_1: " + expected);
  }
}

TEST(DeclareModelTest, ConditionsBelongToTheActivationAndTheTarget) {
  EXPECT_EQ(read("Response[A, B] | A.x > 3 |"), "response_1: response(A & \"x > 3\", B)");
  EXPECT_EQ(read("Precedence[A, B] |A.x > 3 |T.y is gold and T.z is not 2"),
            "precedence_1: precedence(A & \"y == gold\" & \"z != 2\", B & \"x > 3\")");
  EXPECT_EQ(read("Existence[A] | A.org:group = E |"), "existence_1: existence(A & \"org:group == E\")");
}

TEST(DeclareModelTest, DeclarationsOfDataAreIgnoredWithAWarning) {
  Diagnostics warnings;
  EXPECT_EQ(read("activity A\nbind A: x\nx: integer between 0 and 9\nInit[A] | |\n", &warnings), "init_1: init(A)");
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings[0].line, 2u);
  EXPECT_EQ(warnings[0].message, "declarations of data are ignored");
}

TEST(DeclareModelTest, Messages) {
  EXPECT_EQ(refusal("activity A\nRespons[A, A]"),
            "2:1: there is no template 'Respons'; did you mean 'Response'? ('weir explain --patterns' lists them)");
  EXPECT_EQ(refusal("activity Pay\nInit[Pai]"), "2:6: there is no 'activity Pai'; did you mean 'Pay'?");
  EXPECT_EQ(refusal("Response[A]"), "1:1: 'Response' does not take 1 activity");
  EXPECT_EQ(refusal("Absence0[A]"), "1:1: 'Absence0' does not take 1 activity");
  EXPECT_EQ(refusal("Init[A, B]"), "1:1: 'Init' does not take 2 activities");
  EXPECT_EQ(refusal("Response[A, ]"), "1:13: expected the name of an activity");
  EXPECT_EQ(refusal("nonsense"), "1:1: expected 'activity NAME', 'bind ...' or a constraint as in 'Response[A, B]'");
  EXPECT_EQ(refusal("Response[A, B] x"), "1:16: expected '|' and a condition, or the end of the line");
  EXPECT_EQ(refusal("Succession[A, B] | A.x > 3 |"),
            "1:20: 'Succession' has two activations, so a condition is ambiguous; state its two parts instead");
  EXPECT_EQ(refusal("Response[A, B] | | | 0,5,s"), "1:22: time conditions are not supported");
  EXPECT_EQ(refusal("Init[A] | | 0,5,s"), "1:13: time conditions are not supported");
  for (const char* condition : {"A.x > T.x", "same x", "A.x > 3 or A.y > 4", "A.x in (a, b)", "T.x > 3", "A.x", "> 3"})
    EXPECT_NE(refusal("Response[A, B] | " + std::string(condition) + " |").find("expected a comparison of a field"),
              std::string::npos)
        << condition;
  EXPECT_EQ(refusal("activity A\n"), "0:0: the file contains no constraint");
  EXPECT_EQ(refusal("Absence999999[A]"), "1:1: this constraint would expand to more than 1000000 nodes");
  EXPECT_EQ(refusal("Existence99999999999999999999[A]").substr(0, 27), "1:1: there is no template '");
}

}  // namespace
}  // namespace weir::test
