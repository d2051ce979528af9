// SPDX-License-Identifier: Apache-2.0
// Reductions of nets, and of C++ models that provide dependence or symmetry information.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <weir/model.h>

#include "frontend/pnml/net_system.h"
#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

/// Lines of three places each, side by side; with `ring`, the last transition leads back.
pnml::Net lines(std::uint32_t count, bool ring) {
  pnml::Net net;
  for (std::uint32_t line = 0; line < count; ++line) {
    const std::uint32_t first = line * 3;
    for (std::uint32_t i = 0; i < 3; ++i)
      net.places.push_back({.id = "p" + std::to_string(first + i), .name = "", .initial = i == 0 ? 1U : 0U});
    for (std::uint32_t i = 0; i < (ring ? 3U : 2U); ++i)
      net.transitions.push_back({.id = "t" + std::to_string(first + i),
                                 .name = "",
                                 .inputs = {{first + i, 1}},
                                 .outputs = {{first + (i + 1) % 3, 1}}});
  }
  return net;
}

TEST(StubbornSets, OfIndependentLinesTakeOneAfterTheOther) {
  pnml::NetSystem system(lines(5, false));
  EXPECT_EQ(count_states(system).states, 243U);
  const Verdicts reduced = verdicts(system, {{Kind::Deadlock, ""}}, {"por"});
  EXPECT_EQ(reduced.states, 11U);
  EXPECT_EQ(reduced.words, std::vector<std::string>{"violated"});
  // Only steps visible to the formula are taken in all orders: those of one line; the others are taken one by one.
  const Verdicts seen = verdicts(system, {{Kind::Ltl, "F G (tokens(p2) == 1)"}}, {"por"});
  EXPECT_EQ(seen.words, std::vector<std::string>{"holds"});
  EXPECT_LT(seen.states, verdicts(system, {{Kind::Ltl, "F G (tokens(p2) == 1)"}}, {"none"}).states / 2);
}

TEST(StubbornSets, IgnoreNoTransitionForEver) {
  // Without closing transitions the first ring would turn for ever and the others would never move.
  pnml::NetSystem system(lines(3, true));
  for (const char* formula : {"G (tokens(p8) == 0)", "G (tokens(p2) == 0)", "F (tokens(p4) == 1)"})
    EXPECT_EQ(verdicts(system, {{Kind::Ltl, formula}}, {"por"}).words, std::vector<std::string>{"violated"}) << formula;
}

// An invisible transition in conflict with a visible one is not a stubborn set: the visible one would always be taken
// before another visible one that is independent of both.
TEST(StubbornSets, KeepBothOrdersOfVisibleTransitions) {
  pnml::Net net;
  for (const char* id : {"choice", "lost", "taken", "waiting", "done"})
    net.places.push_back({.id = id, .name = "", .initial = id[0] == 'c' || id[0] == 'w' ? 1U : 0U});
  const auto moves = [&](const char* id, std::uint32_t from, std::uint32_t to) {
    net.transitions.push_back({.id = id, .name = "", .inputs = {{from, 1}}, .outputs = {{to, 1}}});
  };
  moves("lose", 0, 1);
  moves("take", 0, 2);
  moves("do", 3, 4);
  pnml::NetSystem system(net);
  const auto word_for = [&](const char* formula) { return verdicts(system, {{Kind::Ltl, formula}}, {"por"}).words; };
  const std::vector<std::string> violated = {"violated"};
  EXPECT_EQ(word_for("G (tokens(done) == 1 && tokens(taken) == 0 -> G (tokens(taken) == 0))"), violated);
  EXPECT_EQ(word_for("G (tokens(taken) == 1 && tokens(done) == 0 -> G (tokens(done) == 0))"), violated);
}

TEST(StubbornSets, AreRefusedWhereOrderShows) {
  pnml::NetSystem system(lines(2, true));
  EXPECT_NE(verdicts(system, {{Kind::Ltl, "F (t0 && X t3)"}}, {"por"}).refusal.find("events"), std::string::npos);
  EXPECT_NE(verdicts(system, {{Kind::Ltl, "X (tokens(p0) == 1)"}}, {"por"}).refusal.find("depends on X"),
            std::string::npos);
  EXPECT_NE(
      verdicts(system, {{Kind::Ltl, "G (tokens(p0) <= 1)"}}, {"symmetry"}).refusal.find("which states are equivalent"),
      std::string::npos);
  pnml::Net large = lines(2, true);
  large.places[0].initial = std::uint64_t{1} << 40;
  pnml::NetSystem counted(large);
  EXPECT_NE(verdicts(counted, {{Kind::Deadlock, ""}}, {"por"}).refusal.find("no dependence information"),
            std::string::npos);
}

