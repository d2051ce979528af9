// SPDX-License-Identifier: Apache-2.0
// Every automaton construction stops soon after its flag is raised, respects its memory limit, and reports both as
// values.
#include "automaton/limits.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "automaton/classify/classify.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/product.h"
#include "automaton/transform/simplify.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"
#include "automaton/translate/monitor.h"
#include "automaton/translate/translate.h"
#include "base/memory/memory_limit.h"
#include "formula/parser.h"
#include "formula/rewrite.h"

namespace weir::test {
namespace {

Formula parsed(const std::string& text) { return parse_formula(text).value(); }

/// ((p1 U p2) U p3) ...: 2^(n-1) states, and twice as many letters.
Formula nested_untils(int n) {
  std::string text = "p1";
  for (int i = 2; i <= n; ++i) text = "(" + text + ") U p" + std::to_string(i);
  return parsed(text);
}

/// Words with two letters a exactly n positions apart, once or infinitely often: a deterministic automaton remembers n
/// bits.
Formula far_apart(int n, const std::string& often) {
  std::string text = "a";
  for (int i = 0; i < n; ++i) text = "X[!] (" + text + ")";
  return parsed(often + " (a & " + text + ")");
}

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Meter, LooksAtTheFlagNowAndThen) {
  StopFlag stop;
  Meter meter({&stop, 0});
  for (int i = 0; i < 5000; ++i) meter.step();
  EXPECT_EQ(meter.used(), 5000U);
  stop.raise(StopFlag::Reason::Time);
  const auto result = bounded([&] {
    for (int i = 0; i < 5000; ++i) meter.step();
    return 0;
  });
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().front().limit);
  EXPECT_EQ(result.error().front().message, "the time limit was reached");
}

TEST(Meter, CountsStepsInAnyPortion) {
  Meter meter;
  meter.steps(1'000'000);
  meter.step();
  meter.steps(1);
  meter.steps(1022);
  EXPECT_EQ(meter.used(), 1'001'024U);
}

