// SPDX-License-Identifier: Apache-2.0
// weir check on systems of a few states: verdicts, limits, refusals, and known errors of the source papers.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include <algorithm>
#include <set>

#include "automaton/translate/derivative.h"
#include "formula/parser.h"
#include "pipeline/prepare/buchi_reading.h"
#include "search/space/product.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

PropertyResult run(ExplicitSystem& system, PropertyRequest::Kind kind, const std::string& formula,
                   CheckOptions options = {}) {
  options.properties.push_back({kind, formula});
  Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties.front() : PropertyResult{};
}
PropertyResult ltl(ExplicitSystem& system, const std::string& formula, CheckOptions options = {}) {
  return run(system, PropertyRequest::Kind::Ltl, formula, std::move(options));
}
PropertyResult ltlf(ExplicitSystem& system, const std::string& formula, CheckOptions options = {}) {
  return run(system, PropertyRequest::Kind::Ltlf, formula, std::move(options));
}
std::string refusal(ExplicitSystem& system, const std::string& formula, CheckOptions options) {
  options.properties.push_back({PropertyRequest::Kind::Ltl, formula});
  const Expected<CheckResult> result = check(system, options);
  EXPECT_FALSE(result);
  return result ? "" : to_string(result.error());
}

TEST(Check, FiniteCheckSeesAViolationByTheVeryFirstAction) {
  // The report's Figure 5 pushes the initial pair unchecked and would miss this.
  ExplicitSystem system;
  system.edge(0, "a", 1);
  EXPECT_EQ(ltlf(system, "G b").verdict, Verdict::Violated);
  EXPECT_EQ(ltlf(system, "G a").verdict, Verdict::Holds);
}

/// The rule of the report's section 5, word for word: an error if a loop on the stack has no terminal state.
bool loop_rule_sees_an_error(SearchSpace& space) {
  struct Frame {
    std::vector<std::byte> state;
    bool terminal = false;
    StateEdges edges;
    std::size_t next = 0;
  };
  std::set<std::vector<std::byte>> visited;
  std::vector<Frame> stack(1);
  StateEdges initial;
  space.initial(initial);
  const auto enter = [&](Frame& frame, StateView state, bool terminal) {
    frame.state.assign(state.begin(), state.end());
    frame.terminal = terminal;
    space.expand(frame.state, frame.edges);
    visited.insert(frame.state);
  };
  enter(stack[0], initial.states.state(0), false);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.edges.size()) {
      stack.pop_back();
      continue;
    }
    const std::size_t edge = top.next++;
    const StateView target = top.edges.states.state(edge);
    const std::vector<std::byte> bytes(target.begin(), target.end());
    const bool terminal = !top.edges.marks_of(edge).empty();
    const auto on_stack = std::find_if(stack.begin(), stack.end(), [&](const Frame& f) { return f.state == bytes; });
    if (on_stack != stack.end()) {
      if (std::none_of(on_stack, stack.end(), [](const Frame& f) { return f.terminal; })) return true;
    } else if (!visited.contains(bytes)) {
      Frame frame;
      enter(frame, bytes, terminal);
      stack.push_back(std::move(frame));
    }
  }
  return false;
}

TEST(Check, FindsABadCycleThatNoLoopOnTheStackShows) {
  // 3 -c-> 0, 0 -b-> 1 -c-> 2 -c-> 0, 0 -c-> 2. Depth-first, the loop 0 1 2 0 has the terminal state after b; when
  // 0 -c-> 2 is taken, 2 has been left. The bad cycle 0 2 0 is closed by no loop on the stack.
  ExplicitSystem system;
  system.initials = {3};
  system.edge(3, "c", 0);
  system.edge(0, "b", 1);
  system.edge(1, "c", 2);
  system.edge(2, "c", 0);
  system.edge(0, "c", 2);

  const Formula formula = *parse_formula("G F b");
  BuchiReading reading(std::move(*DerivativeAutomaton::create(formula)));
  auto product = Product::make(system, reading, *bind_atoms(system, reading.atoms()), Fairness::None);
  EXPECT_FALSE(loop_rule_sees_an_error(**product));

  CheckOptions options;
  options.translator = Translator::Derivative;
  const PropertyResult result = ltl(system, "G F b", options);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_TRUE(result.counterexample.validated);
  EXPECT_EQ(result.engine.emptiness, "nonterminal-cycle");
}

