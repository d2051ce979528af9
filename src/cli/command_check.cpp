// SPDX-License-Identifier: Apache-2.0
// weir check: checks a model against its properties.
#include <weir/catalogue.h>
#include <weir/report.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "base/memory/memory_limit.h"
#include "base/output_file.h"
#include "base/stop_flag.h"
#include "base/text/source_text.h"
#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/watch.h"
#include "report/contradiction.h"
#include "report/dot.h"
#include "report/html.h"
#include "report/itf.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/sequence.h"
#include "report/text.h"
#include "report/trail.h"

namespace weir::cli {
namespace {

struct CheckSettings {
  std::string path;
  CheckOptions options;
  ProgressMode progress = ProgressMode::Auto;
  std::string json, html, junit, sarif, itf, mermaid, plantuml, dot, trail;
  std::string given;  ///< all options as given
  bool quiet = false;
  bool verbose = false;
  bool watch = false;

  // Set by CLI11, then converted to requests.
  std::vector<std::string> ltl, ltlf, named, automata, failure_automata;
  bool deadlock = false, assertions = false, progress_cycles = false, acceptance_cycles = false;
};

/// A report written to a file: one row per format.
struct Output {
  const char* option;
  std::string CheckSettings::*file;
  std::string (*write)(const CheckResult&);
  const char* help;
  bool has_verdicts = false;  ///< not only the runs: it is always written
};
constexpr Output kOutputs[] = {
    {"--json", &CheckSettings::json, json_report, "write the result as JSON", true},
    {"--html", &CheckSettings::html, html_report, "write an HTML page with counterexamples to step through", true},
    {"--junit", &CheckSettings::junit, junit_report, "write JUnit XML, one test case per property", true},
    {"--sarif", &CheckSettings::sarif, sarif_report, "write SARIF with source locations", true},
    {"--itf", &CheckSettings::itf, itf_report, "write the first counterexample, if any, in the Informal Trace Format"},
    {"--mermaid", &CheckSettings::mermaid, mermaid_report,
     "write the first counterexample, if any, as a Mermaid sequence diagram"},
    {"--plantuml", &CheckSettings::plantuml, plantuml_report,
     "write the first counterexample, if any, as a PlantUML sequence diagram"},
    {"--dot", &CheckSettings::dot, dot_report, "write counterexamples, if any, as a Graphviz graph"},
    {"--trail", &CheckSettings::trail, trail_report,
     "write the first counterexample, if any, as a Spin trail, for spin -t -k FILE (Promela)"},
};

void add_requests(CheckSettings& settings) {
  using Kind = PropertyRequest::Kind;
  std::vector<PropertyRequest>& requests = settings.options.properties;
  for (const std::string& text : settings.ltl) requests.push_back({Kind::Ltl, text});
  for (const std::string& text : settings.ltlf) requests.push_back({Kind::Ltlf, text});
  for (const std::string& text : settings.named) requests.push_back({Kind::Named, text});
  for (const std::string& text : settings.automata) requests.push_back({Kind::Automaton, text});
  for (const std::string& text : settings.failure_automata) requests.push_back({Kind::FailureAutomaton, text});
  if (settings.assertions) requests.push_back({Kind::Assertions, {}});
  if (settings.deadlock) requests.push_back({Kind::Deadlock, {}});
  if (settings.progress_cycles) requests.push_back({Kind::ProgressCycles, {}});
  if (settings.acceptance_cycles) requests.push_back({Kind::AcceptanceCycles, {}});
}

/// Saves the evidence that weir contradicts itself to a new file.
void save_contradiction(const CheckResult& result, const CheckSettings& settings) {
  const Expected<SourceText> model = SourceText::read_file(settings.path);
  const std::string text = contradiction_report(result, settings.given, std::string(model ? model->text() : ""));
  for (int number = 1;; ++number) {
    const std::string file = fmt::format("weir-contradiction-{}.json", number);
    if (std::error_code error; std::filesystem::exists(file, error)) continue;
    if (write_output(file, text)) complain("weir contradicts itself; please report this with " + file);
    return;
  }
}

/// Returns a message if an output would overwrite the model or another output; otherwise an empty string.
std::string clash_of_files(const CheckSettings& settings) {
  std::vector<std::pair<std::string, std::string>> used = {{"MODEL", settings.path}};
  const auto clash = [&](const std::string& option, const std::string& file) -> std::string {
    if (file.empty() || file == "-") return {};
    const auto place = [](const std::string& path) {
      std::error_code error;
      return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    for (const auto& [other, name] : used) {
      if (place(file) == place(name)) return option + " would overwrite the file of " + other + ", " + name;
    }
    used.emplace_back(option, file);
    return {};
  };
  for (const Output& output : kOutputs)
    if (std::string problem = clash(output.option, settings.*output.file); !problem.empty()) return problem;
  return clash("--checkpoint", settings.options.checkpoint.file);
}

/// The result without its run.
PropertyResult without_run(const PropertyResult& property, const std::string& reason) {
  PropertyResult row;
  row.name = property.name;
  row.kind = property.kind;
  row.formula = property.formula;
  row.verdict = property.verdict;
  row.reason = property.reason;
  row.engine = property.engine;
  row.stats = property.stats;
  row.warnings = property.warnings;
  if (property.has_counterexample) row.warnings.push_back("the counterexample is not shown: " + reason);
  return row;
}

/// The number of values that showing the run takes.
std::size_t shown_values(const Counterexample& run) {
  const std::vector<TraceStep>& part = run.prefix.empty() ? run.cycle : run.prefix;
  return part.empty() ? 0 : (run.prefix.size() + run.cycle.size()) * (part.front().state.size() + 1);
}

/// Whether a copy of the run takes little memory.
bool is_small(const Counterexample& run) {
  constexpr std::size_t kFewValues = 1'000'000;
  return shown_values(run) <= kFewValues;
}

/// The result with its shortest runs only, so that it is written in a moment.
CheckResult abridged(const CheckResult& result, const std::string& reason) {
  constexpr std::size_t kFewValues = 20'000;  // of all runs
  std::vector<std::size_t> by_length(result.properties.size());
  std::iota(by_length.begin(), by_length.end(), std::size_t{0});
  const auto values = [&](std::size_t i) { return shown_values(result.properties[i].counterexample); };
  std::stable_sort(by_length.begin(), by_length.end(),
                   [&](std::size_t a, std::size_t b) { return values(a) < values(b); });
  CheckResult brief;
  brief.model = result.model;
  brief.seconds = result.seconds;
  brief.peak_memory_bytes = result.peak_memory_bytes;
  brief.properties.resize(result.properties.size());
  std::size_t left = kFewValues;
  for (const std::size_t i : by_length) {
    const bool fits = values(i) <= left;
    left = fits ? left - values(i) : 0;
    brief.properties[i] = fits ? result.properties[i] : without_run(result.properties[i], reason);
  }
  return brief;
}

/// Keeps what is known, in case that a later phase does not end in time.
class CheckObserver final : public LiveObserver {
 public:
  explicit CheckObserver(const CheckSettings& settings)
      : LiveObserver(settings.quiet ? ProgressMode::Never : settings.progress, settings.verbose) {
    known_.model = settings.path;
  }
  void begin(const std::vector<PropertyResult>& properties) override {
    const std::lock_guard lock(mutex_);
    known_.properties = properties;
  }
  void decided(std::size_t property, const PropertyResult& result) override {
    PropertyResult row =
        is_small(result.counterexample) ? result : without_run(result, "a later phase did not end in time");
    const std::lock_guard lock(mutex_);
    known_.properties[property] = std::move(row);
  }
  void progress(const Progress& progress) override {
    LiveObserver::progress(progress);
    const std::lock_guard lock(mutex_);
    searched_ = progress;
  }
  /// `reason`: why the others are undecided.
  CheckResult known(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    CheckResult result = known_;
    // The search that did not end. Its question may be about the next properties, too, if they are undecided.
    for (std::size_t i = searched_.number; 0 < i && i <= result.properties.size(); ++i) {
      PropertyResult& property = result.properties[i - 1];
      if (property.verdict != Verdict::Inconclusive || property.stats.states > 0) continue;
      if (searched_.property != "hunt" && searched_.property.find(property.name) == std::string::npos) break;
      property.stats = searched_.stats;
    }
    for (PropertyResult& property : result.properties)
      if (property.verdict == Verdict::Inconclusive && property.reason.empty()) property.reason = reason;
    result.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    result.peak_memory_bytes = peak_resident_bytes();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  CheckResult known_;  ///< guarded by mutex_, as the next one
  Progress searched_;  ///< of the current search
};

/// Writes the outputs and prints the verdicts.
class Report {
 public:
  explicit Report(const CheckSettings& settings) : settings_(settings) {}

  ExitCode write(const Expected<CheckResult>& result) {
    const Expected<CheckResult>* nothing = nullptr;
    if (!written_.compare_exchange_strong(nothing, &result))
      for (;;) std::this_thread::sleep_for(std::chrono::hours(1));  // the last words are being written
    const ExitCode code = write_all(result);
    exit_code_ = code;
    return code;
  }

  /// The last words of a check that did not end in time, from another thread.
  ExitCode write_known(CheckObserver& observer, const std::string& reason) {
    const Expected<CheckResult>* whole = written_;
    Expected<CheckResult> known = CheckResult();
    if (whole == nullptr) known = observer.known(reason);
    if (whole != nullptr || !written_.compare_exchange_strong(whole, &known)) return give_up(**whole, reason);
    if (known->properties.empty()) return static_cast<ExitCode>(Deadline::report_nothing(reason));
    constexpr double kSecondsToWrite = 0.5;
    StopFlag late;
    const Watchdog watchdog(late, kSecondsToWrite, {}, [&] { Deadline::end_program(give_up(*known, reason)); });
    return write_all(known);
  }

 private:
  ExitCode write_all(const Expected<CheckResult>& whole) {
    const CheckResult& result = *whole;
    if (!settings_.quiet) complain(result.warnings);
    if (!settings_.trail.empty() && lacks_trail(result)) {
      complain("--trail requires a Promela model: only Promela statements have Spin's numbers");
      return kBadInput;
    }
    for (const Output& output : kOutputs) {
      const std::string& file = settings_.*output.file;
      if (file.empty() || file == "-") continue;
      if (const auto text = text_of(output, result); text && !write_output(file, *text)) return kBadInput;
      ++files_done_;
    }
    if (has_contradiction(result)) save_contradiction(result, settings_);
    if (!print(result)) return kBadInput;
    return static_cast<ExitCode>(weir::exit_code(whole));
  }

  /// Whether there is something to write. An old file of runs is not replaced by an empty one.
  static bool has_content(const Output& output, const CheckResult& result) {
    const auto has_run = [](const PropertyResult& property) { return property.has_counterexample; };
    return output.has_verdicts || std::any_of(result.properties.begin(), result.properties.end(), has_run);
  }

  /// The text of an output; nothing, with a note, if there is nothing to write.
  std::optional<std::string> text_of(const Output& output, const CheckResult& result) const {
    if (has_content(output, result)) return output.write(result);
    if (!settings_.quiet) {
      const std::string& file = settings_.*output.file;
      complain(
          Diagnostics{{.severity = Diagnostic::Severity::Note,
                       .message = fmt::format("{} {}: not written, there is no counterexample", output.option, file)}});
    }
    return std::nullopt;
  }

  /// Writes to standard output, last of all: the output that was asked for there, or else the verdicts.
  bool print(const CheckResult& result) {
    const auto asked = std::find_if(std::begin(kOutputs), std::end(kOutputs),
                                    [&](const Output& one) { return settings_.*one.file == "-"; });
    const TextStyle style{output_has_colours(), settings_.quiet ? -1 : settings_.verbose ? 1 : 0};
    const std::string text =
        asked == std::end(kOutputs) ? text_report(result, style) : text_of(*asked, result).value_or("");
    printing_ = true;
    return write_output("-", text);
  }

  /// Writing takes too long: reports the verdicts, and only short runs.
  ExitCode give_up(const CheckResult& result, const std::string& reason) {
    // The report is complete, or is being written to standard output. The reader may be a pager: a report cut off at
    // the time limit would be useless, so only a signal ends the wait.
    while (printing_ && exit_code_ < 0 && !interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (exit_code_ >= 0) return static_cast<ExitCode>(exit_code_.load());
    OutputFile::remove_unfinished();
    const CheckResult brief = abridged(result, reason);
    std::size_t number = 0;
    for (const Output& output : kOutputs) {
      const std::string& file = settings_.*output.file;
      if (file.empty() || file == "-" || number++ < files_done_) continue;
      if (has_content(output, brief)) {
        write_output(file, output.write(brief));
      } else if (has_content(output, result)) {
        complain(fmt::format("{} {}: {} before it was written", output.option, file, reason));
      }
    }
    if (!printing_) print(brief);
    return weir::exit_code(brief) == kViolated ? kViolated : kInconclusive;
  }

  const CheckSettings& settings_;
  std::atomic<const Expected<CheckResult>*> written_ = nullptr;  ///< set by the thread that writes
  std::atomic<int> exit_code_ = -1;                              ///< of a report that is complete
  std::atomic<std::size_t> files_done_ = 0;
  std::atomic<bool> printing_ = false;  ///< to standard output: everything else is written
};

/// One check and its outputs. Adds the files that were read; after an error, those that it is in.
ExitCode check_once(const CheckSettings& settings, std::vector<std::string>& files) {
  CheckObserver observer(settings);
  Report report(settings);
  std::optional<Deadline> deadline;
  if (settings.options.checkpoint.file.empty()) {  // saving a large search takes as long as it needs
    deadline.emplace(settings.options.time_limit, [&](const std::string& reason) {
      observer.clear();
      return report.write_known(observer, reason);
    });
  }
  const Expected<CheckResult> result = check(settings.path, settings.options, &observer);
  observer.clear();
  if (!result) {
    deadline.reset();
    for (const Diagnostic& problem : result.error())
      if (!problem.file.empty()) files.push_back(problem.file);
    const ExitCode code = refused(result.error());
    return interrupted() ? kInconclusive : code;
  }
  files = result->files;
  return report.write(result);
}

ExitCode run_check(CheckSettings& settings) {
  add_requests(settings);
  std::string problem = clash_of_files(settings);
  const auto to_stdout = std::count_if(std::begin(kOutputs), std::end(kOutputs),
                                       [&](const Output& one) { return settings.*one.file == "-"; });
  if (problem.empty() && to_stdout > 1) problem = "only one output can go to standard output";
  const bool saved = !settings.options.checkpoint.file.empty() || !settings.options.checkpoint.resume.empty();
  if (problem.empty() && settings.watch && saved)
    problem = "--watch checks another model each time, so it does not support --checkpoint and --resume";
  std::vector<std::string> files = {settings.path};
  if (!settings.options.properties_file.empty()) files.push_back(settings.options.properties_file);
  for (const auto* automata : {&settings.automata, &settings.failure_automata})
    files.insert(files.end(), automata->begin(), automata->end());
  if (problem.empty() && settings.watch && std::count(files.begin(), files.end(), "-") > 0)
    problem = "--watch needs files; standard input can be read only once";
  if (!problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  settings.options.coverage = !settings.html.empty();  // for its plots
  if (!settings.watch) return check_once(settings, files);
  return run_on_changes(files, [&](std::vector<std::string>& read) { return check_once(settings, read); });
}

void add_property_options(CLI::App& app, CheckSettings& settings) {
  const char* const group = "Property";
  // One value per option: CLI11 would parse `[] p[0]` as a bracketed list.
  app.add_option("--ltl", settings.ltl, "formula on infinite runs; repeatable")
      ->allow_extra_args(false)
      ->type_name("F")
      ->group(group);
  app.add_option("--ltlf", settings.ltlf, "formula on finite computations; repeatable")
      ->allow_extra_args(false)
      ->type_name("F")
      ->group(group);
  app.add_option(
         "--property", settings.named,
         "check a property of the model by name; the model's names take precedence over deadlock and assertions")
      ->allow_extra_args(false)
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--deadlock", settings.deadlock, "no deadlock: every state without successors is a valid end state")
      ->group(group);
  app.add_flag("--assertions", settings.assertions, "no failed assertion and no run-time error")->group(group);
  app.add_flag("--progress-cycles", settings.progress_cycles, "every cycle makes progress (np_)")->group(group);
  app.add_flag("--acceptance-cycles", settings.acceptance_cycles, "no cycle through an accept label")->group(group);
  app.add_option("--properties", settings.options.properties_file, "named formulas (.ltl), or MCC property XML")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--replay-trail", settings.options.replay_trail,
                 "replay a Spin trail instead of searching, and report which properties its run violates (Promela)")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--automaton", settings.automata,
                 "HOA automaton that must accept every run; any acceptance condition; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(group);
  app.add_option("--failure-automaton,--property-automaton", settings.failure_automata,
                 "HOA automaton that must accept no run, like a never claim; any acceptance condition; repeatable")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(group);
  add_choice(app, "--computations", settings.options.computations,
             "--ltlf: the computations that must satisfy the formula")
      ->group(group);
  add_choice(app, "--fair", settings.options.fair, "check only runs that are fair to every process")->group(group);
  app.add_option("--assume", settings.options.assume, "check only runs that satisfy F; repeatable")
      ->allow_extra_args(false)
      ->type_name("F")
      ->group(group);
}

void add_search_options(CLI::App& app, CheckSettings& settings) {
  CheckOptions& options = settings.options;
  const char* const group = "Search";
  add_choice(app, "--translator", options.translator, "algorithm that translates formulas to automata")->group(group);
  add_choice(app, "--emptiness", options.emptiness, "emptiness check: algorithm that searches for accepting cycles")
      ->group(group);
  add_choice(app, "--store", options.store, "store for visited states")->group(group);
  add_number(app, "--cache-entries", options.cache_entries, "--store cache: number of states it holds; may be 0")
      ->group(group);
  add_choice(app, "--replacement", options.replacement, "--store cache: replacement policy")
      ->default_str(name_of(Replacement::Random))
      ->group(group);
  add_number(app, "--seed", options.seed, "seed of all random choices")
      ->default_str(std::to_string(options.seed))
      ->group(group);
  add_choice(app, "--search", options.search, "search order")->group(group);
  app.add_flag("--shortest", options.shortest, "find a shortest counterexample")->group(group);
  app.add_flag(
         "--hunt", options.hunt,
         "look for errors only, by random walks, restarted, bit-state and directed searches on all threads, until "
         "each property is violated, --time, --max-states or an interrupt ends it; never says that one holds")
      ->group(group);
  app.add_flag("--certify", options.certify,
               "decide properties that hold a second time, with another translator, search and store, without "
               "reductions and native code")
      ->group(group);
  add_reductions(app, options.reduce, "reductions: auto, none, or a list of " + choice_names<Reduction>(","))
      ->group(group);
  app.add_option(
         "--symmetry", options.symmetry,
         "declare processes with identities as interchangeable: 'P' (identity is _pid), 'P(id)' (a parameter), "
         "'P_*: turn, flag[]' (variables that hold identities or are indexed by them); the declaration is checked")
      ->type_name("SPEC")
      ->group(group);
  add_number(app, "-j,--threads", options.threads, "number of threads; 0: automatic")->group(group);
}

}  // namespace

Action describe_check(CLI::App& app) {
  auto settings = std::make_shared<CheckSettings>();
  CheckOptions& options = settings->options;
  add_model_options(app, settings->path, options.model);
  add_property_options(app, *settings);
  add_search_options(app, *settings);
  add_limit_options(app, options.memory_limit, options.time_limit, options.max_states, options.max_depth);
  add_checkpoint_options(app, options.checkpoint);
  for (const Output& output : kOutputs) {
    app.add_option(output.option, (*settings).*output.file, std::string(output.help) + "; '-' is standard output")
        ->type_name("FILE")
        ->group("Output");
  }
  app.add_flag("--watch", settings->watch,
               "check again whenever a file of the model or its properties changes, until an interrupt")
      ->group("Output");
  add_progress_option(app, settings->progress);
  app.add_flag("-q,--quiet", settings->quiet, "print the verdicts only")->group("Output");
  app.add_flag("-v,--verbose", settings->verbose, "print engines and all statistics")->group("Output");
  app.footer(
      "Without a property option, all properties of the model are checked. Exit code 0: every property holds;\n"
      "1: a property is violated; 2: invalid usage or input; 3: inconclusive (limit, approximate store, interrupt).\n"
      "With --watch, the exit code is that of the last check.\n\n"
      "Examples:\n"
      "  weir check peterson.pml                              all properties of the model\n"
      "  weir check lock.aut --ltl 'G(acquire -> F release)'  transition labels are events\n"
      "  weir check lock.aut --ltl 'G(use -> (!release S acquire))'   operators of the past\n"
      "  weir check lock.aut --ltlf 'G(acquire -> X[!] use)' --cache-entries 1000\n"
      "  weir check peterson.pml --watch                      again after every change\n"
      "  weir check ring.pml --ltl 'G F elected' --fair weak  only weakly fair runs\n"
      "  weir check big.dve --deadlock --memory 2G --json -   memory limit, JSON output");
  return [settings, &app] {
    settings->given = app.config_to_str();
    return run_check(*settings);
  };
}

}  // namespace weir::cli
