// SPDX-License-Identifier: Apache-2.0
// Known ways to get partial-order reduction wrong: verdicts of a naive version (oracle/naive_reduction.h), which each
// of them misleads, and of weir. reduction_test.cpp tests that weir chooses by the model's state alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "oracle/naive_reduction.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

Verdict verdict(TransitionSystem& system, const std::string& formula, const std::string& reduce,
                const std::string& emptiness, const std::string& store, std::uint64_t entries = 0) {
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Ltl, formula}};
  options.reduce = parse_reductions(reduce).value();
  options.emptiness = find_choice<Emptiness>(emptiness).value();
  options.store = find_choice<Store>(store).value();
  if (options.store == Store::Cache) options.cache_entries = entries;
  const Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->properties[0].verdict : Verdict::Inconclusive;
}

// The stack proviso in a search that no longer knows which states were on the stack when they were expanded, as on a
// cache: the busy process is followed for ever, and the other one never moves.
TEST(KnownFailures, ProvisoFactsLostByACache) {
  const auto system = promela_system(R"(
bool p;
active proctype Changing() { do :: p = !p od }
active proctype Busy() { bool k; do :: k = !k od }
)");
  ASSERT_NE(system, nullptr);
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  for (const char* formula : {"G !p", "!(G F p && G F !p)"}) {
    EXPECT_TRUE(naively_violated(program, formula, NaiveRule::None));
    EXPECT_TRUE(naively_violated(program, formula, NaiveRule::StackOfTheProduct)) << "as long as the stack is known";
    EXPECT_FALSE(naively_violated(program, formula, NaiveRule::ProvisoLost)) << "the naive version should fail";
    EXPECT_EQ(verdict(*system, formula, "por", "ndfs", "exact"), Verdict::Violated);
    for (const unsigned entries : {0U, 1U, 2U, 3U, 5U, 8U, 100U})
      EXPECT_EQ(verdict(*system, formula, "por", "ndfs", "cache", entries), Verdict::Violated) << entries;
  }
}

// Inconsistent labelling (Neele, Valkema and Willemse 2020): a step that changes no atom where it is chosen, but would
// where it was postponed to. Taken first, it hides the state that the formula is about.
TEST(KnownFailures, LabelsThatDependOnWhereAStepIsTaken) {
  const auto system = promela_system(R"(
bool x, z;
active proctype Second() { z = true }
active proctype First() { x = true }
)");
  ASSERT_NE(system, nullptr);
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  const std::string formula = "G !(\"!x && z\")";
  EXPECT_TRUE(naively_violated(program, formula, NaiveRule::None));
  EXPECT_FALSE(naively_violated(program, formula, NaiveRule::VisibleAtTheState)) << "the naive version should fail";
  for (const char* emptiness : {"auto", "ndfs", "tarjan"})
    EXPECT_EQ(verdict(*system, "G !(!x && z)", "por", emptiness, "exact"), Verdict::Violated);
}

// A send or receive that is blocked on a channel variable can be enabled by an assignment to the variable, not only by
// operations on the channel that the variable holds now. In every model a process reads `y` before or after the blocked
// process has moved. Only the second order violates the formula, and it is lost if the assignment is not in the
// enabling set. No process terminates: a channel may die with its process, so every process that may terminate is in
// the enabling set anyway.
TEST(KnownFailures, ChannelVariablesThatAreAssigned) {
  const std::string start =
      "chan a = [1] of { byte }; chan b = [1] of { byte }; chan c; byte y; bool ready;"
      " init { FIRST; ready = true; end: do :: false od } active proctype Assign() { ready; c = b; end: do :: false od "
      "}"
      " active proctype Blocked() { ready; THEN; end: do :: false od }"
      " active proctype Watch() { ready; atomic { assert(y == 0); y = 2 }; end: do :: false od }"
      " active proctype Last() { end: do :: false od }";
  const std::pair<const char*, const char*> cases[] = {
      {"c = a; b!7", "c?y"},                           // empty
      {"c = a; a!1; b!7", "atomic { c?7 -> y = 3 }"},  // no matching message
      {"c = a; a!1; b!7",
       "atomic { c?"
       "?7 -> y = 3 }"},                               // likewise, anywhere in the channel
      {"c = a; a!1", "atomic { c!5 -> y = 3 }"},       // full
      {"c = a; a!1", "atomic { nfull(c) -> y = 3 }"},  // query only
      {"c = a; b!7", "atomic { c?[7] -> y = 3 }"},     // likewise
      {"c = a; b!7", "d_step { c?y; y++ }"},           // at the start of a sequence
  };
  for (const auto& [first, then] : cases) {
    std::string text = start;
    text.replace(text.find("FIRST"), 5, first);
    text.replace(text.find("THEN"), 4, then);
    for (const char* reduce : {"none", "por", "auto"}) {
      for (const char* store : {"exact", "tree"}) {
        std::string why;
        const auto system = promela_system(text, &why);
        ASSERT_NE(system, nullptr) << why;
        CheckOptions options;
        options.properties = {{PropertyRequest::Kind::Assertions, {}}};
        options.reduce = parse_reductions(reduce).value();
        options.store = find_choice<Store>(store).value();
        const Expected<CheckResult> result = check(*system, options);
        ASSERT_TRUE(result) << to_string(result.error());
        EXPECT_EQ(result->properties[0].verdict, Verdict::Violated) << reduce << " " << store << ": " << text;
      }
    }
  }
}

