// SPDX-License-Identifier: Apache-2.0
// Every emptiness check, on every store, with and without fairness and assumptions, must agree with the oracle on
// random systems and formulas, and give valid counterexamples.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include "counterexample/replay.h"
#include "formula/classify.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "oracle/regex_free.h"
#include "oracle/run_oracle.h"
#include "report/words.h"
#include "search/engines.h"
#include "store/stores.h"
#include "support/random_formula.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

CheckOptions options_for(PropertyRequest::Kind kind, Formula formula) {
  CheckOptions options;
  options.properties.push_back({kind, to_string(formula)});
  options.memory_limit = 1 << 22;
  return options;
}

PropertyResult decide(ExplicitSystem& system, const CheckOptions& options) {
  Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties.front() : PropertyResult{};
}

/// The verdict must be the expected one, or inconclusive if the store cannot prove more; a violation must be certified.
void expect_verdict(const PropertyResult& result, bool violated, bool exact, const std::string& how) {
  if (violated) {
    if (!exact && result.verdict == Verdict::Inconclusive) return;
    EXPECT_EQ(result.verdict, Verdict::Violated) << how << ": " << word(result.verdict) << " " << result.reason;
    EXPECT_TRUE(result.has_counterexample && result.counterexample.validated) << how;
  } else {
    EXPECT_EQ(result.verdict, exact ? Verdict::Holds : Verdict::Inconclusive)
        << how << ": " << word(result.verdict) << " " << result.reason;
  }
}

struct Case {
  std::uint64_t seed;
  ExplicitSystem system;
  Formula formula;
  std::string text() const {
    return "seed " + std::to_string(seed) + "\n" + to_string(formula) + "\n" + to_string(system);
  }
};

Case random_case(std::uint64_t seed, std::uint32_t processes, std::size_t formula_size, bool past = true) {
  std::mt19937_64 random(seed);
  RandomSystemOptions options;
  options.processes = processes;
  if (processes > 0) options.max_states = 5;
  ExplicitSystem system = random_system(random, options);
  const std::vector<std::string> atoms = seed % 3 == 0   ? std::vector<std::string>{"p", "q"}
                                         : seed % 3 == 1 ? std::vector<std::string>{"a", "b", "tau"}
                                                         : std::vector<std::string>{"p", "a", "dead"};
  const RandomOps ops = past && seed / 3 % 2 == 0 ? RandomOps::with_past() : RandomOps();
  const Formula formula = random_formula(random, 2 + seed % formula_size, atoms, ops);
  return {seed, std::move(system), formula};
}

std::size_t temporal_operators(Formula f) {
  std::size_t count = 0;
  for (const Formula part : subformulas(f)) count += part.op() >= Op::Next ? 1 : 0;
  return count;
}

/// The oracle guesses every temporal subformula, which is feasible in a test for five of them.
constexpr std::size_t kOracleLimit = 4;

