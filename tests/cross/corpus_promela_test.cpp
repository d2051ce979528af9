// SPDX-License-Identifier: Apache-2.0
// Compares real Promela models with Spin's results: numbers of states and transitions without reductions (states.tsv);
// violated assertions and end states (expected.tsv, property "safety"); formulas, claims and cycles with and without
// fairness (the other properties there).
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/corpus.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kLargest = 100000;  ///< states; larger models are left to the benchmarks

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

/// `path -DNAME=VALUE ...`, optionally followed by `@file` of a formula.
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
  const std::filesystem::path folder = *corpus() / "promela";
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
    // After a run-time error Spin's verifier continues with arbitrary memory, or stops.
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

Verdict worst(const CheckResult& result) {
  Verdict verdict = Verdict::Holds;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::Violated) return Verdict::Violated;
    if (property.verdict == Verdict::Inconclusive) verdict = Verdict::Inconclusive;
  }
  return verdict;
}

TEST(CorpusPromela, AnswersLikeSpin) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "promela";
  int compared = 0, fair = 0, skipped = 0;
  for (const auto& row : rows(folder / "expected.tsv")) {
    if (row.size() < 3 || row[0].find('@') != std::string::npos) continue;
    if (row[0] == "real/weather/weather.pml") continue;  // Spin found a syntax error in the formula and ignored it
    const Model model(row[0]);
    std::string kind = row[1].substr(0, row[1].find(':'));
    CheckOptions options;
    options.model.format = ModelFormat::Promela;
    options.model.definitions = model.definitions;
    options.threads = 1;
    options.max_states = kLargest;
    if (kind.ends_with("+fair")) {
      options.fair = Fairness::Weak;
      kind.resize(kind.size() - 5);
    }
    using Kind = PropertyRequest::Kind;
    if (kind == "ltl")
      options.properties = {{Kind::Named, row[1].substr(row[1].find(':') + 1)}};
    else if (kind == "safety")
      options.properties = {{Kind::Assertions, ""}, {Kind::Deadlock, ""}};
    else if (kind == "never")
      options.properties = {{Kind::Named, "never"}};
    else
      options.properties = {{kind == "np" ? Kind::ProgressCycles : Kind::AcceptanceCycles, ""}};
    const auto result = check((folder / model.path).string(), options);
    ASSERT_TRUE(result) << row[0] << "\n" << to_string(result.error());
    const Verdict verdict = worst(*result);
    if (verdict == Verdict::Inconclusive) {  // too large for a test
      EXPECT_EQ(result->properties.back().reason.find("internal error"), std::string::npos) << row[0];
      ++skipped;
      continue;
    }
    ++compared;
    fair += options.fair == Fairness::Weak;
    EXPECT_EQ(verdict == Verdict::Holds, row[2] == "holds") << row[0] << " " << row[1];
  }
  std::cout << compared << " answers compared, " << skipped << " models too large\n";
  EXPECT_GE(compared, 230);
  EXPECT_GE(fair, 38);
}

/// A row of the table of probes.
struct Probe {
  std::string file;
  bool counted = false;  ///< Spin's verifier reported numbers of errors and states
  std::uint64_t errors = 0, states = 0;
  std::map<std::string, std::uint64_t> formulas;  ///< errors by name
  bool exits = false;                             ///< Spin was killed by the error
};

std::vector<Probe> read_probes(const std::filesystem::path& readme) {
  std::vector<Probe> probes;
  std::ifstream file(readme);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word, name;
    words >> word;
    if (line.starts_with("## ")) {
      words >> name;
      probes.emplace_back().file = name;
    } else if (!probes.empty() && word == "errors:") {
      probes.back().counted = true;
      words >> probes.back().errors >> probes.back().states;
    } else if (!probes.empty() && word == "ltl") {
      words >> name >> word;
      words >> probes.back().formulas[name.substr(0, name.find(':'))];
    } else if (!probes.empty() && line.starts_with("pan exits")) {
      probes.back().exits = true;
    }
  }
  return probes;
}

TEST(CorpusPromela, ProbesAreAnsweredLikeSpin) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "promela/probes";
  using Kind = PropertyRequest::Kind;
  int compared = 0, counted = 0, formulas = 0;
  for (const Probe& probe : read_probes(folder / "README.md")) {
    const std::string path = (folder / probe.file).string();
    for (const char* reduce : {"none", "auto"}) {
      CheckOptions options;
      options.reduce = parse_reductions(reduce).value();
      options.properties = {{Kind::Assertions, ""}, {Kind::Deadlock, ""}};
      const auto result = check(path, options);
      if (!probe.counted && !probe.exits) continue;  // Spin rejects the program; weir may accept it
      ASSERT_TRUE(result) << probe.file << "\n" << to_string(result.error());
      ++compared;
      EXPECT_EQ(worst(*result), probe.errors > 0 || probe.exits ? Verdict::Violated : Verdict::Holds)
          << probe.file << " " << reduce;
      for (const auto& [name, errors] : probe.formulas) {
        options.properties = {{Kind::Named, name}};
        const auto formula = check(path, options);
        ASSERT_TRUE(formula) << probe.file << "\n" << to_string(formula.error());
        ++formulas;
        EXPECT_EQ(worst(*formula), errors > 0 ? Verdict::Violated : Verdict::Holds) << probe.file << " " << name;
      }
    }
    if (!probe.counted) continue;
    std::string diagnostics;
    const auto system = promela_file(path, {}, &diagnostics);
    ASSERT_NE(system, nullptr) << probe.file << "\n" << diagnostics;
    const StateCount count = count_states(*system, 10000);
    if (count.errors > 0) continue;  // Spin continues after a run-time error
    ++counted;
    EXPECT_EQ(count.states, probe.states) << probe.file;
  }
  EXPECT_GE(compared, 50);
  EXPECT_GE(counted, 20);
  EXPECT_GE(formulas, 16);
}

}  // namespace
}  // namespace weir::test
