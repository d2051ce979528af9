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

TEST(NetStructure, LeavesNetsNearTheTokenLimitAlone) {
  const auto net = system_of({std::uint64_t{1} << 62, 0}, {step("a", {0}, {1})});
  EXPECT_NE(NetStructure(*net).obstacle(), "");
  EXPECT_EQ(NetStructure(*net).simplified({}), nullptr);
}

}  // namespace
}  // namespace weir::pnml
