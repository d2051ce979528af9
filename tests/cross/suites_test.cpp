// SPDX-License-Identifier: Apache-2.0
// A part of the two public suites, BEEM and the Model Checking Contest, with published sizes and answers. bench/suites
// runs all of them.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "support/corpus.h"

namespace weir::test {
namespace {

void expect_size(const std::filesystem::path& model, const std::string& states, const std::string& transitions,
                 const std::string& levels) {
  const auto result = explore(model.string(), {});
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_TRUE(result->complete) << model;
  EXPECT_EQ(std::to_string(result->stats.states), states) << model;
  if (!transitions.empty()) {
    EXPECT_EQ(std::to_string(result->stats.transitions), transitions) << model;
  }
  if (!levels.empty()) {
    EXPECT_EQ(std::to_string(result->stats.max_depth + 1), levels) << model;
  }
}

TEST(Suites, SizesOfBeemAreThePublishedOnes) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "beem";
  std::size_t count = 0;
  for (TableRow& row : read_table(folder / "instances.tsv")) {
    if (std::stoull(row["states"]) > 40'000) continue;
    expect_size(folder / (row["model"] + "." + row["instance"] + ".dve"), row["states"], row["edges"],
                row["bfs_levels"]);
    ++count;
  }
  EXPECT_GE(count, 50U);
}

TEST(Suites, SizesOfContestNetsAreThePublishedOnes) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "mcc";
  std::size_t count = 0;
  for (TableRow& row : read_table(folder / "instances.tsv")) {
    if (std::stoull(row["states"]) > 40'000 || std::stoull(row["transitions"]) > 400'000) continue;
    expect_size(folder / row["instance"] / "model.pnml", row["states"], row["transitions"], "");
    ++count;
  }
  EXPECT_GE(count, 50U);
}

void expect_verdict(const PropertyResult& result, bool holds, const std::string& where) {
  EXPECT_EQ(result.verdict, holds ? Verdict::Holds : Verdict::Violated)
      << where << " " << result.name << " " << result.reason;
  if (result.verdict == Verdict::Violated) {
    EXPECT_TRUE(result.has_counterexample && result.counterexample.validated) << where << " " << result.name;
  }
}

TEST(Suites, AnswersOfBeemAreThePublishedOnes) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "beem";
  std::map<std::string, std::uint64_t> sizes;
  for (TableRow& row : read_table(folder / "instances.tsv")) {
    sizes[row["model"] + "." + row["instance"]] = std::stoull(row["states"]);
  }
  std::size_t count = 0;
  for (TableRow& row : read_table(folder / "properties.tsv")) {
    const std::string name = row["model"] + "." + row["instance"];
    const auto path = folder / (name + ".prop" + row["prop"] + ".dve");
    if (row["type"] != "LTL" || row["model"] == "brp2" || sizes.count(name) == 0 || sizes[name] > 20'000) continue;
    if (!std::filesystem::exists(path)) continue;
    const auto result = check(path.string(), {});
    ASSERT_TRUE(result) << to_string(result.error());
    ASSERT_EQ(result->properties.size(), 1U);
    expect_verdict(result->properties.front(), row["answer"] == "yes", path.string());
    ++count;
  }
  EXPECT_GE(count, 40U);
}

TEST(Suites, AnswersOfTheContestAreThePublishedOnes) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "mcc";
  std::map<std::string, std::uint64_t> sizes;
  for (TableRow& row : read_table(folder / "instances.tsv")) sizes[row["instance"]] = std::stoull(row["transitions"]);
  std::map<std::pair<std::string, std::string>, std::map<std::string, bool>> files;
  for (TableRow& row : read_table(folder / "ltl.tsv")) {
    if (sizes.count(row["instance"]) == 0 || sizes[row["instance"]] > 2'000) continue;
    files[{row["instance"], row["file"]}][row["formula"]] = row["verdict"] == "TRUE";
  }
  std::size_t count = 0;
  for (const auto& [file, expected] : files) {
    CheckOptions options;
    options.properties_file = (folder / file.first / (file.second + ".xml")).string();
    const auto result = check((folder / file.first / "model.pnml").string(), options);
    ASSERT_TRUE(result) << to_string(result.error());
    for (const PropertyResult& property : result->properties) {
      const auto known = expected.find(property.name);
      if (known == expected.end()) continue;
      expect_verdict(property, known->second, file.first);
      ++count;
    }
  }
  EXPECT_GE(count, 300U);
}

TEST(Suites, AnswersAboutColouredNetsAreThePublishedOnes) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "mcc-large";
  if (!std::filesystem::exists(folder / "ltl.tsv")) GTEST_SKIP() << "needs " << folder << ", which is not here";
  std::map<std::pair<std::string, std::string>, std::map<std::string, bool>> files;
  for (TableRow& row : read_table(folder / "ltl.tsv")) {
    for (const char* small :
         {"Philosophers-COL-000005", "PGCD-COL-D02N005", "Peterson-COL-4", "SharedMemory-COL-000010",
          "Murphy-COL-D2N100", "PermAdmissibility-COL-02", "BART-COL-010", "AirplaneLD-COL-0100"})
      if (row["instance"] == small) files[{small, row["file"]}][row["formula"]] = row["verdict"] == "TRUE";
  }
  std::size_t count = 0;
  for (const auto& [file, expected] : files) {
    CheckOptions options;
    options.properties_file = (folder / file.first / (file.second + ".xml")).string();
    options.max_states = 3'000;
    const auto result = check((folder / file.first / "model.pnml").string(), options);
    ASSERT_TRUE(result) << to_string(result.error());
    for (const PropertyResult& property : result->properties) {
      const auto known = expected.find(property.name);
      if (known == expected.end() || property.verdict == Verdict::Inconclusive) continue;
      expect_verdict(property, known->second, file.first);
      ++count;
    }
  }
  EXPECT_GE(count, 120U);
}

}  // namespace
}  // namespace weir::test