/// Siegel (CAV 2019): a choice made in the product, which also depends on the automaton state. The textbook conditions
/// hold: the chosen set is one process, independent of the others and invisible, and no chosen step leads back to the
/// stack. The automaton accepts `!p` one or more times, then `p` for ever, which is stutter-invariant; but it first
/// guesses whether the number of `!p` is odd or even, and its languages after that are not.
class ProductChoice {
 public:
  explicit ProductChoice(bool reduces) : reduces_(reduces) {}
  bool finds_a_failing_run() { return visit({false, false, false, Claim::Start}); }

 private:
  enum class Claim { Start, Odd, OddNext, Even, EvenNext, Accepts };
  enum class Step { Once, Toggle, Visible };
  struct State {
    bool once, toggled, p;
    Claim claim;
    auto operator<=>(const State&) const = default;
  };

  static std::vector<Claim> next(Claim claim, bool p) {
    switch (claim) {
      case Claim::Start: return p ? std::vector<Claim>{} : std::vector{Claim::Odd, Claim::Even};
      case Claim::Odd: return {p ? Claim::Accepts : Claim::OddNext};
      case Claim::OddNext: return p ? std::vector<Claim>{} : std::vector{Claim::Odd};
      case Claim::Even: return p ? std::vector<Claim>{} : std::vector{Claim::EvenNext};
      case Claim::EvenNext: return {p ? Claim::Accepts : Claim::Even};
      case Claim::Accepts: break;
    }
    return {claim};
  }
  static std::vector<State> after(const State& state, Step step) {
    std::vector<State> result;
    if ((step == Step::Once && state.once) || (step == Step::Visible && state.p)) return result;
    for (const Claim claim : next(state.claim, state.p))
      result.push_back({state.once || step == Step::Once, state.toggled != (step == Step::Toggle),
                        state.p || step == Step::Visible, claim});
    return result;
  }
  std::vector<State> successors(const State& state) const {
    std::vector<State> all;
    for (const Step step : {Step::Once, Step::Toggle, Step::Visible})
      for (const State& target : after(state, step)) all.push_back(target);
    if (!reduces_ || state.p) return all;
    const bool once = !state.once && (state.claim == Claim::Odd || state.claim == Claim::EvenNext);
    const std::vector<State> chosen = after(state, once ? Step::Once : Step::Toggle);
    for (const State& target : chosen)
      if (stack_.contains(target)) return all;
    return chosen;
  }
  bool visit(const State& state) {
    if (state.claim == Claim::Accepts) return true;  // every run stays there
    if (!seen_.insert(state).second) return false;
    stack_.insert(state);
    for (const State& target : successors(state))
      if (visit(target)) return true;
    stack_.erase(state);
    return false;
  }

  bool reduces_;
  std::set<State> seen_, stack_;
};

TEST(KnownFailures, ChoicesByTheStateOfTheAutomaton) {
  EXPECT_TRUE(ProductChoice(false).finds_a_failing_run());
  EXPECT_FALSE(ProductChoice(true).finds_a_failing_run()) << "the naive version should fail";
  const std::string model = R"(
bool once, toggled, p;
active proctype Once() { once = true }
active proctype Toggle() { do :: toggled = !toggled od }
active proctype Visible() { p = true }
)";
  const auto system = promela_system(model);
  ASSERT_NE(system, nullptr);
  for (const char* emptiness : {"auto", "couvreur", "ndfs", "tarjan"})
    EXPECT_EQ(verdict(*system, "!(!p && (!p U [] p))", "por", emptiness, "exact"), Verdict::Violated) << emptiness;
  // The automaton itself as a claim: stutter invariance is not decided for it, so nothing is reduced.
  const std::string path = testing::TempDir() + "odd_or_even." + std::to_string(getpid()) + ".pml";
  std::ofstream(path) << model << R"(
never {
  if :: !p -> goto odd :: !p -> goto even fi;
odd: if :: p -> goto accept_all :: !p fi;
  if :: !p -> goto odd fi;
even: if :: !p fi;
  if :: p -> goto accept_all :: !p -> goto even fi;
accept_all: do :: p od
})";
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Named, "never"}};
  const Expected<CheckResult> result = check(path, options);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->properties[0].verdict, Verdict::Violated);
  options.reduce = Reductions::of({Reduction::PartialOrder});
  EXPECT_FALSE(check(path, options));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace weir::test
