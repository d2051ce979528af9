// SPDX-License-Identifier: Apache-2.0
// Every element is taken exactly once, and each thread begins with its own section.
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "base/thread/work_crew.h"
#include "base/thread/work_stealing_range.h"

namespace weir::test {
namespace {

TEST(WorkStealingRange, HandOutEverythingOnce) {
  for (const std::uint64_t count : {0U, 1U, 15U, 16U, 17U, 100U, 256U, 1000U, 100003U}) {
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
      WorkStealingRange shares(count, threads, 16, 64);
      WorkCrew crew(threads);
      std::mutex mutex;
      std::vector<int> taken(count, 0);
      crew.run([&](unsigned thread) {
        for (WorkStealingRange::Range chunk = shares.take(thread); !chunk.empty(); chunk = shares.take(thread)) {
          const std::lock_guard lock(mutex);
          EXPECT_EQ(chunk.begin % 16, 0U);
          EXPECT_LE(chunk.end - chunk.begin, 64U);
          for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) ++taken[i];
        }
      });
      EXPECT_EQ(taken, std::vector<int>(count, 1)) << count << " things, " << threads << " threads";
    }
  }
}

TEST(WorkStealingRange, BeginWithTheOwnSectionAndHelpTheOthers) {
  WorkStealingRange shares(4096, 2, 16, 64);
  EXPECT_EQ(shares.take(0).begin, 0U);
  EXPECT_EQ(shares.take(1).begin, 2048U);
  std::uint64_t last = 0;
  for (WorkStealingRange::Range chunk = shares.take(1); !chunk.empty(); chunk = shares.take(1)) last = chunk.begin;
  EXPECT_LT(last, 2048U);
  EXPECT_TRUE(shares.take(0).empty());
}

}  // namespace
}  // namespace weir::test
