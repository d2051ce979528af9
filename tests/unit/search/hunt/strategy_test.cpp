// SPDX-License-Identifier: Apache-2.0
// Every strategy of a hunt on small random graphs, against a plain traversal: it finds what there is, and only that.
#include "search/hunt/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "oracle/fair_cycle.h"
#include "search/lasso/run_check.h"
#include "search/space/wrapped_space.h"
#include "support/marked_graph.h"
#include "support/number_space.h"

namespace weir::test {
namespace {

/// The state number, as good a distance as any: the strategies must not depend on its quality.
class FirstByte final : public Distance {
 public:
  std::uint32_t of(StateView state, const StateEdges&) override { return std::to_integer<std::uint32_t>(state[0]); }
};

/// A random graph any cycle of which may be accepting.
class StrongSpace final : public WrappedSpace {
 public:
  using WrappedSpace::WrappedSpace;
  ComponentStrength strength_at(StateView) const override { return ComponentStrength::Strong; }
};

std::vector<std::unique_ptr<Distance>> some_distance() {
  std::vector<std::unique_ptr<Distance>> distances;
  distances.push_back(std::make_unique<FirstByte>());
  return distances;
}

/// All reachable states, with the edges between them.
struct Reached {
  MarkedProduct product;
  bool defect = false;

  explicit Reached(SearchSpace& space) {
    StateEdges edges;
    space.initial(edges);
    product.all_marks = space.acceptance().marks().bits();
    for (std::size_t i = 0; i < edges.size(); ++i) product.starts.push_back(number(edges.states.state(i)));
    for (std::size_t at = 0; at < states_.size(); ++at) {
      space.expand(states_[at], edges);
      defect = defect || any(edges.defect);
      for (std::size_t i = 0; i < edges.size(); ++i) {
        const std::uint32_t target = number(edges.states.state(i));
        product.nodes[at].edges.push_back({target, edges.marks_of(i).bits(), {}});
      }
    }
  }

 private:
  std::uint32_t number(StateView state) {
    const std::vector<std::byte> bytes(state.begin(), state.end());
    const auto known = std::find(states_.begin(), states_.end(), bytes);
    if (known != states_.end()) return static_cast<std::uint32_t>(known - states_.begin());
    states_.push_back(bytes);
    product.nodes.emplace_back();
    return static_cast<std::uint32_t>(states_.size() - 1);
  }
  std::vector<std::vector<std::byte>> states_;
};

MarkSet marks_of_cycle(SearchSpace& space, const Run& run) {
  MarkSet marks;
  StateEdges edges;
  for (std::size_t i = 0; i < run.cycle.size(); ++i) {
    space.expand(run.cycle[i].state, edges);
    const auto& target = run.cycle[(i + 1) % run.cycle.size()].state;
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
      if (std::ranges::equal(edges.states.state(edge), target)) marks |= edges.marks_of(edge);
  }
  return marks;
}

class Strategies : public testing::TestWithParam<HuntStrategy> {
 protected:
  DefectResult hunt(SearchSpace& space, Defect wanted, std::uint64_t seed, std::uint64_t states = 20'000) {
    const auto distances = some_distance();
    return GetParam().run({space, wanted, distances}, {.states = states, .seed = seed, .budget = budget_});
  }
  MemoryBudget budget_;
};

TEST_P(Strategies, FindAStateWithADefectIfOneIsReachable) {
  int found = 0, safe = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    NumberSpace space({.seed = seed, .size = 60, .defects = 12});
    const DefectResult result = hunt(space, Defect::BadState, seed);
    const bool reachable = Reached(space).defect;
    ASSERT_EQ(!result.found.empty(), reachable) << "seed " << seed;
    ++(reachable ? found : safe);
    if (!reachable) continue;
    const weir::Run& run = result.found.front().run;
    EXPECT_TRUE(is_run_of(space, run)) << "seed " << seed;
    StateEdges edges;
    space.expand(run.prefix.back().state, edges);
    EXPECT_TRUE(any(edges.defect)) << "seed " << seed;
  }
  EXPECT_GT(found, 20);
  EXPECT_GT(safe, 20);
}

TEST_P(Strategies, FindAFailingCycleOnlyIfThereIsOne) {
  int found = 0, missed = 0, safe = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto sets = static_cast<std::uint32_t>(1 + seed % 2);
    NumberSpace graph({.seed = seed, .size = 60, .sets = sets, .marked = 6});
    StrongSpace space(graph);
    const DefectResult result = hunt(space, Defect::None, seed);
    const bool exists = has_fair_cycle(Reached(space).product, OracleFairness::None);
    const bool reported = result.search.outcome == SearchResult::Outcome::Found;
    ASSERT_TRUE(exists || !reported) << "seed " << seed;
    if (!exists)
      ++safe;
    else
      ++(reported ? found : missed);
    if (!reported) continue;
    EXPECT_TRUE(is_run_of(space, result.search.run)) << "seed " << seed;
    EXPECT_TRUE(marks_of_cycle(space, result.search.run).includes(space.acceptance().marks())) << "seed " << seed;
  }
  EXPECT_GT(found, 20);
  EXPECT_GT(safe, 20);
  EXPECT_LE(missed, GetParam().exact ? 0 : 5) << "the graphs are small";
}

