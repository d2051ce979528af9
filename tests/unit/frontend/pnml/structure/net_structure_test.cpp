// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/structure/net_structure.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/verdicts.h"

namespace weir::pnml {
namespace {

using Kind = PropertyRequest::Kind;
using Words = std::vector<std::string>;

/// A transition with arcs of weight 1.
Transition step(const char* id, std::vector<std::uint32_t> from, std::vector<std::uint32_t> to) {
  Transition made;
  made.id = id;
  for (const std::uint32_t place : from) made.inputs.push_back({place, 1});
  for (const std::uint32_t place : to) made.outputs.push_back({place, 1});
  merge_arcs(made.inputs);
  merge_arcs(made.outputs);
  return made;
}

std::unique_ptr<NetSystem> system_of(const std::vector<std::uint64_t>& initial, std::vector<Transition> transitions) {
  Net net;
  for (const std::uint64_t tokens : initial)
    net.places.push_back({.id = "p" + std::to_string(net.places.size()), .name = "", .initial = tokens});
  net.transitions = std::move(transitions);
  auto system = std::make_unique<NetSystem>(std::move(net));
  system->offer(std::make_unique<NetStructure>(*system));
  return system;
}

struct Size {
  std::size_t places, transitions;
  friend bool operator==(const Size&, const Size&) = default;
};

/// The size of the net after reduction for some atoms.
Size reduced(NetSystem& system, const std::vector<std::string>& atoms, bool steps = false) {
  ObservedStructure observed{.steps = steps, .moment_of_deadlock = steps};
  for (const std::string& text : atoms) {
    const Atom atom = system.resolve(text).value();
    (atom.kind == Atom::Kind::State ? observed.states : observed.events).push_back(atom.id);
  }
  SimplerNet simpler(system, observed, kAllStructuralRules);
  const Net& net = dynamic_cast<const NetSystem&>(simpler.system()).net();
  return {net.places.size(), net.transitions.size()};
}

TEST(NetStructure, MergesAChain) {
  const auto ring =
      system_of({1, 0, 0, 0}, {step("a", {0}, {1}), step("b", {1}, {2}), step("c", {2}, {3}), step("d", {3}, {0})});
  EXPECT_EQ(reduced(*ring, {"tokens(p0) == 1"}), (Size{2, 2}))
      << "d gives to p0, which is observed: it stays a step of its own";
  EXPECT_EQ(reduced(*ring, {"fireable(c)"}), (Size{2, 2}));
  EXPECT_EQ(reduced(*ring, {"tokens(p0) == 1"}, true), (Size{4, 4})) << "steps are counted";
}

TEST(NetStructure, KeepsTransitionsThatEventsTellApart) {
  const auto net = system_of({1}, {step("a", {0}, {0}), step("b", {0}, {0})});
  EXPECT_EQ(reduced(*net, {}, true), (Size{0, 1}));
  EXPECT_EQ(reduced(*net, {"a"}, true), (Size{0, 2}));
}

TEST(NetStructure, FoldsConstantsIntoAtoms) {
  const auto net = system_of({3, 1, 0}, {step("a", {0, 1}, {0, 2}), step("b", {2}, {1})});
  for (const char* reduce : {"none", "structural"}) {
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "G (tokens(p0) == 3)"}}, {reduce}).words, Words{"holds"});
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "X (tokens(p0) + tokens(p2) == 4)"}}, {reduce}).words, Words{"holds"});
  }
}

// The place p2 is unbounded, and no marking of the net repeats. The cycle of the counterexample only fills p2.
TEST(NetStructure, FindsCyclesThatFillASink) {
  const auto net = system_of({1, 0, 0}, {step("a", {0}, {1, 2}), step("b", {1}, {0})});
  EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "F G (tokens(p0) == 1)"}}, {"structural"}).words, Words{"violated"});
  EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "G F (tokens(p0) == 1)"}}, {"structural"}).words, Words{"holds"});
}

