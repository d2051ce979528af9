// SPDX-License-Identifier: Apache-2.0
// Every number of threads gives the answers of one thread, and with --shortest the same counterexample in every run.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include <chrono>
#include <cstring>
#include <map>
#include <random>
#include <span>
#include <thread>

#include "base/memory/memory_limit.h"
#include "base/table/hash.h"
#include "formula/printer.h"
#include "oracle/run_oracle.h"
#include "support/corpus.h"
#include "support/random_formula.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;
constexpr std::uint64_t kStateLimit = 5000;
/// With two threads, each of which expands at most 256 states, with four successors, between two looks at the limit
/// (ParallelComponents::explore; the other searches expand 16).
constexpr std::uint64_t kMostStates = kStateLimit + 2 * 256 * 4;

CheckOptions options_for(PropertyRequest::Kind kind, const std::string& text, std::uint32_t threads) {
  CheckOptions options;
  options.properties.push_back({kind, text});
  options.memory_limit = kMemory;
  options.threads = threads;
  options.alone_states = 0;  // these models are small
  return options;
}

PropertyResult decide(TransitionSystem& system, const CheckOptions& options) {
  Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties.front() : PropertyResult{};
}

std::string shown(const PropertyResult& result) {
  std::string text;
  for (const auto* part : {&result.counterexample.prefix, &result.counterexample.cycle}) {
    for (const TraceStep& step : *part) {
      text += step.step.event + "/" + step.step.process + " ";
      for (const Variable& variable : step.state) {
        text += variable.name + "=";
        std::visit(
            [&](const auto& value) {
              if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
                text += value;
              } else {
                text += std::to_string(value);
              }
            },
            variable.value);
        text += " ";
      }
      text += "\n";
    }
    text += "--\n";
  }
  return text;
}

/// A ring of layers of equal width: every step leads to a few states of the next layer, so levels are wide enough for
/// all threads, and every cycle passes layer 0. `first` holds on layer 0, `last` on the last layer, `rare` in one
/// state.
class Ring final : public TransitionSystem {
 public:
  Ring(std::uint32_t layers, std::uint32_t width) : layers_(layers), width_(width) {}

  void initial_states(SuccessorBuffer& out) const override { append({0, 0}, {}, out); }
  void successors(StateView state, SuccessorBuffer& out) const override {
    const Place from = place(state);
    for (std::uint32_t i = 0; i < 4; ++i) {
      const auto to = static_cast<std::uint32_t>(hash_mix(from.layer * 977 + i, from.index + 1) % width_);
      Step step;
      step.transition = i;
      append({(from.layer + 1) % layers_, to}, step, out);
    }
  }
  Expected<Atom> resolve(std::string_view text) override {
    const std::uint32_t id = text == "first" ? 0 : text == "last" ? 1 : text == "rare" ? 2 : 3;
    if (id == 3) return Diagnostic{.message = "no such atom"};
    return Atom{Atom::Kind::State, id};
  }
  bool holds(std::uint32_t atom, StateView state) const override {
    const Place at = place(state);
    if (atom == 2) return at.layer == 3 && at.index == 7;
    return at.layer == (atom == 0 ? 0 : layers_ - 1);
  }
  bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
  std::vector<Variable> show(StateView state) const override {
    const Place at = place(state);
    return {{"layer", std::int64_t{at.layer}}, {"index", std::int64_t{at.index}}};
  }
  StepDescription describe(StateView, const Step& step, StateView) const override {
    StepDescription result;
    result.event = std::to_string(step.transition);
    return result;
  }

 private:
  struct Place {
    std::uint32_t layer, index;
  };
  static Place place(StateView state) {
    Place result;
    std::memcpy(&result, state.data(), sizeof result);
    return result;
  }
  static void append(Place to, const Step& step, SuccessorBuffer& out) {
    out.append(step, std::as_bytes(std::span(&to, 1)));
  }
  std::uint32_t layers_, width_;
};

