// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "fuzz/executor_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

TEST(FuzzReplayTest, ExecutorOnSavedPrograms) { EXPECT_GT(replay_corpus("promela", fuzz::executor), 10U); }

TEST(FuzzReplayTest, ExecutorOnRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    fuzz::executor({reinterpret_cast<const char*>(&seed), sizeof seed});
  }
}

}  // namespace
}  // namespace weir::test
