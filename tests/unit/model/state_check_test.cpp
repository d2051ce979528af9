// SPDX-License-Identifier: Apache-2.0
// Bytes from a file are taken for a state only if every number in them is one that the program could have written.
#include <gtest/gtest.h>

#include <vector>

#include "support/promela_states.h"

namespace weir::test {
namespace {

TEST(StateCheck, RefusesMoreMessagesThanAChannelHolds) {
  // The channel is made by the process: it stands at the end of the state, its length before two messages of a byte.
  const auto system = promela_system("active proctype P() { chan c = [2] of { byte }; c!1 }");
  SuccessorBuffer initial;
  system->initial_states(initial);
  std::vector<std::byte> state(initial.state(0).begin(), initial.state(0).end());
  std::byte& length = state[state.size() - 3];
  ASSERT_EQ(length, std::byte{0});
  EXPECT_TRUE(system->is_state(state));
  length = std::byte{2};
  EXPECT_TRUE(system->is_state(state));
  length = std::byte{3};
  EXPECT_FALSE(system->is_state(state));
}

}  // namespace
}  // namespace weir::test
