// SPDX-License-Identifier: Apache-2.0
// The explorer on small models of every language: numbers of states, expansions, watches, walks, runs and recordings.
#include <weir/explorer.h>

#include <gtest/gtest.h>
#include <weir/weir.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/text/value_text.h"
#include "support/promela/generate.h"
#include "support/promela_states.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

using Node = Explorer::Node;

/// A model in a file of its own.
class ModelFile {
 public:
  ModelFile(const std::string& suffix, const std::string& text)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("weir_explorer_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + suffix)) {
    std::ofstream(path_) << text;
  }
  ~ModelFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::unique_ptr<Explorer> opened(const ModelFile& file) {
  Expected<std::unique_ptr<Explorer>> explorer = Explorer::open(file.path());
  EXPECT_TRUE(explorer) << (explorer ? "" : to_string(explorer.error()));
  return explorer ? std::move(*explorer) : nullptr;
}

std::string shown(const Explorer::WatchValue& value) { return value.defined ? value_text(value.value) : "undefined"; }

std::string evaluated(Explorer& explorer, const std::string& expression, Node node) {
  const Expected<std::uint32_t> watch = explorer.watch(expression);
  return watch ? shown(explorer.value(*watch, node)) : to_string(watch.error());
}

const char* const kCounter = R"(
mtype = { idle, busy };
byte x; bool b; mtype m = idle; chan q = [2] of { byte, mtype }; byte a[2]; hidden byte h;
active proctype P() { do :: x < 3 -> x++; h = x; m = busy :: q!x,m :: x == 3 -> break od; assert(x < 3) }
active proctype Q() { byte got; end: q?got,_; b = true; goto end }
ltl small { [] (x < 3) }
)";

/// Expands everything that is reachable.
void expand_all(Explorer& explorer) {
  for (Node node = explorer.initial().front(); node < explorer.node_count(); ++node) explorer.expand(node);
}

TEST(Explorer, NumbersEveryReachableStateOnce) {
  std::string text = kCounter;
  text.replace(text.find("h = x;"), 6, "skip;");  // what searches do with hidden variables is another question
  const ModelFile file(".pml", text);
  const auto explorer = opened(file);
  expand_all(*explorer);
  const Expected<ExploreResult> explored = explore(file.path(), ExploreOptions());
  ASSERT_TRUE(explored);
  EXPECT_EQ(explorer->node_count(), explored->stats.states);
}

TEST(Explorer, KeepsHiddenVariables) {
  const ModelFile file(".pml", "hidden byte h; byte x; active proctype P() { h = 5; x = 1; h = 0; x = 2 }");
  const auto explorer = opened(file);
  Node node = explorer->initial().front();
  std::string values;
  for (int i = 0; i < 4; ++i) {
    node = explorer->successor(node, 0)->target;
    values += evaluated(*explorer, "h", node);
  }
  EXPECT_EQ(values, "5500");
}

