// SPDX-License-Identifier: Apache-2.0
// weir trace: checks recorded traces against formulas.
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <weir/weir.h>

#include "cli/commands.h"
#include "cli/deadline.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/mining_report.h"
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
  bool mine = false;
  MineOptions mining = {};
  std::string mining_format;  ///< ltl, decl, or empty for text
};

/// JSON output to a file. It is written to a temporary file first, so that an invalid log leaves the file unchanged.
class JsonFile {
 public:
  /// An empty path disables JSON; "-" writes directly to standard output.
  explicit JsonFile(std::string path) : path_(std::move(path)) {
    if (!path_.empty() && path_ != "-") waiting_.reset(std::tmpfile());
  }
  bool opened() const { return path_.empty() || path_ == "-" || waiting_ != nullptr; }
  bool wanted() const { return !path_.empty(); }
  bool is_standard_output() const { return path_ == "-"; }

  void write(const std::string& text) {
    if (path_ == "-") return print(text);
    if (waiting_ == nullptr) return;
    if (std::fwrite(text.data(), 1, text.size(), waiting_.get()) != text.size()) failed_ = true;
  }

  /// Copies the output to its file; reports a failure on standard error.
  bool finish() {
    if (waiting_ == nullptr) return true;
    if (failed_ || std::fflush(waiting_.get()) != 0) {
      complain("cannot write a temporary file: " + std::string(std::strerror(errno)));
      return false;
    }
    std::rewind(waiting_.get());
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path_.c_str(), "wb"));
    bool good = file != nullptr;
    std::array<char, 1 << 16> chunk;
    while (good) {
      const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), waiting_.get());
      if (count == 0) break;
      good = std::fwrite(chunk.data(), 1, count, file.get()) == count;
    }
    good = good && std::fflush(file.get()) == 0;
    if (!good) complain("cannot write '" + path_ + "': " + std::strerror(errno));
    return good;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, Close> waiting_;
  bool failed_ = false;
};

/// Prints cases as they end (violated ones, or all with -v) and, when following, decisions as they are made.
class TracePrinter final : public TraceObserver {
 public:
  TracePrinter(const TraceArguments& arguments, JsonFile& json) : arguments_(arguments), json_(json) {}

  void begin(const std::vector<TraceSummary::Property>& properties) override {
    properties_ = properties;
    if (json_.wanted()) json_.write(trace_json_begin(arguments_.log, properties));
  }

  void decided(const TraceCase& ended, std::size_t property) override {
    if (!arguments_.options.follow || silent()) return;
    print(trace_decision_text(arguments_.log, ended, property, properties_));
    std::fflush(stdout);
  }

  void case_ended(const TraceCase& ended) override {
    if (json_.wanted()) json_.write(trace_json_case(ended, properties_, first_));
    first_ = false;
    if (!silent()) print(trace_case_text(arguments_.log, ended, properties_, lines()));
  }

  bool interrupted() override { return cli::interrupted() || !output_works(); }

 private:
  TraceLines lines() const {
    if (arguments_.options.follow) return TraceLines::Undecided;
    return arguments_.verbose ? TraceLines::All : TraceLines::Violations;
  }
  bool silent() const { return arguments_.quiet || json_.is_standard_output(); }

  const TraceArguments& arguments_;
  JsonFile& json_;
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

class MiningObserver final : public TraceObserver {
 public:
  bool interrupted() override { return cli::interrupted(); }
};

ExitCode run_mine(const TraceArguments& arguments) {
  catch_interrupts();
  MineOptions options = arguments.mining;
  options.format = arguments.options.format;
  options.event_field = arguments.options.event_field;
  options.case_field = arguments.options.case_field;
  MiningObserver observer;
  const auto result = mine(arguments.log, options, &observer);
  if (!result) return refused(result.error());
  complain(result->warnings);
  std::string text = mining_text(*result);
  if (arguments.mining_format == "ltl") text = mining_ltl(*result);
  if (arguments.mining_format == "decl") {
    const auto model = mining_declare(*result);
    if (!model) return refused(model.error());
    text = *model;
  }
  if (!arguments.json.empty() && !write_output(arguments.json, mining_json(*result, arguments.log))) return kBadInput;
  if (arguments.json != "-" && !arguments.quiet && !write_output("-", text)) return kBadInput;
  return result->interrupted ? kInconclusive : kHolds;
}

ExitCode run_trace(TraceArguments& arguments) {
  if (arguments.mine) return run_mine(arguments);
  for (const std::string& formula : arguments.formulas) arguments.options.properties.push_back({formula});
  JsonFile json(arguments.json);
  if (!json.opened()) {
    complain("cannot create a temporary file: " + std::string(std::strerror(errno)));
    return kBadInput;
  }
  catch_interrupts();
  const Deadline deadline(0);
  TracePrinter printer(arguments, json);
  const auto summary = trace(arguments.log, arguments.options, &printer);
  if (!summary) {
    const ExitCode code = refused(summary.error());
    return interrupted() ? kInconclusive : code;
  }
  if (json.wanted()) json.write(trace_json_end(*summary));
  complain(summary->warnings);
  if (!summary->limit.empty()) complain(summary->limit);
  if (!arguments.quiet && !json.is_standard_output()) print(trace_summary_text(*summary));
  const bool written = json.finish();
  return finish_output() && written ? verdict_of(*summary) : kBadInput;
}

}  // namespace

