// SPDX-License-Identifier: Apache-2.0
// Verdicts of small models that were once wrong, or easily could be. tests/verdicts has a file for each, which states
// the expected answers:
//
//   // expect assertions: violated
//   // expect ltl G F x==1 [fair weak]: holds
//
// A file with a line `// costly` is checked in few configurations. Questions are assertions, deadlock, progress,
// acceptance, `ltl FORMULA`, `ltlf FORMULA`, `property NAME`, `automaton FILE` and `failures FILE` (HOA files of the
// same folder), and `stated`: all properties in the model. Every configuration that is not refused must give the
// expected verdict.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/corpus.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

struct Expectation {
  std::string line;
  std::optional<PropertyRequest> request;
  std::string fair = "none";
  std::string verdict;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

PropertyRequest request_for(const std::string& question, const std::filesystem::path& folder) {
  const std::size_t space = question.find(' ');
  const std::string word = question.substr(0, space);
  const std::string rest = space == std::string::npos ? "" : trimmed(question.substr(space));
  if (word == "assertions") return {Kind::Assertions, ""};
  if (word == "deadlock") return {Kind::Deadlock, ""};
  if (word == "progress") return {Kind::ProgressCycles, ""};
  if (word == "acceptance") return {Kind::AcceptanceCycles, ""};
  if (word == "ltl") return {Kind::Ltl, rest};
  if (word == "ltlf") return {Kind::Ltlf, rest};
  if (word == "automaton") return {Kind::Automaton, (folder / rest).string()};
  if (word == "failures") return {Kind::FailureAutomaton, (folder / rest).string()};
  EXPECT_EQ(word, "property") << question;
  return {Kind::Named, rest};
}

std::vector<Expectation> expectations(const std::filesystem::path& file) {
  static const std::string kMark = "// expect ";
  std::vector<Expectation> result;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(kMark)) continue;
    const std::size_t colon = line.rfind(": ");
    std::string question = line.substr(kMark.size(), colon - kMark.size());
    Expectation expectation{.line = line, .request = std::nullopt, .verdict = trimmed(line.substr(colon + 2))};
    if (const std::size_t fair = question.find("[fair "); fair != std::string::npos) {
      expectation.fair = question.substr(fair + 6, question.find(']', fair) - fair - 6);
      question = trimmed(question.substr(0, fair));
    }
    if (question != "stated") expectation.request = request_for(question, file.parent_path());
    result.push_back(std::move(expectation));
  }
  return result;
}

/// Each option separately, the plain configuration, and the defaults.
std::vector<Configuration> configurations() {
  std::vector<Configuration> all = {{}};
  for (const char* reduce : {"merge", "dead", "slice", "por", "sleep", "symmetry", "merge,dead,slice", "merge,por",
                             "merge,dead,slice,por", "auto"}) {
    all.push_back({.reduce = reduce});
    all.push_back({.reduce = reduce, .executor = "native"});
  }
  for (const char* reduce : {"none", "auto"}) {
    for (const Choice<Emptiness>& emptiness : choices<Emptiness>())
      all.push_back({.reduce = reduce, .emptiness = emptiness.name});
    for (const char* store : {"tree", "cache", "auto"}) all.push_back({.reduce = reduce, .store = store});
    for (const char* search : {"bfs", "random"}) all.push_back({.reduce = reduce, .search = search});
    all.push_back({.reduce = reduce, .translator = "closure"});
    all.push_back({.reduce = reduce, .threads = 2, .executor = "native"});
    all.push_back({.reduce = reduce, .executor = "auto", .shortest = true});
  }
  return all;
}

const std::vector<Configuration> kFew = {{},
                                         {.executor = "native"},
                                         {.reduce = "auto", .executor = "auto"},
                                         {.reduce = "auto", .store = "auto", .threads = 2}};

bool is_costly(const std::filesystem::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);)
    if (line == "// costly") return true;
  return false;
}

std::string word_for(const Expected<CheckResult>& result) {
  if (!result) return "refused: " + to_string(result.error());
  std::string word = "holds";
  for (const PropertyResult& property : result->properties) {
    if (property.verdict == Verdict::Violated) return "violated";
    if (property.verdict == Verdict::Inconclusive) word = "inconclusive: " + property.reason;
  }
  return word;
}

CheckOptions options_for(const Expectation& expectation, const Configuration& configuration) {
  CheckOptions options = options_for(configuration);
  if (expectation.request) options.properties = {*expectation.request};
  options.fair = find_choice<Fairness>(expectation.fair).value();
  if (options.store == Store::Cache) options.cache_entries = 100;
  options.time_limit = 60;
  return options;
}

class ExpectedVerdicts : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ExpectedVerdicts, AreGivenInEveryConfiguration) {
  const std::vector<Expectation> all = expectations(GetParam());
  ASSERT_FALSE(all.empty()) << "the file says nothing of what to expect";
  const std::vector<Configuration> asked = is_costly(GetParam()) ? kFew : configurations();
  for (const Expectation& expectation : all) {
    std::size_t given = 0;
    for (const Configuration& configuration : asked) {
      const std::string word = word_for(check(GetParam().string(), options_for(expectation, configuration)));
      if (word.starts_with("refused")) continue;
      ++given;
      EXPECT_EQ(word, expectation.verdict) << expectation.line << "\n" << to_string(configuration);
    }
    CheckOptions certified = options_for(expectation, {.reduce = "auto", .store = "auto", .executor = "auto"});
    certified.certify = true;
    EXPECT_EQ(word_for(check(GetParam().string(), certified)), expectation.verdict) << expectation.line;
    EXPECT_GE(given, std::min<std::size_t>(asked.size(), 6)) << expectation.line;
    // A hunt may miss an error, but finds no other one and never says that a property holds.
    CheckOptions hunted = options_for(expectation, {.reduce = "auto", .store = "auto", .executor = "auto"});
    hunted.hunt = true;
    hunted.max_states = 50'000;
    hunted.time_limit = 1;  // for models with costly steps
    const std::string word = word_for(check(GetParam().string(), hunted));
    if (!word.starts_with("inconclusive: ") || word.find("internal error") != std::string::npos) {
      EXPECT_EQ(word, "violated") << expectation.line;
      EXPECT_EQ(word, expectation.verdict) << expectation.line;
    }
  }
}

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "tests/verdicts"))
    if (entry.is_regular_file() && entry.path().extension() != ".hoa") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.filename().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, ExpectedVerdicts, testing::ValuesIn(files()), name_of);

}  // namespace
}  // namespace weir::test
