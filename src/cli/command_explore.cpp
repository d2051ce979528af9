// SPDX-License-Identifier: Apache-2.0
// weir explore: counts reachable states.
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "report/explore.h"

namespace weir::cli {
namespace {

struct ExploreSettings {
  std::string path;
  ExploreOptions options;
  std::string json;
  ProgressMode progress = ProgressMode::Auto;
  bool quiet = false;
  bool verbose = false;
};

ExitCode run_explore(const ExploreSettings& settings) {
  int to_stdout = 0;
  for (const std::string* file :
       {&settings.json, &settings.options.dot_file, &settings.options.aut_file, &settings.options.hoa_file}) {
    to_stdout += *file == "-" ? 1 : 0;
  }
  if (to_stdout > 1) {
    complain("only one of --json, --dot, --aut, --hoa can go to standard output");
    return kBadInput;
  }
  LiveObserver observer(settings.progress, settings.verbose);
  std::optional<Deadline> deadline;
  if (settings.options.checkpoint.file.empty()) deadline.emplace(settings.options.time_limit);
  const Expected<ExploreResult> result = explore(settings.path, settings.options, &observer);
  observer.clear();
  if (!result) {
    const ExitCode code = refused(result.error());
    return interrupted() ? kInconclusive : code;
  }
  if (!settings.quiet && !result->warnings.empty()) complain(result->warnings);
  if (!settings.json.empty() && !write_output(settings.json, explore_json(*result))) return kBadInput;
  if (to_stdout == 0 && !settings.quiet && !write_output("-", explore_text(*result, settings.verbose)))
    return kBadInput;
  return result->complete ? kHolds : kInconclusive;
}

}  // namespace

Action describe_explore(CLI::App& app) {
  auto settings = std::make_shared<ExploreSettings>();
  ExploreOptions& options = settings->options;
  add_model_options(app, settings->path, options.model);
  add_choice(app, "--store", options.store, "store for visited states")
      ->type_name(choice_names("|", {Store::Cache}));  // which is refused with a reason
  add_choice(app, "--search", options.search, "search order");
  add_reductions(app, options.reduce,
                 "reductions that preserve deadlocks and violated assertions: none, auto, or a list of " +
                     choice_names(",", {Reduction::Sleep}));
  add_number(app, "-j,--threads", options.threads, "number of threads; 0: automatic");
  add_limit_options(app, options.memory_limit, options.time_limit, options.max_states, options.max_depth);
  add_checkpoint_options(app, options.checkpoint);
  app.add_flag("--stats", options.stats,
               "also states by depth, successors per state, strongly connected components, and steps by statement");
  app.add_option("--json", settings->json, "write the statistics as JSON; '-' is standard output")->type_name("FILE");
  app.add_option("--dot", options.dot_file, "write the state graph as a Graphviz graph")->type_name("FILE");
  app.add_option("--aut", options.aut_file, "write the state graph as a labelled transition system")->type_name("FILE");
  app.add_option("--hoa", options.hoa_file, "write the state graph as a Kripke structure")->type_name("FILE");
  add_progress_option(app, settings->progress);
  app.add_flag("-q,--quiet", settings->quiet, "print nothing but errors");
  app.add_flag("-v,--verbose", settings->verbose, "print more statistics");
  app.footer(
      "Counts the reachable states. With --reduce, counts the states of a reduced model, which has a deadlock if and\n"
      "only if the model has one. Exit code 0: explored completely; 2: invalid usage or input;\n"
      "3: a limit was reached, the store is approximate, or the run was interrupted.\n\n"
      "Examples:\n"
      "  weir explore protocol.pml                     states, transitions, depth, deadlocks\n"
      "  weir explore protocol.pml --stats             and the shape of the state space\n"
      "  weir explore big.dve --store tree --memory 4G compressed states\n"
      "  weir explore small.aut --dot - | dot -Tsvg    a picture\n"
      "  weir explore net.pnml --max-states 1000000 --json -");
  return [settings] { return run_explore(*settings); };
}

}  // namespace weir::cli
