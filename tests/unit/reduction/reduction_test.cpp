// SPDX-License-Identifier: Apache-2.0
// Reductions on small programs, compared with naive versions that would be wrong. tests/cross/reductions_test.cpp
// compares verdicts on many programs.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "reduction/combined/reduced_system.h"
#include "support/corpus.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

struct Opened {
  explicit Opened(const std::string& text) : system(promela_system(text)) {}
  ProgramSystem& program() { return dynamic_cast<ProgramSystem&>(*system); }
  std::uint32_t atom(const std::string& text) { return program().resolve(text)->id; }
  std::unique_ptr<TransitionSystem> system;
};

CheckResult checked(TransitionSystem& system, PropertyRequest property, const std::string& reduce,
                    const std::string& store = "auto", std::uint64_t entries = 0) {
  CheckOptions options;
  options.properties = {std::move(property)};
  options.reduce = parse_reductions(reduce).value();
  options.store = find_choice<Store>(store).value();
  if (options.store == Store::Cache) options.cache_entries = entries;
  Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? *result : CheckResult{};
}

std::string refusal(TransitionSystem& system, PropertyRequest property, const std::string& reduce,
                    const std::string& search = "dfs") {
  const Expected<Reductions> reductions = parse_reductions(reduce);
  if (!reductions) return to_string(reductions.error());
  CheckOptions options;
  options.properties = {std::move(property)};
  options.reduce = *reductions;
  options.search = find_choice<SearchOrder>(search).value();
  const Expected<CheckResult> result = check(system, options);
  return result ? "" : to_string(result.error());
}

bool some_state(const TransitionSystem& system, std::uint32_t atom) {
  std::set<std::string> seen;
  std::vector<std::string> waiting;
  bool found = false;
  const auto arrive = [&](const SuccessorBuffer& buffer) {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const StateView state = buffer.state(i);
      std::string bytes(reinterpret_cast<const char*>(state.data()), state.size());
      if (!seen.insert(bytes).second) continue;
      found = found || system.holds(atom, state);
      waiting.push_back(std::move(bytes));
    }
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  arrive(buffer);
  while (!waiting.empty()) {
    const std::string bytes = waiting.back();
    waiting.pop_back();
    buffer.clear();
    system.successors({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, buffer);
    arrive(buffer);
  }
  return found;
}

// A process that can always move on its own must not block the others for ever.
const char* const kBusyLoop = R"(
byte x;
active proctype Wrong() { x == 0; assert(x == 1) }
active proctype Busy() { byte k; do :: k = 1 - k od }
)";

TEST(Slice, ClearsGlobalsWhereNoProcessHasChanged) {
  // Control may pass to another process within the step, so the step does not determine which one moved; here none did.
  Opened model(R"(chan r = [0] of { byte }; byte a;
    active proctype P() { do :: atomic { a = 5 - a; if :: r!1 :: true fi } od })");
  const CheckResult whole = checked(*model.system, {Kind::Assertions, {}, {}}, "none");
  const CheckResult sliced = checked(*model.system, {Kind::Assertions, {}, {}}, "slice");
  EXPECT_EQ(whole.properties[0].stats.states, 2U);
  EXPECT_EQ(sliced.properties[0].stats.states, 1U);
}

TEST(PartialOrder, IgnoresNoProcessForEver) {
  Opened naive(kBusyLoop);
  ReductionChoice without_proviso{.partial_order = true, .proviso = Proviso::None};
  const ReducedSystem ignoring(naive.program(), without_proviso, {});
  EXPECT_EQ(count_states(ignoring).assertions, 0U) << "the naive version should miss it";

  ReductionChoice with_proviso{.partial_order = true, .proviso = Proviso::Static};
  const ReducedSystem careful(naive.program(), with_proviso, {});
  EXPECT_GT(count_states(careful).assertions, 0U);
  for (const char* reduce : {"por", "por,sleep", "merge,por"}) {
    Opened opened(kBusyLoop);
    EXPECT_EQ(checked(*opened.system, {Kind::Assertions, ""}, reduce).properties[0].verdict, Verdict::Violated);
    EXPECT_EQ(checked(*opened.system, {Kind::Assertions, ""}, reduce, "cache", 0).properties[0].verdict,
              Verdict::Violated);
  }
}

