// SPDX-License-Identifier: Apache-2.0
// Stores that omit states: their estimates must match the actual omissions.
#include <gtest/gtest.h>

#include <string>
#include <unordered_set>

#include "base/table/hash.h"
#include "store/bitstate_store.h"
#include "store/compact_store.h"

namespace weir::test {
namespace {

StateView view(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(BitstateStore, EstimatesItsOmissions) {
  // So small that omissions are certain: the estimate must be close to the actual number.
  for (const std::uint32_t hashes : {1U, 2U, 3U, 5U}) {
    MemoryBudget budget;
    const auto store = BitstateStore::make(budget, 1 << 16, hashes);
    std::uint64_t omitted = 0;
    const std::uint64_t states = 100000;
    for (std::uint64_t i = 0; i < states; ++i) omitted += store->insert(view("s" + std::to_string(i))).present();
    ASSERT_GT(omitted, 100U);
    const double real = 1 - static_cast<double>(omitted) / static_cast<double>(states);
    EXPECT_NEAR(store->coverage(), real, 0.02) << hashes << " hash functions";
    EXPECT_GT(store->omission_probability(), 0.999);
    EXPECT_EQ(store->size(), states - omitted);
  }
}

TEST(BitstateStore, SaysThatAFewStatesInManyBitsAreSafe) {
  MemoryBudget budget;
  const auto store = BitstateStore::make(budget, 1 << 22, 3);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(store->insert(view(std::to_string(i))).inserted());
  EXPECT_LT(store->omission_probability(), 1e-6);
  EXPECT_GT(store->coverage(), 0.999999);
  EXPECT_NE(store->guarantee().find("coverage"), std::string::npos);
}

TEST(BitstateStore, TakesNoMoreThanTheBudget) {
  MemoryBudget budget(1 << 20);
  const auto store = BitstateStore::make(budget, 0, 3);
  ASSERT_NE(store, nullptr);
  EXPECT_EQ(store->memory_bytes(), std::uint64_t{1} << 19);
  EXPECT_EQ(BitstateStore::make(budget, 1 << 20, 3), nullptr);
}

TEST(CompactStore, GrowsInPlaceWithoutLosingASignature) {
  MemoryBudget budget;
  CompactStore store(budget);
  std::uint64_t largest = 0;
  for (int i = 0; i < 200000; ++i) {
    ASSERT_TRUE(store.insert(view(std::to_string(i))).inserted());
    largest = std::max(largest, budget.used());
  }
  for (int i = 0; i < 200000; ++i) ASSERT_TRUE(store.contains(view(std::to_string(i))));
  EXPECT_FALSE(store.contains(view("another")));
  EXPECT_LT(largest, 200000U * 16);
}

TEST(CompactStore, OmissionGrowsWithTheSquareOfTheStates) {
  MemoryBudget budget;
  CompactStore store(budget);
  for (int i = 0; i < 1000; ++i) store.insert(view(std::to_string(i)));
  const double at_thousand = store.omission_probability();
  EXPECT_NEAR(at_thousand, 1000.0 * 999 / 2 / 9.2233720368547758e18, at_thousand / 100);
  EXPECT_GT(at_thousand, 0.0);
}

}  // namespace
}  // namespace weir::test