TEST(Check, RefusesDerivativesForAFormulaThatIsNotDeterministic) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  CheckOptions options;
  options.translator = Translator::Derivative;
  const std::string message = refusal(system, "F G a", options);
  EXPECT_NE(message.find("not deterministic"), std::string::npos) << message;
  EXPECT_NE(message.find("cycle{"), std::string::npos) << message;
}

TEST(Check, TakesSixtyFourAtoms) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  std::string text = "G (a";
  for (int i = 1; i < 64; ++i) text += " | b" + std::to_string(i);
  EXPECT_EQ(ltlf(system, text + ")").verdict, Verdict::Holds);
  EXPECT_NE(refusal(system, text + " | one_more)", {}).find("at most 64"), std::string::npos);
}

TEST(Check, DeadlockedStatesStutterWithDeadAndNoEvent) {
  ExplicitSystem system;
  system.edge(0, "a", 1);
  EXPECT_EQ(ltl(system, "X G dead").verdict, Verdict::Holds);
  EXPECT_EQ(ltl(system, "X G !a").verdict, Verdict::Holds);
  EXPECT_EQ(ltl(system, "X F tau").verdict, Verdict::Violated);
}

TEST(Check, TauIsEveryEventThatTheFormulaDoesNotMention) {
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "b", 0);
  EXPECT_EQ(ltl(system, "G (a -> X tau)").verdict, Verdict::Holds);
  EXPECT_EQ(ltl(system, "G (a -> X tau) & G (b -> b)").verdict, Verdict::Violated);
}

TEST(Check, LimitsGiveAnInconclusiveVerdictWithItsReason) {
  ExplicitSystem system;
  for (std::uint32_t i = 0; i < 1000; ++i) system.edge(i, "a", i + 1);
  system.edge(1000, "a", 0);
  CheckOptions states;
  states.max_states = 10;
  EXPECT_EQ(ltl(system, "G a", states).reason, "the state limit was reached");
  CheckOptions depth;
  depth.max_depth = 10;
  EXPECT_EQ(ltl(system, "G a", depth).verdict, Verdict::Inconclusive);
}

TEST(Check, ApproximateStoresNeverSayHolds) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  for (const Store store : {Store::Bitstate, Store::Compact}) {
    CheckOptions options;
    options.store = store;
    options.memory_limit = 64 << 20;
    EXPECT_EQ(ltl(system, "G a", options).verdict, Verdict::Inconclusive) << name_of(store);
    EXPECT_EQ(ltlf(system, "G a", options).verdict, Verdict::Inconclusive) << name_of(store);
  }
}

TEST(Check, RefusesUnsoundCombinationsWithTheReason) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  CheckOptions options;
  options.store = Store::Bitstate;
  options.emptiness = Emptiness::Couvreur;
  EXPECT_NE(refusal(system, "G a", options).find("ndfs"), std::string::npos);
  CheckOptions fair;
  fair.fair = Fairness::Weak;
  EXPECT_NE(refusal(system, "G a", fair).find("processes"), std::string::npos);
}

TEST(Check, ShortestRunsForDefects) {
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "a", 2);
  system.edge(2, "a", 3);
  system.edge(0, "b", 3);
  CheckOptions options;
  options.shortest = true;
  const PropertyResult result = run(system, PropertyRequest::Kind::Deadlock, "", options);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_EQ(result.counterexample.prefix.size(), 2U);
}

TEST(Check, PicksTheSearchByTheStrengthOfTheAutomaton) {
  ExplicitSystem system;
  system.processes = 1;
  system.states.resize(1);
  system.states[0].edges = {{0, "a", 0}};
  EXPECT_EQ(ltl(system, "G a").engine.emptiness, "terminal");
  EXPECT_EQ(ltl(system, "G a").engine.automaton, "whole, terminal");
  EXPECT_EQ(ltl(system, "F a").engine.emptiness, "weak");
  EXPECT_EQ(ltl(system, "G F a -> G F b").engine.emptiness, "couvreur");
  CheckOptions options;
  options.translator = Translator::Couvreur;
  EXPECT_EQ(ltl(system, "G a", options).engine.emptiness, "couvreur");
  EXPECT_EQ(ltl(system, "G a", options).engine.automaton, "on demand");
  CheckOptions fair;
  fair.fair = Fairness::Weak;
  EXPECT_EQ(ltl(system, "F a", fair).engine.emptiness, "couvreur");
  EXPECT_EQ(ltl(system, "G a", fair).engine.emptiness, "terminal") << "every bad prefix has a fair continuation";
  CheckOptions cache;
  cache.cache_entries = 0;
  EXPECT_EQ(ltl(system, "F a", cache).engine.emptiness, "weak");
  // Beyond a limit of effort the automaton is built on demand.
  std::string large = "G F a";
  for (int i = 0; i < 12; ++i) large += " & G F p" + std::to_string(i);
  EXPECT_EQ(ltl(system, "!(" + large + ")").engine.automaton, "on demand");
}