/// The ways to search that may be combined with -j.
struct Way {
  const char* name;
  void (*choose)(CheckOptions& options);
};
std::span<const Way> ways() {
  static constexpr Way kWays[] = {
      {"default", [](CheckOptions&) {}},
      {"shortest", [](CheckOptions& options) { options.shortest = true; }},
      {"breadth-first", [](CheckOptions& options) { options.search = SearchOrder::BreadthFirst; }},
      {"on demand", [](CheckOptions& options) { options.translator = Translator::Couvreur; }},
      {"unreduced", [](CheckOptions& options) { options.reduce = Reductions::none(); }},
  };
  return kWays;
}

TEST(Parallel, AgreesWithTheOracleAboutInfiniteRuns) {
  int violated_cases = 0, holding_cases = 0;
  std::map<std::string, int> engines;
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    std::mt19937_64 random(seed);
    RandomSystemOptions shape;
    shape.processes = seed % 2 == 0 ? 3 : 0;
    if (shape.processes > 0) shape.max_states = 5;
    ExplicitSystem system = random_system(random, shape);
    const Formula formula = random_formula(random, 2 + seed % 5, {"p", "q", "a"});
    std::size_t operators = 0;
    for (const Formula part : subformulas(formula)) operators += part.op() >= Op::Next ? 1 : 0;
    if (operators > 3) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_string(formula) + "\n" + to_string(system));
    for (const std::string fair : {"none", "weak", "strong"}) {
      if (fair != "none" && shape.processes == 0) continue;
      const OracleFairness fairness = fair == "weak"     ? OracleFairness::Weak
                                      : fair == "strong" ? OracleFairness::Strong
                                                         : OracleFairness::None;
      const bool violated = violated_on_some_run(system, formula, {}, fairness);
      ++(violated ? violated_cases : holding_cases);
      std::string first;
      for (const auto& [threads, store] : {std::pair(2U, "exact"), std::pair(4U, "auto"), std::pair(2U, "tree")}) {
        for (const Way& way : ways()) {
          CheckOptions options = options_for(PropertyRequest::Kind::Ltl, to_string(formula), threads);
          options.fair = find_choice<Fairness>(fair).value();
          options.store = find_choice<Store>(store).value();
          way.choose(options);
          const PropertyResult result = decide(system, options);
          ASSERT_EQ(result.verdict, violated ? Verdict::Violated : Verdict::Holds)
              << fair << " " << way.name << " " << result.reason;
          ASSERT_EQ(result.engine.threads, threads);
          ++engines[result.engine.emptiness];
          if (!violated) continue;
          ASSERT_TRUE(result.counterexample.validated);
          if (!options.shortest) continue;
          if (first.empty()) first = shown(result);
          ASSERT_EQ(shown(result), first) << "with " << threads << " threads";
        }
      }
    }
  }
  EXPECT_GT(violated_cases, 50);
  EXPECT_GT(holding_cases, 50);
  for (const char* engine : {"components", "levels"}) EXPECT_GT(engines[engine], 100) << engine;
}

TEST(Parallel, AgreesWithOneThreadAboutFiniteRunsAndDefects) {
  int violated_cases = 0, holding_cases = 0;
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    std::mt19937_64 random(seed);
    ExplicitSystem system = random_system(random);
    const Formula formula = random_formula(random, 2 + seed % 5, {"p", "q", "a"});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_string(formula) + "\n" + to_string(system));
    for (const auto kind : {PropertyRequest::Kind::Ltlf, PropertyRequest::Kind::Deadlock}) {
      CheckOptions options = options_for(kind, to_string(formula), 1);
      options.shortest = true;
      const PropertyResult one = decide(system, options);
      ++(one.verdict == Verdict::Violated ? violated_cases : holding_cases);
      std::string first;
      for (const auto& [threads, store] : {std::pair(2U, "exact"), std::pair(3U, "auto"), std::pair(2U, "tree")}) {
        options.threads = threads;
        options.store = find_choice<Store>(store).value();
        for (const Way& way : ways()) {
          CheckOptions other = options;
          other.shortest = false;
          way.choose(other);
          if (kind == PropertyRequest::Kind::Ltlf) other.translator = Translator::Auto;
          const PropertyResult result = decide(system, other);
          ASSERT_EQ(result.verdict, one.verdict) << way.name << " " << result.reason;
          if (!other.shortest) continue;
          ASSERT_EQ(result.counterexample.prefix.size(), one.counterexample.prefix.size());
          if (first.empty()) first = shown(result);
          ASSERT_EQ(shown(result), first);
        }
      }
    }
  }
  EXPECT_GT(violated_cases, 50);
  EXPECT_GT(holding_cases, 50);
}

