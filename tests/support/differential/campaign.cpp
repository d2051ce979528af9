// SPDX-License-Identifier: Apache-2.0
#include "support/differential/campaign.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>

#include "support/differential/isolate.h"
#include "support/grammar/shrink.h"

namespace weir::test {

namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr std::uint64_t kBatch = 10;  ///< programs examined by one child

bool is_hang(const Failure& failure) { return failure.kind.ends_with("hang"); }
bool is_death(const Failure& failure) { return is_hang(failure) || failure.kind.find("crash: ") < 6; }

/// Checks in a child process whether the case still fails.
std::optional<Disagreement> fails(const Case& question, const Failure& failure, const CampaignOptions& options) {
  const IsolatedResult result = run_isolated(
      [&]() -> std::string {
        const auto found = failure_of(question, failure, options.examine);
        return found ? nlohmann::json{found->kind, found->details}.dump() : std::string();
      },
      is_hang(failure) ? options.patience / 3 : options.patience);
  if (is_death(failure)) {
    const std::string mode = about_spin(failure) ? "spin " : "";
    const std::string kind = result.status == Child::Status::Crashed    ? mode + "crash: " + result.signature
                             : result.status == Child::Status::TimedOut ? mode + "hang"
                                                                        : "";
    return kind == failure.kind ? std::optional(Disagreement{kind, result.cause}) : std::nullopt;
  }
  if (result.status != Child::Status::Finished || result.said.empty()) return std::nullopt;
  const nlohmann::json said = nlohmann::json::parse(result.said);
  return Disagreement{said[0], said[1]};
}

/// Resets options that are not needed for the failure to their defaults.
void simplify(Setup& configuration, const std::function<bool()>& still_fails) {
  for (std::size_t i = 0; i < kDimensions; ++i) {
    const std::uint8_t before = configuration.values[i];
    if (before == 0) continue;
    configuration.values[i] = 0;
    if (!still_fails()) configuration.values[i] = before;
  }
  // Try a single reduction.
  if (configuration.value("--reduce").find(',') == std::string::npos && configuration.value("--reduce") != "auto")
    return;
  const std::string given = configuration.value("--reduce");
  const auto& values = dimensions()[0].values;
  for (std::uint8_t i = 2; i < values.size(); ++i) {
    const bool part = given == "auto" ? i < 8 : given.find(values[i]) != std::string::npos && values[i] != given;
    if (!part) continue;
    const std::uint8_t before = configuration.values[0];
    configuration.values[0] = i;
    if (still_fails()) return;
    configuration.values[0] = before;
  }
}

std::string command(const Case& question, const Setup& configuration) {
  const std::string options = configuration.arguments(question.question);
  return "weir check FILE " + question.arguments() + (options.empty() ? "" : " " + options);
}

std::string describe(const Answer& answer) {
  if (!answer.refusal.empty()) return "refused: " + answer.refusal.substr(0, answer.refusal.find('\n'));
  std::string text;
  for (const Answer::Property& property : answer.properties) {
    text += text.empty() ? "" : ", ";
    text += property.verdict == Verdict::Holds      ? "holds"
            : property.verdict == Verdict::Violated ? fmt::format("violated ({} steps)", property.length)
                                                    : "inconclusive: " + property.reason;
  }
  return text;
}

/// The command lines and their answers, as comments.
std::string report_of(const Case& question, const Failure& failure, const CampaignOptions& options) {
  std::string text = fmt::format("// {}\n", failure.kind);
  if (about_spin(failure)) return text + fmt::format("// {}\n// seed {}\n", failure.details, failure.seed);
  const auto add = [&](const Setup& configuration) {
    const IsolatedResult result = run_isolated(
        [&] {
          const Subject subject(*options.examine.language, question.program(), scratch_folder(),
                                options.examine.limits);
          return describe(ask(subject, question, configuration, false));
        },
        options.patience);
    const std::string said = result.status == Child::Status::Finished  ? result.said
                             : result.status == Child::Status::Crashed ? "crash: " + result.cause
                                                                       : "no answer";
    std::string line = "// " + command(question, configuration) + "\n//   -> ";
    for (const char c : said) line += c == '\n' ? std::string("\n//   ") : std::string(1, c);
    text += line + "\n";
  };
  add(reference_setup());
  if (!(failure.configuration == reference_setup())) add(failure.configuration);
  if (failure.kind == "not shortest") add(failure.other);
  text += fmt::format("// seed {}, question {}", failure.seed, failure.case_number);
  std::istringstream details(failure.details);
  for (std::string line; std::getline(details, line);) text += "\n// " + line;
  return text + "\n";
}

class Campaign {
 public:
  explicit Campaign(const CampaignOptions& options) : options_(options) { load(); }

