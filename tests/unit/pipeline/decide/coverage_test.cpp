// SPDX-License-Identifier: Apache-2.0
// Statements that no run executes are found with every executor and reduction. Nothing is reported if a search has not
// visited all states.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include <memory>

#include "model/program_system.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

// Never executed: statements after guards that are never true, and line 18, which is unreachable.
constexpr const char* kModel = R"(byte x, y;
chan c = [0] of { byte };
active proctype P() {
  byte i;
  if :: x < 5 -> x = 1
     :: x > 5 -> x = 7
  fi;
  atomic { i = 1; if :: i == 1 -> y = 1
                     :: i == 2 -> y = 2
                     :: else -> skip
                  fi; y = 3 };
  c!4;
  d_step { i = 2;
    if :: i == 2 -> i = 3 :: else ->
      i = 9 fi;
    i = 0 };
  goto done;
  x = 8;
done: skip
}
active proctype Q() {
  byte v;
  if :: c?v -> assert(v == 4) :: c?5 ->
    assert(false) fi
}
)";

std::vector<std::string> unreached(const CheckOptions& options, Executor executor, bool* known = nullptr) {
  std::string why;
  const std::unique_ptr<TransitionSystem> system = promela_system(kModel, &why);
  EXPECT_NE(system, nullptr) << why;
  dynamic_cast<ProgramSystem&>(*system).use(executor);
  const Expected<CheckResult> result = check(*system, options);
  EXPECT_TRUE(result);
  if (known != nullptr) *known = result->coverage_known;
  std::vector<std::string> lines;
  for (const UnreachedStatement& statement : result->unreached) {
    lines.push_back(std::to_string(statement.line) + " " + statement.process + " " + statement.statement);
  }
  return lines;
}

TEST(Coverage, NamesWhatIsNeverExecuted) {
  const std::vector<std::string> expected =
      unreached({.reduce = Reductions::none(), .threads = 1}, Executor::Interpreter);
  std::string all;
  for (const std::string& line : expected) all += line + "\n";
  EXPECT_EQ(all,
            "6 P x = 7\n6 P x > 5\n9 P i == 2\n9 P y = 2\n10 P else\n10 P skip\n14 P else\n15 P i = 9\n18 P x = 8\n"
            "23 Q c?5\n24 Q assert(0)\n");
}

TEST(Coverage, IsTheSameForEveryExecutorReductionStoreAndThreads) {
  const std::vector<std::string> expected =
      unreached({.reduce = Reductions::none(), .threads = 1}, Executor::Interpreter);
  for (const Executor executor : {Executor::Interpreter, Executor::Native}) {
    for (const char* reduce : {"none", "auto", "merge", "dead", "slice", "por", "sleep", "merge,por,dead,slice"}) {
      for (const std::uint32_t threads : {1U, 2U}) {
        if (threads > 1 && std::string(reduce) == "sleep") continue;
        bool known = false;
        EXPECT_EQ(unreached({.reduce = parse_reductions(reduce).value(), .threads = threads, .alone_states = 0},
                            executor, &known),
                  expected)
            << reduce << ", " << threads << " threads";
        EXPECT_TRUE(known);
      }
    }
    EXPECT_EQ(unreached({.store = Store::Tree, .search = SearchOrder::BreadthFirst}, executor), expected);
    EXPECT_EQ(unreached({.store = Store::Cache, .cache_entries = 4}, executor), expected);
  }
}

TEST(Coverage, SurvivesTheExchangeOfProcesses) {
  for (const char* reduce : {"none", "symmetry", "auto"}) {
    const std::unique_ptr<TransitionSystem> system = promela_system(
        "byte n;\nactive [3] proctype P() {\n  byte k;\n  do\n  :: k < 2 -> k++; n = (n + k) % 3\n  :: k > 2 ->\n    k "
        "= 0\n  od\n}\n");
    CheckOptions options{.properties = {{Kind::Assertions, ""}}, .reduce = parse_reductions(reduce).value()};
    const Expected<CheckResult> result = check(*system, options);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_TRUE(result->coverage_known) << reduce;
    ASSERT_EQ(result->unreached.size(), 2U) << reduce;
    EXPECT_EQ(result->unreached[0].line, 6U);
    EXPECT_EQ(result->unreached[1].line, 7U);
  }
}

TEST(Coverage, IsNotKnownUnlessEverythingWasSeen) {
  const auto known = [](const CheckOptions& options) {
    bool result = false;
    const std::vector<std::string> lines = unreached(options, Executor::Auto, &result);
    EXPECT_TRUE(result || lines.empty());
    return result;
  };
  EXPECT_TRUE(known({}));
  EXPECT_FALSE(known({.max_states = 3}));
  EXPECT_FALSE(known({.max_depth = 2}));
  EXPECT_FALSE(known({.store = Store::Bitstate, .memory_limit = 1 << 24}));
  EXPECT_FALSE(known({.properties = {{Kind::Ltl, "G true"}}}));
  EXPECT_FALSE(known({.properties = {{Kind::Deadlock, ""}}, .reduce = Reductions::of({Reduction::PartialOrder})}))
      << "for deadlocks alone, partial order may put a step off for ever";
  EXPECT_TRUE(known({.properties = {{Kind::Deadlock, ""}}, .reduce = Reductions::none()}));
}

}  // namespace
}  // namespace weir::test