TEST(Parallel, CountsAsOneThreadDoes) {
  Ring ring(40, 500);
  std::mt19937_64 random(7);
  RandomSystemOptions shape;
  shape.max_states = 9000;
  shape.deadlock = 0.02;
  shape.branching = 3;
  ExplicitSystem graph = random_system(random, shape);
  for (TransitionSystem* system : {static_cast<TransitionSystem*>(&ring), static_cast<TransitionSystem*>(&graph)}) {
    for (const std::uint64_t depth : {0ULL, 5ULL}) {
      ExploreOptions options;
      options.memory_limit = kMemory;
      options.max_depth = depth;
      options.threads = 1;
      const Expected<ExploreResult> one = explore(*system, options);
      ASSERT_TRUE(one);
      for (const auto& [threads, store] : {std::pair(2U, "exact"), std::pair(4U, "auto"), std::pair(2U, "tree")}) {
        options.threads = threads;
        options.store = find_choice<Store>(store).value();
        const Expected<ExploreResult> many = explore(*system, options);
        ASSERT_TRUE(many);
        EXPECT_EQ(many->store, options.store == Store::Tree ? Store::Tree : Store::Exact);
        EXPECT_EQ(many->stats.states, one->stats.states);
        EXPECT_EQ(many->stats.transitions, one->stats.transitions);
        EXPECT_EQ(many->stats.states_generated, one->stats.states_generated);
        EXPECT_EQ(many->stats.max_depth, one->stats.max_depth);
        EXPECT_EQ(many->deadlocks, one->deadlocks);
        EXPECT_EQ(many->complete, one->complete);
        EXPECT_EQ(many->reason, one->reason);
      }
    }
  }
}

TEST(Parallel, DecidesWideProducts) {
  Ring ring(24, 600);
  struct Row {
    const char* formula;
    Verdict verdict;
  };
  const Row rows[] = {{"G F first", Verdict::Holds},
                      {"G (last -> F first)", Verdict::Holds},
                      {"G (first -> X (!first U last))", Verdict::Holds},
                      {"F G !first", Verdict::Violated},
                      {"G F rare", Verdict::Violated},
                      {"G !rare", Verdict::Violated},
                      {"(G F first) -> (G F last)", Verdict::Holds},
                      {"(G F last) -> (F G !rare)", Verdict::Violated}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.formula);
    std::string first;
    std::uint64_t states = 0;
    for (const auto& [threads, store] : {std::pair(1U, "auto"), std::pair(2U, "exact"), std::pair(4U, "tree")}) {
      CheckOptions options = options_for(PropertyRequest::Kind::Ltl, row.formula, threads);
      options.store = find_choice<Store>(store).value();
      const PropertyResult result = decide(ring, options);
      ASSERT_EQ(result.verdict, row.verdict) << threads << " threads: " << result.reason;
      if (row.verdict == Verdict::Holds) {
        if (states == 0) states = result.stats.states;
        ASSERT_EQ(result.stats.states, states) << threads << " threads";
        continue;
      }
      ASSERT_TRUE(result.counterexample.validated);
      if (threads == 1 || options.store == Store::Auto) continue;
      options.shortest = true;
      const PropertyResult shortest = decide(ring, options);
      ASSERT_EQ(shortest.verdict, row.verdict) << threads << " threads: " << shortest.reason;
      if (first.empty()) first = shown(shortest);
      ASSERT_EQ(shown(shortest), first) << threads << " threads";
    }
  }
}