TEST(NetStructure, RepeatsOnlyWithMoreTokensThatNobodyCounts) {
  const auto net = system_of({1, 0}, {step("a", {0}, {0, 1})});
  const std::uint32_t kept = net->resolve("tokens(p0) == 1")->id, grows = net->resolve("tokens(p1) == 1")->id;
  SuccessorBuffer first, later;
  net->initial_states(first);
  net->successors(first.state(0), later);
  const NetStructure structure(*net);
  EXPECT_TRUE(structure.repeats({kept}, first.state(0), later.state(0)));
  EXPECT_FALSE(structure.repeats({kept}, later.state(0), first.state(0)));
  EXPECT_FALSE(structure.repeats({grows}, first.state(0), later.state(0)));
}

// A transition without inputs can fire for ever by itself: it must not be postponed. Such nets are unbounded, so that
// the random tests, which explore nets completely, do not show it.
TEST(NetStructure, DoesNotPostponeWhatCanFireForEver) {
  const auto net = system_of({0, 1, 0}, {step("a", {}, {0}), step("b", {0, 1}, {2})});
  const ObservedStructure observed{.steps = false, .moment_of_deadlock = false};
  EXPECT_FALSE(SimplerNet(*net, observed, only(StructuralRule::PreAgglomeration)).differs());
}

// Without p2, nothing takes the token of p1. If `a` is postponed for ever, the initial marking is a deadlock.
TEST(NetStructure, DoesNotMoveADeadlockThatIsObserved) {
  const auto net = system_of({1, 0, 0}, {step("a", {0}, {1}), step("b", {1, 2}, {})});
  ObservedStructure observed{.steps = false, .moment_of_deadlock = true};
  const StructuralRules rule = only(StructuralRule::PreAgglomeration);
  EXPECT_FALSE(SimplerNet(*net, observed, rule).differs());
  observed.moment_of_deadlock = false;
  SimplerNet simpler(*net, observed, rule);
  ASSERT_TRUE(simpler.differs());
  SuccessorBuffer initial;
  simpler.system().initial_states(initial);
  RunStep end;
  end.state.assign(initial.state(0).begin(), initial.state(0).end());
  end.last = true;
  const auto refined = simpler.refine({.prefix = {end}, .cycle = {}, .returns_to = {}});
  ASSERT_TRUE(refined);
  EXPECT_EQ(refined->size(), 2U) << "`a` fires before the net is in a deadlock";
  for (const char* reduce : {"none", "structural"}) {
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "!dead"}}, {reduce}).words, Words{"holds"}) << reduce;
    EXPECT_EQ(test::verdicts(*net, {{Kind::Deadlock, ""}}, {reduce}).words, Words{"violated"}) << reduce;
  }
}

Size reduced_by(const NetSystem& system, const ObservedStructure& observed, StructuralRule rule) {
  SimplerNet simpler(system, observed, only(rule));
  const Net& net = dynamic_cast<const NetSystem&>(simpler.system()).net();
  return {net.places.size(), net.transitions.size()};
}

// `a` gives two tokens, which `b` takes one by one; another one is there at the beginning.
TEST(NetStructure, MergesRepeatedStepsAndFiresWhatWaits) {
  const auto net =
      system_of({1, 1, 0}, {{"a", "", {{0, 1}}, {{1, 2}}}, step("b", {1}, {2}), step("c", {2, 2, 2}, {0})});
  const ObservedStructure observed{
      .states = {net->resolve("tokens(p0) == 1")->id}, .steps = false, .moment_of_deadlock = false};
  SimplerNet simpler(*net, observed, only(StructuralRule::PostAgglomeration));
  ASSERT_EQ(simpler.counts()[static_cast<std::size_t>(StructuralRule::PostAgglomeration)], 1U);
  const auto& system = dynamic_cast<const NetSystem&>(simpler.system());
  ASSERT_EQ(system.net().transitions.size(), 2U);
  SuccessorBuffer initial, next;
  system.initial_states(initial);
  EXPECT_EQ(system.decode(initial.state(0)), (std::vector<std::uint64_t>{1, 1})) << "`b` has fired";
  system.successors(initial.state(0), next);
  ASSERT_EQ(next.size(), 1U);
  EXPECT_EQ(system.decode(next.state(0)), (std::vector<std::uint64_t>{0, 3})) << "`a`, then `b` twice";
  RunStep first, end;
  first.state.assign(initial.state(0).begin(), initial.state(0).end());
  first.step = next.step(0);
  end.state.assign(next.state(0).begin(), next.state(0).end());
  end.last = true;
  const auto refined = simpler.refine({.prefix = {first, end}, .cycle = {}, .returns_to = {}});
  ASSERT_TRUE(refined);
  EXPECT_EQ(refined->size(), 5U) << "b a b b";
}

