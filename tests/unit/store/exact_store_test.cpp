// SPDX-License-Identifier: Apache-2.0
#include "store/exact_store.h"

#include <gtest/gtest.h>

#include <cstring>

namespace weir::test {
namespace {

TEST(ExactStore, ASmallModelTakesLittleMemory) {
  MemoryBudget budget;
  ExactStore store(budget);
  for (std::uint32_t i = 0; i < 100; ++i) store.insert(std::as_bytes(std::span(&i, 1)));
  EXPECT_LE(budget.used(), 16384U);
}

TEST(ExactStore, ViewsStayValidWhileTheStoreGrows) {
  MemoryBudget budget;
  ExactStore store(budget);
  const std::uint64_t first = 0x1234567890ABCDEF;
  const Insertion insertion = store.insert(std::as_bytes(std::span(&first, 1)));
  const StateView view = store.get(insertion.id);
  for (std::uint64_t i = 0; i < 300000; ++i) store.insert(std::as_bytes(std::span(&i, 1)));
  EXPECT_EQ(view.data(), store.get(insertion.id).data());
  EXPECT_EQ(std::memcmp(view.data(), &first, 8), 0);
}

}  // namespace
}  // namespace weir::test