TEST(Engines, AgreeWithTheOracleOnEveryStore) {
  int violated_cases = 0, holding_cases = 0, shortcuts = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Case c = random_case(seed, 0, 7);
    if (temporal_operators(c.formula) > kOracleLimit) continue;
    SCOPED_TRACE(c.text());
    const bool violated = violated_on_some_run(c.system, c.formula);
    ++(violated ? violated_cases : holding_cases);
    for (const EngineKind& engine : engines()) {
      for (const StoreKind& store : store_kinds()) {
        if (!unsuitable(engine, Acceptance::generalized_buchi(1), store.traits, Strength::Terminal).empty()) continue;
        CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
        options.emptiness = engine.value;
        options.search = engine.breadth_first ? SearchOrder::BreadthFirst : SearchOrder::DepthFirst;
        options.store = store.value;
        if (store.value == Store::Cache) options.cache_entries = seed % 7;
        const bool shortcut = engine.decides == Decides::Weak || engine.decides == Decides::Terminal;
        if (shortcut && !check(c.system, options)) continue;  // refused: the automaton is too strong
        shortcuts += shortcut ? 1 : 0;
        expect_verdict(decide(c.system, options), violated, store.traits.exact,
                       std::string(engine.name) + " on " + store.name);
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(violated_cases, 100);
  EXPECT_GT(holding_cases, 50);
  EXPECT_GT(shortcuts, 1000);
}

/// Formulas with regular expressions that the oracle of runs can be asked about in other words.
TEST(Engines, AgreeWithTheOracleAboutRegularExpressions) {
  int violated_cases = 0, holding_cases = 0, fair_cases = 0;
  for (std::uint64_t seed = 1; violated_cases + holding_cases < 250; ++seed) {
    Case c = random_case(seed, seed % 2 == 0 ? 3 : 0, 2);
    std::mt19937_64 random(seed);
    const std::vector<std::string> atoms = weir::atoms(c.formula);
    RandomOps ops = RandomOps::with_regex();
    ops.constants = false;
    c.formula = random_formula(random, 3 + seed % 8, atoms.empty() ? std::vector<std::string>{"p", "a"} : atoms, ops);
    if (is_next_free(c.formula) || !can_be_regex_free(c.formula)) continue;  // all expressions may have folded
    const std::vector<Formula> parts = subformulas(c.formula);
    if (std::none_of(parts.begin(), parts.end(), [](Formula f) { return has_regex(f.op()); })) continue;
    const Formula plain = regex_free(c.formula);
    if (temporal_operators(plain) > kOracleLimit) continue;
    SCOPED_TRACE(c.text() + "as " + to_string(plain));
    const bool violated = violated_on_some_run(c.system, plain);
    ++(violated ? violated_cases : holding_cases);
    for (const EngineKind& engine : engines()) {
      for (const char* store : {"exact", "tree"}) {
        const StoreKind& kind = store_kind(find_choice<Store>(store).value());
        if (!unsuitable(engine, Acceptance::generalized_buchi(1), kind.traits, Strength::Terminal).empty()) continue;
        CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
        options.emptiness = engine.value;
        options.search = engine.breadth_first ? SearchOrder::BreadthFirst : SearchOrder::DepthFirst;
        options.store = kind.value;
        if (!check(c.system, options)) continue;  // refused: the automaton is too strong
        expect_verdict(decide(c.system, options), violated, true, std::string(engine.name) + " on " + store);
      }
    }
    for (const unsigned threads : {1U, 2U}) {
      CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
      options.threads = threads;
      options.translator = threads == 1 ? Translator::Couvreur : Translator::Auto;
      expect_verdict(decide(c.system, options), violated, true, std::to_string(threads) + " threads");
      options.translator = Translator::Auto;
      options.properties.front().kind = PropertyRequest::Kind::Ltlf;
      options.threads = 1;
      for (const bool maximal : {false, true}) {
        options.computations = maximal ? Computations::Maximal : Computations::All;
        expect_verdict(decide(c.system, options), violated_on_some_computation(c.system, plain, maximal), true,
                       maximal ? "maximal computations" : "all computations");
      }
    }
    if (seed % 2 == 0) {
      for (const Fairness fair : {Fairness::Weak, Fairness::Strong}) {
        ++fair_cases;
        CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
        options.fair = fair;
        const OracleFairness oracle = fair == Fairness::Strong ? OracleFairness::Strong : OracleFairness::Weak;
        expect_verdict(decide(c.system, options), violated_on_some_run(c.system, plain, {}, oracle), true,
                       name_of(fair));
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(violated_cases, 40);
  EXPECT_GT(holding_cases, 40);
  EXPECT_GT(fair_cases, 60);
}

TEST(Engines, AgreeWithTheOracleUnderFairness) {
  int decided_by_fairness = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Case c = random_case(seed, 3, 6);
    // Half of the formulas are about recurrence, where fairness matters.
    static const char* const kRecurrent[] = {"G F a", "F G !b", "G F a & G F b", "G (p -> F a)", "F b", "G F (a | q)"};
    if (seed % 2 == 0) c.formula = *parse_formula(kRecurrent[seed / 2 % 6]);
    if (temporal_operators(c.formula) > 3) continue;
    SCOPED_TRACE(c.text());
    const bool unfair = violated_on_some_run(c.system, c.formula);
    for (const Fairness fair : {Fairness::Weak, Fairness::Strong}) {
      const bool strong = fair == Fairness::Strong;
      const bool violated =
          violated_on_some_run(c.system, c.formula, {}, strong ? OracleFairness::Strong : OracleFairness::Weak);
      decided_by_fairness += unfair != violated ? 1 : 0;
      for (const EngineKind& engine : engines()) {
        if (engine.decides != Decides::Everything && (strong || engine.decides != Decides::GeneralizedBuchi)) continue;
        CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
        options.emptiness = engine.value;
        options.fair = fair;
        expect_verdict(decide(c.system, options), violated, true, engine.name + (" " + name_of(fair)));
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(decided_by_fairness, 20);
}

TEST(Engines, AgreeWithTheOracleUnderAssumptions) {
  int decided_by_assumption = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Case c = random_case(seed, 0, 5);
    std::mt19937_64 random(seed * 77);
    const Formula assumption = random_formula(random, 4, {"p", "q", "a"});
    if (temporal_operators(c.formula) + temporal_operators(assumption) > kOracleLimit) continue;
    SCOPED_TRACE(c.text() + "assuming " + to_string(assumption));
    const bool violated = violated_on_some_run(c.system, c.formula, {assumption});
    decided_by_assumption += violated != violated_on_some_run(c.system, c.formula) ? 1 : 0;
    CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
    options.assume.push_back(to_string(assumption));
    expect_verdict(decide(c.system, options), violated, true, "couvreur");
    if (HasFailure()) return;
  }
  EXPECT_GT(decided_by_assumption, 10);
}

TEST(Translators, GiveTheSameVerdicts) {
  for (std::uint64_t seed = 1000; seed <= 1200; ++seed) {
    Case c = random_case(seed, 0, 6);
    if (temporal_operators(c.formula) > 3) continue;
    SCOPED_TRACE(c.text());
    const bool violated = violated_on_some_run(c.system, c.formula);
    CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
    expect_verdict(decide(c.system, options), violated, true, "whole automaton");
    options.translator = Translator::Couvreur;
    expect_verdict(decide(c.system, options), violated, true, "automaton on demand");
    options.translator = Translator::Closure;
    // Refused for formulas with past operators.
    if (const Expected<CheckResult> result = check(c.system, options))
      expect_verdict(result->properties.front(), violated, true, "closure");
    options.translator = Translator::Derivative;
    // Refused for formulas that are not deterministic; right where it is not.
    if (const Expected<CheckResult> result = check(c.system, options)) {
      expect_verdict(result->properties.front(), violated, true, "derivative");
    }
    if (HasFailure()) return;
  }
}

TEST(Engines, AgreeInEveryOrderOfSearch) {
  for (std::uint64_t seed = 2000; seed <= 2300; ++seed) {
    Case c = random_case(seed, 0, 6);
    if (temporal_operators(c.formula) > kOracleLimit) continue;
    SCOPED_TRACE(c.text());
    const bool violated = violated_on_some_run(c.system, c.formula);
    for (const char* order : {"dfs", "bfs", "random"}) {
      CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
      options.search = find_choice<SearchOrder>(order).value();
      options.seed = seed;
      expect_verdict(decide(c.system, options), violated, true, order);
      options.properties.front().kind = PropertyRequest::Kind::Ltlf;
      expect_verdict(decide(c.system, options), violated_on_some_computation(c.system, c.formula, false), true, order);
    }
    if (HasFailure()) return;
  }
}

TEST(Engines, AgreeWhereRunsEndInErrors) {
  // A step with a run-time error ends its run, which violates nothing: reaching the terminal part is not enough.
  int differ_from_reachability = 0;
  for (std::uint64_t seed = 3000; seed <= 3600; ++seed) {
    Case c = random_case(seed, 0, 5);
    ExplicitSystem without = c.system;
    std::mt19937_64 random(seed);
    for (auto& state : c.system.states) {
      for (auto& edge : state.edges) {
        if (random() % 2 == 0) edge.fault = Fault::RuntimeError;
      }
    }
    SCOPED_TRACE(c.text());
    CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
    options.emptiness = Emptiness::Couvreur;
    const Verdict expected = decide(c.system, options).verdict;
    differ_from_reachability += expected != decide(without, options).verdict ? 1 : 0;
    for (const Choice<Emptiness>& engine : choices<Emptiness>()) {
      options.emptiness = engine.value;
      if (!check(c.system, options)) continue;
      EXPECT_EQ(decide(c.system, options).verdict, expected) << engine.name;
    }
    options.emptiness = Emptiness::Auto;
    for (const char* order : {"dfs", "bfs"}) {
      options.search = find_choice<SearchOrder>(order).value();
      EXPECT_EQ(decide(c.system, options).verdict, expected) << order;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(differ_from_reachability, 30);
}

/// Whether a lasso with at most `steps` steps fails; deadlocked states stutter.
bool some_lasso_fails(ExplicitSystem& system, Formula formula, std::size_t steps) {
  const std::vector<std::string> names = atoms(formula);
  std::vector<Run> waiting;
  for (const std::uint32_t initial : system.initials) {
    Run run;
    run.prefix.resize(1);
    run.prefix[0].state = ExplicitSystem::bytes(initial);
    waiting.push_back(run);
  }
  while (!waiting.empty()) {
    const Run run = std::move(waiting.back());  // a path; its last state has no step yet
    waiting.pop_back();
    SuccessorBuffer successors;
    system.successors(run.prefix.back().state, successors);
    if (successors.empty()) {
      Step stutter;
      successors.append(stutter, run.prefix.back().state);
    }
    const bool stutters = [&] {
      SuccessorBuffer real;
      system.successors(run.prefix.back().state, real);
      return real.empty();
    }();
    for (std::size_t i = 0; i < successors.size(); ++i) {
      Run next = run;
      next.prefix.back().step = successors.step(i);
      next.prefix.back().stutters = stutters;
      const std::vector<std::byte> target(successors.state(i).begin(), successors.state(i).end());
      for (std::size_t back = 0; back < next.prefix.size(); ++back) {
        if (next.prefix[back].state != target) continue;
        Run lasso = next;
        const auto cut = lasso.prefix.begin() + static_cast<std::ptrdiff_t>(back);
        lasso.cycle.assign(cut, lasso.prefix.end());
        lasso.prefix.erase(cut, lasso.prefix.end());
        if (!holds_on_lasso(formula, *word_of(system, lasso, names, WordKind::Lasso))) return true;
      }
      if (next.prefix.size() >= steps) continue;
      next.prefix.emplace_back();
      next.prefix.back().state = target;
      waiting.push_back(std::move(next));
    }
  }
  return false;
}

TEST(Shortest, NoSearchFindsAShorterLassoAndHardlyAnyExists) {
  int compared = 0, shorter_exists = 0;
  for (std::uint64_t seed = 4000; seed <= 4900; ++seed) {
    Case c = random_case(seed, 0, 6, false);  // a product that remembers the past has longer lassos
    SCOPED_TRACE(c.text());
    CheckOptions options = options_for(PropertyRequest::Kind::Ltl, c.formula);
    options.shortest = true;
    const PropertyResult shortest = decide(c.system, options);
    options.shortest = false;
    const PropertyResult first = decide(c.system, options);
    EXPECT_EQ(shortest.verdict, first.verdict);
    if (shortest.verdict != Verdict::Violated) continue;
    const Counterexample& run = shortest.counterexample;
    const std::size_t length = run.prefix.size() + run.cycle.size();
    EXPECT_LE(length, first.counterexample.prefix.size() + first.counterexample.cycle.size());
    if (run.cycle.empty() || length > 6) continue;  // only a bad prefix is shown: nothing to compare
    for (const Choice<Emptiness>& engine : choices<Emptiness>()) {
      options.emptiness = engine.value;
      if (!check(c.system, options)) continue;
      const Counterexample other = decide(c.system, options).counterexample;
      EXPECT_LE(length, other.prefix.size() + other.cycle.size()) << engine.name;
    }
    ++compared;
    shorter_exists += length > 1 && some_lasso_fails(c.system, c.formula, length - 1) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 100);
  // The shortest lasso of the product, rolled up, is not always a shortest one of the model (docs/counterexamples.md).
  EXPECT_LE(shorter_exists * 20, compared) << shorter_exists << " of " << compared;
}

TEST(FiniteCheck, AgreesWithTheOracleOnEveryStoreAndCacheSize) {
  int violated_cases = 0, holding_cases = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    Case c = random_case(seed, 0, 7);
    if (temporal_operators(c.formula) > kOracleLimit) continue;
    SCOPED_TRACE(c.text());
    for (const Computations computations : {Computations::All, Computations::Maximal}) {
      const bool violated = violated_on_some_computation(c.system, c.formula, computations == Computations::Maximal);
      ++(violated ? violated_cases : holding_cases);
      CheckOptions options = options_for(PropertyRequest::Kind::Ltlf, c.formula);
      options.computations = computations;
      const PropertyResult exact = decide(c.system, options);
      expect_verdict(exact, violated, true, "exact " + name_of(computations));
      for (const Store store : {Store::Tree, Store::Compact, Store::Bitstate}) {
        options.store = store;
        expect_verdict(decide(c.system, options), violated, store_kind(store).traits.exact, name_of(store));
      }
      options.store = Store::Exact;
      options.shortest = true;
      const PropertyResult shortest = decide(c.system, options);
      expect_verdict(shortest, violated, true, "breadth-first");
      if (violated) {
        EXPECT_LE(shortest.counterexample.prefix.size(), exact.counterexample.prefix.size());
      }
      options.shortest = false;
      options.store = Store::Cache;
      for (std::uint64_t entries = 0; entries <= exact.stats.states + 1; ++entries) {
        options.cache_entries = entries;
        expect_verdict(decide(c.system, options), violated, true, "cache of " + std::to_string(entries));
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(violated_cases, 100);
  EXPECT_GT(holding_cases, 50);
}

}  // namespace
}  // namespace weir::test
