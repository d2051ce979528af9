// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/store_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

TEST(FuzzReplayTest, Store) { EXPECT_GT(replay_corpus("store", fuzz::store), 5U); }

}  // namespace
}  // namespace weir::test
