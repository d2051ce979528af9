// SPDX-License-Identifier: Apache-2.0
// weir simulate: prints one run of a model.
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include <fmt/core.h>

#include "base/text/printable.h"
#include "base/text/value_text.h"
#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
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

std::string to_text(const StepDescription& step) {
  std::string text = printable(step.process.empty() ? step.event : step.process + ": " + step.event);
  if (step.line != 0) text += fmt::format("  ({}:{})", printable(step.file), step.line);
  return text;
}

std::string to_text(const Variable& variable) {
  return fmt::format("      {} = {}\n", printable(variable.name), printable(value_text(variable.value)));
}

/// The model's output unchanged, but without control characters on a terminal.
std::string model_output(const std::string& text) { return output_is_terminal() ? printable_lines(text) : text; }

/// Prints the steps and the model's output; asks for the next step in interactive mode.
class RunPrinter : public SimulationListener {
 public:
  explicit RunPrinter(const SimulateSettings& settings) : settings_(settings) {}

  void start(const std::vector<Variable>& state) override {
    if (quiet() || (!settings_.verbose && !settings_.interactive)) return;
    print("start\n");
    for (const Variable& variable : state) print(to_text(variable));
  }

  bool interactive() const override { return settings_.interactive; }

  std::size_t choose(const std::vector<StepDescription>& choices) override {
    print("\n");
    for (std::size_t i = 0; i < choices.size(); ++i) print(fmt::format("  {:2}  {}\n", i + 1, to_text(choices[i])));
    while (true) {
      print(fmt::format("step [1-{}, q]: ", choices.size()));
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line) || line == "q") {
        print("\n");
        return choices.size();
      }
      if (line.empty()) line = "1";
      std::size_t number = 0;
      const char* const line_end = line.data() + line.size();
      if (std::from_chars(line.data(), line_end, number).ptr == line_end && number >= 1 && number <= choices.size())
        return number - 1;
      print(fmt::format("there is no step '{}'\n", printable(line)));
    }
  }

  void step(std::uint64_t number, const StepDescription& step, const std::vector<Variable>& changed) override {
    trail_.add(step);
    if (settings_.trail == "-") return;  // standard output is used for the trail only
    if (settings_.quiet) {
      print(model_output(step.output));
      return;
    }
    print(fmt::format("{:4}  {}\n", number, to_text(step)));
    for (const Variable& variable : changed) {
      if (!settings_.verbose && variable.name == step.process) continue;  // the location of the process
      print(to_text(variable));
    }
    if (!step.output.empty())
      print(fmt::format("      | {}{}", model_output(step.output), step.output.back() == '\n' ? "" : "\n"));
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

ExitCode run_simulate(const SimulateSettings& settings) {
  std::optional<Deadline> deadline;
  if (!settings.interactive) {  // a menu waits for input, which no flag ends
    catch_interrupts();
    deadline.emplace(0);
  }
  RunPrinter printer(settings);
  const Expected<SimulationEnd> end = simulate(settings.path, settings.options, printer);
  if (!end) {
    complain(end.error());
    return interrupted() ? kInconclusive : kBadInput;
  }
  if (!settings.trail.empty()) {
    if (end->steps > 0 && printer.trail().empty()) {
      complain("--trail requires a Promela model: only Promela statements have Spin's numbers");
      return kBadInput;
    }
    if (!write_output(settings.trail, printer.trail())) return kBadInput;
  }
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
    print(fmt::format("{} after {} step{}{}{}\n", why, end->steps, end->steps == 1 ? "" : "s", explained ? ": " : "",
                      explained ? end->message : ""));
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
  app.add_flag("-i,--interactive", settings->interactive, "choose each step from a menu");
  app.add_option("--replay", options.replay_file, "replay the counterexample in the JSON output of a check")
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
      "  weir simulate protocol.pml -i                     choose every step\n"
      "  weir check protocol.pml --json run.json; weir simulate protocol.pml --replay run.json");
  return [settings] { return run_simulate(*settings); };
}

}  // namespace weir::cli
