// SPDX-License-Identifier: Apache-2.0
// weir compare: compares two formulas or automata.
#include <memory>

#include <weir/weir.h>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/compare.h"

namespace weir::cli {
namespace {

struct CompareSettings {
  std::string left;
  std::string right;
  CompareOptions options;
  bool automata = false;  ///< LEFT and RIGHT are files
  std::string json;
  bool quiet = false;
};

ExitCode run_compare(const CompareSettings& settings) {
  SignalObserver observer;
  const Deadline deadline(settings.options.time_limit);
  const std::string file = settings.automata ? "@" : "";
  const auto result = compare(file + settings.left, file + settings.right, settings.options, &observer);
  if (!result) return refused(result.error());
  if (!settings.json.empty() &&
      !write_output(settings.json, compare_json(*result, settings.left, settings.right, settings.options.finite)))
    return kBadInput;
  if (settings.json != "-" && !settings.quiet &&
      !write_output("-", compare_text(*result, settings.automata ? "automaton" : "formula")))
    return kBadInput;
  return result->equivalent ? kHolds : kViolated;
}

}  // namespace

Action describe_compare(CLI::App& app) {
  auto settings = std::make_shared<CompareSettings>();
  app.add_option("LEFT", settings->left, "a formula, or an automaton: FILE.hoa, @FILE, or - for standard input")
      ->required();
  app.add_option("RIGHT", settings->right, "the other formula or automaton")->required();
  app.add_flag("--finite", settings->options.finite, "on finite words (default: infinite)");
  app.add_flag("--automata", settings->automata, "both are HOA files, regardless of their names");
  app.add_option("--json", settings->json, "write the answer as JSON; '-' is standard output")->type_name("FILE");
  add_work_limits(app, settings->options.memory_limit, settings->options.time_limit);
  app.add_flag("-q,--quiet", settings->quiet, "print nothing but errors");
  app.footer(
      "Exit code 0: both accept the same words; 1: they differ, and a word that only one accepts is shown (on finite\n"
      "words, a shortest one); 2: invalid usage or input; 3: a limit was reached.\n\n"
      "Examples:\n"
      "  weir compare 'G F a' 'F G a'                  a word on which they differ\n"
      "  weir compare 'F X a' 'X F a' --finite         equivalent on infinite words, but not on finite ones\n"
      "  weir compare '!(a U b)' '!a R !b' --json -\n"
      "  weir compare mine.hoa theirs.hoa              automata of any tool, with any acceptance condition\n"
      "  weir compare mine.hoa 'G F a'");
  return [settings] { return run_compare(*settings); };
}

}  // namespace weir::cli
