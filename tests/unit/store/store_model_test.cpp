// SPDX-License-Identifier: Apache-2.0
// Compares every store of the table with std::unordered_set (as far as its traits allow) on random operations.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "store/stores.h"

namespace weir::test {
namespace {

StateView view(const std::string& text) { return std::as_bytes(std::span(text)); }
std::string text(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// Random states: many of one length, some of others, a few empty or very long, and repetitions.
class States {
 public:
  States(std::uint64_t seed, bool one_length) : random_(seed), one_length_(one_length) {}
  std::string next() {
    if (!seen_.empty() && random_() % 3 == 0) return seen_[random_() % seen_.size()];
    std::size_t size = 12;
    if (!one_length_ && random_() % 2 == 0) size = random_() % 40;
    if (!one_length_ && random_() % 256 == 0) size = 4090 + random_() % 12;
    if (!one_length_ && random_() % 2048 == 0) size = 100000;
    std::string state(size, '\0');
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 3); ++i) state[i] = static_cast<char>(random_() % 64);
    if (size > 20) state[size - 1] = static_cast<char>(random_() % 64);
    seen_.push_back(state);
    return state;
  }

 private:
  std::mt19937_64 random_;
  bool one_length_;
  std::vector<std::string> seen_;
};

class EveryStore : public testing::TestWithParam<StoreKind> {};
INSTANTIATE_TEST_SUITE_P(Stores, EveryStore, testing::ValuesIn(store_kinds().begin(), store_kinds().end()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(EveryStore, AgreesWithAnUnorderedSet) {
  for (const bool one_length : {true, false}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      MemoryBudget budget;
      const auto store = GetParam().make(budget, {.cache_entries = seed * 50, .bitstate_bytes = 1 << 22});
      ASSERT_NE(store, nullptr);
      const StoreTraits traits = store->traits();
      std::unordered_map<std::string, StateId> model;
      std::vector<std::string> by_id;
      States states(seed, one_length);
      for (int i = 0; i < 4000; ++i) {
        const std::string state = states.next();
        const bool known = model.contains(state);
        const bool contained = store->contains(view(state));
        const Insertion insertion = store->insert(view(state), static_cast<std::uint64_t>(i % 100));
        ASSERT_FALSE(insertion.full());
        ASSERT_EQ(insertion.present(), contained) << "seed " << seed << " step " << i;
        ASSERT_TRUE(known || !insertion.present() || !traits.exact) << "seed " << seed << " step " << i;
        ASSERT_TRUE(!known || insertion.present() || traits.may_forget) << "seed " << seed << " step " << i;
        if (traits.has_ids) {
          if (known) {
            ASSERT_EQ(insertion.id, model.at(state));
          } else {
            ASSERT_EQ(index_of(insertion.id), by_id.size());
          }
        }
        if (!known) {
          model.emplace(state, insertion.id);
          by_id.push_back(state);
        }
      }
      if (traits.exact && !traits.may_forget) {
        ASSERT_EQ(store->size(), model.size());
        ASSERT_EQ(store->omission_probability(), 0.0);
      } else {
        ASSERT_LE(store->size(), static_cast<std::uint64_t>(static_cast<double>(model.size()) * 1.05));
      }
      if (traits.has_ids) {
        std::vector<std::byte> scratch;
        for (std::size_t id = 0; id < by_id.size(); ++id) {
          ASSERT_EQ(text(store->get(StateId{static_cast<std::uint32_t>(id)}, scratch)), by_id[id]) << "id " << id;
        }
      }
      ASSERT_EQ(store->memory_bytes(), budget.used());
    }
  }
}

TEST_P(EveryStore, ABatchIsTheSameAsOneByOne) {
  MemoryBudget budget;
  const StoreOptions options{.cache_entries = 300, .bitstate_bytes = 1 << 20};
  const auto batched = GetParam().make(budget, options);
  const auto single = GetParam().make(budget, options);
  States states(7, false);
  SuccessorBuffer buffer;
  std::vector<Insertion> out;
  for (int round = 0; round < 300; ++round) {
    buffer.clear();
    for (int i = 0; i < round % 23; ++i) buffer.append({}, view(states.next()));
    batched->insert_all(buffer, out);
    ASSERT_EQ(out.size(), buffer.size());
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const Insertion insertion = single->insert(buffer.state(i));
      ASSERT_EQ(out[i].outcome, insertion.outcome);
      ASSERT_EQ(out[i].id, insertion.id);
    }
  }
  EXPECT_EQ(batched->size(), single->size());
}

TEST_P(EveryStore, KeepsTheBudgetAndStaysUsableWhenFull) {
  for (const std::uint64_t limit : {0ULL, 5000ULL, 100000ULL, 1000000ULL}) {
    MemoryBudget budget(limit);
    const auto store = GetParam().make(budget, {.cache_entries = 100});
    if (store == nullptr) continue;
    std::unordered_set<std::string> stored;
    bool full = false;
    for (std::uint64_t i = 0; i < 200000 && !full; ++i) {
      const std::string state = "state number " + std::to_string(i * 7919);
      const Insertion insertion = store->insert(view(state));
      full = insertion.full();
      if (!full) stored.insert(state);
      ASSERT_LE(budget.used(), limit);
    }
    if (store->traits().exact && !store->traits().may_forget) {
      EXPECT_TRUE(full);
      EXPECT_EQ(store->size(), stored.size());
      for (const std::string& state : stored) ASSERT_TRUE(store->insert(view(state)).present());
    }
  }
}

TEST_P(EveryStore, GivesItsMemoryBack) {
  MemoryBudget budget;
  {
    const auto store = GetParam().make(budget, {.bitstate_bytes = 4096});
    for (int i = 0; i < 1000; ++i) store->insert(view(std::to_string(i)));
    EXPECT_GT(budget.used(), 0U);
  }
  EXPECT_EQ(budget.used(), 0U);
}

}  // namespace
}  // namespace weir::test
