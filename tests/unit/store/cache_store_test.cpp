// SPDX-License-Identifier: Apache-2.0
#include "store/cache_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <weir/catalogue.h>

namespace weir::test {
namespace {

StateView view(const std::string& text) { return std::as_bytes(std::span(text)); }

/// A naive cache: a list of entries in order of arrival, and a linear search for the one to evict.
class ObviousCache {
 public:
  ObviousCache(std::size_t entries, Replacement replacement) : entries_(entries), replacement_(replacement) {}
  bool insert(const std::string& state, std::uint64_t depth) {
    const auto at = std::find_if(held_.begin(), held_.end(), [&](const Held& held) { return held.state == state; });
    if (at != held_.end()) {
      ++at->hits;
      if (replacement_ == Replacement::Lru) std::rotate(at, at + 1, held_.end());
      return false;
    }
    if (held_.size() == entries_) {
      if (replacement_ == Replacement::None || entries_ == 0) return true;
      held_.erase(victim());
    }
    held_.push_back({state, depth, 0});
    return true;
  }
  /// The hits or depths of the stored states, which do not depend on choices among equals.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> keys;
    for (const Held& held : held_) keys.push_back(replacement_ == Replacement::Depth ? held.depth : held.hits);
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  struct Held {
    std::string state;
    std::uint64_t depth;
    std::uint64_t hits;
  };
  const std::vector<Held>& held() const { return held_; }

