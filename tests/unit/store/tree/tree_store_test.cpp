// SPDX-License-Identifier: Apache-2.0
// Compares the tree store with a map, used like a search does: states are read, and their successors are inserted in
// steps and groups while the store changes its shape.
#include "store/tree/tree_store.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace weir::test {
namespace {

using Bytes = std::vector<std::byte>;

class Walk {
 public:
  Walk(std::uint64_t limit, std::uint32_t seed, bool lengths)
      : budget_(limit), store_(budget_), random_(seed), lengths_(lengths) {}

  /// Returns false if the store is full.
  bool run(std::size_t states) {
    Bytes first(60);
    if (!note(first, store_.insert(first))) return false;
    while (known_.size() < states) {
      constexpr std::size_t kGroup = 8;
      SuccessorBuffer successors[kGroup];
      LookupBatch batches[kGroup];
      for (std::size_t i = 0; i < kGroup; ++i) {
        const auto source =
            static_cast<std::uint32_t>(known_.size() - 1 - draw(std::min<std::size_t>(known_.size(), 500)));
        const StateView state = store_.get(StateId{source}, scratch_);
        EXPECT_EQ(Bytes(state.begin(), state.end()), *by_number_[source]);
        for (std::size_t k = draw(5); k > 0; --k) successors[i].append({}, changed(*by_number_[source]));
        store_.prepare(successors[i], batches[i]);
      }
      for (unsigned step = 0; step < StateStore::kSteps; ++step) {
        for (LookupBatch& batch : batches) store_.prefetch(batch, step);
      }
      for (std::size_t i = 0; i < kGroup; ++i) {
        std::vector<Insertion> out;
        store_.insert_prepared(successors[i], batches[i], out);
        EXPECT_EQ(out.size(), successors[i].size());
        for (std::size_t k = 0; k < out.size(); ++k) {
          const StateView state = successors[i].state(k);
          if (!note(Bytes(state.begin(), state.end()), out[k])) return false;
        }
      }
    }
    return true;
  }

  /// The same with the successors of several states in one buffer.
  bool run_in_groups(std::size_t states) {
    Bytes first(60);
    if (!note(first, store_.insert(first))) return false;
    SuccessorBuffer successors;
    LookupBatch batch;
    std::vector<Insertion> out;
    while (known_.size() < states) {
      const std::size_t count = std::min(known_.size(), 1 + draw(StateStore::kGroupStates));
      const std::size_t source = known_.size() - count - draw(std::min<std::size_t>(known_.size() - count + 1, 500));
      std::vector<StateView> sources(count);
      std::vector<std::size_t> ends(count);
      store_.read_group(StateId{static_cast<std::uint32_t>(source)}, sources);
      successors.clear();
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(Bytes(sources[i].begin(), sources[i].end()), *by_number_[source + i]);
        for (std::size_t k = draw(5); k > 0; --k) successors.append({}, changed(*by_number_[source + i]));
        ends[i] = successors.size();
      }
      store_.prepare_group(successors, ends, batch);
      store_.prefetch_all(batch);
      // Other insertions may come in between.
      for (std::size_t k = draw(8) == 0 ? draw(300) : 0; k > 0; --k) {
        const Bytes state = changed(*by_number_[draw(by_number_.size())]);
        if (!note(state, store_.insert(state))) return false;
      }
      store_.insert_prepared(successors, batch, out);
      EXPECT_EQ(out.size(), successors.size());
      for (std::size_t k = 0; k < out.size(); ++k) {
        const StateView state = successors.state(k);
        if (!note(Bytes(state.begin(), state.end()), out[k])) return false;
      }
    }
    return true;
  }

  void check_all() {
    EXPECT_EQ(store_.size(), known_.size());
    for (std::uint32_t i = 0; i < by_number_.size(); ++i) {
      const StateView state = store_.get(StateId{i}, scratch_);
      ASSERT_EQ(Bytes(state.begin(), state.end()), *by_number_[i]);
    }
    for (int i = 0; i < 2000; ++i) {
      const Bytes state = changed(*by_number_[draw(by_number_.size())]);
      EXPECT_EQ(store_.contains(state), known_.count(state) > 0);
    }
  }
  const TreeShape& shape() const { return store_.shape(); }

 private:
  std::size_t draw(std::size_t below) { return random_() % below; }

  Bytes changed(Bytes state) {
    for (std::size_t i = draw(3) + 1; i > 0 && !state.empty(); --i) {
      state[draw(state.size())] = static_cast<std::byte>(draw(6));
    }
    if (lengths_ && draw(20) == 0) state.resize(draw(80));
    return state;
  }

  bool note(const Bytes& state, Insertion got) {
    if (got.full()) return false;
    const auto number = static_cast<std::uint32_t>(known_.size());
    const auto [place, is_new] = known_.emplace(state, number);
    EXPECT_EQ(got.inserted(), is_new);
    EXPECT_EQ(index_of(got.id), place->second);
    if (is_new) by_number_.push_back(&place->first);
    return true;
  }

  MemoryBudget budget_;
  TreeStore store_;
  std::mt19937 random_;
  bool lengths_;
  Bytes scratch_;
  std::map<Bytes, std::uint32_t> known_;
  std::vector<const Bytes*> by_number_;
};

TEST(TreeStore, AgreesWithAMapWhileItsShapeChanges) {
  for (const bool lengths : {false, true}) {
    Walk walk(MemoryBudget::kUnlimited, 5, lengths);
    ASSERT_TRUE(walk.run(40'000));  // the shape is reviewed twice on the way
    EXPECT_NE(walk.shape(), TreeShape::even(60));
    walk.check_all();
  }
}

TEST(TreeStore, AgreesWithAMapWhileGroupsOfStatesAreExpanded) {
  for (const bool lengths : {false, true}) {
    Walk walk(MemoryBudget::kUnlimited, 7, lengths);
    ASSERT_TRUE(walk.run_in_groups(40'000));
    EXPECT_NE(walk.shape(), TreeShape::even(60));
    walk.check_all();
  }
}

TEST(TreeStore, IsRightUpToTheEndOfMemory) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    Walk walk(400'000 + 30'000 * seed, seed, seed % 2 == 0);
    EXPECT_FALSE(seed > 4 ? walk.run_in_groups(100'000) : walk.run(100'000));
    walk.check_all();
  }
}

}  // namespace
}  // namespace weir::test
