// SPDX-License-Identifier: Apache-2.0
// Formulas with time bounds on logs: streams and monitors against the definitions on whole timed words.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "formula/finite_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/regex.h"
#include "oracle/timed_words.h"
#include "pipeline/trace/timed_monitor.h"
#include "pipeline/trace/timed_streams.h"

namespace weir::test {
namespace {

const std::vector<std::string> kAtoms = {"a", "b", "c"};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  Formula literal() {
    const Formula atom = Formula::atom(kAtoms[below(kAtoms.size())]);
    return below(8) == 0 ? Formula::constant(below(2) == 0) : below(3) == 0 ? !atom : atom;
  }

  TimeBounds bounds() {
    const std::uint64_t from = below(2) == 0 ? 0 : below(4);
    return {from, below(5) == 0 ? TimeBounds::kUnbounded : from + below(5)};
  }

  Formula formula(std::size_t depth, bool timed = true) {
    if (depth == 0 || below(6) == 0) return literal();
    static constexpr Op kUnary[] = {Op::Not,       Op::Next,          Op::StrongNext, Op::Finally,     Op::Globally,
                                    Op::Yesterday, Op::WeakYesterday, Op::Once,       Op::Historically};
    static constexpr Op kBinary[] = {Op::Xor,       Op::Implies,       Op::Equiv, Op::Until,  Op::Release,
                                     Op::WeakUntil, Op::StrongRelease, Op::Since, Op::Trigger};
    switch (below(timed ? 7 : 4)) {
      case 0: return Formula::unary(kUnary[below(std::size(kUnary))], formula(depth - 1, timed));
      case 1:
        return Formula::binary(kBinary[below(std::size(kBinary))], formula(depth - 1, timed),
                               formula(depth - 1, timed));
      case 2:
        return Formula::nary(below(2) == 0 ? Op::And : Op::Or,
                             {formula(depth - 1, timed), formula(depth - 1, timed), literal()});
      case 3: return regex_formula(depth, timed);
      default: {
        const Op op = below(2) == 0 ? Op::TimedUntil : Op::TimedSince;
        const Formula path = below(2) == 0 ? Formula::constant(true) : formula(depth - 1);
        const Formula f = Formula::timed(op, bounds(), path, formula(depth - 1));
        return below(2) == 0 ? f : !f;
      }
    }
  }

  Regex regex(std::size_t depth) {
    if (depth == 0) return Regex::letter(literal());
    switch (below(6)) {
      case 0: return Regex::concatenation({regex(depth - 1), regex(depth - 1)});
      case 1: return Regex::fusion({regex(depth - 1), regex(depth - 1)});
      case 2: return Regex::any_of({regex(depth - 1), regex(depth - 1)});
      case 3: return Regex::all_of({regex(depth - 1), regex(depth - 1)});
      case 4: {
        const auto least = static_cast<std::uint32_t>(below(3));
        return Regex::repetition(regex(depth - 1), least,
                                 below(2) == 0 ? Regex::kUnbounded : least + static_cast<std::uint32_t>(below(2)));
      }
      default: return Regex::letter(literal());
    }
  }
  Formula regex_formula(std::size_t depth, bool timed) {
    return Formula::suffix(below(2) == 0 ? Op::SuffixConjunction : Op::SuffixImplication, regex(2),
                           formula(depth - 1, timed));
  }

  void extend(TimedWord& word, std::size_t events) {
    for (; events > 0; --events) {
      const std::int64_t before = word.stamps.empty() ? static_cast<std::int64_t>(below(7)) - 3 : word.stamps.back();
      const std::uint64_t pause = below(10) == 0 ? 20 : below(3);
      word.stamps.push_back(before + static_cast<std::int64_t>(pause));
      word.letters.push_back(below(8));
    }
  }

 private:
  std::mt19937_64 random_;
};

std::vector<std::uint8_t> truth_of(std::uint64_t letter) {
  std::vector<std::uint8_t> truth;
  for (std::size_t k = 0; k < kAtoms.size(); ++k) truth.push_back((letter >> k) & 1);
  return truth;
}

std::unique_ptr<TimedMonitor> monitor_of(Formula f) {
  std::vector<CaseHistory::Column> columns;
  for (std::size_t k = 0; k < kAtoms.size(); ++k) columns.push_back({kAtoms[k], k});
  auto monitor = TimedMonitor::create(f, std::move(columns), {}, {});
  return monitor ? std::move(*monitor) : nullptr;
}

std::string text_of(const TimedWord& word) {
  std::string text;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    text += std::to_string(word.stamps[i]) + ":";
    for (std::size_t k = 0; k < kAtoms.size(); ++k)
      if ((word.letters[i] >> k) & 1) text += kAtoms[k];
    text += " ";
  }
  return text;
}