 private:
  std::vector<Held>::iterator victim() {
    if (replacement_ == Replacement::Depth) {
      return std::max_element(held_.begin(), held_.end(), [](auto& a, auto& b) { return a.depth < b.depth; });
    }
    if (replacement_ == Replacement::Hits) {
      return std::min_element(held_.begin(), held_.end(), [](auto& a, auto& b) { return a.hits < b.hits; });
    }
    return held_.begin();
  }
  std::size_t entries_;
  Replacement replacement_;
  std::vector<Held> held_;
};

TEST(CacheStore, AgreesWithANaiveCache) {
  for (const Replacement replacement : {Replacement::Fifo, Replacement::Lru, Replacement::None}) {
    for (const std::size_t entries : {0U, 1U, 2U, 7U, 64U}) {
      MemoryBudget budget;
      CacheStore cache(budget, entries, replacement, 1);
      ObviousCache obvious(entries, replacement);
      std::mt19937 random(static_cast<unsigned>(entries));
      for (int i = 0; i < 3000; ++i) {
        const std::string state = "state " + std::to_string(random() % 100 + 100);
        const bool known = cache.contains(view(state));
        const Insertion insertion = cache.insert(view(state));
        ASSERT_EQ(insertion.inserted(), obvious.insert(state, 0))
            << name_of(replacement) << ' ' << entries << " step " << i;
        ASSERT_EQ(insertion.present(), known);
        ASSERT_EQ(cache.size(), obvious.held().size());
      }
      for (const auto& held : obvious.held()) EXPECT_TRUE(cache.contains(view(held.state)));
    }
  }
}

// Keys are distinct, so there are no choices among equals.
TEST(CacheStore, ReplacesTheDeepest) {
  MemoryBudget budget;
  CacheStore cache(budget, 20, Replacement::Depth, 1);
  ObviousCache obvious(20, Replacement::Depth);
  std::mt19937 random(3);
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const std::string state = std::to_string(random() % 200);
    const std::uint64_t depth = (i * 7919) % 2003;
    ASSERT_EQ(cache.insert(view(state), depth).inserted(), obvious.insert(state, depth)) << "step " << i;
  }
  EXPECT_GT(cache.replaced(), 100U);
}

TEST(CacheStore, ReplacesTheLeastFrequentlyHit) {
  MemoryBudget budget;
  CacheStore cache(budget, 3, Replacement::Hits, 1);
  for (const char* state : {"a", "b", "c", "a", "a", "b", "c", "c", "c"}) cache.insert(view(state));
  cache.insert(view("d"));  // b has one hit, a two, c three
  EXPECT_TRUE(cache.contains(view("a")));
  EXPECT_FALSE(cache.contains(view("b")));
  EXPECT_TRUE(cache.contains(view("c")));
  EXPECT_TRUE(cache.contains(view("d")));
}

TEST(CacheStore, KeepsExpensiveStates) {
  MemoryBudget budget;
  CacheStore cache(budget, 50, Replacement::Cost, 1);
  for (int i = 0; i < 10; ++i) cache.insert_with(view("dear " + std::to_string(i)), {.cost = 1000});
  for (int i = 0; i < 1000; ++i) cache.insert_with(view("cheap " + std::to_string(i)), {.cost = 1});
  int dear = 0;
  for (int i = 0; i < 10; ++i) dear += cache.contains(view("dear " + std::to_string(i))) ? 1 : 0;
  EXPECT_GE(dear, 8) << "about one in a hundred and twenty draws of four meets dear ones alone";
  // They are never hit again, and other expensive states arrive: they are evicted in the end.
  for (int i = 0; i < 5000; ++i) cache.insert_with(view("later " + std::to_string(i)), {.cost = 500});
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(cache.contains(view("dear " + std::to_string(i))));
}

TEST(CacheStore, NotesAreReplacedAndReadingThemIsAHit) {
  MemoryBudget budget;
  CacheStore cache(budget, 2, Replacement::Lru, 1);
  cache.insert_with(view("a"), {.note = 7});
  cache.insert_with(view("b"), {.note = 8});
  ASSERT_NE(cache.note(view("a")), nullptr);
  EXPECT_EQ(*cache.note(view("a")), 7U);
  cache.insert_with(view("c"), {.note = 9});
  EXPECT_TRUE(cache.contains(view("a")));
  EXPECT_EQ(cache.note(view("b")), nullptr);
  EXPECT_TRUE(cache.insert_with(view("a"), {.note = 5}).present());
  EXPECT_EQ(*cache.note(view("a")), 5U);
}

TEST(CacheStore, NeverHoldsMoreAndNeverGrows) {
  for (const Replacement replacement : {Replacement::Random, Replacement::Fifo, Replacement::Lru, Replacement::Depth,
                                        Replacement::Hits, Replacement::Cost, Replacement::None}) {
    MemoryBudget budget;
    CacheStore cache(budget, 50, replacement, 9);
    std::mt19937 random(5);
    std::uint64_t bytes = 0;
    for (std::uint64_t i = 0; i < 5000; ++i) {
      // Lengths from 0 to far beyond a block; some states are larger than the whole cache.
      const std::size_t size = i == 0 ? 12 : random() % (i % 97 == 0 ? 5000 : 60);
      std::string state(size, 'x');
      for (char& c : state) c = static_cast<char>('a' + random() % 2);
      const Insertion insertion = cache.insert(view(state), random() % 10);
      ASSERT_FALSE(insertion.full());
      if (i == 0) bytes = cache.memory_bytes();
      ASSERT_EQ(cache.memory_bytes(), bytes);
      ASSERT_LE(cache.size(), 50U);
    }
    EXPECT_GT(cache.size(), 0U);
  }
}

TEST(CacheStore, RandomReplacementDependsOnTheSeedAlone) {
  const auto run = [](std::uint64_t seed) {
    MemoryBudget budget;
    CacheStore cache(budget, 10, Replacement::Random, seed);
    std::string outcome;
    for (int i = 0; i < 500; ++i) outcome += cache.insert(view(std::to_string(i * 31 % 20))).inserted() ? '1' : '0';
    return outcome;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(CacheStore, IsFullOnlyIfTheBudgetCannotHoldIt) {
  MemoryBudget budget(1000);
  CacheStore cache(budget, 1000, Replacement::Random, 1);
  EXPECT_TRUE(cache.insert(view("state")).full());
  EXPECT_EQ(budget.used(), 0U);
}

}  // namespace
}  // namespace weir::test
