// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "fuzz/aut_body.h"
#include "fuzz/dve_body.h"
#include "fuzz/mcc_properties_body.h"
#include "fuzz/pnml_body.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

/// Runs the body on the input, and on truncated and damaged versions of it.
template <void (*body)(std::string_view)>
void with_damage(std::string_view input) {
  body(input);
  const std::size_t stride = 1 + input.size() / 40;
  for (std::size_t at = 0; at < input.size(); at += stride) {
    body(input.substr(0, at));
    std::string damaged(input);
    damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
    body(damaged);
  }
}

TEST(FuzzReplayTest, Aut) { EXPECT_GT(replay_corpus("aut", with_damage<fuzz::aut>), 10U); }
TEST(FuzzReplayTest, Pnml) { EXPECT_GE(replay_corpus("pnml", with_damage<fuzz::pnml>), 2U); }
TEST(FuzzReplayTest, MccProperties) {
  EXPECT_GE(replay_corpus("mcc_properties", with_damage<fuzz::mcc_properties>), 2U);
}
TEST(FuzzReplayTest, Dve) { EXPECT_GE(replay_corpus("dve", with_damage<fuzz::dve>), 3U); }

}  // namespace
}  // namespace weir::test
