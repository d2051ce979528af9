// SPDX-License-Identifier: Apache-2.0
// A run found in time is certified and shown in full, even if the time limit has passed by then.
#include "pipeline/decide/conclude.h"

#include <gtest/gtest.h>

#include "search/reachability/reachability.h"
#include "store/exact_store.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

TEST(Conclude, DescribesEveryStepAfterTheTimeIsUp) {
  const auto system = promela_system("byte x; active proctype P() { atomic { x = 1; x = 2 }; assert(x == 0) }");
  MemoryBudget budget(1 << 24);
  ExactStore store(budget);
  SearchControl control(budget, {});
  ModelSpace space(*system);
  DefectResult found = Reachability(space, store, control, SearchOrder::BreadthFirst).run(Defect::Fault);
  ASSERT_EQ(found.found.size(), 1u);

  StopFlag stop;
  const CheckContext context{*system, nullptr, &stop};
  const Attempt attempt(context, Plan{CheckOptions{.time_limit = 1}});
  stop.raise(StopFlag::Reason::Time);
  PropertyResult result;
  conclude_violated(attempt, found.found.front().run, Accusation{.kind = Accusation::Kind::Fault}, {}, result);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_TRUE(result.has_counterexample);
  ASSERT_EQ(result.counterexample.prefix.size(), 3u);
  EXPECT_EQ(result.counterexample.prefix[0].step.event, "x = 1; x = 2");
  EXPECT_EQ(result.counterexample.prefix[1].step.event, "assert(x == 0)");
}

}  // namespace
}  // namespace weir::test