std::size_t length(const PropertyResult& result) {
  return result.counterexample.prefix.size() + result.counterexample.cycle.size();
}

TEST(Check, ShortestLassos) {
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "a", 2);
  system.edge(2, "a", 0);
  system.edge(0, "b", 3);
  system.edge(3, "a", 3);
  CheckOptions options;
  options.shortest = true;
  for (const char* engine : {"auto", "couvreur", "ndfs", "tarjan"}) {
    options.emptiness = find_choice<Emptiness>(engine).value();
    EXPECT_EQ(length(ltl(system, "F c", options)), 2U) << engine;
    // Only the long cycle has both a and not a infinitely often.
    EXPECT_EQ(length(ltl(system, "F b", options)), 3U) << engine;
  }
  options.emptiness = Emptiness::Auto;
  // The product goes round before its automaton accepts; the run that is shown does not.
  ExplicitSystem loop;
  loop.edge(0, "a", 0);
  EXPECT_EQ(length(ltl(loop, "!X X X G a", options)), 1U);
  // Any acceptance condition, here that of strong fairness.
  ExplicitSystem fair;
  fair.processes = 2;
  fair.states.resize(2);
  fair.states[0].edges = {{1, "a", 0}, {0, "b", 1}};
  fair.states[1].edges = {{0, "a", 0}};
  options.fair = Fairness::Strong;
  const PropertyResult both = ltl(fair, "F c", options);
  EXPECT_EQ(length(both), 3U) << "a, a back, and b once";
  EXPECT_TRUE(both.counterexample.validated);
}

TEST(Check, ShortestLassosCountTheWayToTheCycle) {
  // A cycle of three steps at the initial state, and a self-loop four steps away.
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "a", 2);
  system.edge(2, "a", 0);
  system.edge(0, "b", 3);
  system.edge(3, "b", 4);
  system.edge(4, "b", 5);
  system.edge(5, "b", 6);
  system.edge(6, "b", 6);
  CheckOptions options;
  options.shortest = true;
  EXPECT_EQ(length(ltl(system, "F c", options)), 3U);
  EXPECT_EQ(length(ltl(system, "G F a", options)), 5U) << "only the far cycle is without a";
}

TEST(Check, ShortestLassosDoNotDependOnTheOrderOfSearch) {
  // The product enters the cycle by one of the loops; only if the cycle takes the same one is it rolled up.
  ExplicitSystem system;
  system.propositions = {"p"};
  for (const char* const label : {"a", "b", "c"}) system.edge(0, label, 0);
  system.states[0].propositions = {"p"};
  CheckOptions options;
  options.shortest = true;
  options.threads = 1;
  options.search = SearchOrder::Random;
  for (options.seed = 1; options.seed <= 20; ++options.seed)
    EXPECT_EQ(length(ltl(system, "G F !p", options)), 1U) << options.seed;
  options.search = SearchOrder::DepthFirst;
  options.threads = 2;
  options.alone_states = 0;
  EXPECT_EQ(length(ltl(system, "G F !p", options)), 1U);
}

TEST(Check, ShowsOnlyTheBadPrefixOfASafetyViolation) {
  ExplicitSystem system;
  system.propositions = {"p"};
  system.edge(0, "a", 1);
  system.edge(1, "b", 2);
  system.edge(2, "a", 0);
  system.states[0].propositions = system.states[1].propositions = {"p"};
  const PropertyResult event = ltl(system, "G !b");
  ASSERT_EQ(event.counterexample.prefix.size(), 3U);
  EXPECT_EQ(event.counterexample.prefix[1].step.event, "b");
  EXPECT_TRUE(event.counterexample.prefix[2].last);
  EXPECT_TRUE(event.counterexample.cycle.empty());
  EXPECT_TRUE(event.counterexample.validated);
  EXPECT_NE(event.counterexample.explanation.find("Every continuation of the run"), std::string::npos);
  // For a formula about states the run ends with the bad state.
  const PropertyResult state = ltl(system, "G p");
  ASSERT_EQ(state.counterexample.prefix.size(), 3U);
  EXPECT_TRUE(state.counterexample.prefix[2].last);
  EXPECT_FALSE(state.counterexample.prefix[2].atoms[0].value);
  // A failure that shows only in the long run, or under an assumption, keeps its cycle.
  EXPECT_FALSE(ltl(system, "F G p").counterexample.cycle.empty());
  CheckOptions assume;
  assume.assume = {"G F a"};
  EXPECT_FALSE(ltl(system, "G p", assume).counterexample.cycle.empty());
}

