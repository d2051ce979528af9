// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/hoa_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

TEST(FuzzReplayTest, Hoa) { EXPECT_GT(replay_corpus("hoa", fuzz::hoa), 10U); }

}  // namespace
}  // namespace weir::test