// `c` does what `a` does, but needs more: it is removed, and then all arcs of p0 are multiples of 3. The tokens that
// `c` needs are counted from the rest, 1.
TEST(NetStructure, DividesWeights) {
  const auto net = system_of(
      {7, 0}, {{"a", "", {{0, 3}}, {{1, 1}}}, {"b", "", {{1, 1}}, {{0, 6}}}, {"c", "", {{0, 4}}, {{0, 1}, {1, 1}}}});
  const std::uint32_t atom = net->resolve("fireable(c)")->id;
  SimplerNet simpler(*net, {.states = {atom}}, only(StructuralRule::Scaled) | only(StructuralRule::Dominated));
  const auto& system = dynamic_cast<const NetSystem&>(simpler.system());
  ASSERT_EQ(system.net().transitions.size(), 2U);
  EXPECT_EQ(system.net().places[0].initial, 2U);
  EXPECT_EQ(system.net().transitions[1].outputs[0].weight, 2U);
  EXPECT_EQ(system.state_atoms()[atom].presets[0][0].weight, 1U) << "4 tokens are enough: 3 x + 1 for x = 1";
}

// What follows p1 ends by itself. A loop behind it does not: it must be kept, with what it needs.
TEST(NetStructure, RemovesWhatEndsOutsideTheCone) {
  std::vector<Transition> steps = {step("a", {0}, {1}), step("b", {1}, {2}), step("c", {2}, {3})};
  const auto ends = system_of({2, 0, 0, 0}, steps);
  steps.push_back(step("d", {3}, {3}));
  const auto loops = system_of({2, 0, 0, 0}, steps);
  for (NetSystem* net : {ends.get(), loops.get()}) {
    ObservedStructure observed{
        .states = {net->resolve("tokens(p0) == 1")->id}, .steps = false, .moment_of_deadlock = false};
    EXPECT_EQ(reduced_by(*net, observed, StructuralRule::Cone), net == ends.get() ? (Size{1, 1}) : (Size{4, 4}));
    observed.moment_of_deadlock = true;
    EXPECT_EQ(reduced_by(*net, observed, StructuralRule::Cone).places, 4U);
    for (const char* reduce : {"none", "structural"})
      EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "F (tokens(p0) == 0)"}}, {reduce}).words,
                Words{net == ends.get() ? "holds" : "violated"})
          << reduce;
  }
}

// `a` takes the token that `c` needs, and nothing follows: the deadlock matters for F, but not for G.
TEST(NetStructure, KeepsOnlyBeginningsForSafety) {
  const auto net = system_of({1, 0, 0, 0}, {step("a", {0}, {1}), step("b", {1, 2}, {3}), step("c", {0}, {3})});
  ObservedStructure observed{
      .states = {net->resolve("tokens(p3) == 1")->id}, .steps = false, .moment_of_deadlock = false};
  EXPECT_FALSE(SimplerNet(*net, observed, only(StructuralRule::FreeAgglomeration)).differs());
  EXPECT_FALSE(SimplerNet(*net, observed, only(StructuralRule::Useless)).differs());
  observed.beginnings_only = true;
  EXPECT_TRUE(SimplerNet(*net, observed, only(StructuralRule::FreeAgglomeration)).differs());
  EXPECT_FALSE(SimplerNet(*net, observed, only(StructuralRule::Useless)).differs()) << "`b` may need p1";
  for (const char* reduce : {"none", "structural"}) {
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "F (tokens(p3) == 1)"}}, {reduce}).words, Words{"violated"}) << reduce;
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "G (tokens(p3) == 0)"}}, {reduce}).words, Words{"violated"}) << reduce;
    EXPECT_EQ(test::verdicts(*net, {{Kind::Ltl, "G (tokens(p3) <= 1)"}}, {reduce}).words, Words{"holds"}) << reduce;
  }
}

