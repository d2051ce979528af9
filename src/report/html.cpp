// SPDX-License-Identifier: Apache-2.0
// The page is a template with the results as embedded JSON, drawn by the scripts in assets. States are written as
// differences, so that a run of a hundred thousand steps stays a small file.
#include "report/html.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>
#include <weir/weir.h>

#include "base/text/printable.h"
#include "report/assets.h"
#include "report/run_json.h"
#include "report/words.h"

namespace weir {
namespace {

std::string escape(std::string_view text) {
  std::string safe;
  for (char c : printable_lines(text)) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

/// The numbers behind the plots; null if the check did not collect them.
Json coverage_json(const CheckCoverage& coverage) {
  if (coverage.states_by_depth.empty() && coverage.statements.empty() && coverage.samples.empty()) return nullptr;
  Json statements = Json::array(), samples = Json::array();
  for (const StatementCount& one : coverage.statements) {
    statements.push_back({{"process", text_json(one.process)},
                          {"file", text_json(one.file)},
                          {"line", one.line},
                          {"statement", text_json(one.statement)},
                          {"count", one.count}});
  }
  for (const ProgressSample& one : coverage.samples) {
    samples.push_back({{"seconds", one.seconds}, {"states", one.states}, {"memory", one.memory_bytes}});
  }
  return {{"states_by_depth", coverage.states_by_depth},
          {"statements", std::move(statements)},
          {"complete", coverage.complete},
          {"reason", lines_json(coverage.reason)},
          {"samples", std::move(samples)}};
}

Json data_of(const CheckResult& result) {
  Json properties = Json::array(), unreached = Json::array(), warnings = Json::array();
  for (const PropertyResult& property : result.properties) properties.push_back(property_json(property));
  for (const UnreachedStatement& statement : result.unreached) {
    unreached.push_back(
        {{"file", text_json(statement.file)}, {"line", statement.line}, {"statement", text_json(statement.statement)}});
  }
  for (const Diagnostic& warning : result.warnings) {
    const std::string place = warning.file.empty() ? "" : fmt::format("{}:{}: ", warning.file, warning.line);
    warnings.push_back(lines_json(place + warning.message));
  }
  return {{"properties", std::move(properties)},
          {"warnings", std::move(warnings)},
          {"sources", sources_json(result.sources)},
          {"unreached", std::move(unreached)},
          {"coverage", coverage_json(result.coverage)}};
}

std::string coverage_of(const CheckResult& result) {
  if (!result.coverage_known) return "";
  if (result.unreached.empty()) return "every statement was executed";
  return fmt::format("○ {} statement{} never executed", result.unreached.size(),
                     result.unreached.size() == 1 ? "" : "s");
}

/// Replaces @NAME@ in the template, in one pass, so that inserted text is never searched.
std::string fill(std::string_view page, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  while (true) {
    const std::size_t start = page.find('@');
    const std::size_t end = start == std::string_view::npos ? start : page.find('@', start + 1);
    if (end == std::string_view::npos) return out.append(page);
    const auto value = values.find(page.substr(start + 1, end - start - 1));
    out.append(page.substr(0, start));
    if (value == values.end()) {
      out += '@';
      page.remove_prefix(start + 1);
    } else {
      out += value->second;
      page.remove_prefix(end + 1);
    }
  }
}

}  // namespace

std::string html_report(const CheckResult& result) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(result.properties.begin(), result.properties.end(),
                         [&](const PropertyResult& property) { return property.verdict == verdict; });
  };
  const auto violated = count(Verdict::Violated);
  const auto open = count(Verdict::Inconclusive);
  const Verdict overall = violated > 0 ? Verdict::Violated : open > 0 ? Verdict::Inconclusive : Verdict::Holds;
  std::string summary = fmt::format("{} of {} hold", count(Verdict::Holds), result.properties.size());
  if (violated > 0) summary += fmt::format(", {} violated", violated);
  if (open > 0) summary += fmt::format(", {} inconclusive", open);
  return fill(assets::k_report_html, {{"TITLE", escape("weir: " + result.model)},
                                      {"STYLE", assets::k_report_css},
                                      {"MODEL", escape(result.model)},
                                      {"VERDICT", word(overall)},
                                      {"SUMMARY", summary},
                                      {"FIGURES", fmt::format("{:.2f} s, {:.1f} MB", result.seconds,
                                                              static_cast<double>(result.peak_memory_bytes) / 1e6)},
                                      {"COVERAGE", coverage_of(result)},
                                      {"VERSION", version()},
                                      {"DATA", dump_for_page(data_of(result))},
                                      {"SCRIPT", assets::k_report_js}});
}

}  // namespace weir
