// SPDX-License-Identifier: Apache-2.0
// Models by others: every single reduction, all together, and two threads give the verdicts without reduction. Uses
// small models; WEIR_LARGEST raises the limit on states.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/corpus.h"

namespace weir::test {
namespace {

std::uint64_t largest(std::uint64_t usual) {
  const char* given = std::getenv("WEIR_LARGEST");
  return given != nullptr ? std::stoull(given) : usual;
}

struct Variant {
  std::string reduce;
  std::uint32_t threads;
};
std::string to_string(const Variant& variant) { return variant.reduce + " -j " + std::to_string(variant.threads); }

/// Verdicts of one model under all variants, and how often each variant was used.
class Corpus {
 public:
  explicit Corpus(std::vector<Variant> variants) : variants_(std::move(variants)) {}

  /// Returns false if the model cannot be read or has no properties.
  bool compare(const std::filesystem::path& path, CheckOptions options) {
    options.memory_limit = std::uint64_t{1} << 30;
    options.time_limit = 60;
    options.reduce = Reductions::none();
    options.threads = 1;
    const Expected<CheckResult> plain = check(path.string(), options);
    if (!plain || plain->properties.empty()) return false;
    ++models;
    // Each property separately: a reduction may be sound for one and not for another.
    for (const PropertyResult& before : plain->properties) {
      if (before.verdict == Verdict::Inconclusive) continue;
      CheckOptions single = options;
      single.properties_file.clear();
      single.properties = {request(before, !options.properties_file.empty())};
      for (const Variant& variant : variants_) {
        single.reduce = *parse_reductions(variant.reduce);
        single.threads = variant.threads;
        single.alone_states = 0;
        const Expected<CheckResult> with = check(path.string(), single);
        if (!with) continue;
        const PropertyResult& after = with->properties.front();
        Count& count = counts[to_string(variant)];
        ++count.compared;
        count.fewer += after.stats.states < before.stats.states;
        EXPECT_EQ(after.verdict, before.verdict)
            << path << " " << before.name << " " << to_string(variant) << " " << after.reason;
        if (after.verdict == Verdict::Violated && after.has_counterexample) {
          EXPECT_TRUE(after.counterexample.validated) << path << " " << before.name;
        }
      }
    }
    return true;
  }

  void print() const {
    std::cout << models << " models\n";
    for (const auto& [variant, count] : counts)
      std::cout << "  " << variant << ": " << count.compared << " verdicts, fewer states in " << count.fewer << "\n";
  }

  struct Count {
    std::size_t compared = 0, fewer = 0;
  };
  std::map<std::string, Count> counts;
  std::size_t models = 0;

 private:
  static PropertyRequest request(const PropertyResult& result, bool by_formula) {
    using Kind = PropertyRequest::Kind;
    switch (result.kind) {
      case PropertyKind::Assertion: return {Kind::Assertions, ""};
      case PropertyKind::Deadlock: return {Kind::Deadlock, ""};
      case PropertyKind::Progress: return {Kind::ProgressCycles, ""};
      case PropertyKind::Acceptance: return {Kind::AcceptanceCycles, ""};
      case PropertyKind::Ltl:
      case PropertyKind::Ltlf: break;
    }
    return by_formula ? PropertyRequest{Kind::Ltl, result.formula, result.name}
                      : PropertyRequest{Kind::Named, result.name};
  }

  std::vector<Variant> variants_;
};

const std::vector<Variant> kOfPrograms = {{"merge", 1}, {"dead", 1},  {"slice", 1},
                                          {"por", 1},   {"sleep", 1}, {"symmetry", 1},
                                          {"auto", 1},  {"por", 2},   {"merge,por,symmetry", 2}};

TEST(ReductionsOfCorpora, KeepVerdictsOfPromelaModels) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "promela";
  Corpus corpus(kOfPrograms);
  Corpus larger({{"auto", 1}});
  for (auto& row : read_table(folder / "states.tsv")) {
    const std::uint64_t states = std::stoull(row["states"]);
    if (states > 100000) continue;
    std::istringstream words(row["file"].substr(0, row["file"].find('@')));
    std::string path;
    words >> path;
    CheckOptions options;
    for (std::string word; words >> word;) {
      const std::size_t equal = word.find('=');
      options.model.definitions.emplace_back(word.substr(2, equal - 2),
                                             equal == std::string::npos ? "1" : word.substr(equal + 1));
    }
    (states > largest(1500) ? larger : corpus).compare(folder / path, options);
  }
  corpus.print();
  larger.print();
  EXPECT_GE(larger.models, 30U);
  EXPECT_GE(corpus.models, 40U);
  for (const Variant& variant : kOfPrograms) EXPECT_GE(corpus.counts[to_string(variant)].fewer, 1U) << variant.reduce;
}

TEST(ReductionsOfCorpora, KeepVerdictsOfBeem) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "beem";
  std::map<std::string, std::uint64_t> sizes;
  for (auto& row : read_table(folder / "instances.tsv"))
    sizes[row["model"] + "." + row["instance"]] = std::stoull(row["states"]);
  Corpus corpus(kOfPrograms);
  Corpus larger({{"auto", 1}});
  const auto compare = [&](const std::filesystem::path& path, std::uint64_t states) {
    if (states <= 30000) (states > largest(1200) ? larger : corpus).compare(path, {});
  };
  for (const auto& [name, states] : sizes) compare(folder / (name + ".dve"), states);
  for (auto& row : read_table(folder / "properties.tsv")) {
    const std::string name = row["model"] + "." + row["instance"];
    const auto path = folder / (name + ".prop" + row["prop"] + ".dve");
    if (sizes.count(name) != 0 && std::filesystem::exists(path)) compare(path, sizes[name]);
  }
  corpus.print();
  larger.print();
  EXPECT_GE(corpus.models, 10U);
  EXPECT_GE(larger.models, 30U);
}

TEST(ReductionsOfCorpora, KeepVerdictsOfContestNets) {
  WEIR_NEED_CORPUS();
  const std::filesystem::path folder = *corpus() / "mcc";
  Corpus corpus({{"por", 1}, {"por", 2}, {"auto", 1}});
  for (auto& row : read_table(folder / "instances.tsv")) {
    if (std::stoull(row["states"]) > largest(500)) continue;
    const std::filesystem::path net = folder / row["instance"] / "model.pnml";
    corpus.compare(net, {});
    for (const char* file : {"LTLCardinality.xml", "LTLFireability.xml"}) {
      CheckOptions options;
      options.properties_file = (folder / row["instance"] / file).string();
      if (std::filesystem::exists(options.properties_file)) corpus.compare(net, options);
    }
  }
  corpus.print();
  EXPECT_GE(corpus.models, 20U);
  EXPECT_GE(corpus.counts["por -j 1"].compared, 100U);
  EXPECT_GE(corpus.counts["por -j 1"].fewer, 10U);
}

}  // namespace
}  // namespace weir::test
