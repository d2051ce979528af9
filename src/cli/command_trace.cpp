// SPDX-License-Identifier: Apache-2.0
// weir trace: do recorded traces satisfy formulas?
#include <cstdio>
#include <memory>

#include <fmt/core.h>
#include <weir/weir.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "report/trace_report.h"

namespace weir::cli {
namespace {

struct TraceArguments {
  std::string log;
  std::vector<std::string> formulas;
  TraceOptions options;
  std::string json;
  bool quiet = false;
  bool verbose = false;
};

/// Prints cases as they end (violated ones, or all with -v) and, when following, decisions as they fall.
class TracePrinter final : public TraceObserver {
 public:
  TracePrinter(const TraceArguments& arguments, std::FILE* json) : arguments_(arguments), json_(json) {}

  void begin(const std::vector<TraceSummary::Property>& properties) override {
    properties_ = properties;
    if (json_ != nullptr) std::fputs(trace_json_begin(arguments_.log, properties).c_str(), json_);
  }

  void decided(const TraceCase& ended, std::size_t property) override {
    if (!arguments_.options.follow || silent()) return;
    fmt::print("{}\n", trace_decision_text(ended, property, properties_));
    std::fflush(stdout);
  }

  void case_ended(const TraceCase& ended) override {
    if (json_ != nullptr) {
      std::fputs(trace_json_case(ended, properties_, first_).c_str(), json_);
      first_ = false;
    }
    if (!silent()) {
      const std::string text = trace_case_text(ended, properties_, lines());
      if (!text.empty()) fmt::print("{}", text);
    }
  }

  bool interrupted() override { return cli::interrupted(); }

 private:
  TraceLines lines() const {
    if (arguments_.options.follow) return TraceLines::Undecided;
    return arguments_.verbose ? TraceLines::All : TraceLines::Violations;
  }
  bool silent() const { return arguments_.quiet || json_ == stdout; }

  const TraceArguments& arguments_;
  std::FILE* json_;
  std::vector<TraceSummary::Property> properties_;
  bool first_ = true;
};

ExitCode verdict_of(const TraceSummary& summary) {
  bool undecided = summary.interrupted;
  for (const TraceSummary::Property& property : summary.properties) {
    if (property.violated > 0) return kViolated;
    undecided |= property.undecided > 0;
  }
  return undecided ? kInconclusive : kHolds;
}

ExitCode run(TraceArguments& arguments) {
  for (const std::string& formula : arguments.formulas) arguments.options.properties.push_back({formula});
  std::FILE* json = nullptr;
  if (arguments.json == "-") {
    json = stdout;
  } else if (!arguments.json.empty()) {
    json = std::fopen(arguments.json.c_str(), "wb");
    if (json == nullptr) {
      fmt::print(stderr, "weir: cannot write '{}'\n", arguments.json);
      return kBadInput;
    }
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closer(json == stdout ? nullptr : json, &std::fclose);
  catch_interrupts();
  TracePrinter printer(arguments, json);
  const auto summary = trace(arguments.log, arguments.options, &printer);
  if (!summary) {
    complain(summary.error());
    return kBadInput;
  }
  if (json != nullptr) std::fputs(trace_json_end(*summary).c_str(), json);
  for (const std::string& warning : summary->warnings) fmt::print(stderr, "weir: warning: {}\n", warning);
  if (!arguments.quiet && json != stdout) fmt::print("{}", trace_summary_text(*summary));
  return verdict_of(*summary);
}

}  // namespace

Action describe_trace(CLI::App& app) {
  auto arguments = std::make_shared<TraceArguments>();
  app.add_option("LOG", arguments->log, "the log: .jsonl, .csv, .xes, each also .gz; - is standard input")->required();
  app.add_option("--ltlf", arguments->formulas, "a formula that each trace must satisfy; repeatable")
      ->allow_extra_args(false)
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("F");
  app.add_option("--properties", arguments->options.properties_file, "a file of named formulas (.ltl)")
      ->type_name("FILE");
  app.add_option("--from", arguments->options.format, "format of the log, if its ending does not say it")
      ->check(CLI::IsMember({"jsonl", "csv", "xes"}));
  app.add_option("--event", arguments->options.event_field,
                 "field with an event's name (default: event, else concept:name)")
      ->type_name("FIELD");
  app.add_option("--case", arguments->options.case_field,
                 "events that share this field are one trace (default: the whole log)")
      ->type_name("FIELD");
  app.add_flag("--prefix", arguments->options.prefix,
               "traces may go on: say 'undecided' where they can still go either way");
  app.add_flag("--follow", arguments->options.follow,
               "tell decisions as they fall; wait for a file to grow until interrupted, for a pipe until it is closed");
  app.add_option("--json", arguments->json, "write results as JSON; - is standard output")->type_name("FILE");
  app.add_flag("-q,--quiet", arguments->quiet, "only the exit code");
  app.add_flag("-v,--verbose", arguments->verbose, "every case, not only those that fail");
  app.footer(
      "Atoms are names of events, or comparisons of fields in quotes: \"amount > 100\".\n"
      "Examples:\n"
      "  weir trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'\n"
      "  weir trace hospital.xes.gz --ltlf '!\"Release A\" U \"ER Triage\"' -v\n"
      "  weir trace server.jsonl --follow --ltlf 'G !\"status >= 500\"'\n"
      "Exit codes: 0 all satisfied, 1 some trace violates a formula, 2 bad input, 3 undecided or interrupted.");
  return [arguments] { return run(*arguments); };
}

}  // namespace weir::cli
