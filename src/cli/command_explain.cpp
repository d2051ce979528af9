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
  bool patterns = false;
};

ExitCode list_patterns(const ExplainSettings& settings) {
  const PatternCatalogue catalogue = pattern_catalogue();
  if (!settings.json.empty() && !write_output(settings.json, patterns_json(catalogue))) return kBadInput;
  if (settings.json != "-" && !write_output("-", patterns_text(catalogue))) return kBadInput;
  return kHolds;
}

ExitCode run_explain(const ExplainSettings& settings) {
  if (settings.patterns) return list_patterns(settings);
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
  CLI::Option* formula = app.add_option("FORMULA", settings->formula, "a formula");
  CLI::Option* patterns = app.add_flag("--patterns", settings->patterns,
                                       "list the named patterns that formulas may use, such as response(a, b)")
                              ->excludes(formula);
  app.add_flag("--finite", settings->options.finite, "on finite words (default: infinite)");
  app.add_option("--json", settings->json, "write the answer as JSON; '-' is standard output")->type_name("FILE");
  add_work_limits(app, settings->options.memory_limit, settings->options.time_limit);
  app.footer(
      "Prints the formula in English, the named pattern that it is a use of, its class in the safety-progress\n"
      "hierarchy, and short words that satisfy it and words that do not, with the reason. A word is a sequence of\n"
      "letters; `cycle{...}` repeats forever.\n\n"
      "Exit code 0: explained; 2: invalid usage or input; 3: a limit was reached; partial results are shown.\n\n"
      "Examples:\n"
      "  weir explain 'G (request -> F grant)'\n"
      "  weir explain 'a U b' --finite\n"
      "  weir explain --patterns");
  app.callback([formula, patterns] {
    if (formula->count() == 0 && patterns->count() == 0) throw CLI::RequiredError("FORMULA");
  });
  return [settings] { return run_explain(*settings); };
}

}  // namespace weir::cli