/// Compares expansions with the successors of the system, breadth-first.
void compare_expansions(Explorer& explorer, const TransitionSystem& system, std::size_t most) {
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  std::map<std::vector<std::byte>, Node> numbers;
  std::vector<std::vector<std::byte>> queue;
  const std::vector<Node> initial = explorer.initial();
  ASSERT_EQ(initial.size(), buffer.size());
  const auto meet = [&](StateView state, Node node) {
    std::vector<std::byte> bytes(state.begin(), state.end());
    const auto [place, fresh] = numbers.try_emplace(bytes, node);
    EXPECT_EQ(place->second, node);
    if (fresh) queue.push_back(std::move(bytes));
  };
  for (std::size_t i = 0; i < buffer.size(); ++i) meet(buffer.state(i), initial[i]);
  for (std::size_t at = 0; at < queue.size() && at < most; ++at) {
    const std::vector<std::byte> from = queue[at];
    const Node node = numbers[from];
    const std::vector<Variable> before = system.show(from);
    EXPECT_EQ(explorer.state(node), before);
    const auto expansion = explorer.expand(node);
    buffer.clear();
    system.successors(from, buffer);
    ASSERT_EQ(expansion->successors.size(), buffer.size());
    EXPECT_EQ(expansion->limit, "");
    EXPECT_EQ(expansion->may_end, system.may_end(from));
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const Explorer::Successor& next = expansion->successors[i];
      const StepDescription step = system.describe(from, buffer.step(i), buffer.state(i));
      EXPECT_EQ(next.step.event, step.event);
      EXPECT_EQ(next.step.process, step.process);
      EXPECT_EQ(next.step.line, step.line);
      EXPECT_EQ(next.fault, buffer.step(i).fault != Fault::None);
      // What changed, applied to the state before, is the state after.
      std::map<std::string, Value> after;
      for (const Variable& variable : before) after[variable.name] = variable.value;
      for (const std::string& name : next.gone) EXPECT_EQ(after.erase(name), 1U);
      for (const Variable& variable : next.changed) after[variable.name] = variable.value;
      std::map<std::string, Value> wanted;
      for (const Variable& variable : system.show(buffer.state(i))) wanted[variable.name] = variable.value;
      EXPECT_EQ(after, wanted);
      meet(buffer.state(i), next.target);
    }
  }
}

TEST(Explorer, ExpandsLikeTheSystemOfRandomPrograms) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const std::string text = to_text(generate_program(seed).tree);
    const ModelFile file(".pml", text);
    Expected<std::unique_ptr<Explorer>> explorer = Explorer::open(file.path());
    if (!explorer || text.find("hidden") != std::string::npos) continue;
    const auto system = watched_promela_system(text);
    if (system == nullptr) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    compare_expansions(**explorer, *system, 40);
    ++compared;
    if (HasFailure()) break;
  }
  EXPECT_GT(compared, 8);
}

TEST(Explorer, OpensSystemsThatAreCode) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    ExplicitSystem system = random_system(random);
    Expected<std::unique_ptr<Explorer>> explorer = Explorer::open(system);
    ASSERT_TRUE(explorer);
    compare_expansions(**explorer, system, 100);
    EXPECT_TRUE((*explorer)->properties().empty());
    EXPECT_NE(evaluated(**explorer, "p && !q", 0).find_first_of("tf"), std::string::npos);
  }
}

TEST(Explorer, ReadsEveryLanguage) {
  const auto first_step = [](const char* suffix, const char* text) {
    const ModelFile file(suffix, text);
    const auto explorer = opened(file);
    if (explorer == nullptr) return std::string();
    EXPECT_EQ(explorer->sources().size(), 1U);
    return explorer->expand(explorer->initial().front())->successors.front().step.event;
  };
  EXPECT_EQ(first_step(".aut", "des (0,1,2)\n(0,\"go\",1)\n"), "go");
  EXPECT_EQ(
      first_step(".dve", "byte x; process P { state q, r; init q; trans q -> r { effect x = 1; }; } system async;"),
      "q -> r { effect x = 1; }");
  EXPECT_EQ(first_step(".pnml", R"(<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="p"><initialMarking><text>1</text></initialMarking></place><transition id="t"/>
<arc id="a" source="p" target="t"/></page></net></pnml>)"),
            "t");
  first_step(".hoa",
             "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"p\"\nacc-name: all\nAcceptance: 0 t\n"
             "properties: state-labels\n--BODY--\nState: [0] 0\n0\n--END--\n");
}

