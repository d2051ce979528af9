// SPDX-License-Identifier: Apache-2.0
// weir automata: combines and compares languages, given as formulas or automata.
#include <fmt/core.h>

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <weir/automata.h>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/language_answer.h"

namespace weir::cli {
namespace {

struct Task {
  const char* name;
  std::variant<LanguageOperation, LanguageQuestion> what;
  const char* help;
};
constexpr Task kTasks[] = {
    {"product", LanguageOperation::Product, "write an automaton of the intersection of all"},
    {"union", LanguageOperation::Union, "write an automaton of the union of all"},
    {"complement", LanguageOperation::Complement, "write an automaton of the complement"},
    {"difference", LanguageOperation::Difference, "write an automaton of the words of the first that are in no other"},
    {"empty", LanguageQuestion::Empty, "is the language empty?"},
    {"universal", LanguageQuestion::Universal, "does the language contain every word?"},
    {"included", LanguageQuestion::Included, "is the first a subset of the second?"},
    {"equivalent", LanguageQuestion::Equivalent, "are both languages equal?"},
    {"disjoint", LanguageQuestion::Disjoint, "is the intersection of both empty?"},
};

struct AutomataSettings {
  const Task* task = nullptr;
  std::vector<std::string> languages;
  TranslateOptions options;
  std::string json;
  bool quiet = false;
};

ExitCode combine(const AutomataSettings& settings, LanguageOperation operation, Observer& observer) {
  if (!settings.json.empty()) {
    complain({Diagnostic{.message = "--json applies to questions only; use --to json to write the automaton as JSON"}});
    return kBadInput;
  }
  const auto text = combine_languages(operation, settings.languages, settings.options, &observer);
  if (!text) return refused(text.error());
  return write_output("-", *text) ? kHolds : kBadInput;
}

ExitCode ask(const AutomataSettings& settings, LanguageQuestion question, Observer& observer) {
  CompareOptions options;
  options.finite = settings.options.finite;
  options.memory_limit = settings.options.memory_limit;
  options.time_limit = settings.options.time_limit;
  const auto answer = ask_languages(question, settings.languages, options, &observer);
  if (!answer) return refused(answer.error());
  if (!settings.json.empty() &&
      !write_output(settings.json, language_answer_json(question, *answer, settings.languages, options.finite)))
    return kBadInput;
  if (settings.json != "-" && !settings.quiet && !write_output("-", language_answer_text(question, *answer)))
    return kBadInput;
  return answer->yes ? kHolds : kViolated;
}

ExitCode run_automata(const AutomataSettings& settings) {
  SignalObserver observer;
  const Deadline deadline(settings.options.time_limit);
  if (const auto* operation = std::get_if<LanguageOperation>(&settings.task->what))
    return combine(settings, *operation, observer);
  return ask(settings, std::get<LanguageQuestion>(settings.task->what), observer);
}

}  // namespace

Action describe_automata(CLI::App& app) {
  auto settings = std::make_shared<AutomataSettings>();
  TranslateOptions& options = settings->options;
  std::vector<std::string> names;
  std::string tasks;
  for (const Task& task : kTasks) {
    names.push_back(task.name);
    tasks += fmt::format("  {:<12}{}\n", task.name, task.help);
  }
  add_choice(
      app, "TASK", names, [settings](std::size_t i) { settings->task = &kTasks[i]; }, "the task; see below")
      ->required();
  app.add_option("LANGUAGE", settings->languages,
                 "a formula, or an automaton: FILE.hoa, @FILE, or - for standard input")
      ->required();
  app.add_flag("--finite", options.finite, "languages of finite words (default: infinite)");
  add_shape_options(app, options);
  app.add_option("--json", settings->json, "write the answer as JSON; '-' is standard output")->type_name("FILE");
  app.add_flag("-q,--quiet", settings->quiet, "print nothing; the exit code is the answer");
  add_work_limits(app, options.memory_limit, options.time_limit);
  app.footer(
      "Tasks:\n" + tasks +
      "\nFormulas and automata may be mixed. Automata may have any acceptance condition; alternation is not "
      "supported.\n"
      "Exit code 0: written, or the answer is yes; 1: no, with a word as evidence; 2: invalid usage or input; 3: a "
      "limit was "
      "reached.\n\n"
      "Examples:\n"
      "  weir automata product 'G F a' rabin.hoa --to dot       formulas and automata together\n"
      "  weir automata complement streett.hoa --degeneralize\n"
      "  weir automata included 'G a' 'F a'                     yes\n"
      "  weir automata empty big.hoa                            prints an accepted word if not empty");
  return [settings] { return run_automata(*settings); };
}

}  // namespace weir::cli