TEST(Meter, GrantsAreKeptAndNested) {
  Meter meter;
  const auto work = [&](int steps) {
    return [&meter, steps] {
      for (int i = 0; i < steps; ++i) meter.step();
      return steps;
    };
  };
  EXPECT_EQ(attempt(meter, 10'000, work(9'000)), 9'000);
  EXPECT_FALSE(attempt(meter, 10'000, work(20'000)));
  EXPECT_EQ(attempt(meter, 10'000, work(9'000)), 9'000) << "what one attempt used is not taken from the next";
  // Exhausting an inner attempt fails only that one, unless the outer one is exhausted as well.
  const auto outer = attempt(meter, 100'000, [&] { return attempt(meter, 1'000, work(2'000)).has_value(); });
  EXPECT_EQ(outer, false);
  EXPECT_FALSE(attempt(meter, 1'000, [&] { return attempt(meter, 100'000, work(50'000)).has_value(); }));
  EXPECT_EQ(attempt(meter, 1'000, work(10)), 10);
  work(1'000'000)();  // outside an attempt, work is not counted
}

TEST(Meter, AStopPassesThroughAttempts) {
  StopFlag stop;
  Meter meter({&stop, 0});
  stop.raise(StopFlag::Reason::Interrupted);
  const auto result = bounded([&] {
    return attempt(meter, 1 << 20,
                   [&] {
                     meter.steps(10'000);
                     return 1;
                   })
        .has_value();
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().front().message, "interrupted");
}

TEST(Meter, MemoryEndsTheWorkAndRaisesTheFlag) {
  StopFlag stop;
  Meter meter({&stop, 1});
  const auto result = bounded([&] {
    for (int i = 0; i < 100; ++i) meter.allocate(1 << 16);
    return 0;
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().front().message, "the memory limit was reached");
  EXPECT_EQ(stop.reason(), StopFlag::Reason::Memory);
}

TEST(Meter, OptionalWorkGivesUpItsMemoryQuietly) {
  StopFlag stop;
  Meter meter({&stop, 1});
  EXPECT_FALSE(attempt(meter, 1 << 20, [&] {
    meter.allocate(1 << 22);
    return 0;
  }));
  EXPECT_FALSE(stop.raised());
}

struct Construction {
  const char* name;
  std::function<Expected<bool>(const ConstructionLimits&)> run;
};

template <class T>
Expected<bool> done(const Expected<T>& result) {
  if (!result) return result.error();
  return true;
}

/// Each takes far more time and memory than the tests allow.
std::vector<Construction> constructions() {
  const auto space = [](const ConstructionLimits& limits) { return std::make_shared<AtomSpace>(limits); };
  return {
      {"couvreur",
       [=](const ConstructionLimits& limits) {
         return done(infinite_automaton(nested_untils(24), space(limits), {.simplify = SimplifyLevel::None}));
       }},
      {"couvreur, simplified",
       [=](const ConstructionLimits& limits) { return done(infinite_automaton(nested_untils(24), space(limits))); }},
      {"derivative",
       [=](const ConstructionLimits& limits) { return done(finite_automaton(nested_untils(24), space(limits))); }},
      {"derivative on demand",
       [=](const ConstructionLimits& limits) -> Expected<bool> {
         auto automaton = DerivativeAutomaton::create(far_apart(40, "F"), {"a"}, limits);
         if (!automaton) return automaton.error();
         for (std::uint32_t s = 0; s < (*automaton)->states() && !(*automaton)->incomplete(); ++s)
           for (const Letter letter : {0, 1}) (*automaton)->edges(s, letter);
         if (const auto limit = (*automaton)->incomplete()) return *limit;
         return true;
       }},
      {"couvreur on demand",
       [=](const ConstructionLimits& limits) -> Expected<bool> {
         std::string text = "true";
         for (int i = 0; i < 60; i += 2) {
           const std::string one = "p" + std::to_string(i), other = "p" + std::to_string(i + 1);
           text += " & (F G " + one + " | X F G " + other + ")";
         }
         auto automaton =
             CouvreurAutomaton::create(simplify(parsed(text), Semantics::Infinite), weir::atoms(parsed(text)), limits);
         if (!automaton) return automaton.error();
         (*automaton)->edges(0, 0);
         if (const auto limit = (*automaton)->incomplete()) return *limit;
         return true;
       }},
      {"monitor",
       [=](const ConstructionLimits& limits) { return done(Monitor::create(nested_untils(24), {}, limits)); }},
      {"determinisation",
       [=](const ConstructionLimits& limits) -> Expected<bool> {
         const auto automaton = couvreur_automaton(simplify(!far_apart(18, "G F"), Semantics::Infinite), space(limits));
         if (!automaton) return automaton.error();
         return bounded([&] { return determinized(*automaton, ~std::uint32_t{0}).state_count() > 0; });
       }},
      {"inclusion",
       [=](const ConstructionLimits& limits) -> Expected<bool> {
         const auto automaton = couvreur_automaton(simplify(!far_apart(18, "G F"), Semantics::Infinite), space(limits));
         if (!automaton) return automaton.error();
         return bounded([&] { return included(*automaton, *automaton); });
       }},
  };
}

TEST(Limits, EveryConstructionEndsSoonAfterTheFlagIsRaised) {
  for (const Construction& construction : constructions()) {
    StopFlag stop;
    Expected<bool> result = true;
    const double seconds = seconds_of([&] {
      const Watchdog watchdog(stop, 0.2, {});
      result = construction.run({&stop, 0});
    });
    ASSERT_FALSE(result) << construction.name;
    EXPECT_TRUE(result.error().front().limit) << construction.name;
    EXPECT_EQ(result.error().front().message, "the time limit was reached") << construction.name;
    EXPECT_LT(seconds, 10) << construction.name << ": a fifth of a second; sanitized and on a busy machine more";
  }
}

TEST(Limits, EveryConstructionKeepsToItsMemory) {
  constexpr std::uint64_t kGranted = 24 << 20;
  for (const Construction& construction : constructions()) {
    StopFlag stop;
    const Watchdog watchdog(stop, 60, {});  // in case the memory limit is not noticed
    const std::uint64_t before = resident_bytes();
    const Expected<bool> result = construction.run({&stop, before + kGranted});
    ASSERT_FALSE(result) << construction.name;
    EXPECT_EQ(result.error().front().message, "the memory limit was reached") << construction.name;
  }
}

TEST(Limits, ATooLargeAutomatonIsALimitAndNoMistake) {
  const auto space = std::make_shared<AtomSpace>();
  const auto result = couvreur_automaton(nested_untils(12), space, {.max_states = 100});
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().front().limit);
}

// Fifty temporal operators over free propositions: the diagrams of the parts and of the whole are small.
TEST(Limits, FiftyOperatorsOverFreePropositions) {
  std::string text = "true";
  for (int i = 1; i < 26; ++i) {
    const std::string here = "e" + std::to_string(i), before = "e" + std::to_string(i - 1);
    text += " & (!" + here + " W " + before + ") & G (" + here + " -> X G !" + here + ")";
  }
  const auto space = std::make_shared<AtomSpace>();
  const auto finite = finite_automaton(parsed(text), space), infinite = infinite_automaton(parsed(text), space);
  ASSERT_TRUE(finite && infinite);
  EXPECT_EQ(finite->state_count(), 27U);
  EXPECT_EQ(infinite->state_count(), 27U);
  EXPECT_LT(space->bdds.meter().used(), 50'000'000U);
}

}  // namespace
}  // namespace weir::test