TEST(Explorer, ShowsPropertiesWithTheirPlaces) {
  const ModelFile model(".pml", kCounter);
  const ModelFile properties(".ltl", "# two\nfirst: G (x < 4)\nF b\n");
  Expected<std::unique_ptr<Explorer>> explorer =
      Explorer::open(model.path(), ExplorerOptions{.properties_file = properties.path()});
  ASSERT_TRUE(explorer) << to_string(explorer.error());
  std::string list;
  for (const Explorer::Property& property : (*explorer)->properties())
    list += property.name + ":" + std::to_string(property.line) + " ";
  EXPECT_EQ(list, "assertions:0 deadlock:0 small:6 first:2 p2:3 ");
  EXPECT_EQ((*explorer)->sources().size(), 2U);
  const ModelFile wrong(".ltl", "F nowhere\n");
  EXPECT_FALSE(Explorer::open(model.path(), ExplorerOptions{.properties_file = wrong.path()}));
}

TEST(Explorer, EvaluatesExpressions) {
  const ModelFile file(".pml", kCounter);
  const auto explorer = opened(file);
  const Node start = explorer->initial().front();
  EXPECT_EQ(evaluated(*explorer, "x + 41", start), "41");
  EXPECT_EQ(evaluated(*explorer, " x == 0 ", start), "true");
  EXPECT_EQ(evaluated(*explorer, "b", start), "false");
  EXPECT_EQ(evaluated(*explorer, "m", start), "idle");
  EXPECT_EQ(evaluated(*explorer, "q", start), "[]");
  EXPECT_EQ(evaluated(*explorer, "len(q) * 2", start), "0");
  EXPECT_EQ(evaluated(*explorer, "a[x + 2]", start), "undefined");
  EXPECT_EQ(evaluated(*explorer, "x == 0 && (m == idle -> 7 : 8)", start), "true");
  EXPECT_EQ(evaluated(*explorer, "(b -> x == 1 : 8)", start), "8");
  EXPECT_EQ(evaluated(*explorer, "Q[1]:got", start), "0");
  EXPECT_EQ(evaluated(*explorer, "h", start), "0");
  EXPECT_EQ(evaluated(*explorer, "dead", start), "false");
  EXPECT_NE(evaluated(*explorer, "F (x == 1)", start).find("temporal operators"), std::string::npos);
  EXPECT_NE(evaluated(*explorer, "sent(q)", start).find("is an event"), std::string::npos);
  EXPECT_NE(evaluated(*explorer, "nowhere + 1", start).find("nowhere"), std::string::npos);
  EXPECT_NE(evaluated(*explorer, "", start).find("empty"), std::string::npos);
  EXPECT_EQ(*explorer->watch("x+1"), *explorer->watch("  x+1 "));
  EXPECT_FALSE(explorer->value(1000000, start).defined);
  EXPECT_FALSE(explorer->value(0, 1000000).defined);

  const ModelFile net(".aut", "des (0,1,2)\n(0,\"go\",1)\n");
  const auto labelled = opened(net);
  EXPECT_EQ(evaluated(*labelled, "state", labelled->initial().front()), "0");
  EXPECT_EQ(evaluated(*labelled, "dead", labelled->expand(0)->successors.front().target), "true");
  EXPECT_NE(evaluated(*labelled, "go", 0).find("is an event"), std::string::npos);
}

