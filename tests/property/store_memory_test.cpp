// SPDX-License-Identifier: Apache-2.0
// The promised memory bounds of stores, checked while they grow to half a million states.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "store/exact_store.h"
#include "store/tree/tree_store.h"

namespace weir::test {
namespace {

/// Fills a store with distinct states of the given lengths in turn, and checks the memory at every size from 10^5 on.
double worst_ratio(std::initializer_list<std::size_t> lengths, std::size_t states) {
  MemoryBudget budget;
  ExactStore store(budget);
  std::vector<std::byte> state(100000);
  double bytes = 0;
  double worst = 0;
  std::vector<std::size_t> cycle(lengths);
  for (std::size_t i = 0; i < states; ++i) {
    const std::size_t length = cycle[i % cycle.size()];
    std::memcpy(state.data(), &i, std::min<std::size_t>(sizeof i, length));
    EXPECT_TRUE(store.insert({state.data(), length}).inserted());
    bytes += static_cast<double>(length) + 8;
    if (i >= 100000) worst = std::max(worst, static_cast<double>(store.memory_bytes()) / bytes);
  }
  return worst;
}

TEST(ExactStore, KeepsItsMemoryPromiseAtEverySize) {
  EXPECT_LE(worst_ratio({3}, 600000), 1.15);
  EXPECT_LE(worst_ratio({4}, 600000), 1.15);
  EXPECT_LE(worst_ratio({8}, 600000), 1.15);
  EXPECT_LE(worst_ratio({32}, 400000), 1.15);
  EXPECT_LE(worst_ratio({3, 4}, 600000), 1.15);
  EXPECT_LE(worst_ratio({7, 8, 9, 16}, 600000), 1.15);
  EXPECT_LE(worst_ratio({30, 41}, 300000), 1.15);
  EXPECT_LE(worst_ratio({200, 300, 100}, 200000), 1.15);
}

/// State vectors as in models: neighbours differ in few bytes.
TEST(TreeStore, NeedsLittleMoreThanTheRoot) {
  MemoryBudget budget;
  TreeStore store(budget);
  std::uint32_t state[16] = {};
  std::uint64_t states = 0;
  for (std::uint32_t a = 0; a < 700; ++a) {
    for (std::uint32_t b = 0; b < 700; ++b) {
      state[1] = a % 26;
      state[3] = a / 26;
      state[9] = b % 26;
      state[14] = b / 26;
      ASSERT_TRUE(store.insert(std::as_bytes(std::span(state))).inserted());
      ++states;
    }
  }
  const double bytes = static_cast<double>(store.memory_bytes()) / static_cast<double>(states);
  EXPECT_LT(bytes, 9.0);
  EXPECT_LT(store.inner_pairs(), 4000U);
}

}  // namespace
}  // namespace weir::test