// Both what streams say at the end and what they say on the way, at every position.
TEST(TimedTrace, StreamsAgreeWithTheDefinition) {
  Generator generator(1);
  for (int round = 0; round < 250000; ++round) {
    const Formula f = generator.formula(3);
    if (f.is(Op::True) || f.is(Op::False)) continue;  // needs no stream
    TimedWord word{kAtoms, {}, {}};
    generator.extend(word, 1 + generator.below(7));
    const TimedProgram program({f}, kAtoms);
    TimedStreams streams(program);
    const auto check = [&](const char* when) {
      for (std::uint64_t i = 0; i < streams.known(0); ++i)
        ASSERT_EQ(streams.value(0, i), holds_on_timed(f, word, i))
            << to_string(f) << " at " << i << " of " << text_of(word) << when;
    };
    for (std::size_t i = 0; i < word.letters.size(); ++i) {
      streams.read(word.letters[i], word.stamps[i]);
      ASSERT_NO_FATAL_FAILURE(check("on the way"));
    }
    streams.end();
    ASSERT_EQ(streams.known(0), word.letters.size()) << to_string(f);
    ASSERT_NO_FATAL_FAILURE(check("at the end"));
  }
}

// The oracle has no closures: here the reference semantics of finite words judges.
TEST(TimedTrace, StreamsOfClosuresAgreeWithFiniteWords) {
  Generator generator(2);
  for (int round = 0; round < 20000; ++round) {
    Formula f = Formula::closure(generator.regex(3));
    if (generator.below(2) == 0) f = !f;
    f = Formula::binary(Op::Until, f, generator.formula(1, false)) | Formula::unary(Op::Once, f);
    TimedWord word{kAtoms, {}, {}};
    generator.extend(word, 1 + generator.below(6));
    ValuedWord valued{.atoms = kAtoms};
    const TimedProgram program({f}, kAtoms);
    TimedStreams streams(program);
    for (std::size_t i = 0; i < word.letters.size(); ++i) {
      std::vector<bool>& letter = valued.letters.emplace_back();
      for (std::size_t k = 0; k < kAtoms.size(); ++k) letter.push_back(((word.letters[i] >> k) & 1) != 0);
      streams.read(word.letters[i], word.stamps[i]);
    }
    streams.end();
    const Timeline timeline = evaluate_finite(f, valued);
    for (std::size_t i = 0; i < word.letters.size(); ++i)
      ASSERT_EQ(streams.value(0, i), timeline.holds(f, i)) << to_string(f) << " at " << i << " of " << text_of(word);
  }
}

// The verdict at the end, and that an early one stays right whatever follows.
TEST(TimedTrace, MonitorsAgreeWithTheDefinition) {
  Generator generator(3);
  std::size_t early = 0, checked = 0;
  for (int round = 0; round < 25000; ++round) {
    const Formula f = generator.formula(3);
    if (!has_time_bounds(f)) continue;
    const auto monitor = monitor_of(f);
    ASSERT_NE(monitor, nullptr) << to_string(f);
    for (int sample = 0; sample < 3; ++sample) {
      TimedWord word{kAtoms, {}, {}};
      const auto run = monitor->start();
      const std::size_t length = generator.below(8);
      std::optional<TraceVerdict> decided;
      for (std::size_t i = 0; i < length; ++i) {
        generator.extend(word, 1);
        const TraceVerdict verdict = run->read({truth_of(word.letters[i]), {}, word.stamps[i]});
        if (decided) ASSERT_EQ(verdict, *decided) << to_string(f) << " on " << text_of(word);
        if (decided || verdict == TraceVerdict::Undecided) continue;
        decided = verdict;
        ++early;
        for (int continuation = 0; continuation < 8; ++continuation) {
          TimedWord longer = word;
          generator.extend(longer, generator.below(5));
          ASSERT_EQ(holds_on_timed(f, longer, 0), verdict == TraceVerdict::Satisfied)
              << to_string(f) << " decided on " << text_of(word) << " but not on " << text_of(longer);
        }
      }
      TimedWord judged = word;
      if (length == 0) {  // the empty word is like one position without atoms
        judged.letters.push_back(0);
        judged.stamps.push_back(0);
      }
      ASSERT_EQ(run->end(), holds_on_timed(f, judged, 0)) << to_string(f) << " on " << text_of(word);
      ++checked;
    }
  }
  EXPECT_GT(early, checked / 4) << "the test decides little early";
}