TEST(Explorer, WalksToBreakpoints) {
  const ModelFile file(".pml", kCounter);
  const auto explorer = opened(file);
  const Node start = explorer->initial().front();
  using End = Explorer::Walk::End;
  const Explorer::Walk short_walk = explorer->walk(start, 5, 1);
  EXPECT_EQ(short_walk.end, End::Steps);
  ASSERT_EQ(short_walk.steps.size(), 5U);
  EXPECT_EQ(short_walk.steps, explorer->walk(start, 5, 1).steps);
  for (std::size_t i = 0; i + 1 < 5; ++i) EXPECT_EQ(short_walk.steps[i].to, short_walk.steps[i + 1].from);

  using Kind = Explorer::Breakpoint::Kind;
  const std::uint32_t two = *explorer->watch("x == 2");
  const std::uint32_t small = *explorer->monitor("[] (x < 3)");
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Explorer::Walk watched = explorer->walk(start, 1000, seed, {{.kind = Kind::Watch, .number = two}});
    ASSERT_EQ(watched.end, End::Breakpoint);
    EXPECT_EQ(evaluated(*explorer, "x", watched.steps.back().to), "2");
    EXPECT_EQ(evaluated(*explorer, "x", watched.steps.back().from), "1");
    // The expression is still true: only where it becomes true again the next walk would stop.
    const Explorer::Walk again = explorer->walk(
        watched.steps.back().to, 1000, seed,
        {{.kind = Kind::Watch, .number = two}, {.kind = Kind::Monitor, .number = small, .monitor_state = 0}});
    ASSERT_EQ(again.end, End::Breakpoint);
    EXPECT_EQ(again.breakpoint, 1U);
    EXPECT_EQ(evaluated(*explorer, "x", again.steps.back().to), "3");
    const Explorer::Walk line = explorer->walk(start, 1000, seed, {{.kind = Kind::Line, .file = "", .line = 4}});
    ASSERT_EQ(line.end, End::Breakpoint);
    EXPECT_EQ(explorer->successor(line.steps.back().from, line.steps.back().choice)->step.line, 4U);
    EXPECT_EQ(explorer->walk(start, 1000, seed).end, End::Fault);
  }
  EXPECT_EQ(explorer->walk(start, 1000000000, 1, {}, [] { return true; }).end, End::Interrupted);
}

TEST(Explorer, JudgesFormulasAlongARun) {
  ExplicitSystem system;
  system.propositions = {"p"};
  system.edge(0, "a", 1);
  system.edge(1, "b", 2);
  system.states[1].propositions = {"p"};
  Expected<std::unique_ptr<Explorer>> opened = Explorer::open(system);
  ASSERT_TRUE(opened);
  Explorer& explorer = **opened;
  const Node start = explorer.initial().front();
  const auto verdicts = [&](const char* formula) {
    const Expected<std::uint32_t> monitor = explorer.monitor(formula);
    EXPECT_TRUE(monitor);
    std::optional<Explorer::MonitorState> state = explorer.monitor_start(*monitor, start);
    std::string shown(1, "?+-"[static_cast<int>(state->verdict)]);
    Node node = start;
    for (int i = 0; i < 2; ++i) {
      state = explorer.monitor_step(*monitor, state->id, node, 0);
      shown += "?+-"[static_cast<int>(state->verdict)];
      node = explorer.successor(node, 0)->target;
    }
    return shown;
  };
  EXPECT_EQ(verdicts("G !p"), "?--");  // in the state itself, not one step later
  EXPECT_EQ(verdicts("F p"), "?++");
  EXPECT_EQ(verdicts("G F p"), "??-");  // the last state repeats
  EXPECT_EQ(verdicts("F G !p"), "??+");
  EXPECT_EQ(verdicts("F b"), "?++");  // the only step of state 1
  EXPECT_EQ(verdicts("G (p -> X dead)"), "??+");
  EXPECT_EQ(verdicts("G !tau"),
            "-"
            "--");  // no other event is named: every step is tau
  EXPECT_FALSE(explorer.monitor("G ("));
  EXPECT_FALSE(explorer.monitor_start(77, start));
  EXPECT_FALSE(explorer.monitor_step(0, 12345, start, 0));
  EXPECT_FALSE(explorer.monitor_step(0, 0, start, 9));
  EXPECT_TRUE(explorer.automaton(77).states.empty());
}

TEST(Explorer, AtomsWithoutValueViolateFormulasThatAskForThem) {
  const ModelFile file(".pml", "byte n; byte w[2]; active proctype P() { do :: n < 7 -> n++ od }");
  const auto explorer = opened(file);
  const auto verdict = [&](const char* formula) {
    return explorer->monitor_start(*explorer->monitor(formula), explorer->initial().front())->verdict;
  };
  EXPECT_EQ(verdict("F (w[n + 7] == 1)"), Explorer::MonitorVerdict::Violated);
  EXPECT_EQ(verdict("F (w[n] == 1)"), Explorer::MonitorVerdict::Open);
  EXPECT_EQ(verdict("F (n > 2 && w[n] == 1)"), Explorer::MonitorVerdict::Open);
}

