// SPDX-License-Identifier: Apache-2.0
// After the stop flag is raised, states may be expanded incompletely: no engine may rely on a missing successor or
// report that nothing fails. The same holds if memory runs out at any point.
#include <gtest/gtest.h>

#include <cstring>

#include "search/engines.h"
#include "search/lasso/shortest_lasso.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "store/stores.h"
#include "support/number_space.h"

namespace weir::test {
namespace {

/// Raises the flag at some expansion and omits the last successors from then on.
class TiringSpace final : public SearchSpace {
 public:
  TiringSpace(const NumberSpace::Shape& shape, int good) : whole_(shape), good_(good) {}

  void initial(StateEdges& out) override { whole_.initial(out); }
  void expand(StateView state, StateEdges& out) override {
    whole_.expand(state, out);
    if (good_-- > 0) return;
    stop.raise(StopFlag::Reason::Time);
    for (int i = 0; i < 2 && out.size() > 0; ++i) {
      out.states.pop_back();
      out.marks.pop_back();
    }
  }
  const Acceptance& acceptance() const override { return whole_.acceptance(); }
  std::uint32_t mark_count() const override { return whole_.mark_count(); }
  ComponentStrength strength_at(StateView state) const override { return whole_.strength_at(state); }

  StopFlag stop;

 private:
  NumberSpace whole_;
  int good_;
};

/// How a search ended, and whether it lost the run of an error that it found.
struct Ended {
  SearchResult::Outcome outcome;
  bool lost;
};
Ended ended(const SearchResult& result) {
  return {result.outcome, result.outcome == SearchResult::Outcome::Found && result.run.size() == 0};
}
Ended ended(const DefectResult& result) {
  bool lost = false;
  for (const DefectFound& found : result.found) lost = lost || found.run.size() == 0;
  return {result.search.outcome, lost};
}

template <class Search>
void expect_no_conclusion(const NumberSpace::Shape& shape, Store kind, int& cut, Search search) {
  for (int good = 0; good < 150; good += 1 + good / 20) {
    SCOPED_TRACE(good);
    TiringSpace space(shape, good);
    MemoryBudget budget;
    const auto store = store_kind(kind).make(budget, {.cache_entries = 5});
    SearchControl control(budget, {.stop = &space.stop});
    const auto outcome = unless_cut_short(control, [&] { return ended(search(space, *store, control)); });
    if (!space.stop.raised()) return;  // later points make no difference
    cut += !outcome || outcome->lost;
    if (outcome) {
      EXPECT_NE(outcome->outcome, SearchResult::Outcome::Exhausted);
    }
    if (outcome && outcome->lost) {
      EXPECT_EQ(control.stop(), Stop::Time);
    }
  }
}

TEST(CutShort, EmptinessChecks) {
  int cut = 0;
  for (const EngineKind& engine : engines()) {
    SCOPED_TRACE(engine.name);
    const bool terminal = engine.decides == Decides::Terminal, weak = engine.decides == Decides::Weak;
    NumberSpace::Shape shape;
    shape.marked = 12;
    if (terminal || weak) shape.strength = terminal ? ComponentStrength::Terminal : ComponentStrength::Weak;
    for (shape.seed = 1; shape.seed <= 8; ++shape.seed) {
      SCOPED_TRACE(shape.seed);
      for (const Store store : {Store::Exact, Store::Cache}) {
        if (engine.needs_ids && store == Store::Cache) continue;
        if (engine.decides == Decides::CoBuchi) continue;
        expect_no_conclusion(shape, store, cut, [&](SearchSpace& space, StateStore& states, SearchControl& control) {
          return engine.run(space, states, control);
        });
      }
    }
  }
  EXPECT_GT(cut, 10) << "a run that was found was lost, too";
}

TEST(CutShort, SearchesForDefects) {
  int cut = 0;
  NumberSpace::Shape shape;
  shape.size = 200;
  shape.defects = 40;
  for (shape.seed = 1; shape.seed <= 20; ++shape.seed) {
    SCOPED_TRACE(shape.seed);
    for (const Store store : {Store::Exact, Store::Cache})
      expect_no_conclusion(shape, store, cut, [](SearchSpace& space, StateStore& states, SearchControl& control) {
        return OnLineSearch(space, states, control).run(Defect::BadState);
      });
    for (const SearchOrder order : {SearchOrder::DepthFirst, SearchOrder::BreadthFirst})
      expect_no_conclusion(shape, Store::Exact, cut,
                           [&](SearchSpace& space, StateStore& states, SearchControl& control) {
                             return Reachability(space, states, control, order).run(Defect::BadState);
                           });
  }
  EXPECT_GT(cut, 0);
}

/// A graph without cycles. Edges lead far ahead, and they take more than a page.
class WideSpace final : public SearchSpace {
 public:
  explicit WideSpace(ComponentStrength strength) : strength_(strength) {}
  void initial(StateEdges& out) override {
    out.clear();
    add(0, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    std::uint16_t number = 0;
    std::memcpy(&number, state.data(), sizeof number);
    for (const int target : {number + 1, 2 * number + 2})
      if (target < 800) add(static_cast<std::uint16_t>(target), out);
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return 1; }
  ComponentStrength strength_at(StateView) const override { return strength_; }

 private:
  static void add(std::uint16_t number, StateEdges& out) {
    std::memcpy(out.states.append(Step{}, sizeof number), &number, sizeof number);
    out.marks.push_back(MarkSet::single(0));
  }

  ComponentStrength strength_;
  Acceptance acceptance_ = Acceptance::generalized_buchi(1);
};

TEST(CutShort, ByLackOfMemory) {
  for (const EngineKind& engine : engines()) {
    if (engine.decides == Decides::CoBuchi) continue;
    SCOPED_TRACE(engine.name);
    const ComponentStrength strength = engine.decides == Decides::Terminal ? ComponentStrength::Rejecting
                                       : engine.decides == Decides::Weak   ? ComponentStrength::Weak
                                                                           : ComponentStrength::Strong;
    int ended = 0;
    for (std::uint64_t limit = 4096;; limit += 4096) {
      SCOPED_TRACE(limit);
      WideSpace space(strength);
      MemoryBudget budget(limit);
      const auto store = store_kind(Store::Exact).make(budget, {});
      if (store == nullptr) continue;
      SearchControl control(budget, {});
      const SearchResult result = engine.run(space, *store, control);
      ASSERT_NE(result.outcome, SearchResult::Outcome::Found);
      if (result.outcome == SearchResult::Outcome::Exhausted) {
        EXPECT_EQ(control.stop(), Stop::None);
        break;
      }
      EXPECT_EQ(control.stop(), Stop::Memory);
      ++ended;
    }
    EXPECT_GT(ended, 0);
  }
}

TEST(CutShort, ShortestLassosByTheEndOfMemory) {
  int ended = 0;
  for (std::uint64_t limit = 512;; limit += 512) {
    SCOPED_TRACE(limit);
    WideSpace space(ComponentStrength::Strong);
    MemoryBudget budget(limit);
    SearchControl control(budget, {});
    const ShortestLasso lasso = shortest_lasso(space, control, 9);
    ASSERT_EQ(lasso.run.size(), 0U);
    ASSERT_EQ(lasso.proved, control.stop() == Stop::None);
    if (lasso.proved) break;
    ++ended;
  }
  EXPECT_GT(ended, 0);
}

}  // namespace
}  // namespace weir::test
