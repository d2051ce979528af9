// SPDX-License-Identifier: Apache-2.0
// weir translate: converts a formula or an automaton to an automaton.
#include <fmt/core.h>

#include <memory>
#include <string>

#include <weir/automata.h>
#include <weir/weir.h>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

struct TranslateSettings {
  std::string formula;
  std::string file;
  std::string automaton;
  bool infinite = false;  ///< the default, stated explicitly
  TranslateOptions options;
};

ExitCode run_translate(const TranslateSettings& settings) {
  const int given =
      (settings.formula.empty() ? 0 : 1) + (settings.file.empty() ? 0 : 1) + (settings.automaton.empty() ? 0 : 1);
  if (given != 1) {
    complain("give one formula, a file of formulas with -F, or a file of automata with --automaton");
    return kBadInput;
  }
  SignalObserver observer;
  const Deadline deadline(settings.options.time_limit);
  const Expected<std::string> text =
      !settings.automaton.empty() ? convert_automata(settings.automaton, settings.options, &observer)
      : !settings.file.empty()    ? translate_file(settings.file, settings.options, &observer)
                                  : translate(settings.formula, settings.options, &observer);
  if (!text) return refused(text.error());
  return write_output("-", *text) ? kHolds : kBadInput;
}

}  // namespace

Action describe_translate(CLI::App& app) {
  auto settings = std::make_shared<TranslateSettings>();
  TranslateOptions& options = settings->options;
  app.add_option(
      "FORMULA", settings->formula,
      "the formula: X F G U R W M, past Y Z O H S T, regular expressions {r}[]->f {r}<>->f (docs/formulas.md)");
  app.add_option("-F", settings->file,
                 "translate every formula of this file (.ltl, or one per line); '-' is standard input")
      ->type_name("FILE");
  app.add_option("--automaton", settings->automaton,
                 "convert every automaton of this HOA file instead of a formula; '-' is standard input")
      ->type_name("FILE");
  auto* finite = app.add_flag("--finite", options.finite, "finite words: a deterministic automaton");
  app.add_flag("--infinite", settings->infinite, "infinite words: transition-based generalised Büchi (default)")
      ->excludes(finite);
  add_choice(app, "--translator", options.translator, "algorithm that translates formulas to automata");
  app.add_option("--alphabet", options.alphabet,
                 "mutually exclusive events that are the letters; default: atoms are independent")
      ->type_name("a,b,tau")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--complement", options.complement, "accept the words that do not satisfy the formula");
  add_shape_options(app, options);
  add_work_limits(app, options.memory_limit, options.time_limit);
  app.footer(
      "Examples:\n"
      "  weir translate 'G (req -> F ack)'                          HOA on standard output\n"
      "  weir translate 'G F a -> G F b' --to dot | dot -Tsvg       a picture\n"
      "  weir translate --finite --alphabet a,b,tau 'G (a -> X[!] (!a U b))'\n"
      "  weir translate 'G (grant -> O request)'                    past operators\n"
      "  weir translate '{req; busy[*]; done}[]-> F released'       regular expressions\n"
      "  weir translate --finite --to cpp 'G (req -> F ack)'        a monitor without dependencies\n"
      "  weir translate --finite --to cpp --name Response 'G (req -> F ack)' > response.h\n"
      "  weir translate -F properties.ltl --stats                   sizes and classes, one line each\n"
      "  weir translate --automaton parity.hoa --to never           convert automata of other tools");
  return [settings] { return run_translate(*settings); };
}

}  // namespace weir::cli