// A step to a state that was left does not close a cycle of the path, so the steps of Q are still postponed.
TEST(PartialOrder, PostponesStepsThatCloseNoCycleOfThePath) {
  std::string text;
  for (const char* name : {"P", "Q"})
    text += std::string("active proctype ") + name + "() { byte k; if :: k = 1 :: k = 2 fi; k = 0; k = 3 }\n";
  Opened opened(text);
  EXPECT_GT(checked(*opened.system, {Kind::Assertions, ""}, "none").properties[0].stats.states, 30U);
  EXPECT_LE(checked(*opened.system, {Kind::Assertions, ""}, "por").properties[0].stats.states, 12U);
}

TEST(PartialOrder, KeepsTheOrderOfVisibleSteps) {
  Opened opened("byte x, y; active proctype P() { x = 1 } active proctype Q() { y = 1 }");
  const std::uint32_t atom = opened.atom("x == 1 && y == 0");
  const ReductionChoice choice{.partial_order = true};
  EXPECT_FALSE(some_state(ReducedSystem(opened.program(), choice, {}), atom)) << "blind to the atom, it is missed";
  EXPECT_TRUE(some_state(ReducedSystem(opened.program(), choice, {atom}), atom));
}

// Siegel (CAV 2019), and searches that forget: if the choice depends on the path, or on the automaton of a product, a
// state has several sets of edges, and one search does not see what the other relies on.
TEST(PartialOrder, ChoosesByTheStateAlone) {
  const char* const text = R"(
byte x;
active proctype A() { byte i; do :: i < 2 -> i++ :: i == 2 -> i = 0; x = 1 od }
active proctype B() { byte j; if :: j = 0 :: j = 1 fi; do :: j < 2 -> j++ :: j == 2 -> j = 0 od }
)";
  Opened opened(text);
  const std::uint32_t atom = opened.atom("x == 1");
  const ReducedSystem by_search(opened.program(), {.partial_order = true, .proviso = Proviso::BySearch}, {atom});
  const ReducedSystem by_state(opened.program(), {.partial_order = true, .proviso = Proviso::Static}, {atom});

  using Choices = std::map<std::string, std::set<std::size_t>>;
  const auto key = [](StateView state) {
    return std::string(reinterpret_cast<const char*>(state.data()), state.size());
  };
  // Depth-first to depth 40, without storing states: the number of edges that each state had.
  const auto walk = [&](const ReducedSystem& system, bool stack_proviso) {
    Choices choices;
    std::vector<std::string> path;
    struct Frame {
      SuccessorBuffer edges;
      std::size_t count, next;
    };
    std::vector<Frame> frames;
    const auto push = [&](const std::string& state) {
      path.push_back(state);
      Frame frame{{}, 0, 0};
      const StateView view(reinterpret_cast<const std::byte*>(state.data()), state.size());
      if (stack_proviso) {
        frame.count = system.successors_in_parts(view, frame.edges).enough;
        bool leads_on = false;
        for (std::size_t i = 0; i < frame.count; ++i) {
          const std::string target = key(frame.edges.state(i));
          leads_on = leads_on || std::find(path.begin(), path.end(), target) == path.end();
        }
        if (!leads_on) frame.count = frame.edges.size();
      } else {
        system.successors(view, frame.edges);
        frame.count = frame.edges.size();
      }
      choices[state].insert(frame.count);
      frames.push_back(std::move(frame));
    };
    SuccessorBuffer initial;
    system.initial_states(initial);
    push(key(initial.state(0)));
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.next == top.count) {
        frames.pop_back();
        path.pop_back();
        continue;
      }
      const std::string target = key(top.edges.state(top.next++));
      if (path.size() < 40 && std::find(path.begin(), path.end(), target) == path.end()) push(target);
    }
    return choices;
  };
  const auto several = [](const Choices& choices) {
    return std::count_if(choices.begin(), choices.end(), [](const auto& entry) { return entry.second.size() > 1; });
  };
  EXPECT_GT(several(walk(by_search, true)), 0) << "the naive version should be seen to choose differently";
  EXPECT_EQ(several(walk(by_state, false)), 0);
}

