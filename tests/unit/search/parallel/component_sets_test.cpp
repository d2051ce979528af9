// SPDX-License-Identifier: Apache-2.0
// Threads unite sets of a ring of states concurrently; the result is compared with a sequential union-find.
#include "search/parallel/component_sets.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "base/table/hash.h"
#include "base/thread/work_crew.h"

namespace weir::test {
namespace {

std::uint32_t root_of(const std::vector<std::uint32_t>& parents, std::uint32_t state) {
  while (parents[state] != state) state = parents[state];
  return state;
}

TEST(ComponentSets, UnitesAsASequentialUnionFindDoes) {
  constexpr std::uint32_t kStates = 600, kPairs = 500;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const unsigned threads = 2 + static_cast<unsigned>(seed % 7);
    MemoryBudget budget;
    WorkCrew crew(threads);
    ComponentSets sets(budget, threads);
    ASSERT_TRUE(sets.open() && sets.ensure(kStates));
    const auto pair = [&](std::uint32_t i) {
      const std::uint64_t random = hash_mix(seed, i);
      return std::pair(static_cast<std::uint32_t>(random % kStates),
                       static_cast<std::uint32_t>((random >> 32) % kStates));
    };
    std::vector<std::uint32_t> parents(kStates);
    std::iota(parents.begin(), parents.end(), 0U);
    std::vector<MarkSet> marks(kStates);
    for (std::uint32_t i = 0; i < kPairs; ++i) {
      const std::uint32_t a = root_of(parents, pair(i).first), b = root_of(parents, pair(i).second);
      parents[a] = b;
      marks[b] |= marks[a] | MarkSet::single(i % 20);
    }
    // Every thread unites all pairs, each from another place on, and adds the marks of its own.
    crew.run([&](unsigned thread) {
      for (std::uint32_t n = 0; n < kPairs; ++n) {
        const std::uint32_t i = (n * (2 * thread + 1) + thread * 97) % kPairs;
        const auto [a, b] = pair(i);
        sets.claim(a, thread);
        sets.unite(a, b);
        sets.claim(b, thread);
        if (i % threads == thread) sets.add_marks(b, MarkSet::single(i % 20));
      }
      for (std::uint32_t i = 0; i < kPairs; ++i) sets.unite(pair(i).first, pair(i).second);
      for (std::uint32_t i = thread; i < kPairs; i += threads) sets.add_marks(pair(i).second, MarkSet::single(i % 20));
    });
    std::vector<std::uint32_t> members(kStates, 0);
    for (std::uint32_t state = 0; state < kStates; ++state) {
      const std::uint32_t root = root_of(parents, state);
      ++members[root];
      ASSERT_TRUE(sets.same(state, root)) << seed;
      ASSERT_EQ(sets.same(state, 0), root == root_of(parents, 0)) << seed;
      ASSERT_EQ(sets.add_marks(state, {}), marks[root]) << seed;
    }
    // The list of a set names each of its states until they are finished, and then the set is dead.
    for (std::uint32_t root = 0; root < kStates; ++root) {
      for (std::uint32_t i = 0; i < members[root]; ++i) {
        const std::uint32_t state = sets.unfinished(root);
        ASSERT_NE(state, ComponentSets::kNone) << seed;
        ASSERT_EQ(root_of(parents, state), root) << seed;
        ASSERT_FALSE(sets.dead(root));
        ASSERT_TRUE(sets.finish(state));
        ASSERT_FALSE(sets.finish(state));
      }
      if (members[root] == 0) continue;
      ASSERT_EQ(sets.unfinished(root), ComponentSets::kNone) << seed;
      ASSERT_TRUE(sets.dead(root));
      ASSERT_EQ(sets.claim(root, 0), ComponentSets::Claim::Dead);
    }
  }
}

TEST(ComponentSets, ClaimsForEachThread) {
  MemoryBudget budget;
  ComponentSets sets(budget, 3);
  ASSERT_TRUE(sets.open() && sets.ensure(4));
  EXPECT_TRUE(sets.is_new(1));
  EXPECT_FALSE(sets.visited(1));
  EXPECT_EQ(sets.claim(1, 0), ComponentSets::Claim::Entered);
  EXPECT_EQ(sets.claim(1, 0), ComponentSets::Claim::Found);
  EXPECT_EQ(sets.claim(1, 2), ComponentSets::Claim::Entered);
  EXPECT_TRUE(sets.visited(1));
  sets.unite(1, 2);
  EXPECT_EQ(sets.claim(2, 2), ComponentSets::Claim::Found);
  EXPECT_EQ(sets.claim(2, 1), ComponentSets::Claim::Entered);
  EXPECT_EQ(sets.claim(1, 1), ComponentSets::Claim::Found);
  EXPECT_FALSE(sets.visited(std::uint64_t{1} << 40));
}

TEST(ComponentSets, LimitsThreadsAndMarks) {
  EXPECT_TRUE(ComponentSets::fits(2, 58));
  EXPECT_FALSE(ComponentSets::fits(2, 59));
  EXPECT_TRUE(ComponentSets::fits(60, 0));
  EXPECT_FALSE(ComponentSets::fits(61, 0));
  MemoryBudget budget;
  ComponentSets sets(budget, 60);
  ASSERT_TRUE(sets.open() && sets.ensure(2));
  EXPECT_EQ(sets.claim(1, 59), ComponentSets::Claim::Entered);
  EXPECT_EQ(sets.add_marks(1, {}), MarkSet());
  EXPECT_EQ(sets.claim(1, 59), ComponentSets::Claim::Found);
}

}  // namespace
}  // namespace weir::test
