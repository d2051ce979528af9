// SPDX-License-Identifier: Apache-2.0
// weir explain: what does a formula say?
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "report/explain.h"

namespace weir::cli {
namespace {

struct ExplainSettings {
  std::string formula;
  bool finite = false;
  std::string json;
};

ExitCode run(const ExplainSettings& settings) {
  const Expected<FormulaExplanation> result = explain(settings.formula, settings.finite);
  if (!result) {
    complain(result.error());
    return kBadInput;
  }
  if (!settings.json.empty() && !write_output(settings.json, explain_json(*result, settings.finite))) return kBadInput;
  if (settings.json != "-" && !write_output("-", explain_text(*result))) return kBadInput;
  return kHolds;
}

}  // namespace

Action describe_explain(CLI::App& app) {
  auto settings = std::make_shared<ExplainSettings>();
  app.add_option("FORMULA", settings->formula, "a formula")->required();
  app.add_flag("--finite", settings->finite, "on finite words (default: infinite)");
  app.add_option("--json", settings->json, "write the answer as JSON; '-' is standard output")->type_name("FILE");
  app.footer(
      "Says the formula in English, names its class in the safety-progress hierarchy, and gives short words that "
      "satisfy\n"
      "it and words that do not, with the reason. A word is its letters in order; `cycle{...}` is repeated for "
      "ever.\n\n"
      "Exit code 0: explained; 2: wrong use or bad input.\n\n"
      "Examples:\n"
      "  weir explain 'G (request -> F grant)'\n"
      "  weir explain 'a U b' --finite");
  return [settings] { return run(*settings); };
}

}  // namespace weir::cli
