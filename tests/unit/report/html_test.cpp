// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

CheckResult result_with_run(int steps) {
  PropertyResult property;
  property.name = "p0";
  property.formula = "G (a -> F b)";
  property.verdict = Verdict::Violated;
  property.has_counterexample = true;
  for (int i = 0; i < steps; ++i) {
    TraceStep step;
    step.state = {{"constant", std::string("</script><b>")}, {"x", std::int64_t{i}}};
    step.step.event = "x = x + 1";
    step.step.process = "P[0]";
    property.counterexample.cycle.push_back(step);
  }
  CheckResult result;
  result.model = "<model>.pml";
  result.properties.push_back(property);
  return result;
}

TEST(HtmlReport, IsOneSelfContainedPage) {
  const std::string page = html_report(result_with_run(3));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(page.find("http://www.w3.org/2000/svg"), page.find("http://")) << "the SVG namespace is the only address";
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_NE(page.find("0 of 1 hold, 1 violated"), std::string::npos);
}

TEST(HtmlReport, EscapesWhatTheModelSays) {
  const std::string page = html_report(result_with_run(1));
  EXPECT_NE(page.find("&lt;model&gt;.pml"), std::string::npos);
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cb>"), std::string::npos);
}

TEST(HtmlReport, WritesOnlyWhatChanges) {
  const std::string page = html_report(result_with_run(10000));
  EXPECT_EQ(page.find("\"constant\""), page.rfind("\"constant\"")) << "a constant is written once";
  EXPECT_LT(page.size(), 2'000'000U);
}

TEST(HtmlReport, HasTheNumbersOfThePlots) {
  CheckResult result;
  EXPECT_NE(html_report(result).find("\"coverage\":null"), std::string::npos);
  result.coverage.states_by_depth = {1, 2};
  result.coverage.statements = {{"P", "m.pml", 3, "x < 1", 7}};
  result.coverage.samples = {{0.5, 10, 1000}};
  const std::string page = html_report(result);
  EXPECT_NE(page.find("\"states_by_depth\":[1,2]"), std::string::npos);
  EXPECT_NE(page.find("\"statement\":\"x \\u003c 1\",\"count\":7"), std::string::npos);
  EXPECT_NE(page.find("{\"seconds\":0.5,\"states\":10,\"memory\":1000}"), std::string::npos);
}

TEST(HtmlReport, ShowsWarnings) {
  CheckResult result;
  result.warnings.push_back({Diagnostic::Severity::Warning, "x is never read", "m.pml", 3});
  EXPECT_NE(html_report(result).find("m.pml:3: x is never read"), std::string::npos);
}

TEST(HtmlReport, EmptyResultIsStillAPage) {
  EXPECT_NE(html_report(CheckResult{}).find("0 of 0 hold"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
