// SPDX-License-Identifier: Apache-2.0
// Compares native code with the interpreter on the models of the corpus and on many random programs.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <weir/weir.h>

#include "frontend/open_model.h"
#include "model/program_system.h"
#include "reduction/merge/statement_merging.h"
#include "support/compare_executors.h"
#include "support/corpus.h"
#include "support/promela/generate.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kStates = 400;

struct Totals {
  std::uint64_t models = 0, states = 0, steps = 0, compiled = 0, left_out = 0;
  void add(const ExecutorComparison& one) {
    ++models;
    states += one.states;
    steps += one.steps;
    compiled += one.compiled;
    left_out += one.left_out;
  }
  void print() const {
    std::cout << models << " models, " << states << " states, " << steps << " steps alike; " << compiled
              << " transitions compiled, " << left_out << " left to the interpreter\n";
  }
};

/// The program as `--reduce merge` runs it; nothing if there is nothing to merge.
std::unique_ptr<TransitionSystem> merged(std::unique_ptr<TransitionSystem> model) {
  const auto* system = dynamic_cast<const ProgramSystem*>(model.get());
  MergedProgram result = system == nullptr ? MergedProgram{} : merge_statements(system->program(), {});
  return result.program == nullptr ? nullptr : std::make_unique<ProgramSystem>(std::move(result.program), nullptr);
}

TEST(NativeCorpus, PromelaModelsRunAlike) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "promela";
  std::ifstream table(folder / "states.tsv");
  Totals totals, of_merged;
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream in(line.substr(0, line.find('\t')));
    std::string path;
    in >> path;
    std::vector<std::pair<std::string, std::string>> definitions;
    for (std::string option; in >> option;) {
      const std::size_t equal = option.find('=');
      definitions.emplace_back(option.substr(2, equal - 2),
                               equal == std::string::npos ? "1" : option.substr(equal + 1));
    }
    const auto open = [&] { return promela_file(folder / path, definitions); };
    if (open() == nullptr) continue;
    const ExecutorComparison result = compare_executors(open, kStates, {"np_", "accept_"});
    EXPECT_EQ(result.difference, "") << line;
    totals.add(result);
    if (merged(open()) == nullptr) continue;
    const ExecutorComparison also = compare_executors([&] { return merged(open()); }, kStates / 2, {"np_"});
    EXPECT_EQ(also.difference, "") << line << ", merged";
    of_merged.add(also);
  }
  totals.print();
  of_merged.print();
  EXPECT_GT(totals.models, 50U);
  EXPECT_GT(of_merged.models, 30U);
}

TEST(NativeCorpus, BeemModelsRunAlike) {
  WEIR_NEED_CORPUS();
  Totals totals;
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(*corpus() / "beem"))
    if (entry.path().extension() == ".dve" || entry.path().extension() == ".pm") models.push_back(entry.path());
  std::sort(models.begin(), models.end());
  for (std::size_t i = 0; i < models.size(); i += 3) {
    const auto open = [&]() -> std::unique_ptr<TransitionSystem> {
      Expected<Model> model = open_model(models[i].string(), {});
      return model ? std::move(model->system) : nullptr;
    };
    if (open() == nullptr) continue;
    const ExecutorComparison result = compare_executors(open, kStates / 2);
    EXPECT_EQ(result.difference, "") << models[i];
    totals.add(result);
  }
  totals.print();
  EXPECT_GT(totals.models, 30U);
}

TEST(NativeCorpus, RandomProgramsRunAlike) {
  Totals totals, of_merged;
  for (std::uint64_t seed = 1000; seed < 2000; ++seed) {
    const std::string text = to_text(generate_program(seed).tree);
    if (promela_system(text) == nullptr) continue;
    const ExecutorComparison result = compare_executors([&] { return promela_system(text); }, 150, {"np_"});
    ASSERT_EQ(result.difference, "") << "seed " << seed << "\n" << text;
    totals.add(result);
    if (merged(promela_system(text)) == nullptr) continue;
    const ExecutorComparison also = compare_executors([&] { return merged(promela_system(text)); }, 150, {"np_"});
    ASSERT_EQ(also.difference, "") << "seed " << seed << ", merged\n" << text;
    of_merged.add(also);
  }
  totals.print();
  of_merged.print();
  EXPECT_GT(of_merged.models, 100U);
}

}  // namespace
}  // namespace weir::test