TEST(PartialOrder, KnowsWhichElementAndWhichChannel) {
  // Two pairs of processes that do not interact: each pair has few states, and so has the reduced product.
  Opened opened(R"(
chan c[2] = [1] of { byte }; byte done[4];
proctype Sender(chan out; byte me) { byte i; do :: i < 3 -> out!i; i++ :: else -> break od; done[me] = 1 }
proctype Receiver(chan in; byte me) { byte k; do :: in?k; if :: k == 2 -> break :: else fi od; done[me] = 1 }
init { atomic { run Sender(c[0], 0); run Receiver(c[0], 1); run Sender(c[1], 2); run Receiver(c[1], 3) } }
)");
  const auto whole = count_states(*opened.system);
  const ReducedSystem reduced(opened.program(), {.partial_order = true, .proviso = Proviso::None}, {});
  const auto few = count_states(reduced);
  EXPECT_LT(few.states * 8, whole.states);
  EXPECT_EQ(few.deadlocks > 0, whole.deadlocks > 0);
}

// Two senders on separate channels; a trace assertion watches one, both or none.
TEST(PartialOrder, KeepsTheOrderOfWhatATraceAssertionWatches) {
  const std::string model = R"(
chan a = [4] of { byte }; chan b = [4] of { byte };
active proctype A() { byte i; do :: i < 4 -> a!i; i++ :: i == 4 -> break od }
active proctype B() { byte i; do :: i < 4 -> b!i; i++ :: i == 4 -> break od }
)";
  const auto states_of = [&](const std::string& assertion, const char* reduce, Verdict verdict) {
    const auto system = watched_promela_system(model + assertion);
    const PropertyResult result = checked(*system, {Kind::Assertions, ""}, reduce).properties[0];
    EXPECT_EQ(result.verdict, verdict) << assertion << " --reduce " << reduce;
    return result.stats.states;
  };
  const std::string one = "trace { do :: a!_ od }";
  const std::string both = "trace { do :: a!_ :: b!_ od }";
  const auto whole = states_of(one, "none", Verdict::Holds);
  EXPECT_LT(states_of(one, "por", Verdict::Holds) * 3, whole);
  EXPECT_GT(states_of(both, "por", Verdict::Holds), states_of(one, "por", Verdict::Holds));
  // Only one order has the forbidden event.
  for (const char* reduce : {"none", "por", "sleep", "por,sleep"}) {
    states_of("notrace { a!0; b!0 }", reduce, Verdict::Violated);
    states_of("notrace { b!0; a!0 }", reduce, Verdict::Violated);
    states_of("notrace { b!0; b!0 }", reduce, Verdict::Holds);
  }
}

// Indices that are variables never written are constants.
TEST(PartialOrder, TreatsVariablesNeverWrittenAsConstants) {
  const auto states_of = [](const std::string& first, const std::string& second, const char* reduce) {
    const Opened opened("byte pad = 3, one = 1, two = 2; byte a[4]; active proctype P() { a[" + first + "] = 1; a[" +
                        first + "] = 2 } active proctype Q() { a[" + second + "] = 1; a[" + second + "] = 2 }");
    return checked(*opened.system, {Kind::Deadlock, ""}, reduce).properties[0].stats.states;
  };
  EXPECT_LT(states_of("one", "two", "por"), states_of("one", "two", "none"));
  EXPECT_EQ(states_of("one", "two", "por"), states_of("1", "2", "por"));
  EXPECT_GT(states_of("two", "two", "por"), states_of("one", "two", "por"));
}

