// SPDX-License-Identifier: Apache-2.0
// weir check on systems of a few states: verdicts, limits, refusals, and what the seeds leave wrong.
#include <gtest/gtest.h>
#include <weir/weir.h>

#include <algorithm>
#include <set>

#include "automaton/derivative.h"
#include "formula/parser.h"
#include "pipeline/buchi_reading.h"
#include "search/product.h"
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
  // The report's Figure 5 pushes the initial pair unchecked and would miss it.
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
  options.translator = "derivative";
  const PropertyResult result = ltl(system, "G F b", options);
  EXPECT_EQ(result.verdict, Verdict::Violated);
  EXPECT_TRUE(result.counterexample.validated);
  EXPECT_EQ(result.engine.emptiness, "nonterminal-cycle");
}

TEST(Check, RefusesDerivativesForAFormulaThatIsNotDeterministic) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  CheckOptions options;
  options.translator = "derivative";
  const std::string message = refusal(system, "F G a", options);
  EXPECT_NE(message.find("not deterministic"), std::string::npos) << message;
  EXPECT_NE(message.find("cycle{"), std::string::npos) << message;
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
  EXPECT_EQ(ltl(system, "G a", states).reason, "the limit of states was reached");
  CheckOptions depth;
  depth.max_depth = 10;
  EXPECT_EQ(ltl(system, "G a", depth).verdict, Verdict::Inconclusive);
}

TEST(Check, ApproximateStoresNeverSayHolds) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  for (const char* store : {"bitstate", "compact"}) {
    CheckOptions options;
    options.store = store;
    options.memory_limit = 64 << 20;
    EXPECT_EQ(ltl(system, "G a", options).verdict, Verdict::Inconclusive) << store;
    EXPECT_EQ(ltlf(system, "G a", options).verdict, Verdict::Inconclusive) << store;
  }
}

TEST(Check, RefusesUnsoundCombinationsWithTheReason) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  CheckOptions options;
  options.store = "bitstate";
  options.emptiness = "couvreur";
  EXPECT_NE(refusal(system, "G a", options).find("ndfs"), std::string::npos);
  CheckOptions fair;
  fair.fair = "weak";
  EXPECT_NE(refusal(system, "G a", fair).find("processes"), std::string::npos);
  CheckOptions reduce;
  reduce.reduce = "bogus";
  EXPECT_NE(refusal(system, "G a", reduce).find("bogus"), std::string::npos);
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

TEST(Check, WarnsOfVacuousSuccess) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  system.edge(0, "b", 0);
  const PropertyResult vacuous = ltl(system, "G (c -> F a)");
  EXPECT_EQ(vacuous.verdict, Verdict::Holds);
  ASSERT_EQ(vacuous.warnings.size(), 1U);
  EXPECT_NE(vacuous.warnings[0].find("vacuous"), std::string::npos);
  EXPECT_TRUE(ltl(system, "G (a -> a | F b)").warnings.empty());
}

TEST(Check, AsksForStrongFairnessWhereWeakIsNotEnough) {
  // Process 1 is enabled only now and then: weak fairness may pass it over for ever, strong fairness may not.
  ExplicitSystem system;
  system.processes = 2;
  system.states.resize(3);
  system.states[0].edges = {{1, "a", 0}, {2, "b", 1}};
  system.states[1].edges = {{0, "a", 0}};
  system.states[2].edges = {{2, "b", 1}};
  CheckOptions options;
  options.fair = "weak";
  EXPECT_EQ(ltl(system, "F b", options).verdict, Verdict::Violated);
  options.fair = "strong";
  EXPECT_EQ(ltl(system, "F b", options).verdict, Verdict::Holds);
}

}  // namespace
}  // namespace weir::test
