// SPDX-License-Identifier: Apache-2.0
#include "store/tree/tree_shape.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace weir::test {
namespace {

/// Every node except the root is a child once, children come before parents, and the leaves of a node are adjacent.
void expect_sound(const TreeShape& shape) {
  ASSERT_LE(shape.leaves(), TreeShape::kMaxLeaves);
  for (std::size_t i = 1; i < shape.cuts.size(); ++i) EXPECT_LE(shape.cuts[i - 1], shape.cuts[i]);
  std::vector<std::pair<std::size_t, std::size_t>> spans;
  for (std::size_t i = 0; i < shape.leaves(); ++i) spans.emplace_back(i, i + 1);
  std::multiset<std::size_t> children;
  const auto join = [&](TreeShape::Pair pair) {
    ASSERT_LT(pair.left, spans.size());
    ASSERT_LT(pair.right, spans.size());
    EXPECT_EQ(spans[pair.left].second, spans[pair.right].first);
    children.insert({pair.left, pair.right});
    spans.emplace_back(spans[pair.left].first, spans[pair.right].second);
  };
  for (const TreeShape::Pair& pair : shape.pairs) join(pair);
  join(shape.root);
  EXPECT_EQ(spans.back(), (std::pair<std::size_t, std::size_t>(0, shape.leaves())));
  EXPECT_EQ(children.size(), shape.nodes());
  for (std::size_t i = 0; i < shape.nodes(); ++i) EXPECT_EQ(children.count(i), 1U);
}

TEST(TreeShape, EvenOnesAreSound) {
  for (const std::size_t size : {0U, 1U, 2U, 15U, 16U, 48U, 100U, 511U, 512U, 5000U, 1000000U}) {
    const TreeShape shape = TreeShape::even(size);
    expect_sound(shape);
    for (const std::size_t cut : shape.cuts) EXPECT_LE(cut, size);
  }
}

/// The cut separates the bytes `left` and `right`.
void expect_cut(const TreeShape& shape, std::size_t cut, std::size_t left, std::size_t right) {
  EXPECT_GT(shape.cuts[cut], left);
  EXPECT_LE(shape.cuts[cut], right);
}

/// Two counters, at bytes 3 and 40: the cut is between them, and the constant rest costs nothing.
TEST(TreeShape, CutsBetweenIndependentParts) {
  ShapeSample sample(48);
  std::vector<std::byte> state(48);
  for (unsigned i = 0; i < 4096; ++i) {
    state[3] = static_cast<std::byte>(i % 64);
    state[40] = static_cast<std::byte>(i / 64);
    sample.add(state);
  }
  const TreeShape best = sample.best(4096);
  expect_sound(best);
  EXPECT_EQ(best.leaves(), 2U);
  expect_cut(best, 0, 3, 40);
  TreeShape bad = best;
  bad.cuts[0] = 41;  // the left side then has all values
  EXPECT_LT(sample.cost(best, 4096), sample.cost(bad, 4096));
  EXPECT_NEAR(sample.cost(best, 4096), 12.0 / 8 + 128.0 * 30 / 4096, 0.5);
}

/// Four counters, in two pairs with many values each: the halves are split again.
TEST(TreeShape, TakesLargeSidesApart) {
  ShapeSample sample(200);
  std::vector<std::byte> state(200);
  std::uint32_t random = 1;
  for (unsigned i = 0; i < sample.room(); ++i) {
    for (const std::size_t at : {10U, 60U, 120U, 180U}) {
      random = random * 1664525 + 1013904223;
      state[at] = static_cast<std::byte>((random >> 16) % 90);
    }
    sample.add(state);
  }
  const TreeShape best = sample.best(1e6);
  expect_sound(best);
  ASSERT_EQ(best.leaves(), 4U);
  expect_cut(best, 0, 10, 60);
  expect_cut(best, 1, 60, 120);
  expect_cut(best, 2, 120, 180);
  EXPECT_LT(sample.cost(best, 1e6), sample.cost(TreeShape::even(200), 1e6));
}

TEST(TreeShape, AnySampleGivesASoundOne) {
  std::uint32_t random = 7;
  const auto draw = [&](std::uint32_t below) {
    random = random * 1664525 + 1013904223;
    return (random >> 10) % below;
  };
  for (int round = 0; round < 60; ++round) {
    const std::size_t longest = round < 3 ? static_cast<std::size_t>(round) : draw(round < 50 ? 70 : 3000);
    ShapeSample sample(longest);
    const unsigned states = draw(400);
    for (unsigned i = 0; i < states; ++i) {
      std::vector<std::byte> state(longest == 0 ? 0 : longest - draw(static_cast<std::uint32_t>(longest) / 2 + 1));
      for (std::byte& byte : state) byte = static_cast<std::byte>(draw(4) == 0 ? draw(256) : 0);
      sample.add(state);
    }
    expect_sound(sample.best(10.0 * states));
  }
}

}  // namespace
}  // namespace weir::test