Action describe_trace(CLI::App& app) {
  auto arguments = std::make_shared<TraceArguments>();
  app.add_option("LOG", arguments->log, "the log: .jsonl, .csv, .xes, each also .gz; - is standard input")->required();
  CLI::Option* formulas =
      app.add_option("--ltlf", arguments->formulas, "a formula that each trace must satisfy; repeatable")
          ->allow_extra_args(false)
          ->take_all()
          ->allow_extra_args(false)
          ->type_name("F");
  CLI::Option* file = app.add_option("--properties", arguments->options.properties_file,
                                     "a file of named formulas (.ltl), or a Declare model (.decl)")
                          ->type_name("FILE");
  add_choice(app, "--from", arguments->options.format, "format of the log, overriding the file name extension");
  app.add_option("--event", arguments->options.event_field,
                 "field with the event name (default: event, otherwise concept:name)")
      ->type_name("FIELD");
  app.add_option("--case", arguments->options.case_field,
                 "field that identifies the trace of an event (default: the whole log is one trace)")
      ->type_name("FIELD");
  CLI::Option* timestamp =
      app.add_option("--timestamp", arguments->options.timestamp_field,
                     "field with the time of an event (seconds, or ISO 8601), for formulas with time bounds")
          ->type_name("FIELD");
  CLI::Option* prefix = app.add_flag("--prefix", arguments->options.prefix,
                                     "traces may continue: report 'undecided' if the continuation decides");
  CLI::Option* follow = app.add_flag(
      "--follow", arguments->options.follow,
      "report decisions as they are made; wait for a file to grow until interrupted, for a pipe until it is closed");
  add_memory_limit(app, arguments->options.memory_limit);
  app.add_option("--json", arguments->json, "write results as JSON; - is standard output")->type_name("FILE");
  app.add_flag("-q,--quiet", arguments->quiet, "print nothing; the exit code is the result");
  app.add_flag("-v,--verbose", arguments->verbose, "print every case, not only violated ones");
  CLI::Option* mine = app.add_flag("--mine", arguments->mine,
                                   "propose the Declare patterns that hold on the traces, with support and confidence");
  mine->excludes(formulas)->excludes(file)->excludes(prefix)->excludes(follow)->excludes(timestamp);
  const auto add_share = [&](const char* name, double& value, const char* help) {
    app.add_option_function<std::string>(
           name, [name, &value](const std::string& text) { value = parse_share(name, text); }, help)
        ->type_name("SHARE")
        ->needs(mine);
  };
  add_share("--support", arguments->mining.support,
            "least share of all traces that a mined pattern is about and that satisfy it (default: 0.1)");
  add_share("--confidence", arguments->mining.confidence,
            "least share of the traces that a mined pattern is about that satisfy it (default: 1)");
  app.add_flag("--redundant", arguments->mining.redundant, "also propose patterns that another proposed one implies")
      ->needs(mine);
  add_choice(
      app, "--to", {"text", "ltl", "decl"},
      [arguments = arguments.get()](std::size_t i) {
        arguments->mining_format = i == 1 ? "ltl" : i == 2 ? "decl" : "";
      },
      "write mined patterns as text, formulas or a Declare model (default: text)")
      ->needs(mine);
  app.footer(
      "Atoms are event names, or comparisons of fields in quotes: \"amount > 100\".\n"
      "With --timestamp, formulas may bound time: F[0,5s], G[1min,2min], U[0,10], O[0,1h], S[0,1d].\n"
      "'forall FIELD: F' checks F for each value of a field; NAME(FIELD) is the event NAME with that value.\n"
      "Examples:\n"
      "  weir trace orders.jsonl --case order --ltlf 'G (paid -> F shipped)'\n"
      "  weir trace hospital.xes.gz --ltlf '!\"Release A\" U \"ER Triage\"' -v\n"
      "  weir trace hospital.xes.gz --mine --confidence 0.95 --to decl > hospital.decl\n"
      "  weir trace server.jsonl --follow --ltlf 'G !\"status >= 500\"'\n"
      "  weir trace server.jsonl --timestamp time --ltlf 'G (request -> F[0,5s] reply)'\n"
      "  weir trace server.jsonl --ltlf 'forall user: G (login(user) -> F logout(user))'\n"
      "Exit codes: 0 all satisfied, 1 some trace violates a formula, 2 invalid usage or input, 3 undecided or "
      "interrupted.");
  return [arguments] { return run_trace(*arguments); };
}

}  // namespace weir::cli