// The reduced net is in a deadlock where the net can go on: the refined run does.
TEST(NetStructure, EndsARunBehindItsWord) {
  const auto net = system_of({1, 0, 1}, {step("a", {0}, {1}), step("b", {2}, {2})});
  const ObservedStructure observed{.states = {net->resolve("tokens(p1) == 1")->id},
                                   .steps = false,
                                   .moment_of_deadlock = false,
                                   .beginnings_only = true};
  SimplerNet simpler(*net, observed, only(StructuralRule::Useless));
  ASSERT_TRUE(simpler.differs());
  SuccessorBuffer initial, next;
  simpler.system().initial_states(initial);
  simpler.system().successors(initial.state(0), next);
  ASSERT_EQ(next.size(), 1U);
  RunStep first, end;
  first.state.assign(initial.state(0).begin(), initial.state(0).end());
  first.step = next.step(0);
  end.state.assign(next.state(0).begin(), next.state(0).end());
  end.stutters = true;
  const auto refined = simpler.refine({.prefix = {first}, .cycle = {end}, .returns_to = {}});
  ASSERT_TRUE(refined);
  EXPECT_TRUE(refined->finite());
  EXPECT_EQ(refined->size(), 3U) << "a b";
}

// Every run ends where nothing is fireable. The same net with a loop does not end.
TEST(NetStructure, KnowsWhatHoldsWhereAllRunsEnd) {
  std::vector<Transition> steps = {step("a", {0}, {1}), step("b", {1}, {2, 2}), step("c", {2, 2}, {3})};
  const auto ends = system_of({3, 0, 0, 0}, steps);
  steps.push_back(step("d", {3}, {3}));
  const auto loops = system_of({3, 0, 0, 0}, steps);
  EXPECT_TRUE(NetStructure(*ends).always_ends());
  EXPECT_FALSE(NetStructure(*loops).always_ends());
  const auto of = [](NetSystem& net, const char* formula, const char* reduce) {
    return test::verdicts(net, {{Kind::Ltl, formula}}, {reduce}).words;
  };
  for (const char* formula : {"F G !fireable(c)", "F (X !fireable(b) & !F fireable(a))", "G F (tokens(p3) == 3)",
                              "!G fireable(a)", "F dead", "G F !c", "fireable(c) U !fireable(b)"}) {
    for (const char* reduce : {"none", "auto"}) EXPECT_EQ(of(*ends, formula, reduce), Words{"holds"}) << formula;
    EXPECT_EQ(of(*loops, formula, "auto"), of(*loops, formula, "none")) << formula;
  }
  for (const char* formula : {"G F fireable(c)", "F (fireable(c) & G fireable(a))", "G (tokens(p3) == 0)",
                              "G (!fireable(c) | F c & G fireable(b))", "F G (tokens(p3) == 2)"}) {
    for (const char* reduce : {"none", "auto"}) EXPECT_EQ(of(*ends, formula, reduce), Words{"violated"}) << formula;
    EXPECT_EQ(of(*loops, formula, "auto"), of(*loops, formula, "none")) << formula;
  }
}

TEST(NetStructure, StopsWithTheRun) {
  const auto net = system_of({1, 0, 0, 0}, {step("a", {0}, {1}), step("b", {1}, {2}), step("c", {2}, {3})});
  const NetStructure structure(*net);
  const ObservedStructure observed{.steps = false, .moment_of_deadlock = false};
  StopFlag run, share(run);
  const LimitedExpansions limited(*net, {&share, nullptr});
  share.raise(StopFlag::Reason::Time);
  EXPECT_EQ(structure.simplified(observed), nullptr);
  const LimitedExpansions unlimited(*net, {});
  EXPECT_NE(structure.simplified(observed), nullptr) << "it was not reduced in part";
}

TEST(NetStructure, LeavesNetsNearTheTokenLimitAlone) {
  const auto net = system_of({std::uint64_t{1} << 62, 0}, {step("a", {0}, {1})});
  EXPECT_NE(NetStructure(*net).obstacle(), "");
  EXPECT_EQ(NetStructure(*net).simplified({}), nullptr);
}

}  // namespace
}  // namespace weir::pnml