TEST(Explorer, SavesRunsThatCanBeFollowed) {
  const ModelFile file(".pml",
                       "byte x; active proctype P() { if :: skip :: skip; false fi; x = 1 }\n"
                       "active proctype Q() { do :: x == 0 -> x = 0 od }");
  const auto explorer = opened(file);
  const Node start = explorer->initial().front();
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Explorer::Run run;
    run.start = start;
    run.steps = explorer->walk(start, 12, seed).steps;
    const std::string text = explorer->save(run);
    const Expected<Explorer::Run> read = explorer->follow_recording(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->problem, "");
    EXPECT_EQ(read->steps, run.steps) << "steps that look alike are told apart";
    EXPECT_FALSE(read->cycle);
    std::vector<std::size_t> choices;
    for (const Explorer::RunStep& step : run.steps) choices.push_back(step.choice);
    EXPECT_EQ(explorer->follow(0, choices).steps, run.steps);
  }
  const Explorer::Run stuck = explorer->follow(0, {0, 99});
  EXPECT_EQ(stuck.steps.size(), 1U);
  EXPECT_EQ(stuck.of, 2U);
  EXPECT_NE(stuck.problem.find("step 2"), std::string::npos);
  EXPECT_NE(explorer->follow(5, {}).problem, "");
  EXPECT_FALSE(explorer->follow_recording("{}"));
  EXPECT_FALSE(explorer->follow_recording("not JSON"));
}

TEST(Explorer, FollowsCounterexamples) {
  const ModelFile file(".pml", kCounter);
  const auto explorer = opened(file);
  const Expected<CheckResult> result =
      check(file.path(), CheckOptions{.properties = {{PropertyRequest::Kind::Named, "small"},
                                                     {PropertyRequest::Kind::Assertions, ""},
                                                     {PropertyRequest::Kind::Ltl, "F b"}}});
  ASSERT_TRUE(result);
  for (const PropertyResult& property : result->properties) {
    SCOPED_TRACE(property.name);
    ASSERT_TRUE(property.has_counterexample);
    const Explorer::Run run = explorer->follow_counterexample(property);
    EXPECT_EQ(run.problem, "");
    const std::size_t positions = property.counterexample.prefix.size();
    if (property.counterexample.cycle.empty()) {
      EXPECT_EQ(run.steps.size() + 1, positions);
    } else {
      ASSERT_TRUE(run.cycle);
      EXPECT_EQ(*run.cycle, positions);
      // A saved lasso is a lasso again.
      const Expected<Explorer::Run> read = explorer->follow_recording(explorer->save(run));
      ASSERT_TRUE(read);
      EXPECT_EQ(read->steps, run.steps);
      EXPECT_EQ(read->cycle, run.cycle);
    }
  }
}

TEST(Explorer, KeepsToItsMemory) {
  const ModelFile file(".pml", "int x, y; byte pad[200]; active proctype P() { do :: x++ :: y++ od }");
  Expected<std::unique_ptr<Explorer>> explorer =
      Explorer::open(file.path(), ExplorerOptions{.memory_limit = 1});  // the least that a run may have
  ASSERT_TRUE(explorer);
  const Explorer::Walk walk = (*explorer)->walk((*explorer)->initial().front(), 1000000, 1);
  EXPECT_EQ(walk.end, Explorer::Walk::End::Limit);
  EXPECT_NE(walk.message.find("memory"), std::string::npos);
  EXPECT_LT(walk.steps.size(), 10000U);
  const auto expansion = (*explorer)->expand(walk.steps.back().to);
  EXPECT_TRUE(expansion->successors.size() == 2 || !expansion->limit.empty());
}

}  // namespace
}  // namespace weir::test