/// The limit on states is kept by every thread, also while the first one, which watches all limits, does not run.
TEST(Parallel, KeepsLimitsWithoutTheFirstThread) {
  class SlowRing final : public TransitionSystem {
   public:
    explicit SlowRing(Ring& ring) : ring_(ring) {}
    void initial_states(SuccessorBuffer& out) const override { ring_.initial_states(out); }
    void successors(StateView state, SuccessorBuffer& out) const override {
      if (std::this_thread::get_id() == slow_) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ring_.successors(state, out);
    }
    Expected<Atom> resolve(std::string_view text) override { return ring_.resolve(text); }
    bool holds(std::uint32_t atom, StateView state) const override { return ring_.holds(atom, state); }
    bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
    std::vector<Variable> show(StateView state) const override { return ring_.show(state); }
    StepDescription describe(StateView from, const Step& step, StateView to) const override {
      return ring_.describe(from, step, to);
    }

   private:
    Ring& ring_;
    std::thread::id slow_ = std::this_thread::get_id();
  };
  Ring ring(100, 3000);
  SlowRing slow(ring);
  using Kind = PropertyRequest::Kind;
  for (const auto& [kind, text] : {std::pair(Kind::Deadlock, ""), std::pair(Kind::Ltl, "G F first")}) {
    for (const bool shortest : {false, true}) {
      SCOPED_TRACE(std::string(text) + (shortest ? ", shortest" : ""));
      CheckOptions options = options_for(kind, text, 2);
      options.max_states = kStateLimit;
      options.shortest = shortest;
      const PropertyResult result = decide(slow, options);
      EXPECT_EQ(result.verdict, Verdict::Inconclusive);
      EXPECT_EQ(result.reason, "the state limit was reached");
      EXPECT_GT(result.stats.states, kStateLimit);
      EXPECT_LE(result.stats.states, kMostStates);
    }
  }
}

TEST(Parallel, KeepsLimits) {
  Ring ring(100, 3000);
  CheckOptions options = options_for(PropertyRequest::Kind::Deadlock, "", 2);
  options.max_states = kStateLimit;
  PropertyResult result = decide(ring, options);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_GT(result.stats.states, kStateLimit);
  EXPECT_LE(result.stats.states, kMostStates);
  options.max_states = 0;
  options.memory_limit = 1;  // the smallest budget
  result = decide(ring, options);
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_EQ(result.reason, "the memory limit was reached");

  class Stop final : public Observer {
   public:
    bool interrupted() override { return true; }
  } stop;
  options = options_for(PropertyRequest::Kind::Ltl, "G F first", 2);
  const Expected<CheckResult> stopped = check(ring, options, &stop);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->properties.front().verdict, Verdict::Inconclusive);
}

