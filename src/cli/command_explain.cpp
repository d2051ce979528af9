// SPDX-License-Identifier: Apache-2.0
// weir explain: explains a formula.
#include <memory>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/explain.h"

namespace weir::cli {
namespace {

struct ExplainSettings {
  std::string formula;
  ExplanationOptions options;
  std::string json;
};

ExitCode run_explain(const ExplainSettings& settings) {
  SignalObserver observer;
  const Deadline deadline(settings.options.time_limit);
  const Expected<FormulaExplanation> result = explain(settings.formula, settings.options, &observer);
  if (!result) return refused(result.error());
  if (!settings.json.empty() && !write_output(settings.json, explain_json(*result, settings.options.finite)))
    return kBadInput;
  if (settings.json != "-" && !write_output("-", explain_text(*result))) return kBadInput;
  if (result->limit.empty()) return kHolds;
  complain({Diagnostic{.message = result->limit + "; the explanation is incomplete", .limit = true}});
  return kInconclusive;
}

}  // namespace

Action describe_explain(CLI::App& app) {
  auto settings = std::make_shared<ExplainSettings>();
  app.add_option("FORMULA", settings->formula, "a formula")->required();
  app.add_flag("--finite", settings->options.finite, "on finite words (default: infinite)");
  app.add_option("--json", settings->json, "write the answer as JSON; '-' is standard output")->type_name("FILE");
  add_work_limits(app, settings->options.memory_limit, settings->options.time_limit);
  app.footer(
      "Prints the formula in English, its class in the safety-progress hierarchy, and short words that satisfy it\n"
      "and words that do not, with the reason. A word is a sequence of letters; `cycle{...}` repeats forever.\n\n"
      "Exit code 0: explained; 2: invalid usage or input; 3: a limit was reached; partial results are shown.\n\n"
      "Examples:\n"
      "  weir explain 'G (request -> F grant)'\n"
      "  weir explain 'a U b' --finite");
  return [settings] { return run_explain(*settings); };
}

}  // namespace weir::cli
