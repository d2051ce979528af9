// SPDX-License-Identifier: Apache-2.0
#include "base/stop_flag.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace weir::test {
namespace {

using namespace std::chrono_literals;

bool raised_within(const StopFlag& flag, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!flag.raised() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  return flag.raised();
}

TEST(StopFlag, KeepsItsFirstReason) {
  StopFlag flag;
  EXPECT_FALSE(flag.raised());
  flag.raise(StopFlag::Reason::Memory);
  flag.raise(StopFlag::Reason::Time);
  EXPECT_EQ(flag.reason(), StopFlag::Reason::Memory);
}

TEST(StopFlag, IsRaisedWithItsParentButNotItsParentWithIt) {
  StopFlag whole;
  StopFlag part(whole), other(whole);
  part.raise(StopFlag::Reason::Memory);
  EXPECT_FALSE(whole.raised());
  EXPECT_FALSE(other.raised());
  whole.raise(StopFlag::Reason::Time);
  EXPECT_EQ(other.reason(), StopFlag::Reason::Time);
  EXPECT_EQ(part.reason(), StopFlag::Reason::Memory);
  EXPECT_EQ(&part.whole(), &whole);
}

TEST(StopFlag, AUsedUpShareDoesNotHideWhyTheWholeEnds) {
  StopFlag whole;
  StopFlag part(whole);
  part.raise(StopFlag::Reason::Time);
  EXPECT_EQ(part.reason(), StopFlag::Reason::Time);
  whole.raise(StopFlag::Reason::Interrupted);
  EXPECT_EQ(part.reason(), StopFlag::Reason::Interrupted);
}

TEST(StopFlag, KnowsHowLongItHasBeenRaised) {
  StopFlag flag;
  const StopFlag part(flag);
  EXPECT_EQ(flag.seconds_raised(), 0);
  flag.raise(StopFlag::Reason::Time);
  std::this_thread::sleep_for(20ms);
  flag.raise(StopFlag::Reason::Interrupted);
  EXPECT_GE(flag.seconds_raised(), 0.02);
  EXPECT_EQ(part.seconds_raised(), 0);
}

TEST(Watchdog, RaisesTheFlagWhenTheTimeIsUp) {
  StopFlag flag;
  const Watchdog dog(flag, 0.03, {});
  EXPECT_FALSE(flag.raised());
  EXPECT_TRUE(raised_within(flag, 5s));
  EXPECT_EQ(flag.reason(), StopFlag::Reason::Time);
}

TEST(Watchdog, RaisesTheFlagOnAnInterrupt) {
  StopFlag flag;
  std::atomic<bool> asked = false;
  const Watchdog dog(flag, 0, [&] { return asked.load(); });
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(flag.raised());
  asked = true;
  EXPECT_TRUE(raised_within(flag, 5s));
  EXPECT_EQ(flag.reason(), StopFlag::Reason::Interrupted);
}

TEST(Watchdog, ActsOnceItHasRaisedTheFlag) {
  StopFlag flag;
  std::atomic<int> acted = 0;
  {
    const Watchdog dog(flag, 0.01, {}, [&] { ++acted; });
    EXPECT_TRUE(raised_within(flag, 5s));
  }
  EXPECT_EQ(acted, 1);
  StopFlag other;
  {
    const Watchdog dog(
        other, 1000, [] { return false; }, [&] { ++acted; });
  }
  EXPECT_EQ(acted, 1);
}

TEST(Watchdog, EndsBeforeItsTime) {
  const auto start = std::chrono::steady_clock::now();
  {
    StopFlag flag;
    const Watchdog dog(flag, 1000, [] { return false; });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Watchdog, WithoutLimitsNeverRaises) {
  StopFlag flag;
  const Watchdog dog(flag, 0, {});
  std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(flag.raised());
}

}  // namespace
}  // namespace weir::test