Formula parsed(const std::string& text) {
  const auto formula = parse_formula(text, {.time_bounds = true});
  EXPECT_TRUE(formula) << text;
  return *formula;
}

/// The event, from 1, at which a verdict is reported; 0 if none is. A letter is a string of atoms.
std::size_t decided_at(const std::string& formula, const std::vector<std::pair<std::int64_t, std::string>>& events) {
  const auto monitor = monitor_of(parsed(formula));
  const auto run = monitor->start();
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::uint64_t letter = 0;
    for (const char atom : events[i].second) letter |= std::uint64_t{1} << (atom - 'a');
    if (run->read({truth_of(letter), {}, events[i].first * 1'000'000'000}) != TraceVerdict::Undecided) return i + 1;
  }
  return 0;
}

TEST(TimedTrace, DecidesAtTheFirstEventThatShowsIt) {
  EXPECT_EQ(decided_at("G (a -> F[0,5s] b)", {{0, "a"}, {3, ""}, {5, ""}, {6, ""}, {9, ""}}), 4u);
  EXPECT_EQ(decided_at("G (a -> F[0,5s] b)", {{0, "a"}, {5, "b"}, {6, ""}, {99, ""}}), 0u);
  // A position that is still open does not hide a later one that has failed.
  EXPECT_EQ(decided_at("G (a -> F[0,1h] b) & G (c -> F[0,1s] b)", {{0, "a"}, {1, "c"}, {3, ""}}), 3u);
  EXPECT_EQ(decided_at("!c U F[0,1h] b", {{0, "a"}, {1, "b"}}), 2u);
  EXPECT_EQ(decided_at("F[0,1h] b & G !c", {{0, "a"}, {1, "c"}}), 2u);
  EXPECT_EQ(decided_at("G (b -> O[1,2] a)", {{0, "a"}, {1, "b"}, {2, "b"}, {3, "b"}}), 4u);
  EXPECT_EQ(decided_at("G[1,2] a", {{0, ""}, {1, "a"}, {2, "a"}, {3, ""}}), 4u);
  EXPECT_EQ(decided_at("a U[0,10] b", {{0, "a"}, {1, ""}}), 2u);
}

// More open values in a letter than the monitor keeps apart: verdicts may come late, but stay right.
TEST(TimedTrace, ManyOpenWindows) {
  std::string text = "F[0,1s] a";
  for (int k = 2; k <= 12; ++k) text += " xor F[0," + std::to_string(k) + "s] " + (k % 2 == 0 ? "b" : "(a & c)");
  const Formula f = parsed("G (c -> (" + text + "))");
  const auto monitor = monitor_of(f);
  Generator generator(5);
  for (int round = 0; round < 200; ++round) {
    TimedWord word{kAtoms, {}, {}};
    generator.extend(word, 8);
    for (std::int64_t& stamp : word.stamps) stamp *= 1'000'000'000;
    const auto run = monitor->start();
    for (std::size_t i = 0; i < word.letters.size(); ++i) run->read({truth_of(word.letters[i]), {}, word.stamps[i]});
    ASSERT_EQ(run->end(), holds_on_timed(f, word, 0)) << text_of(word);
  }
}

TEST(TimedTrace, BoundedWindowsNeedBoundedMemory) {
  for (const char* text : {"G (a -> F[0,5s] b)", "G (b -> O[1,5s] a)", "G (a -> (b | c) U[2,5s] (a & O[0,3s] c))",
                           "F (a & G[0,5s] F[0,2s] b)"}) {
    const auto monitor = monitor_of(parsed(text));
    const auto run = monitor->start();
    Generator generator(4);
    std::uint64_t most = 0;
    for (std::int64_t i = 0; i < 50'000; ++i) {
      run->read({truth_of(generator.below(8)), {}, i * 1'000'000'000});
      if (i > 100) most = std::max(most, run->bytes());
    }
    EXPECT_LT(most, 3000u) << text;
  }
}

}  // namespace
}  // namespace weir::test
