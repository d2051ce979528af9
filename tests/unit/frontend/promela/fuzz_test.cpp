// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/promela_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

TEST(FuzzReplayTest, Promela) { EXPECT_GT(replay_corpus("promela", fuzz::promela), 10U); }

}  // namespace
}  // namespace weir::test
