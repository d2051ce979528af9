// SPDX-License-Identifier: Apache-2.0
// weir simulate: prints one run of a model, or lets the user choose it.
#include <memory>
#include <string>

#include <fmt/core.h>

#include "base/text/printable.h"
#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/line_editor.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/simulation_prompt.h"
#include "cli/simulation_session.h"
#include "cli/simulation_text.h"
#include "report/trail.h"

namespace weir::cli {
namespace {

struct SimulateSettings {
  std::string path;
  SimulateOptions options;
  std::string trail;
  bool interactive = false;
  bool quiet = false;
  bool verbose = false;
};

/// Prints the steps and the model's output.
class RunPrinter : public SimulationListener {
 public:
  explicit RunPrinter(const SimulateSettings& settings) : settings_(settings) {}

  void start(const std::vector<Variable>& state) override {
    if (quiet() || !settings_.verbose) return;
    print("start\n");
    for (const Variable& variable : state) print(fmt::format("      {}\n", variable_text(variable)));
  }

  void step(std::uint64_t number, const StepDescription& step, const std::vector<Variable>& changed) override {
    trail_.add(step);
    if (settings_.trail == "-") return;  // standard output is used for the trail only
    if (settings_.quiet) {
      print(model_output(step.output));
      return;
    }
    print(fmt::format("{:4}  {}\n", number, step_text(step)));
    for (const Variable& variable : changed) {
      if (!settings_.verbose && variable.name == step.process) continue;  // the location of the process
      print(fmt::format("      {}\n", variable_text(variable, true)));
    }
    if (!step.output.empty())
      print(fmt::format("      | {}{}", printable_lines(step.output), step.output.back() == '\n' ? "" : "\n"));
    if (!step.fault.empty()) print(fmt::format("      *** {}\n", printable(step.fault)));
  }

  void cycle_starts() override {
    trail_.cycle_starts();
    if (!quiet()) print("  --- from here on it repeats\n");
  }

  bool interrupted() override { return cli::interrupted() || !output_works(); }

  bool quiet() const { return settings_.quiet || settings_.trail == "-"; }
  const std::string& trail() const { return trail_.text(); }

