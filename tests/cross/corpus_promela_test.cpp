// SPDX-License-Identifier: Apache-2.0
// Real Promela models against what Spin found: numbers of states and transitions without reductions (states.tsv), and
// whether assertions and end states are violated (expected.tsv, property "safety"); formulas, claims and cycles with
// and without fairness (the other properties there).
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <weir/weir.h>

#include "support/corpus.h"
#include "support/promela_states.h"

namespace weir::testing {
namespace {

constexpr std::uint64_t kLargest = 100000;  ///< states; the larger ones are left to the benchmarks

std::vector<std::vector<std::string>> rows(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> result;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    result.push_back(fields);
  }
  if (!result.empty()) result.erase(result.begin());
  return result;
}

/// `path -DNAME=VALUE ...`, perhaps with `@file` of a formula behind it.
struct Model {
  std::string path;
  std::vector<std::pair<std::string, std::string>> definitions;
  explicit Model(const std::string& text) {
    std::istringstream in(text.substr(0, text.find('@')));
    in >> path;
    for (std::string option; in >> option;) {
      const std::size_t equal = option.find('=');
      definitions.emplace_back(option.substr(2, equal - 2),
                               equal == std::string::npos ? "1" : option.substr(equal + 1));
    }
  }
};

TEST(CorpusPromela, CountsStatesLikeSpin) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *test::corpus() / "promela";
  std::map<std::string, bool> safe;
  for (const auto& row : rows(folder / "expected.tsv"))
    if (row.size() > 2 && row[1] == "safety") safe[row[0]] = row[2] == "holds";
  int compared = 0;
  for (const auto& row : rows(folder / "states.tsv")) {
    ASSERT_GE(row.size(), 4U);
    const std::uint64_t states = std::stoull(row[1]);
    if (states > kLargest) continue;
    const Model model(row[0]);
    std::string diagnostics;
    const auto system = promela_file((folder / model.path).string(), model.definitions, &diagnostics);
    ASSERT_NE(system, nullptr) << row[0] << "\n" << diagnostics;
    const StateCount count = count_states(*system, 2 * states + 100);
    // After a run-time error Spin's verifier goes on with whatever memory held, or stops.
    if (count.errors > 0) {
      EXPECT_NE(row[3], "0") << row[0] << ": " << count.message;
      continue;
    }
    ++compared;
    EXPECT_EQ(count.states, states) << row[0];
    EXPECT_EQ(count.transitions, std::stoull(row[2])) << row[0];
    EXPECT_EQ(count.safe(), row[3] == "0") << row[0] << ": " << count.message;
    if (const auto known = safe.find(row[0]); known != safe.end()) {
      EXPECT_EQ(count.safe(), known->second) << row[0];
    }
  }
  EXPECT_GE(compared, 90);
}

TEST(CorpusPromela, AnswersLikeSpin) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *test::corpus() / "promela";
  int compared = 0, fair = 0;
  for (const auto& row : rows(folder / "expected.tsv")) {
    if (row.size() < 3 || row[1] == "safety" || row[0].find('@') != std::string::npos) continue;
    if (row[0] == "real/weather/weather.pml") continue;  // Spin has a syntax error in the formula, and went on without
    const Model model(row[0]);
    std::string kind = row[1].substr(0, row[1].find(':'));
    CheckOptions options;
    options.model.format = "promela";
    options.model.definitions = model.definitions;
    options.threads = 1;
    options.max_states = kLargest;
    if (kind.ends_with("+fair")) {
      options.fair = "weak";
      kind.resize(kind.size() - 5);
    }
    using Kind = PropertyRequest::Kind;
    if (kind == "ltl")
      options.properties = {{Kind::Named, row[1].substr(row[1].find(':') + 1)}};
    else if (kind == "never")
      options.properties = {{Kind::Named, "never"}};
    else
      options.properties = {{kind == "np" ? Kind::ProgressCycles : Kind::AcceptanceCycles, ""}};
    const auto result = check((folder / model.path).string(), options);
    ASSERT_TRUE(result) << row[0] << "\n" << to_string(result.error());
    const PropertyResult& property = result->properties.front();
    if (property.verdict == Verdict::Inconclusive) continue;  // too large for a test
    ++compared;
    fair += options.fair == "weak";
    EXPECT_EQ(property.verdict == Verdict::Holds, row[2] == "holds") << row[0] << " " << row[1];
  }
  EXPECT_GE(compared, 95);
  EXPECT_GE(fair, 38);
}

}  // namespace
}  // namespace weir::testing