/// Several counters, each of which counts to three.
struct Counters {
  struct State {
    std::uint8_t at[4] = {};
  };
  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    static constexpr const char* kSteps[] = {"step0", "step1", "step2", "step3"};
    for (int i = 0; i < 4; ++i) {
      if (s.at[i] == 3) continue;
      State t = s;
      ++t.at[i];
      emit(t, kSteps[i], i);
    }
  }
  static Propositions<State> propositions() {
    return {{"first", [](const State& s) { return s.at[0] > 0; }},
            {"all", [](const State& s) { return s.at[0] + s.at[1] + s.at[2] + s.at[3] == 12; }},
            {"some", [](const State& s) { return s.at[0] + s.at[1] + s.at[2] + s.at[3] > 0; }}};
  }
};

struct WithFootprints : Counters {
  static Footprints footprints() {
    Footprints result;
    for (const std::string i : {"0", "1", "2", "3"})
      result.actions.push_back({"step" + i, {"at" + i}, {"at" + i}, false});
    result.propositions = {{"first", {"at0"}}, {"all", {"at0", "at1", "at2", "at3"}}};
    return result;
  }
};

TEST(ModelFootprints, LeaveOneOrder) {
  ModelSystem<WithFootprints> system(WithFootprints{});
  EXPECT_EQ(count_states(system).states, 256U);
  const Verdicts deadlock = verdicts(system, {{Kind::Deadlock, ""}}, {"por"});
  EXPECT_EQ(deadlock.states, 13U);
  EXPECT_EQ(deadlock.words, std::vector<std::string>{"violated"});
  for (const char* formula : {"G F first", "G F !first", "F G first", "G !first", "F G !first"}) {
    const Verdicts plain = verdicts(system, {{Kind::Ltl, formula}}, {"none"});
    const Verdicts reduced = verdicts(system, {{Kind::Ltl, formula}}, {"por"});
    EXPECT_EQ(reduced.words, plain.words) << formula;
  }
  EXPECT_LT(verdicts(system, {{Kind::Ltl, "F G first"}}, {"por"}).states, 60U);
  // `all` reads everything, so no step is invisible.
  EXPECT_NE(verdicts(system, {{Kind::Ltl, "G F all"}}, {"por"}).refusal.find("every transition"), std::string::npos);
}

struct Forgetful : WithFootprints {
  static Footprints footprints() {
    Footprints result = WithFootprints::footprints();
    result.actions.pop_back();
    return result;
  }
};

TEST(ModelFootprints, MustListEveryEvent) {
  ModelSystem<Forgetful> system(Forgetful{});
  EXPECT_NE(verdicts(system, {{Kind::Deadlock, ""}}, {"por"}).refusal.find("do not list"), std::string::npos);
  EXPECT_EQ(verdicts(system, {{Kind::Deadlock, ""}}, {"auto"}).words, std::vector<std::string>{"violated"});
}

struct Sorted : Counters {
  State canonical(const State& s) const {
    State t = s;
    std::sort(t.at, t.at + 4);
    return t;
  }
};

TEST(ModelSymmetry, LeavesOneOfAllOrders) {
  ModelSystem<Sorted> system(Sorted{});
  const Verdicts deadlock = verdicts(system, {{Kind::Deadlock, ""}}, {"symmetry"});
  EXPECT_EQ(deadlock.words, std::vector<std::string>{"violated"});
  EXPECT_EQ(verdicts(system, {{Kind::Ltl, "F all"}}, {"symmetry"}).words, std::vector<std::string>{"holds"});
  EXPECT_EQ(verdicts(system, {{Kind::Assertions, ""}}, {"symmetry"}).states, 35U);  // multisets of size four
  for (const char* formula : {"G F all", "F G some", "G F !some", "X some", "G (some -> X !all)", "F (all && dead)"})
    for (const std::uint32_t threads : {1U, 2U}) {
      const Verdicts plain = verdicts(system, {{Kind::Ltl, formula}}, {"none"});
      const Verdicts reduced = verdicts(system, {{Kind::Ltl, formula}}, {.reduce = "symmetry", .threads = threads});
      EXPECT_EQ(reduced.words, plain.words) << formula;
    }
}

TEST(ModelSymmetry, IsRefusedWhereThePropertyTellsStatesApart) {
  ModelSystem<Sorted> system(Sorted{});
  EXPECT_NE(verdicts(system, {{Kind::Ltl, "G !first"}}, {"symmetry"}).refusal.find("distinguishes states"),
            std::string::npos);
  EXPECT_EQ(verdicts(system, {{Kind::Ltl, "G !first"}}, {"auto"}).words, std::vector<std::string>{"violated"});
  EXPECT_NE(verdicts(system, {{Kind::Deadlock, ""}}, {"merge"}).refusal.find("statements"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
