// SPDX-License-Identifier: Apache-2.0
#include "store/growing_store.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <unordered_map>

namespace weir::test {
namespace {

StateView view(const std::string& text) { return std::as_bytes(std::span(text)); }
std::string text(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

std::string state_number(std::uint64_t n) {
  std::string state(24 + n % 3, '\0');
  for (std::size_t i = 0; i < 4; ++i) state[6 * i] = static_cast<char>(n >> (4 * i) & 15);
  return state;
}

TEST(GrowingStore, StaysExactIfItIsStopped) {
  MemoryBudget budget;
  StopFlag stop;
  GrowingStore store(budget, 300'000, &stop);
  stop.raise(StopFlag::Reason::Time);
  for (std::uint64_t i = 0; i < 30000; ++i) store.insert(view(state_number(i)));
  EXPECT_GT(store.memory_bytes(), 300'000u);
  EXPECT_EQ(store.form(), Store::Exact);
  for (std::uint64_t i = 0; i < 30000; ++i) EXPECT_TRUE(store.contains(view(state_number(i))));
}

TEST(GrowingStore, KeepsNumbersWhenItChanges) {
  MemoryBudget budget;
  GrowingStore store(budget, 300'000);
  std::unordered_map<std::string, StateId> model;
  std::mt19937_64 random(1);
  std::vector<std::byte> scratch;
  bool was_exact = false;
  SuccessorBuffer buffer;
  std::vector<Insertion> out;
  for (int i = 0; i < 30000; ++i) {
    was_exact = was_exact || store.form() == Store::Exact;
    buffer.clear();
    for (int j = 0; j < 3; ++j) buffer.append({}, view(state_number(random() % 40000)));
    store.insert_all(buffer, out);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto [known, fresh] = model.emplace(text(buffer.state(j)), out[j].id);
      ASSERT_EQ(out[j].inserted(), fresh);
      ASSERT_EQ(out[j].id, known->second);
    }
    ASSERT_EQ(text(store.get(out[1].id, scratch)), text(buffer.state(1)));
  }
  EXPECT_TRUE(was_exact);
  EXPECT_EQ(store.form(), Store::Tree);
  EXPECT_EQ(store.size(), model.size());
  for (const auto& [state, id] : model) {
    ASSERT_EQ(text(store.get(id, scratch)), state);
    ASSERT_TRUE(store.contains(view(state)));
  }
  EXPECT_EQ(store.memory_bytes(), budget.used());
}

TEST(GrowingStore, StaysExactIfThereIsNoMemoryForATree) {
  MemoryBudget budget(150'000);
  GrowingStore store(budget, 140'000);
  std::uint64_t stored = 0;
  while (!store.insert(view(state_number(stored * 7))).full() && stored < 40000) ++stored;
  EXPECT_EQ(store.form(), Store::Exact);
  EXPECT_EQ(store.size(), stored);
  for (std::uint64_t i = 0; i < stored; ++i) ASSERT_TRUE(store.insert(view(state_number(i * 7))).present());
}

}  // namespace
}  // namespace weir::test