  CampaignResult run() {
    start_ = Clock::now();
    while (!done() || !workers_.empty()) {
      while (!done() && workers_.size() < options_.workers) start_worker();
      for (std::size_t i = 0; i < workers_.size();) {
        listen(*workers_[i]);
        if (workers_[i]->child->status() == Child::Status::Running) {
          ++i;
        } else {
          end_worker(*workers_[i]);
          workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        }
      }
      report_progress();
    }
    save();
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  struct Worker {
    std::uint64_t first = 0, last = 0;  ///< range of its programs
    std::unique_ptr<Child> child;
    // Its last reported activity.
    std::uint64_t number = 0;
    std::uint64_t seed = 0;
    std::size_t case_number = 0;
    Setup configuration = reference_setup();
    bool reported = false;  ///< its counts were received
  };

  bool done() const {
    if (options_.programs > 0 && next_ >= options_.programs) return true;
    return options_.minutes > 0 && since(start_) > options_.minutes * 60;
  }
  double seconds() const { return seconds_before_ + since(start_); }

  void start_worker() {
    auto worker = std::make_unique<Worker>();
    worker->first = next_;
    worker->last = options_.programs > 0 ? std::min(next_ + kBatch, options_.programs) : next_ + kBatch;
    next_ = worker->last;
    launch(*worker);
    workers_.push_back(std::move(worker));
  }

  void launch(Worker& worker) {
    worker.reported = false;
    worker.number = worker.first;
    worker.child = std::make_unique<Child>(
        [this, &worker](const auto& say) {
          Tally tally;
          for (std::uint64_t number = worker.first; number < worker.last; ++number) {
            const std::uint64_t seed = program_seed(options_.seed, number);
            say(fmt::format("program {} {}\n", number, seed));
            const auto asking = [&](std::size_t case_number, const Setup& configuration) {
              say(fmt::format("asking {} {}\n", case_number, nlohmann::json(configuration.values).dump()));
            };
            const std::vector<Failure> failures =
                options_.spin ? examine_with_spin(seed, options_.examine, tally)
                              : examine(seed, options_.examine, result_.tally.pairs, tally, asking);
            for (const Failure& failure : failures) say("failure " + failure.to_json().dump() + "\n");
          }
          say("tally " + tally.to_json().dump() + "\n");
        },
        options_.patience);
  }

  void listen(Worker& worker) {
    worker.child->poll(workers_.size() == 1 ? 0.2 : 0.02);
    std::istringstream lines(worker.child->take_lines());
    for (std::string line; std::getline(lines, line);) {
      const std::size_t blank = line.find(' ');
      const std::string word = line.substr(0, blank), rest = line.substr(blank + 1);
      std::istringstream in(rest);
      if (word == "program") {
        in >> worker.number >> worker.seed;
        worker.case_number = 0;
        worker.configuration = reference_setup();
      } else if (word == "asking") {
        std::string values;
        in >> worker.case_number;
        std::getline(in, values);
        worker.configuration.values = nlohmann::json::parse(values).get<decltype(worker.configuration.values)>();
      } else if (word == "failure") {
        note(Failure::from_json(nlohmann::json::parse(rest)));
      } else if (word == "tally") {
        result_.tally.add(Tally::from_json(nlohmann::json::parse(rest)));
        worker.reported = true;
      }
    }
  }

  /// A child that crashed or hangs is a failure; the next child examines the remaining programs.
  void end_worker(Worker& worker) {
    if (worker.child->status() == Child::Status::Finished) return;
    Failure failure;
    failure.seed = worker.seed;
    failure.case_number = worker.case_number;
    failure.configuration = worker.configuration;
    failure.kind = options_.spin ? "spin " : "";
    failure.kind += worker.child->status() == Child::Status::Crashed ? "crash: " + worker.child->signature() : "hang";
    failure.details = worker.child->cause();
    note(failure);
    worker.first = worker.number + 1;
    if (worker.first >= worker.last) return;
    auto again = std::make_unique<Worker>();
    again->first = worker.first;
    again->last = worker.last;
    launch(*again);
    late_.push_back(std::move(again));
  }

  void note(const Failure& failure) {
    ShownFailure shown = make_small(failure, options_, false);
    const std::uint64_t before = result_.tally.failures[shown.key]++;
    if (before >= std::max<std::uint64_t>(1, options_.shrunk_of_a_kind)) return;
    const bool shrinks = options_.shrunk_of_a_kind > 0 && !is_hang(failure) && !shown.key.ends_with("not again");
    if (shrinks) shown = make_small(shown.failure, options_, true);
    write(shown);
    result_.failures.push_back(std::move(shown));
  }

  void write(const ShownFailure& shown) const {
    if (options_.failure_folder.empty()) return;
    std::filesystem::create_directories(options_.failure_folder);
    const std::string name = fmt::format("{}-{}-{}{}", shown.failure.kind.substr(0, 40), shown.failure.seed,
                                         shown.failure.case_number, options_.examine.language->suffix);
    std::string file;
    for (const char c : name)
      file += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' ? c : '_';
    std::ofstream(options_.failure_folder + "/" + file) << options_.examine.language->comment_begin << shown.report
                                                        << options_.examine.language->comment_end << shown.program;
  }

  void report_progress() {
    for (auto& worker : late_) workers_.push_back(std::move(worker));
    late_.clear();
    if (since(last_report_) < 2) return;
    last_report_ = Clock::now();
    const Tally& tally = result_.tally;
    std::uint64_t failures = 0;
    for (const auto& [key, count] : tally.failures) failures += count;
    if (options_.progress)
      options_.progress(fmt::format("{} programs, {} answers, {:.0f} a second, {} % violations, {} failures",
                                    tally.programs, tally.answers, double(tally.answers) / seconds(),
                                    100 * tally.violated / std::max<std::uint64_t>(1, tally.answers), failures));
    save();
  }

  void load() {
    if (options_.state_file.empty()) return;
    std::ifstream file(options_.state_file);
    if (!file) return;
    const nlohmann::json json = nlohmann::json::parse(file);
    if (json.at("seed") != options_.seed || json.at("language") != options_.examine.language->name) return;
    next_ = json.at("next");
    seconds_before_ = json.at("seconds");
    result_.tally = Tally::from_json(json.at("tally"));
  }

  /// Programs in progress at the time of saving are examined again.
  void save() const {
    if (options_.state_file.empty()) return;
    std::uint64_t next = next_;
    for (const auto& worker : workers_) next = std::min(next, worker->first);
    const nlohmann::json json = {{"seed", options_.seed},
                                 {"language", options_.examine.language->name},
                                 {"next", next},
                                 {"seconds", seconds()},
                                 {"tally", result_.tally.to_json()}};
    std::ofstream(options_.state_file) << json.dump();
  }

  const CampaignOptions& options_;
  CampaignResult result_;
  std::vector<std::unique_ptr<Worker>> workers_, late_;
  std::uint64_t next_ = 0;
  double seconds_before_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_report_ = Clock::now();
};

}  // namespace

std::uint64_t program_seed(std::uint64_t campaign_seed, std::uint64_t number) {
  // SplitMix64, so that neighbouring numbers give unrelated seeds.
  std::uint64_t z = campaign_seed * 0xD1342543DE82EF95ULL + (number + 1) * 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

ShownFailure make_small(const Failure& given, const CampaignOptions& options, bool shrink_program) {
  ShownFailure shown;
  shown.failure = given;
  Failure& failure = shown.failure;
  Case question = case_of(failure, options.examine);
  const auto still_fails = [&] { return fails(question, failure, options).has_value(); };
  if (!is_hang(failure) && !still_fails()) {
    shown.key = failure.kind + ", but not again";
    shown.program = to_text(question.program());
    shown.report =
        fmt::format("// {}, but not again\n// {}\n// seed {}, question {}\n// {}\n", failure.kind,
                    command(question, failure.configuration), failure.seed, failure.case_number, failure.details);
    return shown;
  }
  if (!is_hang(failure)) {
    if (!(failure.configuration == reference_setup())) simplify(failure.configuration, still_fails);
    const auto without = [&](std::string& option, const char* plain) {
      std::string before = std::exchange(option, plain);
      if (before != plain && !still_fails()) option = before;
    };
    if (!about_spin(failure)) without(question.question.fair, "none");
  }
  if (shrink_program) {
    const auto smaller_fails = [&](const Node& tree) {
      Case candidate = question;
      candidate.tree = tree;
      return fails(candidate, failure, options).has_value();
    };
    question.tree = shrink(question.tree, smaller_fails, options.shrink_tests);
    if (!(failure.configuration == reference_setup())) simplify(failure.configuration, still_fails);
    if (const auto found = fails(question, failure, options)) failure.details = found->details;
    shown.report = report_of(question, failure, options);
  }
  shown.program = to_text(question.program());
  shown.key = fmt::format("{}: {}{} {}", failure.kind, to_string(question.question.kind),
                          question.question.fair == "none" ? "" : " --fair " + question.question.fair,
                          failure.configuration.arguments(question.question));
  if (about_spin(failure)) shown.key = failure.kind;
  if (shown.report.empty()) {
    shown.report = fmt::format("// {}\n// {}\n// seed {}, question {}\n", failure.kind,
                               command(question, failure.configuration), failure.seed, failure.case_number);
  }
  return shown;
}

CampaignResult run_campaign(const CampaignOptions& options) { return Campaign(options).run(); }

}  // namespace weir::test
