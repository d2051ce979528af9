// SPDX-License-Identifier: Apache-2.0
// differential: random models, questions and configurations; every answer must agree with the plain configuration.
// See docs/testing.md.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "support/differential/campaign.h"

namespace {

using namespace weir::test;

std::string language_names() {
  std::string names;
  for (const Language& row : languages()) names += (names.empty() ? "" : ", ") + std::string(row.name);
  return names;
}

int run(int argc, char** argv) {
  CLI::App app("Differential testing of weir: random programs, questions and configurations.");
  CampaignOptions options;
  options.failure_folder = "failures";
  std::uint64_t show = 0, again = 0;
  bool quiet = false;
  std::string language = "promela";
  options.seed = std::random_device{}();
  app.add_option("--seed", options.seed, "of the campaign; random unless given");
  app.add_option("--language", language, "of the models: " + language_names())->capture_default_str();
  app.add_option("--programs", options.programs, "stop after this number of programs");
  app.add_option("--minutes", options.minutes, "stop after this number of minutes");
  app.add_option("-j,--threads", options.workers, "worker processes")->capture_default_str();
  app.add_option("--state", options.state_file, "save the state of the campaign here, and take it up from here");
  app.add_option("--failures", options.failure_folder, "folder for failures")->capture_default_str();
  app.add_option("--questions", options.examine.cases, "questions a program")->capture_default_str();
  app.add_option("--configurations", options.examine.configurations, "configurations a question")
      ->capture_default_str();
  app.add_option("--max-states", options.examine.limits.states, "larger programs are left out")->capture_default_str();
  app.add_flag("--spin", options.spin, "compare with Spin instead: counts and answers");
  app.add_option("--shrink", options.shrunk_of_a_kind, "failures of a kind that are made small")->capture_default_str();
  app.add_option("--show", show, "print the program of this seed, and do nothing else");
  app.add_option("--again", again, "examine the program of this seed once more, in this process");
  app.add_flag("-q,--quiet", quiet, "no progress line");
  CLI11_PARSE(app, argc, argv);
  options.examine.language = find_language(language);
  if (options.examine.language == nullptr || (options.spin && language != "promela")) {
    fmt::print(stderr, "differential: --language is one of {}; --spin is for promela\n", language_names());
    return 2;
  }
  if (show != 0) {
    const Material material = material_of(*options.examine.language, show, options.examine.cases);
    fmt::print("{}// {}\n", options.examine.language->comment_begin, material.features);
    for (const Case& question : material.cases) fmt::print("// {}\n", question.arguments());
    fmt::print("{}{}", options.examine.language->comment_end, to_text(material.program));
    return 0;
  }
  if (again != 0) {
    Tally tally;
    std::vector<Case> cases;  // the last one is the probe
    for (std::size_t i = 0; i <= options.examine.cases; ++i)
      cases.push_back(case_of({again, i, {}, {}, "", ""}, options.examine));
    const auto asking = [&](std::size_t number, const Setup& configuration) {
      if (number >= kFirstBroken) return;
      fmt::print("{} {}\n", cases[number].arguments(), configuration.arguments(cases[number].question));
      std::fflush(stdout);
    };
    for (const Failure& failure : examine(again, options.examine, {}, tally, asking))
      fmt::print("FAILURE {}: {} {} ({})\n", failure.kind, cases[failure.case_number].arguments(),
                 failure.configuration.arguments({}), failure.details);
    return 0;
  }
  if (options.programs == 0 && options.minutes == 0) options.minutes = 1;
  if (options.spin) options.patience = 180;  // a C compiler is at work
  fmt::print("seed {}\n", options.seed);
  std::fflush(stdout);
  const bool live = isatty(STDERR_FILENO) != 0;
  int told = 0;
  if (!quiet)
    options.progress = [&](const std::string& line) {
      if (live) fmt::print(stderr, "\r{}   ", line);
      if (!live && told++ % 15 == 0) fmt::print(stderr, "{}\n", line);
    };
  const CampaignResult result = run_campaign(options);
  if (!quiet && live) fmt::print(stderr, "\n");
  fmt::print("{}", result.tally.summary(result.seconds, *options.examine.language));
  for (const ShownFailure& failure : result.failures) fmt::print("\n{}{}", failure.report, failure.program);
  return result.tally.failures.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "differential: {}\n", error.what());
    return 2;
  }
}
