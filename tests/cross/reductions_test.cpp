// SPDX-License-Identifier: Apache-2.0
// Every verdict with every reduction is the verdict without: on random Promela programs and on the corpora, in the
// searches and stores that the command line allows. Counterexamples are certified by check() itself: one that does not
// stand makes the verdict inconclusive, which is a difference too.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "support/corpus.h"
#include "support/promela_states.h"
#include "support/random_promela.h"

namespace weir {
namespace {

using Kind = PropertyRequest::Kind;

struct Configuration {
  const char* reduce;
  const char* search = "dfs";
  const char* store = "exact";
  const char* emptiness = "auto";
};

std::string to_string(const Configuration& c) {
  return std::string("--reduce ") + c.reduce + " --search " + c.search + " --store " + c.store + " --emptiness " +
         c.emptiness;
}

CheckOptions options_for(const Configuration& configuration, std::vector<PropertyRequest> properties) {
  CheckOptions options;
  options.properties = std::move(properties);
  options.reduce = configuration.reduce;
  options.search = configuration.search;
  options.store = configuration.store;
  options.emptiness = configuration.emptiness;
  if (options.store == "cache") {
    options.cache_entries = 300;
    options.cache_entries_given = true;
  }
  options.memory_limit = std::uint64_t{1} << 30;
  options.time_limit = 20;
  return options;
}

const std::vector<PropertyRequest> kDefects = {{Kind::Assertions, ""}, {Kind::Deadlock, ""}};

const std::vector<Configuration> kForDefects = {
    {"por"},
    {"por", "bfs"},
    {"por", "random"},
    {"por", "dfs", "tree"},
    {"por", "dfs", "cache"},
    {"merge"},
    {"dead"},
    {"slice"},
    {"merge,dead,slice"},
    {"merge,dead,slice,por"},
    {"merge,por", "bfs"},
    {"auto"},
    {"auto", "dfs", "cache"},
    {"sleep"},
    {"sleep", "dfs", "cache"},
    {"merge,dead,sleep"},
};
const std::vector<Configuration> kForFormulas = {
    {"por"},
    {"por", "dfs", "exact", "ndfs"},
    {"por", "dfs", "exact", "tarjan"},
    {"por", "dfs", "tree", "owcty"},
    {"por", "dfs", "exact", "emerson-lei"},
    {"por", "dfs", "cache", "ndfs"},
    {"merge"},
    {"dead"},
    {"slice"},
    {"merge,dead,slice,por"},
    {"auto", "dfs", "cache", "ndfs"},
    {"auto"},
};

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Inconclusive: break;
  }
  return "inconclusive";
}

/// One word for each property; a refusal is told as such.
std::vector<std::string> verdicts(TransitionSystem& system, const CheckOptions& options) {
  const Expected<CheckResult> result = check(system, options);
  if (!result) return {"refused: " + weir::to_string(result.error())};
  std::vector<std::string> words;
  for (const PropertyResult& property : result->properties) {
    words.push_back(name_of(property.verdict));
    if (property.verdict == Verdict::Inconclusive) words.back() += ": " + property.reason;
  }
  return words;
}

bool refused(const std::vector<std::string>& words) { return words.size() == 1 && words[0].starts_with("refused"); }

/// What differs; empty: nothing.
std::string difference(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                       const std::vector<Configuration>& configurations) {
  const auto start = std::chrono::steady_clock::now();
  const auto plain = verdicts(system, options_for({"none"}, properties));
  if (refused(plain)) return {};
  // An atomic sequence that never ends takes the interpreter long; others show as much.
  if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(200)) return {};
  for (const Configuration& configuration : configurations) {
    const auto reduced = verdicts(system, options_for(configuration, properties));
    if (refused(reduced) || reduced == plain) continue;
    std::string text = to_string(configuration) + ":";
    for (const auto& word : reduced) text += " " + word;
    text += ", without:";
    for (const auto& word : plain) text += " " + word;
    return text;
  }
  return {};
}

int rounds(int usual) {
  const char* given = std::getenv("WEIR_ROUNDS");
  return given != nullptr ? std::atoi(given) : usual;
}