TEST(Check, OrdersOfSearchAreKeptOrRefused) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  CheckOptions options;
  options.search = SearchOrder::BreadthFirst;
  EXPECT_EQ(ltl(system, "G a", options).engine.emptiness, "terminal-bfs");
  EXPECT_EQ(ltl(system, "F a", options).engine.emptiness, "tarjan");
  options.emptiness = Emptiness::Ndfs;
  EXPECT_NE(refusal(system, "G a", options).find("depth-first"), std::string::npos);
  options.search = SearchOrder::Random;
  EXPECT_EQ(ltl(system, "G a", options).verdict, Verdict::Holds);
  options.emptiness = Emptiness::Tarjan;
  EXPECT_NE(refusal(system, "G a", options).find("breadth-first"), std::string::npos);
}

TEST(Check, RandomOrderDependsOnTheSeedAndDepthFirstTakesTheFirstStep) {
  ExplicitSystem system;
  for (std::uint32_t i = 1; i < 9; ++i) system.edge(0, "to" + std::to_string(i), i);
  CheckOptions options;
  const auto first_step = [&] {
    const PropertyResult result = run(system, PropertyRequest::Kind::Deadlock, "", options);
    return result.counterexample.prefix.front().step.event;
  };
  EXPECT_EQ(first_step(), "to1");
  options.search = SearchOrder::Random;
  std::set<std::string> found;
  for (options.seed = 1; options.seed < 10; ++options.seed) found.insert(first_step());
  EXPECT_GT(found.size(), 3U);
}

TEST(Check, ThreadsFindACycleThatNeedsTheInitialState) {
  // Two edges lead back from state 2, the first of them to the level of state 1 only.
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "a", 2);
  system.edge(2, "a", 1);
  system.edge(2, "a", 0);
  system.propositions = {"p"};
  system.states[0].propositions = {"p"};
  CheckOptions options;
  options.threads = 2;
  options.alone_states = 0;
  EXPECT_EQ(ltl(system, "F G !p", options).verdict, Verdict::Violated);
}

TEST(Check, SaysWhenAnAssumptionLeavesNothingToCheck) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  const auto warning = [&](const std::string& formula, const std::string& assumption) {
    CheckOptions options;
    if (!assumption.empty()) options.assume = {assumption};
    const PropertyResult result = ltl(system, formula, options);
    EXPECT_EQ(result.verdict, Verdict::Holds);
    return result.warnings.empty() ? "" : result.warnings.front();
  };
  EXPECT_NE(warning("F b", "G a & F !a").find("no run of any model"), std::string::npos);
  EXPECT_NE(warning("F b", "G F b").find("follows from"), std::string::npos);
  EXPECT_NE(warning("F b | G !b", "").find("true of every run"), std::string::npos);
}

TEST(Check, WarnsOfVacuousSuccess) {
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "b", 0);
  const PropertyResult vacuous = ltl(system, "G (c -> F a)");
  EXPECT_EQ(vacuous.verdict, Verdict::Holds);
  ASSERT_EQ(vacuous.warnings.size(), 1U);
  EXPECT_NE(vacuous.warnings[0].find("vacuous"), std::string::npos);
  EXPECT_TRUE(ltl(system, "G (a -> X (a | b))").warnings.empty());
  ExplicitSystem ending;
  ending.edge(0, "a", 1);
  EXPECT_TRUE(ltl(ending, "F dead").warnings.empty());
}

TEST(Check, AsksForStrongFairnessWhereWeakIsNotEnough) {
  // Process 1 is enabled only intermittently: weak fairness may ignore it for ever, strong fairness may not.
  ExplicitSystem system;
  system.processes = 2;
  system.states.resize(3);
  system.states[0].edges = {{1, "a", 0}, {2, "b", 1}};
  system.states[1].edges = {{0, "a", 0}};
  system.states[2].edges = {{2, "b", 1}};
  CheckOptions options;
  options.fair = Fairness::Weak;
  EXPECT_EQ(ltl(system, "F b", options).verdict, Verdict::Violated);
  options.fair = Fairness::Strong;
  EXPECT_EQ(ltl(system, "F b", options).verdict, Verdict::Holds);
}

}  // namespace
}  // namespace weir::test