TEST_P(Strategies, DependOnTheSeedOnly) {
  NumberSpace space({.seed = 3, .size = 200, .defects = 60});
  const auto states_of = [](const DefectResult& result) {
    std::vector<std::vector<std::byte>> states;
    if (!result.found.empty())
      for (const RunStep& step : result.found.front().run.prefix) states.push_back(step.state);
    return states;
  };
  const auto first = states_of(hunt(space, Defect::BadState, 7));
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first, states_of(hunt(space, Defect::BadState, 7)));
}

TEST_P(Strategies, EndWhenTheFlagIsRaisedAndGiveTheirMemoryBack) {
  NumberSpace space({.seed = 5, .size = 250});
  StopFlag stop;
  stop.raise(StopFlag::Reason::Interrupted);
  const auto distances = some_distance();
  HuntEffort effort{.states = std::uint64_t{1} << 40, .seed = 1, .budget = budget_};
  effort.limits.stop = &stop;
  const DefectResult result = GetParam().run({space, Defect::BadState, distances}, effort);
  EXPECT_TRUE(result.found.empty());
  EXPECT_EQ(result.search.outcome, SearchResult::Outcome::Stopped);
  EXPECT_EQ(budget_.used(), 0U);
}

TEST_P(Strategies, NeverClaimToHaveSeenEverythingWithinAnEffortThatIsTooSmall) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    NumberSpace space({.seed = seed, .size = 250});
    if (Reached(space).product.nodes.size() < 40) continue;
    EXPECT_NE(hunt(space, Defect::BadState, seed, 20).search.outcome, SearchResult::Outcome::Exhausted);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Strategies, testing::ValuesIn(hunt_strategies().begin(), hunt_strategies().end()),
                         [](const auto& strategy) { return std::string(strategy.param.name); });

/// A binary counter of `bits` bits whose steps set or clear one bit; all bits set is the defect.
class BitSpace final : public SearchSpace {
 public:
  explicit BitSpace(std::uint32_t bits) : bits_(bits) {}
  void initial(StateEdges& out) override {
    out.clear();
    add(0, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    const std::uint32_t number = value(state);
    if (number == (1U << bits_) - 1) out.defect = Defect::BadState;
    for (std::uint32_t bit = 0; bit < bits_; ++bit) add(number ^ (1U << bit), out);
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  static std::uint32_t value(StateView state) {
    std::uint32_t number;
    std::memcpy(&number, state.data(), sizeof number);
    return number;
  }

 private:
  static void add(std::uint32_t number, StateEdges& out) {
    std::memcpy(out.states.append(Step{}, sizeof number), &number, sizeof number);
  }
  std::uint32_t bits_;
  Acceptance acceptance_;
};

TEST(DirectedSearch, ExpandsFewStatesIfTheDistanceIsGood) {
  class MissingBits final : public Distance {
   public:
    std::uint32_t of(StateView state, const StateEdges&) override {
      return static_cast<std::uint32_t>(24 - std::popcount(BitSpace::value(state)));
    }
  };
  const auto directed =
      std::find_if(hunt_strategies().begin(), hunt_strategies().end(),
                   [](const HuntStrategy& strategy) { return strategy.name == std::string("directed"); });
  std::vector<std::unique_ptr<Distance>> distances;
  distances.push_back(std::make_unique<MissingBits>());
  BitSpace space(24);
  MemoryBudget budget;
  const DefectResult result =
      directed->run({space, Defect::BadState, distances}, {.states = 100'000, .seed = 1, .budget = budget});
  ASSERT_FALSE(result.found.empty());
  EXPECT_EQ(result.found.front().run.prefix.size(), 25U);
  EXPECT_LT(result.search.stats.states, 1000U);
}

}  // namespace
}  // namespace weir::test