TEST(Reductions, KeepAssertionsAndDeadlocksOfRandomPrograms) {
  int tried = 0;
  for (std::uint64_t seed = 1; tried < rounds(25); ++seed) {
    const auto program = testing::random_promela(seed);
    const auto differs = [](const testing::PromelaProgram& candidate) -> std::string {
      const auto system = testing::promela_system(testing::to_text(candidate));
      if (system == nullptr || !testing::count_states(*system, 800).complete) return {};
      return difference(*system, kDefects, kForDefects);
    };
    ++tried;
    if (differs(program).empty()) continue;
    const auto small =
        testing::shrink(program, [&](const testing::PromelaProgram& candidate) { return !differs(candidate).empty(); });
    FAIL() << "seed " << seed << ": " << differs(small) << "\n" << testing::to_text(small);
  }
}

TEST(Reductions, PartialOrderWithSleepSetsKeepsDeadlocksOfRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(rounds(25)); ++seed) {
    const auto program = testing::random_promela(seed);
    const auto differs = [](const testing::PromelaProgram& candidate) -> std::string {
      const auto system = testing::promela_system(testing::to_text(candidate));
      if (system == nullptr || !testing::count_states(*system, 800).complete) return {};
      return difference(
          *system, {{Kind::Deadlock, ""}},
          {{"por"}, {"por", "bfs"}, {"por,sleep"}, {"por,sleep", "dfs", "cache"}, {"merge,dead,por,sleep"}});
    };
    if (differs(program).empty()) continue;
    const auto small =
        testing::shrink(program, [&](const testing::PromelaProgram& candidate) { return !differs(candidate).empty(); });
    FAIL() << "seed " << seed << ": " << differs(small) << "\n" << testing::to_text(small);
  }
}

/// With arrays and channels indexed by a variable of the process: what a step touches then depends on its frame.
std::string with_own_indices(std::string text) {
  for (const std::string from : {"a[b]", "q[b]"})
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
      text.replace(at + 2, 1, "k % 2");
  return text;
}

// What sleeps, and what is remembered of it, may not matter: with any heap, and whoever is replaced.
TEST(Reductions, SleepSetsKeepDefectsOfRandomProgramsOnAnyHeap) {
  constexpr std::uint64_t kPatience = 50000;
  int compared = 0;
  const auto differs = [&](const testing::PromelaProgram& candidate) -> std::string {
    const auto system = testing::promela_system(with_own_indices(testing::to_text(candidate)));
    if (system == nullptr || !testing::count_states(*system, 300).complete) return {};
    const auto plain = verdicts(*system, options_for({"none"}, kDefects));
    if (refused(plain)) return {};
    for (const char* reduce : {"sleep", "por,sleep", "merge,dead,slice,por,sleep", "por"}) {
      for (const std::uint64_t entries : {300, 20, 3, 0}) {
        for (const char* replacement : {"cost", "lru"}) {
          CheckOptions options = options_for({reduce, "dfs", "cache"}, kDefects);
          options.cache_entries = entries;
          options.replacement = replacement;
          options.max_states = kPatience;
          const auto found = verdicts(*system, options);
          if (refused(found)) continue;
          for (std::size_t i = 0; i < plain.size(); ++i) {
            if (found[i].starts_with("inconclusive")) continue;
            ++compared;
            if (found[i] != plain[i])
              return std::string(reduce) + ", heap " + std::to_string(entries) + ", " + replacement + ": " + found[i] +
                     ", without: " + plain[i];
          }
        }
      }
    }
    return {};
  };
  for (std::uint64_t seed = 9001; seed < 9001 + static_cast<std::uint64_t>(rounds(40)); ++seed) {
    const auto program = testing::random_promela(seed);
    if (differs(program).empty()) continue;
    const auto small =
        testing::shrink(program, [&](const testing::PromelaProgram& candidate) { return !differs(candidate).empty(); });
    FAIL() << "seed " << seed << ": " << differs(small) << "\n" << with_own_indices(testing::to_text(small));
  }
  EXPECT_GE(compared, rounds(40) * 10);
}

