// SPDX-License-Identifier: Apache-2.0
// Shared stores: one thread compared with an unordered map, and several threads concurrently. Run it under
// ThreadSanitizer too (see CONTRIBUTING.md).
#include "store/shared/shared_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/thread/work_crew.h"
#include "store/shared/shared_growing_store.h"
#include "store/shared/shared_roots.h"
#include "store/shared/shared_tree_store.h"
#include "store/stores.h"

namespace weir::test {
namespace {

StateView view(const std::string& text) { return std::as_bytes(std::span(text)); }
std::string text(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// State number n, of one length or of several, some of them long.
std::string state_number(std::uint64_t n, bool one_length) {
  std::string state(one_length ? 20 : 4 + n % 37, '\0');
  if (!one_length && n % 1000 == 999) state.resize(70000);
  for (std::size_t i = 0; i < 4; ++i) state[i * (state.size() - 1) / 3] = static_cast<char>(n >> (8 * i));
  return state;
}

std::vector<StoreKind> kinds_to_share() {
  std::vector<StoreKind> kinds(store_kinds().begin(), store_kinds().end());
  std::erase_if(kinds, [](const StoreKind& kind) { return kind.make_shared == nullptr; });
  return kinds;
}

class EverySharedStore : public testing::TestWithParam<StoreKind> {};
INSTANTIATE_TEST_SUITE_P(Stores, EverySharedStore, testing::ValuesIn(kinds_to_share()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(EverySharedStore, AgreesWithAnUnorderedMapWhenThereIsOneThread) {
  for (const bool one_length : {true, false}) {
    MemoryBudget budget;
    const auto store = GetParam().make_shared(budget, 1);
    ASSERT_NE(store, nullptr);
    StateStore& handle = store->handle(0);
    std::unordered_map<std::string, StateId> model;
    std::mt19937_64 random(one_length ? 1 : 2);
    for (int i = 0; i < 30000; ++i) {
      const std::string state = state_number(random() % 12000, one_length);
      const auto known = model.find(state);
      ASSERT_EQ(handle.contains(view(state)), known != model.end());
      const Insertion insertion = handle.insert(view(state));
      ASSERT_FALSE(insertion.full());
      ASSERT_EQ(insertion.present(), known != model.end());
      if (known != model.end()) {
        ASSERT_EQ(insertion.id, known->second);
      } else {
        model.emplace(state, insertion.id);
      }
    }
    ASSERT_EQ(store->size(), model.size());
    std::vector<std::byte> scratch;
    for (const auto& [state, id] : model) {
      ASSERT_LT(index_of(id), store->id_limit());
      ASSERT_EQ(text(handle.get(id, scratch)), state);
    }
    ASSERT_EQ(store->memory_bytes(), budget.used());
  }
}

struct Seen {
  std::vector<std::uint32_t> id;
  std::vector<std::uint32_t> inserted;
};

/// Each thread inserts all states in its own order, in batches, and reads some back in between.
void offer_all(StateStore& handle, std::uint64_t states, bool one_length, std::uint64_t seed, Seen& seen) {
  std::vector<std::uint32_t> order(states);
  for (std::uint32_t i = 0; i < states; ++i) order[i] = i;
  // Only blocks of 64 are shuffled, so that threads insert the same states at the same time.
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i + 64 <= states; i += 64) {
    std::shuffle(order.begin() + static_cast<std::ptrdiff_t>(i), order.begin() + static_cast<std::ptrdiff_t>(i + 64),
                 random);
  }
  seen.id.assign(states, 0);
  seen.inserted.assign(states, 0);
  SuccessorBuffer buffer;
  std::vector<Insertion> out;
  std::vector<std::byte> scratch;
  for (std::size_t i = 0; i < states;) {
    buffer.clear();
    const std::size_t batch = std::min<std::size_t>(1 + random() % 9, states - i);
    for (std::size_t j = 0; j < batch; ++j) buffer.append({}, view(state_number(order[i + j], one_length)));
    handle.insert_all(buffer, out);
    for (std::size_t j = 0; j < batch; ++j) {
      ASSERT_FALSE(out[j].full());
      seen.id[order[i + j]] = static_cast<std::uint32_t>(out[j].id);
      seen.inserted[order[i + j]] = out[j].inserted() ? 1 : 0;
    }
    ASSERT_EQ(text(handle.get(out[0].id, scratch)), state_number(order[i], one_length));
    i += batch;
  }
}

TEST_P(EverySharedStore, GivesEveryStateOneNumberWhicheverThreadInsertsIt) {
  for (const bool one_length : {true, false}) {
    for (const unsigned threads : {2U, 4U}) {
      constexpr std::uint64_t kStates = 20000;
      MemoryBudget budget;
      const auto store = GetParam().make_shared(budget, threads);
      ASSERT_NE(store, nullptr);
      std::vector<Seen> seen(threads);
      std::vector<std::thread> all;
      for (unsigned t = 0; t < threads; ++t) {
        all.emplace_back([&, t] { offer_all(store->handle(t), kStates, one_length, t + 1, seen[t]); });
      }
      for (std::thread& thread : all) thread.join();
      ASSERT_EQ(store->size(), kStates);
      std::vector<bool> used(store->id_limit());
      std::vector<std::byte> scratch;
      for (std::uint64_t i = 0; i < kStates; ++i) {
        std::uint32_t inserted = 0;
        for (unsigned t = 0; t < threads; ++t) {
          ASSERT_EQ(seen[t].id[i], seen[0].id[i]);
          inserted += seen[t].inserted[i];
        }
        ASSERT_EQ(inserted, 1U) << "state " << i;
        ASSERT_FALSE(used[seen[0].id[i]]);
        used[seen[0].id[i]] = true;
        ASSERT_EQ(text(store->handle(0).get(StateId{seen[0].id[i]}, scratch)), state_number(i, one_length));
      }
      ASSERT_EQ(store->memory_bytes(), budget.used());
    }
  }
}

/// All threads compete for the same slots: each inserts every state at about the same time, repeatedly.
TEST_P(EverySharedStore, CountsEveryStateOnceWhenAllInsertItAtOnce) {
  constexpr std::uint64_t kStates = 3000;
  for (int round = 0; round < 60; ++round) {
    MemoryBudget budget;
    const auto store = GetParam().make_shared(budget, 2);
    ASSERT_NE(store, nullptr);
    std::atomic<std::uint64_t> inserted = 0;
    std::atomic<int> ready = 0;
    std::vector<std::thread> all;
    for (unsigned t = 0; t < 2; ++t) {
      all.emplace_back([&, t] {
        ++ready;
        while (ready < 2) std::this_thread::yield();
        std::uint64_t own = 0;
        for (std::uint64_t i = 0; i < kStates; ++i) {
          const std::uint64_t state = i * 0x9E3779B97F4A7C15ULL;
          own += store->handle(t).insert(std::as_bytes(std::span(&state, 1))).inserted() ? 1 : 0;
        }
        inserted += own;
      });
    }
    for (std::thread& thread : all) thread.join();
    ASSERT_EQ(inserted, kStates) << "round " << round;
    ASSERT_EQ(store->size(), kStates) << "round " << round;
  }
}

TEST_P(EverySharedStore, KnowsWhichNumbersWereInUse) {
  MemoryBudget budget;
  constexpr unsigned kThreads = 3;
  const auto store = GetParam().make_shared(budget, kThreads);
  ASSERT_NE(store, nullptr);
  std::vector<bool> in_use;
  std::uint64_t next = 0;
  const auto check = [&](const UsedNumbers& numbers) {
    for (std::uint64_t number = 0; number < in_use.size() + 1000; ++number)
      ASSERT_EQ(numbers.contains(number), number < in_use.size() && in_use[number]) << number;
  };
  std::mt19937_64 random(3);
  for (int step = 0; step < 60; ++step) {
    check(store->used_numbers());
    const UsedNumbers before = store->used_numbers();
    StateStore& handle = store->handle(static_cast<unsigned>(random() % kThreads));
    for (std::uint64_t count = random() % 200; count > 0; --count) {
      const Insertion insertion = handle.insert(view(state_number(next++, true)));
      ASSERT_TRUE(insertion.inserted());
      ASSERT_FALSE(before.contains(index_of(insertion.id)));
      if (in_use.size() <= index_of(insertion.id)) in_use.resize(index_of(insertion.id) + 1);
      in_use[index_of(insertion.id)] = true;
    }
  }
}

TEST_P(EverySharedStore, KeepsTheBudgetWithSeveralThreads) {
  for (const std::uint64_t limit : {0ULL, 100000ULL, 600000ULL}) {
    MemoryBudget budget(limit);
    const auto store = GetParam().make_shared(budget, 2);
    if (store == nullptr) continue;
    std::atomic<unsigned> full = 0;
    std::vector<std::thread> all;
    std::vector<std::vector<std::string>> stored(2);
    for (unsigned t = 0; t < 2; ++t) {
      all.emplace_back([&, t] {
        for (std::uint64_t i = 0; i < 200000; ++i) {
          const std::string state = "state number " + std::to_string(i * 7919 + t);
          if (store->handle(t).insert(view(state)).full()) {
            ++full;
            return;
          }
          stored[t].push_back(state);
        }
      });
    }
    for (std::thread& thread : all) thread.join();
    EXPECT_EQ(full, 2U);
    EXPECT_LE(budget.used(), limit);
    for (unsigned t = 0; t < 2; ++t) {
      for (const std::string& state : stored[t]) {
        ASSERT_TRUE(store->handle(1 - t).contains(view(state)));
        ASSERT_TRUE(store->handle(t).insert(view(state)).present());
      }
    }
  }
}

/// A batch that does not fit is inserted up to the first state that does not fit.
TEST_P(EverySharedStore, InsertsThePartOfABatchThatFits) {
  MemoryBudget budget(600000);
  const auto store = GetParam().make_shared(budget, 1);
  ASSERT_NE(store, nullptr);
  StateStore& handle = store->handle(0);
  std::uint64_t stored = 0;
  const auto numbered = [](std::uint64_t n) { return "state number " + std::to_string(n * 7919); };
  while (!handle.insert(view(numbered(stored))).full()) ++stored;
  SuccessorBuffer batch;
  for (const std::uint64_t n : {stored - 1, stored, std::uint64_t{0}}) batch.append({}, view(numbered(n)));
  std::vector<Insertion> out;
  handle.insert_all(batch, out);
  ASSERT_EQ(out.size(), 3U);
  EXPECT_TRUE(out[0].present());
  EXPECT_TRUE(out[1].full());
  EXPECT_TRUE(out[2].full()) << "those after it are not looked at";
  EXPECT_EQ(store->size(), stored);
}

/// Similar states, as in models, distinct for different n.
std::string alike(std::uint64_t n) {
  std::string state(40, '\1');
  for (std::size_t i = 0; i < 6; ++i) state[7 * i] = static_cast<char>((n >> (4 * i)) & 15);
  return state;
}

/// All threads insert all states of a range at about the same time, as successors of a state they have read.
void offer_range(WorkCrew& crew, SharedStore& store, std::uint64_t begin, std::uint64_t end,
                 std::vector<std::vector<std::uint32_t>>& ids, std::atomic<std::uint64_t>& inserted) {
  crew.run([&](unsigned worker) {
    StateStore& handle = store.handle(worker);
    std::vector<std::byte> scratch;
    SuccessorBuffer batches[4];
    LookupBatch lookups[4];
    std::vector<Insertion> out;
    std::uint64_t own = 0;
    for (std::uint64_t i = begin; i < end; i += 20) {
      for (std::uint64_t b = 0; b < 4; ++b) {
        if (begin > 0) {
          ASSERT_EQ(text(handle.get(StateId{ids[worker][i % begin]}, scratch)), alike(i % begin));
        }
        batches[b].clear();
        for (std::uint64_t j = 0; j < 5; ++j) batches[b].append({}, view(alike(i + 5 * b + j)));
        handle.prepare(batches[b], lookups[b]);
      }
      for (unsigned step = 0; step < StateStore::kSteps; ++step)
        for (LookupBatch& lookup : lookups) handle.prefetch(lookup, step);
      for (std::uint64_t b = 0; b < 4; ++b) {
        handle.insert_prepared(batches[b], lookups[b], out);
        for (std::uint64_t j = 0; j < 5; ++j) {
          ASSERT_FALSE(out[j].full());
          own += out[j].inserted() ? 1 : 0;
          ids[worker][i + 5 * b + j] = static_cast<std::uint32_t>(out[j].id);
        }
      }
    }
    inserted += own;
  });
}

/// Fills the store while it grows, changes shape and switches from exact to tree. Ids stay, and no state is lost or
/// duplicated.
void change_while_filling(SharedStore& store, MemoryBudget& budget, unsigned threads, std::uint64_t states,
                          unsigned least_changes) {
  WorkCrew crew(threads);
  ASSERT_EQ(crew.size(), threads);
  std::vector<std::vector<std::uint32_t>> ids(threads, std::vector<std::uint32_t>(states));
  std::atomic<std::uint64_t> inserted = 0;
  unsigned changes = 0;
  for (std::uint64_t begin = 0; begin < states; begin += 2000) {
    offer_range(crew, store, begin, begin + 2000, ids, inserted);
    ASSERT_EQ(store.size(), begin + 2000);
    if (!store.wants_change()) continue;
    store.change(crew, nullptr);
    ASSERT_FALSE(store.wants_change());
    ++changes;
  }
  EXPECT_GE(changes, least_changes);
  EXPECT_EQ(inserted, states);
  EXPECT_EQ(store.memory_bytes(), budget.used());
  std::vector<std::byte> scratch;
  std::vector<bool> used(store.id_limit());
  for (std::uint64_t i = 0; i < states; ++i) {
    for (unsigned t = 1; t < threads; ++t) ASSERT_EQ(ids[t][i], ids[0][i]);
    ASSERT_EQ(text(store.handle(0).get(StateId{ids[0][i]}, scratch)), alike(i));
    ASSERT_TRUE(store.handle(1).contains(view(alike(i))));
    ASSERT_FALSE(used[ids[0][i]]);
    used[ids[0][i]] = true;
    if (i % 97 == 0) {
      ASSERT_TRUE(store.used_numbers().contains(ids[0][i]));
    }
  }
  for (std::uint64_t i = states; i < states + 1000; ++i) ASSERT_FALSE(store.handle(0).contains(view(alike(i))));
}

TEST(SharedTreeStore, TakesOtherShapesWithoutLosingAnything) {
  for (const unsigned threads : {2U, 3U}) {
    MemoryBudget budget;
    SharedTreeStore store(budget, threads);
    ASSERT_TRUE(store.open());
    change_while_filling(store, budget, threads, 40'000, 2);
    // 40 bytes each would be 1.6 MB; one thread takes 9 to 10 bytes a state.
    EXPECT_LT(store.memory_bytes(), 40'000 * 16U);
  }
}

TEST(SharedGrowingStore, MovesFromExactToTreeAndKeepsNumbers) {
  for (const unsigned threads : {2U, 3U}) {
    MemoryBudget budget;
    SharedGrowingStore store(budget, threads, 700'000);
    ASSERT_TRUE(store.open());
    EXPECT_EQ(store.form(), Store::Exact);
    change_while_filling(store, budget, threads, 40'000, 1);
    EXPECT_EQ(store.form(), Store::Tree);
  }
}

TEST(SharedGrowingStore, StaysExactIfThereIsNoMemoryForATree) {
  MemoryBudget budget(800'000);
  SharedGrowingStore store(budget, 2, 780'000);
  ASSERT_TRUE(store.open());
  WorkCrew crew(2);
  std::uint64_t stored = 0;
  while (!store.handle(stored % 2).insert(view(alike(stored))).full() && stored < 40000) {
    ++stored;
    if (store.wants_change()) store.change(crew, nullptr);
  }
  EXPECT_EQ(store.form(), Store::Exact);
  EXPECT_EQ(store.size(), stored);
  for (std::uint64_t i = 0; i < stored; ++i) ASSERT_TRUE(store.handle(0).insert(view(alike(i))).present());
}

TEST(SharedGrowingStore, StaysExactIfItIsStopped) {
  MemoryBudget budget;
  SharedGrowingStore store(budget, 2, 700'000);
  ASSERT_TRUE(store.open());
  WorkCrew crew(2);
  StopFlag stop;
  stop.raise(StopFlag::Reason::Time);
  std::uint64_t stored = 0;
  for (; !store.wants_change() && stored < 40'000; ++stored) store.handle(stored % 2).insert(view(alike(stored)));
  ASSERT_TRUE(store.wants_change());
  store.change(crew, &stop);
  EXPECT_FALSE(store.wants_change());
  EXPECT_EQ(store.form(), Store::Exact);
  EXPECT_EQ(store.memory_bytes(), budget.used());
  for (std::uint64_t i = 0; i < stored; ++i) ASSERT_TRUE(store.handle(0).insert(view(alike(i))).present());
}

/// The states that `alike` makes ask for another shape once there are a few thousand.
TEST(SharedTreeStore, KeepsItsShapeIfItIsStopped) {
  MemoryBudget budget;
  SharedTreeStore store(budget, 2);
  ASSERT_TRUE(store.open());
  WorkCrew crew(2);
  StopFlag stop;
  stop.raise(StopFlag::Reason::Time);
  std::uint64_t stored = 0;
  const auto reshapes = [&](const StopFlag* flag) {
    for (; !store.wants_change(); ++stored) store.handle(0).insert(view(alike(stored)));
    const std::uint64_t before = store.memory_bytes();
    store.change(crew, flag);
    return store.memory_bytes() != before;
  };
  EXPECT_FALSE(reshapes(&stop));
  EXPECT_TRUE(reshapes(nullptr));
}

/// Two threads take numbers concurrently; many pairs need more bits than those before.
TEST(SharedRoots, KeepsRootsOfAllWidths) {
  MemoryBudget budget;
  SharedRoots roots(budget);
  ASSERT_TRUE(roots.open());
  const auto root_at = [](std::uint32_t number) {
    return TreeRoot{number * 2654435761U >> (31 - number % 32), 0xFFFFFFFFU >> (31 - number / 7 % 32)};
  };
  constexpr std::uint32_t kNumbers = 4000;
  for (std::uint32_t number = 0; number < kNumbers; ++number) {
    const TreeRoot root = root_at(number);
    // Numbers are below 2^32 - 2: see TreeLayout.
    const TreeRoot limits{std::max(root.left, 1U), std::max(root.right, 1U)};
    const TreeRoot kept{limits.left - 1, limits.right - 1};
    auto written = roots.write(number, kept, [&] { return limits; });
    if (written == SharedRoots::Written::TooNarrow) {
      ASSERT_TRUE(roots.widen(number, limits));
      written = roots.write(number, kept, [&] { return limits; });
    }
    ASSERT_EQ(written, SharedRoots::Written::Yes);
    // Written again, as if another thread had won the race.
    ASSERT_EQ(roots.write(number, kept, [&] { return limits; }), SharedRoots::Written::Yes);
  }
  for (std::uint32_t number = 0; number < kNumbers; ++number) {
    const TreeRoot root = root_at(number);
    ASSERT_EQ(roots[number].left, std::max(root.left, 1U) - 1) << number;
    ASSERT_EQ(roots[number].right, std::max(root.right, 1U) - 1) << number;
  }
}

}  // namespace
}  // namespace weir::test