// The future of a process includes all branches: a step is not taken first if a later step of another process touches
// the same variable, in whichever alternative.
TEST(PartialOrder, LooksAheadOnEveryBranch) {
  const std::string writer = "active proctype P() { x = 1 }\n";
  for (const std::string branches : {":: y == 1 -> x = 2; (x == 2) :: y == 5", ":: y == 5 :: y == 1 -> x = 2; (x == 2)",
                                     ":: y == 5 :: y == 6 :: y == 1 -> x = 2; (x == 2)"}) {
    const std::string other = "active proctype Q() { y = 1; if " + branches + " fi }\n";
    for (const std::string& text : {writer + other, other + writer}) {
      const Opened opened("byte x, y;\n" + text);
      EXPECT_EQ(checked(*opened.system, {Kind::Deadlock, ""}, "por").properties[0].verdict, Verdict::Violated) << text;
    }
  }
}

// A send cannot make a non-empty channel empty, nor can a receive make a non-full channel full.
TEST(PartialOrder, ReadsOnlyOneEndOfAChannelIfThatSuffices) {
  const auto states_of = [](const std::string& sender, const std::string& receiver, const char* reduce) {
    const Opened opened("chan c = [3] of { byte }; active proctype S() { byte i, x; do :: i < 6 && " + sender +
                        " -> x = 1; c!i; i++; x = 0 :: i == 6 -> break od }" +
                        "active proctype R() { byte i, x; do :: i < 6 && " + receiver +
                        " -> x = 1; c?_; i++; x = 0 :: i == 6 -> break od }");
    const PropertyResult result = checked(*opened.system, {Kind::Deadlock, ""}, reduce).properties[0];
    EXPECT_EQ(result.verdict, Verdict::Holds) << sender << ' ' << receiver;
    return result.stats.states;
  };
  const auto one_end = states_of("nfull(c)", "nempty(c)", "por");
  const auto both_ends = states_of("len(c) < 3", "len(c) > 0", "por");
  EXPECT_LT(one_end * 2, both_ends);
  EXPECT_EQ(states_of("nfull(c)", "nempty(c)", "none"), states_of("len(c) < 3", "len(c) > 0", "none"));
  // If the guard does not need the answer to be yes, both ends count.
  EXPECT_GT(states_of("(nfull(c) || i > 9)", "(nempty(c) || i > 9)", "por"), one_end);
}