/// A few processes that send, receive and count, without loops.
std::string random_talk(std::mt19937& random) {
  const auto one_of = [&](const std::vector<std::string>& choices) { return choices[random() % choices.size()]; };
  const std::vector<std::string> statements = {
      "c!0",       "c!1",        "c?_",   "c?1", "d!x",       "d?_",   "q[0]!1",
      "q[1]!0",    "q[k % 2]?_", "r!1",   "r?_", "x = 1 - x", "y = x", "atomic { d!1; x = 1 }",
      "nempty(c)", "k++",        "x == 0"};
  const std::vector<std::string> assertions = {
      "trace { do :: c!_; c?_ od }", "trace { do :: c!0 :: c!x od }", "trace { do :: r!_ :: d?_ od }",
      "notrace { c!1; c!1 }",        "notrace { q[0]!1; q[1]!_ }",    "notrace { do :: d!_ :: c!y -> break od; c?_ }",
      "notrace { d!_; c!_ }"};
  std::string text = "bit x, y; chan c = [2] of { bit }; chan d = [1] of { bit }; chan r = [0] of { bit };\n";
  text += "chan q[2] = [2] of { bit };\n";
  for (int i = 0; i < 3; ++i) {
    text += "active proctype P" + std::to_string(i) + "() { byte k;";
    for (int n = 0; n < 4; ++n)
      text += random() % 4 == 0 ? " if :: " + one_of(statements) + " :: " + one_of(statements) + " fi;"
                                : " " + one_of(statements) + ";";
    text += " skip }\n";
  }
  return text + one_of(assertions) + "\n";
}

// What a trace assertion watches may not be reordered; everything else may.
TEST(Reductions, KeepTraceAssertionsOfRandomPrograms) {
  std::mt19937 random(5);
  int violated = 0, held = 0;
  std::uint64_t whole = 0, reduced = 0;
  for (int round = 0; round < rounds(150); ++round) {
    const std::string text = random_talk(random);
    const auto system = testing::watched_promela_system(text);
    ASSERT_NE(system, nullptr) << text;
    const auto plain = verdicts(*system, options_for({"none"}, kDefects));
    ++(plain[0] == "violated" ? violated : held);
    ASSERT_EQ(difference(*system, kDefects,
                         {{"por"},
                          {"por", "bfs"},
                          {"por,sleep"},
                          {"por,sleep", "dfs", "cache"},
                          {"sleep"},
                          {"sleep", "dfs", "cache"},
                          {"auto"}}),
              "")
        << text;
    if (plain[0] == "violated") continue;
    whole += check(*system, options_for({"none"}, {{Kind::Assertions, ""}}))->properties[0].stats.states;
    reduced += check(*system, options_for({"por"}, {{Kind::Assertions, ""}}))->properties[0].stats.states;
  }
  EXPECT_GE(violated, rounds(150) / 20);
  EXPECT_GE(held, rounds(150) / 20);
  EXPECT_LT(reduced * 5, whole * 4);
}

TEST(Reductions, KeepFormulasOfRandomPrograms) {
  const std::vector<PropertyRequest> formulas = {
      {Kind::Ltl, "G (x != 2)"},
      {Kind::Ltl, "G F (y == 0)"},
      {Kind::Ltl, "F G (b == 1)"},
      {Kind::Ltl, "(x == 0) U (y == 1)"},
      {Kind::Ltl, "G (len(c) == 1 -> F len(c) == 0)"},
      {Kind::Ltl, "F dead"},
      {Kind::Ltl, "G !(P0[0]@done)"},
      {Kind::Ltl, "G F X (x == 1)"},
      {Kind::Ltl, "F (a[0] == 2 && G a[0] == 2)"},
  };
  const auto text_of = [](const testing::PromelaProgram& program, std::uint64_t seed) {
    return seed % 2 == 0 ? testing::to_text(program) : with_own_indices(testing::to_text(program));
  };
  int tried = 0;
  for (std::uint64_t seed = 5001; tried < rounds(25); ++seed) {
    const auto program = testing::random_promela(seed);
    const auto differs = [&](const testing::PromelaProgram& candidate) -> std::string {
      for (const PropertyRequest& formula : formulas) {
        const auto system = testing::promela_system(text_of(candidate, seed));
        if (system == nullptr || !testing::count_states(*system, 500).complete) return {};
        const std::string found = difference(*system, {formula}, kForFormulas);
        if (!found.empty()) return formula.text + " " + found;
      }
      return {};
    };
    ++tried;
    if (differs(program).empty()) continue;
    const auto small =
        testing::shrink(program, [&](const testing::PromelaProgram& candidate) { return !differs(candidate).empty(); });
    FAIL() << "seed " << seed << ": " << differs(small) << "\n" << text_of(small, seed);
  }
}

}  // namespace
}  // namespace weir
