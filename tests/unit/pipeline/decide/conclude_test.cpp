// SPDX-License-Identifier: Apache-2.0
// A run found in time is certified and shown in full, even if the time limit has passed by then. If the extra time does
// not suffice, the verdict is open, and its reason says that an error was found.
#include "pipeline/decide/conclude.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "pipeline/decide/grace.h"
#include "search/reachability/reachability.h"
#include "store/exact_store.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

class Conclude : public ::testing::Test {
 protected:
  Conclude() {
    MemoryBudget budget(1 << 24);
    ExactStore store(budget);
    SearchControl control(budget, {});
    ModelSpace space(*system_);
    DefectResult found = Reachability(space, store, control, SearchOrder::BreadthFirst).run(Defect::Fault);
    EXPECT_EQ(found.found.size(), 1u);
    run_ = std::move(found.found.front().run);
  }

  /// The result if the time limit was reached some seconds ago.
  PropertyResult concluded_after(double seconds) {
    StopFlag stop;
    const CheckContext context{*system_, nullptr, &stop};
    Attempt attempt(context, Plan{CheckOptions{.time_limit = 1}});
    stop.raise(StopFlag::Reason::Time);
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    const Grace grace(attempt);
    PropertyResult result;
    if (!is_lost(attempt, run_, result))
      conclude_violated(attempt, run_, Accusation{.kind = Accusation::Kind::Fault}, {}, result);
    return result;
  }

  std::unique_ptr<TransitionSystem> system_ =
      promela_system("byte x; active proctype P() { atomic { x = 1; x = 2 }; assert(x == 0) }");
  weir::Run run_;
};

TEST_F(Conclude, DescribesEveryStepAfterTheTimeIsUp) {
  const PropertyResult result = concluded_after(0);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_TRUE(result.has_counterexample);
  ASSERT_EQ(result.counterexample.prefix.size(), 3u);
  EXPECT_EQ(result.counterexample.prefix[0].step.event, "x = 1; x = 2");
  EXPECT_EQ(result.counterexample.prefix[1].step.event, "assert(x == 0)");
}

TEST_F(Conclude, SaysThatAnErrorWasFoundIfThereIsNoTimeToCertifyIt) {
  const PropertyResult result = concluded_after(Grace::kSeconds + 0.05);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_FALSE(result.has_counterexample);
  EXPECT_EQ(result.reason,
            "an error was found, but its run could not be certified (3 steps): the time limit was reached");
}

TEST_F(Conclude, SaysThatAnErrorWasFoundIfItsRunIsLost) {
  run_ = {};
  const PropertyResult result = concluded_after(0);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_EQ(result.reason, "an error was found, but its run could not be rebuilt: the time limit was reached");
}

}  // namespace
}  // namespace weir::test
