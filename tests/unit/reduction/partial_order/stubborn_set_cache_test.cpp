// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gtest/gtest.h>

#include "reduction/partial_order/stubborn_set_cache.h"

namespace weir::test {
namespace {

TEST(StubbornSetCache, FindsWhatWasPutInUnderTheSameKeyOnly) {
  StubbornSetCache cache;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    cache.key = {i, i / 7};
    ASSERT_FALSE(cache.find().has_value());
    cache.insert(i * 3);
  }
  for (std::uint64_t i = 0; i < 5000; ++i) {
    cache.key = {i, i / 7};
    ASSERT_EQ(cache.find(), i * 3);
    cache.key = {i, i / 7, 0};
    ASSERT_FALSE(cache.find().has_value());
    cache.key = {i, i / 7 + 1};
    ASSERT_FALSE(cache.find().has_value());
  }
}

TEST(StubbornSetCache, ForgetsWhenItIsFullAndGoesOn) {
  StubbornSetCache cache;
  constexpr std::uint64_t kMany = 200000;
  std::uint64_t known = 0;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    cache.key = {i};
    cache.find();
    cache.insert(i);
  }
  for (std::uint64_t i = 0; i < kMany; ++i) {
    cache.key = {i};
    if (const auto found = cache.find()) {
      ASSERT_EQ(*found, i);
      ++known;
    }
  }
  EXPECT_GT(known, 0U);
  EXPECT_LT(known, kMany);
}

}  // namespace
}  // namespace weir::test
