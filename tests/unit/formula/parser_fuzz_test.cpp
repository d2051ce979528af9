// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/formula_parser_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

TEST(FuzzReplayTest, FormulaParser) { EXPECT_GT(replay_corpus("formula_parser", fuzz::formula_parser), 10U); }

}  // namespace
}  // namespace weir::test