 private:
  const SimulateSettings& settings_;
  TrailWriter trail_;
};

bool write_trail(const SimulateSettings& settings, const std::string& trail, std::uint64_t steps) {
  if (settings.trail.empty()) return true;
  if (steps > 0 && trail.empty()) {
    complain("--trail requires a Promela model: only Promela statements have Spin's numbers");
    return false;
  }
  return write_output(settings.trail, trail);
}

std::string ending(const char* why, std::uint64_t steps, const std::string& explanation = {}) {
  return fmt::format("{} after {} step{}{}{}\n", why, steps, steps == 1 ? "" : "s", explanation.empty() ? "" : ": ",
                     explanation);
}

/// The end of an interactive run is its last position: what holds there is told, as at the end of a random run.
ExitCode finish_interactive(const SimulateSettings& settings, const SimulationSession& session) {
  TrailWriter trail;
  for (std::size_t k = 1; k <= session.position() && !settings.trail.empty(); ++k)
    if (const auto step = session.step_to(k)) trail.add(step->step);
  if (!write_trail(settings, trail.text(), session.position())) return kBadInput;
  const auto here = session.expansion();
  const bool stuck = here->successors.empty() && here->limit.empty();
  const bool deadlock = stuck && !here->may_end;
  if (!settings.quiet && settings.trail != "-")
    print(ending(session.at_fault() ? "stopped at the fault"
                 : deadlock         ? "deadlock: no process can move"
                 : stuck            ? "the model has ended"
                                    : "stopped",
                 session.position()));
  if (!finish_output()) return kBadInput;
  return session.at_fault() || deadlock ? kViolated : kHolds;
}

ExitCode run_interactive(const SimulateSettings& settings) {
  if (input_is_terminal()) catch_keyboard_interrupts();
  Expected<std::unique_ptr<Explorer>> explorer =
      Explorer::open(settings.path, ExplorerOptions{.model = settings.options.model});
  if (!explorer) return refused(explorer.error());
  if ((*explorer)->initial().empty()) {
    print("the model has no initial state\n");
    return finish_output() ? kHolds : kBadInput;
  }
  SimulationSession session(
      **explorer, [] { return interrupted(); }, settings.options.seed);
  const SimulationPrompt::Settings shown{settings.quiet || settings.trail == "-", settings.verbose,
                                         settings.options.max_steps};
  SimulationPrompt prompt(**explorer, session, shown);
  const std::string& recording = settings.options.replay_file;
  if (!recording.empty() && !prompt.load_from(recording, settings.options.property)) return kBadInput;
  prompt.run();
  return finish_interactive(settings, session);
}

ExitCode run_simulate(const SimulateSettings& settings) {
  if (settings.interactive) return run_interactive(settings);
  catch_interrupts();
  const Deadline deadline(0);
  RunPrinter printer(settings);
  const Expected<SimulationEnd> end = simulate(settings.path, settings.options, printer);
  if (!end) {
    complain(end.error());
    return interrupted() ? kInconclusive : kBadInput;
  }
  if (!write_trail(settings, printer.trail(), end->steps)) return kBadInput;
  using Reason = SimulationEnd::Reason;
  if (end->reason == Reason::ReplayFailed) {
    finish_output();
    complain("the recorded run is not a run of this model: " + end->message);
    return kBadInput;
  }
  if (!printer.quiet()) {
    const char* why = end->reason == Reason::Ended         ? "the model has ended"
                      : end->reason == Reason::Deadlock    ? "deadlock: no process can move"
                      : end->reason == Reason::Fault       ? "stopped at the fault"
                      : end->reason == Reason::ReplayEnded ? "end of the recorded run"
                      : end->reason == Reason::Limit       ? "limit of steps (--steps)"
                                                           : "stopped";
    const bool explained = end->reason == Reason::Stopped && !end->message.empty();
    print(ending(why, end->steps, explained ? end->message : ""));
  }
  if (!finish_output()) return kBadInput;
  if (end->reason == Reason::Stopped && (interrupted() || !end->message.empty())) return kInconclusive;
  return end->reason == Reason::Deadlock || end->reason == Reason::Fault ? kViolated : kHolds;
}

}  // namespace

Action describe_simulate(CLI::App& app) {
  auto settings = std::make_shared<SimulateSettings>();
  SimulateOptions& options = settings->options;
  add_model_options(app, settings->path, options.model);
  add_number(app, "--seed", options.seed, "seed of the random choices")->default_str(std::to_string(options.seed));
  add_number(app, "--steps", options.max_steps, "maximum number of steps; 0: unlimited")
      ->default_str(std::to_string(options.max_steps));
  app.add_flag("-i,--interactive", settings->interactive,
               "choose steps, go back, watch, break, save: a prompt (`help`)");
  app.add_option("--replay", options.replay_file,
                 "replay the counterexample in the JSON output of a check, or a run that -i saved")
      ->type_name("FILE");
  app.add_option("--property", options.property, "property whose counterexample to replay")->type_name("NAME");
  app.add_option("--trail", settings->trail, "write the run as a Spin trail, for spin -t -k FILE (Promela)")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", settings->quiet, "print only the output of the model");
  app.add_flag("-v,--verbose", settings->verbose, "also print the whole initial state and the locations of processes");
  app.footer(
      "Exit code 0: the run ended normally; 1: a deadlock, a failed assertion or a run-time error; 2: invalid usage "
      "or\n"
      "input, or a recorded run that is not a run of this model. A replay exits with 0 at its end, with 1 if its last\n"
      "step fails.\n\n"
      "Examples:\n"
      "  weir simulate protocol.pml --seed 7 --steps 50\n"
      "  weir simulate protocol.pml -i                     choose every step; `help` lists the commands\n"
      "  weir check protocol.pml --json run.json; weir simulate protocol.pml --replay run.json");
  return [settings] { return run_simulate(*settings); };
}

}  // namespace weir::cli
