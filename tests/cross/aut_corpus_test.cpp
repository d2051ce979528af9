// SPDX-License-Identifier: Apache-2.0
// Real labelled transition systems with known deadlocks and livelocks.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include <fstream>
#include <sstream>

#include "support/corpus.h"

namespace weir::test {
namespace {

Verdict verdict(const std::string& path, PropertyRequest request, const std::string& emptiness) {
  CheckOptions options;
  options.properties.push_back(std::move(request));
  options.emptiness = find_choice<Emptiness>(emptiness).value();
  const Expected<CheckResult> result = check(path, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties.front().verdict : Verdict::Inconclusive;
}

TEST(AutCorpus, DeadlocksAndLivelocksAreTheKnownOnes) {
  WEIR_NEED_CORPUS();
  std::ifstream table(*corpus() / "aut" / "vlts_deadlock_livelock.tsv");
  int systems = 0;
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string name, deadlock, livelock;
    if (line.starts_with('#') || !(fields >> name >> deadlock >> livelock) || name == "lts") continue;
    const std::filesystem::path path = *corpus() / "aut" / (name + ".aut");
    if (!std::filesystem::exists(path)) continue;
    SCOPED_TRACE(name);
    ++systems;
    const auto expected = [](const std::string& has) { return has == "true" ? Verdict::Violated : Verdict::Holds; };
    EXPECT_EQ(verdict(path, {PropertyRequest::Kind::Deadlock, {}}, "auto"), expected(deadlock));
    // A livelock is a cycle of internal steps, labelled i in these files.
    for (const char* emptiness : {"auto", "couvreur", "ndfs", "tarjan"}) {
      EXPECT_EQ(verdict(path, {PropertyRequest::Kind::Ltl, "G F !i"}, emptiness), expected(livelock)) << emptiness;
    }
  }
  EXPECT_GE(systems, 5);
}

}  // namespace
}  // namespace weir::test