/// If the exact store does not fit, threads continue with a tree. If that does not fit either, the answer is
/// inconclusive.
TEST(Parallel, ChangesTheStoreWhenMemoryGetsTight) {
  class WideRing final : public TransitionSystem {
   public:
    void initial_states(SuccessorBuffer& out) const override { append(0, {}, out); }
    void successors(StateView state, SuccessorBuffer& out) const override {
      std::uint64_t at;
      std::memcpy(&at, state.data(), sizeof at);
      for (std::uint32_t i = 0; i < 4; ++i) append((at * 4 + i + 1) % 400'000, {.transition = i}, out);
    }
    Expected<Atom> resolve(std::string_view) override { return Diagnostic{.message = "no atoms"}; }
    bool holds(std::uint32_t, StateView) const override { return false; }
    bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
    std::vector<Variable> show(StateView) const override { return {}; }
    StepDescription describe(StateView, const Step&, StateView) const override { return {}; }

   private:
    static void append(std::uint64_t place, const Step& step, SuccessorBuffer& out) {
      std::byte bytes[200] = {};  // 400 000 states of 200 bytes are 80 MB
      std::memcpy(bytes, &place, sizeof place);
      out.append(step, bytes);
    }
  } ring;
  CheckOptions options = options_for(PropertyRequest::Kind::Deadlock, "", 2);
  options.reduce = Reductions::none();
  // A limit is for the whole process: what it has already is not part of what the search gets.
  options.memory_limit = resident_bytes() + 60'000'000;
  PropertyResult result = decide(ring, options);
  EXPECT_EQ(result.verdict, Verdict::Holds) << result.reason;
  EXPECT_EQ(result.engine.threads, 2U);
  EXPECT_EQ(result.engine.store, Store::Tree);
  EXPECT_EQ(result.stats.states, 400'000U);
  for (const char* store : {"exact", "tree", "auto"}) {
    options.store = find_choice<Store>(store).value();
    options.memory_limit = resident_bytes() + 3'000'000;
    result = decide(ring, options);
    EXPECT_EQ(result.verdict, Verdict::Inconclusive) << store;
    EXPECT_EQ(result.reason, "the memory limit was reached") << store;
  }
}

TEST(Parallel, SwitchesToSeveralThreadsAfterManyStates) {
  Ring ring(500, 450);  // 225 000 states: more than one thread explores alone
  CheckOptions options = options_for(PropertyRequest::Kind::Ltl, "G F first", 0);
  options.alone_states = {};
  options.memory_limit = 0;
  const PropertyResult result = decide(ring, options);
  EXPECT_EQ(result.verdict, Verdict::Holds);
  EXPECT_GT(result.stats.states, 200'000U);
}

TEST(Parallel, RefusesWhatNeedsOneThread) {
  Ring ring(3, 3);
  const auto refused = [&](const char* word, auto&& change) {
    CheckOptions options = options_for(PropertyRequest::Kind::Ltl, "G F first", 2);
    change(options);
    const Expected<CheckResult> result = check(ring, options);
    ASSERT_FALSE(result) << word;
    EXPECT_NE(to_string(result.error()).find(word), std::string::npos) << to_string(result.error());
  };
  refused("bitstate", [](CheckOptions& options) { options.store = Store::Bitstate; });
  refused("couvreur", [](CheckOptions& options) { options.emptiness = Emptiness::Couvreur; });
  refused("random", [](CheckOptions& options) { options.search = SearchOrder::Random; });
  refused("cache", [](CheckOptions& options) {
    options.store = Store::Cache;
    options.cache_entries = 5;
  });
}

TEST(Parallel, CountsTheCorpusAsOneThreadDoes) {
  WEIR_NEED_CORPUS();
  for (const char* file : {"beem/bakery.1.dve", "beem/adding.1.dve", "beem/anderson.4.dve", "beem/elevator2.1.dve",
                           "promela/spin/Samples/leader"}) {
    const std::string path = (*corpus() / file).string();
    ExploreOptions options;
    if (std::string(file).starts_with("promela")) options.model.format = ModelFormat::Promela;
    options.threads = 1;
    const Expected<ExploreResult> one = explore(path, options);
    if (!one) continue;
    options.threads = 2;
    const Expected<ExploreResult> two = explore(path, options);
    ASSERT_TRUE(two) << file;
    EXPECT_EQ(two->stats.states, one->stats.states) << file;
    EXPECT_EQ(two->stats.transitions, one->stats.transitions) << file;
    EXPECT_EQ(two->stats.max_depth, one->stats.max_depth) << file;
    EXPECT_EQ(two->deadlocks, one->deadlocks) << file;
  }
}

}  // namespace
}  // namespace weir::test
