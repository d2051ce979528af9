// SPDX-License-Identifier: Apache-2.0
// Compact and plain stacks agree: on random walks both give the same states, edges and answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "base/table/hash.h"
#include "search/kernel/path_stack.h"

namespace weir::test {
namespace {

/// 2^16 states of different lengths, each with up to three successors.
class Scattered final : public SearchSpace {
 public:
  void initial(StateEdges& out) override {
    out.clear();
    append(1, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    ++expanded;
    const std::uint64_t here = number(state);
    for (std::uint64_t i = 0; i < here % 4; ++i) append(hash_mix(here, i) & 0xFFFF, out);
    if (here % 7 == 0) append(hash_mix(here, 9) & 0xFF, out);  // some states are visited often
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  StateView model_state(StateView state) const override { return state; }
  std::int64_t automaton_state(StateView) const override { return -1; }
  std::uint64_t expanded = 0;

 private:
  static std::uint64_t number(StateView state) {
    std::uint32_t value = 0;
    std::memcpy(&value, state.data(), sizeof value);
    return value;
  }
  static void append(std::uint64_t target, StateEdges& out) {
    const auto value = static_cast<std::uint32_t>(target);
    std::vector<std::byte> bytes(sizeof value + target % 5, std::byte{7});
    std::memcpy(bytes.data(), &value, sizeof value);
    out.states.append(Step{}, bytes);
    out.marks.push_back(MarkSet(target & 1));
  }
  Acceptance acceptance_;
};

bool same(StateView a, StateView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

TEST(PathStack, CompactAgreesWithPlain) {
  Scattered space;
  MemoryBudget budget;
  PathStack plain(budget, 1);
  PathStack compact(budget, 1, &space);
  StateEdges edges;
  std::mt19937 random(5);
  std::uint64_t deepest = 0, met = 0;
  for (int round = 0; round < 40; ++round) {
    space.initial(edges);
    ASSERT_TRUE(plain.start(edges.states.state(0)) && compact.start(edges.states.state(0)));
    // Goes down to the end, then up and down by distances that cross kept states.
    for (int step = 0; step < 3000 && (plain.has_waiting() || !plain.empty()); ++step) {
      ASSERT_EQ(plain.has_waiting(), compact.has_waiting());
      if (!plain.has_waiting()) {
        ASSERT_TRUE(same(plain.top(), compact.top()));
        plain.pop();
        compact.pop();
        continue;
      }
      ASSERT_TRUE(same(plain.waiting(), compact.waiting())) << "at depth " << plain.depth();
      ASSERT_EQ(plain.waiting_marks(), compact.waiting_marks());
      const std::uint64_t hash = hash_bytes(plain.waiting());
      const std::uint64_t known = plain.find(plain.waiting(), hash);
      ASSERT_EQ(known, compact.find(compact.waiting(), hash));
      met += known != PathStack::kAbsent ? 1 : 0;
      if (known != PathStack::kAbsent || random() % 64 < (step / 200 % 2 == 0 ? 2U : 40U)) {
        plain.drop_waiting();
        compact.drop_waiting();
        continue;
      }
      space.expand(compact.waiting(), edges);
      ASSERT_TRUE(plain.take_waiting(hash) && compact.take_waiting(hash));
      ASSERT_TRUE(plain.add_waiting(edges) && compact.add_waiting(edges));
      deepest = std::max(deepest, plain.depth());
      const std::uint64_t frame = random() % plain.depth();
      ASSERT_TRUE(same(plain.state(frame), compact.state(frame))) << frame << " of " << plain.depth();
      ASSERT_EQ(plain.edge_into(frame), compact.edge_into(frame));
      ASSERT_EQ(plain.marks_into(frame), compact.marks_into(frame));
    }
    while (plain.has_waiting() || !plain.empty()) {
      ASSERT_EQ(plain.has_waiting(), compact.has_waiting());
      if (plain.has_waiting()) {
        plain.drop_waiting();
        compact.drop_waiting();
      } else {
        ASSERT_TRUE(same(plain.top(), compact.top()));
        plain.pop();
        compact.pop();
      }
    }
    ASSERT_TRUE(compact.empty());
  }
  EXPECT_GT(deepest, 10 * PathStack::kEvery);
  EXPECT_GT(met, 20U);
}

/// A chain of 90-byte states, each with two edges, the second of which waits.
class Chain final : public SearchSpace {
 public:
  void initial(StateEdges& out) override {
    out.clear();
    append(0, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    std::uint32_t here = 0;
    std::memcpy(&here, state.data(), sizeof here);
    append(here + 1, out);
    append(here, out);
  }
  const Acceptance& acceptance() const override { return acceptance_; }

 private:
  static void append(std::uint32_t value, StateEdges& out) {
    std::byte bytes[90] = {};
    std::memcpy(bytes, &value, sizeof value);
    out.states.append(Step{}, StateView(bytes));
  }
  Acceptance acceptance_;
};

TEST(PathStack, CompactTakesLittleMemory) {
  Chain space;
  constexpr std::uint64_t kDepth = 100000;
  std::uint64_t bytes[2] = {};
  for (const bool compact : {false, true}) {
    MemoryBudget budget;
    PathStack stack(budget, 64, compact ? &space : nullptr);
    StateEdges edges;
    space.initial(edges);
    ASSERT_TRUE(stack.start(edges.states.state(0)));
    while (stack.depth() < kDepth) {
      const std::uint64_t hash = hash_bytes(stack.waiting());
      space.expand(stack.waiting(), edges);
      ASSERT_TRUE(stack.take_waiting(hash) && stack.add_waiting(edges));
    }
    bytes[compact ? 1 : 0] = stack.memory_bytes();
  }
  RecordProperty("plain", std::to_string(bytes[0] / kDepth));
  RecordProperty("compact", std::to_string(bytes[1] / kDepth));
  EXPECT_LT(bytes[1] * 3, bytes[0]) << bytes[0] / kDepth << " and " << bytes[1] / kDepth << " bytes a frame";
}

}  // namespace
}  // namespace weir::test
