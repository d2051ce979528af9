// SPDX-License-Identifier: Apache-2.0
// Checking with limited memory: runs the program on a model whose states need more than ten times as much, and measures
// its peak resident memory. Also tests heaps of size zero.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/corpus.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

struct Ended {
  int code = -1;
  std::uint64_t peak_bytes = 0;
  std::string output;
};

Ended run(const std::vector<std::string>& words) {
  const std::string file = testing::TempDir() + "bounded_heap." + std::to_string(getpid()) + ".out";
  Ended ended;
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (std::freopen(file.c_str(), "w", stdout) == nullptr) _exit(127);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return ended;
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  ended.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  ended.output = text.str();
  std::remove(file.c_str());
  return ended;
}

/// The number before `word` in the output.
double number_before(const std::string& output, const std::string& word) {
  const std::size_t end = output.find(word);
  if (end == std::string::npos) return -1;
  std::string digits;
  for (std::size_t i = end; i-- > 0;) {
    const char c = output[i];
    if (c == ' ' && digits.empty()) continue;
    if ((c < '0' || c > '9') && c != '.') break;
    digits.insert(digits.begin(), c);
  }
  return digits.empty() ? -1 : std::atof(digits.c_str());
}

TEST(BoundedHeap, IsUsedWhenStatesDoNotFit) {
  // About 17 ** 4 states of some thirty bytes: too many for two megabytes.
  std::string text = "byte a[4];\n";
  for (int i = 0; i < 4; ++i)
    text += "active proctype P" + std::to_string(i) + "() { byte k; do :: k < 7 -> k++; a[" + std::to_string(i) +
            "] = k :: else -> break od }\n";
  const auto system = promela_system(text);
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Deadlock, ""}};
  options.memory_limit = 2 << 20;
  options.reduce = Reductions::of({Reduction::Sleep});
  const Expected<CheckResult> result = check(*system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->properties[0].engine.store, Store::Cache);
  EXPECT_EQ(result->properties[0].verdict, Verdict::Holds);
  EXPECT_LE(result->properties[0].stats.memory_bytes, 2U << 20);
}

/// In 64 megabytes the tree store would hold all states.
TEST(BoundedHeap, OfFortyEightMegabytesSufficesForAGigabyte) {
  const std::string weir = program();
  const std::string model = source_dir() / "bench" / "models" / "workers.pml";
  const Ended done = run({weir, "check", model, "--assertions", "--deadlock", "--memory", "48M", "-v"});
  EXPECT_EQ(done.code, 0) << done.output;
  EXPECT_NE(done.output.find("holds (exhaustive)  assertions"), std::string::npos) << done.output;
  EXPECT_NE(done.output.find("cache store"), std::string::npos) << done.output;
  EXPECT_LT(done.peak_bytes, 100e6) << done.output;

  // The exact store would need at least the bytes of each distinct state.
  std::stringstream text;
  text << std::ifstream(model).rdbuf();
  const auto system = promela_system(text.str());
  ASSERT_NE(system, nullptr);
  SuccessorBuffer buffer;
  system->initial_states(buffer);
  std::vector<std::byte> state(buffer.state(0).begin(), buffer.state(0).end());
  buffer.clear();
  system->successors(state, buffer);
  ASSERT_EQ(buffer.size(), 1U);  // all processes are created
  const double distinct = number_before(done.output, " distinct ones");
  EXPECT_GT(distinct * static_cast<double>(buffer.state(0).size()), 1e9) << done.output;
}

// Liveness: nested search on a heap of size zero keeps its verdicts, whichever of the two searches forgets.
TEST(BoundedHeap, OfSizeZeroWorksWithNestedSearch) {
  const auto system = promela_system(R"(
bool held, b;
active proctype P() { do :: held = true; held = false od }
active proctype Q() { do :: !held; b = !b :: held; break od }
)");
  ASSERT_NE(system, nullptr);
  struct Question {
    const char* formula;
    Verdict verdict;
  };
  int forgot = 0;
  for (const Question& question : {Question{"G F held", Verdict::Violated},
                                   {"G (held -> F !held)", Verdict::Holds},
                                   {"F G b || F G !b || G F (b && F !b)", Verdict::Holds},
                                   {"(G F held && G F !held) || F G held || F G !held", Verdict::Holds},
                                   {"(G F b) -> (G F !held || F G held)", Verdict::Holds},
                                   {"(G F b) -> (G F held)", Verdict::Violated}}) {
    for (const char* reduce : {"none", "auto"}) {
      CheckOptions options;
      options.properties = {{PropertyRequest::Kind::Ltl, question.formula}};
      options.reduce = parse_reductions(reduce).value();
      options.emptiness = Emptiness::Ndfs;
      options.time_limit = 20;
      const auto exact = check(*system, options);
      ASSERT_TRUE(exact);
      EXPECT_EQ(exact->properties[0].verdict, question.verdict) << question.formula;
      options.store = Store::Cache;
      for (const std::uint64_t entries : {1000, 30, 10, 3, 1, 0}) {
        options.cache_entries = entries;
        const auto bounded = check(*system, options);
        ASSERT_TRUE(bounded);
        const PropertyResult& result = bounded->properties[0];
        EXPECT_EQ(result.verdict, question.verdict)
            << question.formula << ", " << entries << " entries, --reduce " << reduce << ": " << result.reason;
        if (entries == 0 && result.verdict == Verdict::Holds) {
          EXPECT_NE(result.reason.find("every state was seen"), std::string::npos);
          forgot += result.stats.states_generated > exact->properties[0].stats.states ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GE(forgot, 2);
}

// The path is kept as edges, with a full state at intervals.
TEST(BoundedHeap, KeepsADeepPathCompactly) {
  const auto system = promela_system(R"(
int x; chan wide = [20] of { int };
active proctype P() { do :: d_step { x < 300000 -> x++ } :: x == 300000 -> break od }
)");
  ASSERT_NE(system, nullptr);
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Deadlock, ""}};
  options.reduce = Reductions::of({Reduction::Sleep});
  options.store = Store::Cache;
  options.cache_entries = 100;
  const auto result = check(*system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  const PropertyResult& found = result->properties[0];
  EXPECT_EQ(found.verdict, Verdict::Holds) << found.reason;
  EXPECT_GE(found.stats.max_depth, 300000U);
  // In a plain stack, a frame takes 90 bytes for the state and 64 more.
  EXPECT_LT(found.stats.memory_bytes, 80 * found.stats.max_depth) << found.stats.memory_bytes;
}

}  // namespace
}  // namespace weir::test