// The footprint of a step depends on the values of its process: here each process uses its own element at a time.
TEST(SleepSets, DistinguishElementsByTheValuesOfTheProcess) {
  const auto transitions_of = [](const char* index) {
    const std::string text = std::string(R"(
byte a[4];
proctype P(byte start) {
  byte i = start;
  do
  :: i < start + 2 -> atomic { a[)") +
                             index + R"(]++; i++ }
  :: i == start + 2 -> break
  od
}
init { atomic { run P(0); run P(2) } }
)";
    const Opened opened(text);
    const auto plain = checked(*opened.system, {Kind::Deadlock, ""}, "none").properties[0].stats;
    const auto sleeping = checked(*opened.system, {Kind::Deadlock, ""}, "sleep").properties[0].stats;
    EXPECT_EQ(sleeping.states, plain.states) << index;
    EXPECT_LT(sleeping.transitions, plain.transitions) << index;
    return sleeping.transitions;
  };
  const auto apart = transitions_of("i");
  const auto together = transitions_of("a[3] * 0 + i");  // the same value, but it reads what the other process writes
  EXPECT_LT(apart, together);
}

TEST(SleepSets, KeepAllStatesWithFewerTransitions) {
  Opened opened(
      "byte x, y, z; active proctype P() { x = 1; x = 2 } active proctype Q() { y = 1; y = 2 } "
      "active proctype R() { z = 1; z = 2 }");
  const auto plain = checked(*opened.system, {Kind::Deadlock, ""}, "none").properties[0].stats;
  const auto sleeping = checked(*opened.system, {Kind::Deadlock, ""}, "sleep").properties[0].stats;
  EXPECT_EQ(sleeping.states, plain.states);
  EXPECT_LT(sleeping.transitions, plain.transitions);
  // No states need to be stored: without a heap, every state is still generated about once.
  const auto no_heap = checked(*opened.system, {Kind::Deadlock, ""}, "sleep", "cache", 0).properties[0].stats;
  const auto no_sleep = checked(*opened.system, {Kind::Deadlock, ""}, "none", "cache", 0).properties[0].stats;
  EXPECT_LT(no_heap.states_generated, plain.states * 3 / 2);
  EXPECT_GT(no_sleep.states_generated, plain.states * 3);
}

// A state that is reached again with fewer transitions asleep is explored again for those that slept before. Otherwise
// one of these states is lost.
TEST(SleepSets, ExploreAgainTransitionsThatSlept) {
  const Opened opened(R"(
bit x, y, z, w;
active proctype P() { do :: y = z; z = w :: y = z od }
active proctype Q() { do :: z = w; w = x :: x = y od }
active proctype R() { do :: x = y; z = 1 - z :: z = 1 - z od })");
  const auto plain = checked(*opened.system, {Kind::Deadlock, ""}, "none").properties[0].stats;
  const auto sleeping = checked(*opened.system, {Kind::Deadlock, ""}, "sleep").properties[0].stats;
  EXPECT_EQ(sleeping.states, plain.states);
  EXPECT_LT(sleeping.transitions, plain.transitions);
}

TEST(SleepSets, WithStubbornSetsVisitNoMoreThanStubbornSetsAlone) {
  Opened opened(
      "byte x, y, z; active proctype P() { x = 1; x = 2 } active proctype Q() { y = 1; y = 2 } "
      "active proctype R() { z = 1; z = 2 }");
  const auto stubborn = checked(*opened.system, {Kind::Deadlock, ""}, "por").properties[0].stats;
  const auto both = checked(*opened.system, {Kind::Deadlock, ""}, "por,sleep").properties[0].stats;
  EXPECT_EQ(both.states, stubborn.states);
  EXPECT_EQ(both.transitions, stubborn.transitions);
  // One interleaving suffices: a single path.
  EXPECT_EQ(stubborn.transitions + 1, stubborn.states);
}

TEST(Merge, LeavesNoStateBetweenPrivateStatements) {
  Opened opened("byte x; active proctype P() { byte a; x = 1; a = 1; a = 2; a = 3; x = a }");
  const auto plain = checked(*opened.system, {Kind::Deadlock, ""}, "none").properties[0].stats.states;
  const auto merged = checked(*opened.system, {Kind::Deadlock, ""}, "merge").properties[0].stats.states;
  EXPECT_EQ(merged + 3, plain);
}

TEST(DeadVariables, AreCleared) {
  Opened opened("byte x; active proctype P() { byte a; if :: a = 1 :: a = 2 :: a = 3 fi; x = a; x = 0; x = 1 }");
  const auto plain = checked(*opened.system, {Kind::Deadlock, ""}, "none").properties[0].stats.states;
  const auto cleared = checked(*opened.system, {Kind::Deadlock, ""}, "dead").properties[0].stats.states;
  // From x = 0 on, the value of a no longer distinguishes three runs: two of six states remain.
  EXPECT_EQ(cleared + 4, plain);
}

TEST(Slicing, RemovesIrrelevantVariables) {
  const char* const text = "byte x, count; active proctype P() { do :: x = 1 - x; count++ od }";
  Opened opened(text);
  EXPECT_EQ(checked(*opened.system, {Kind::Deadlock, ""}, "slice").properties[0].stats.states, 2U);
  // A formula that mentions the variable makes it relevant.
  EXPECT_EQ(checked(*opened.system, {Kind::Ltl, "G (count < 9)"}, "slice").properties[0].verdict, Verdict::Violated);
}

TEST(Slicing, ShowsWhatTheCycleDoesNotRestore) {
  Opened opened("short n; byte x; active proctype P() { do :: n++ od }");
  const CheckResult result = checked(*opened.system, {Kind::Ltl, "F x==1"}, "slice");
  const Counterexample& run = result.properties[0].counterexample;
  ASSERT_TRUE(run.validated);
  ASSERT_EQ(run.drifting.size(), 1U);
  EXPECT_EQ(run.drifting[0].name, "n");
  // The value is what the last step of the cycle makes of it, and not that of the first state.
  const auto n_of = [](const TraceStep& step) { return std::get<std::int64_t>(step.state[0].value); };
  EXPECT_EQ(std::get<std::int64_t>(run.drifting[0].value), n_of(run.cycle.back()) + 1);
  EXPECT_NE(run.explanation.find("does not restore n"), std::string::npos) << run.explanation;
}

TEST(Reductions, AreRefusedWithTheReason) {
  Opened opened("byte x; chan c = [1] of { byte }; active proctype P() { x = 1; c!1; x = 2 }");
  EXPECT_NE(refusal(*opened.system, {Kind::Ltl, "G (x == 1 -> X x == 2)"}, "por").find("not stutter-invariant"),
            std::string::npos);
  EXPECT_NE(refusal(*opened.system, {Kind::Ltl, "F sent(c)"}, "merge").find("events"), std::string::npos);
  EXPECT_NE(refusal(*opened.system, {Kind::Ltlf, "F x == 2"}, "por").find("finite"), std::string::npos);
  EXPECT_NE(refusal(*opened.system, {Kind::Ltl, "F x == 2"}, "sleep").find("cycles"), std::string::npos);
  EXPECT_NE(refusal(*opened.system, {Kind::Deadlock, ""}, "sleep", "bfs").find("depth-first"), std::string::npos);
  EXPECT_NE(refusal(*opened.system, {Kind::Deadlock, ""}, "por,nothing").find("unknown reduction"), std::string::npos);
  Opened last("byte x; active proctype P() { x = 1; (_last == 0) }");
  EXPECT_NE(refusal(*last.system, {Kind::Deadlock, ""}, "por").find("_last"), std::string::npos);
  // With X, but stutter-invariant: G F X p is equivalent to G F p.
  EXPECT_EQ(refusal(*opened.system, {Kind::Ltl, "G F X x == 2"}, "por"), "");
}

TEST(BoundedHeap, OfSizeZeroGivesTheSameVerdicts) {
  const auto examples = source_dir() / "examples";
  for (const char* name : {"peterson.pml", "hello.pml", "philosophers-bug.pml"}) {
    CheckOptions options;
    options.properties = {{Kind::Assertions, ""}, {Kind::Deadlock, ""}};
    const auto plain = check((examples / name).string(), options);
    options.store = Store::Cache;
    options.cache_entries = 0;
    const auto forgetful = check((examples / name).string(), options);
    ASSERT_TRUE(plain && forgetful) << name;
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_EQ(plain->properties[i].verdict, forgetful->properties[i].verdict) << name;
  }
}

// The model takes an exchanged alternative of the first choice. The choices after it have 2^60 paths, but they meet.
TEST(Refinement, ExaminesEveryStateOnceBetweenExchangedIdentities) {
  std::string choices;
  for (int i = 0; i < 60; ++i) choices += "if :: low = 0 :: low = 1 fi; ";
  Opened model(
      "byte turn; chan ids = [1] of { byte };\n"
      "active [3] proctype P() { byte peer; bit low;\n"
      "  do :: ids!peer; if :: peer = 0 :: peer = 1 :: peer = 2 fi; " +
      choices + "low = 0 :: ids?eval(_pid); 0 od }");
  CheckOptions options;
  options.properties = {{Kind::Deadlock, {}}};
  options.symmetry = "P: turn";
  const Expected<CheckResult> result = check(*model.system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->properties[0].verdict, Verdict::Violated) << result->properties[0].reason;
}

}  // namespace
}  // namespace weir::test
