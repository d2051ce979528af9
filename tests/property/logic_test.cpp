// SPDX-License-Identifier: Apache-2.0
// Past operators and regular expressions against the oracle, which evaluates them by definition: the reference
// semantics, rewriting, translations, monitors, bad prefixes and open words. Each test prints its comparisons;
// WEIR_ROUNDS makes them longer.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"
#include "automaton/translate/monitor.h"
#include "automaton/translate/translate.h"
#include "formula/bad_prefix.h"
#include "formula/explain.h"
#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/open_semantics.h"
#include "formula/parser.h"
#include "formula/rewrite.h"
#include "oracle/automaton_membership.h"
#include "oracle/lasso_run.h"
#include "oracle/regex_oracle.h"
#include "oracle/word_oracle.h"
#include "support/print_formula.h"
#include "support/random_automaton.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

const std::vector<std::string> kTwoAtoms = {"a", "b"};

class Comparisons {
 public:
  Comparisons(const char* what, int usual) : what_(what), rounds_(usual) {
    if (const char* given = std::getenv("WEIR_ROUNDS")) rounds_ = std::atoi(given);
  }
  ~Comparisons() { std::printf("%s: %llu comparisons\n", what_, count_); }
  void operator++() { ++count_; }
  int rounds() const { return rounds_; }

 private:
  const char* what_;
  int rounds_;
  unsigned long long count_ = 0;
};

Formula some_formula(std::mt19937_64& random, int round, std::size_t largest = 9) {
  if (round % 5 == 4) {  // a large expression, and nothing around it that hides its value
    const Regex r = random_regex(random, 3 + random() % 6, kTwoAtoms);
    const Formula b = Formula::atom("b");
    switch (random() % 3) {
      case 0: return Formula::closure(r);
      case 1: return Formula::suffix(Op::SuffixConjunction, r, random() % 2 == 0 ? Formula::constant(true) : b);
      default: return Formula::suffix(Op::SuffixImplication, r, b);
    }
  }
  const RandomOps ops[] = {RandomOps::with_past(), RandomOps::with_regex(), RandomOps::with_all()};
  return random_formula(random, 2 + random() % largest, kTwoAtoms, ops[round % 3]);
}

/// Lassos of the shapes that matter: some short, and cycles up to three letters. Different in each call.
std::vector<LassoWord> some_lassos(std::mt19937_64& random, int count) {
  std::vector<LassoWord> lassos;
  for (int i = 0; i < count; ++i)
    lassos.push_back({random_word(random, 2, random() % 3), random_word(random, 2, 1 + random() % 3)});
  return lassos;
}

std::size_t past_operators(Formula f) {
  std::size_t count = 0;
  for (const Formula g : subformulas(f)) count += is_past(g.op()) ? 1 : 0;
  return count;
}

WordOracle oracle_for(Formula f, const std::vector<LassoWord>& lassos) {
  return WordOracle::lassos(kTwoAtoms, lassos, std::min<std::size_t>(2 + past_operators(f), 14));
}

using Wrong = std::function<std::string(Formula)>;

/// Reports the simplest formula for which `wrong` has something to say.
void expect_right(Formula f, const Wrong& wrong) {
  if (wrong(f).empty()) return;
  const Formula small = shrink(f, [&](Formula g) { return !wrong(g).empty(); });
  ADD_FAILURE() << to_string(small) << ": " << wrong(small) << "\n(from " << to_string(f) << ")";
}

TEST(Logic, TheTwoOraclesOfRegularExpressionsAgree) {
  Comparisons compared("regular expressions by definition and as automata", 3000);
  std::mt19937_64 random(1);
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const Regex r = random_regex(random, 1 + random() % 7, kTwoAtoms);
    const RegexAutomaton automaton(r, kTwoAtoms);
    for (int k = 0; k < 20; ++k) {
      const Word word = random_word(random, 2, 1 + random() % 8);
      RegexMatches matches(word.size(), [&](Formula letter) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < word.size(); ++i) bits |= std::uint64_t{holds_at(letter, word[i], kTwoAtoms)} << i;
        return bits;
      });
      std::uint32_t state = automaton.initial();
      Regex rest = r;
      EXPECT_EQ(rest.accepts_empty_word(), (matches.ends(r, 0) & 1) != 0);
      for (std::size_t i = 0; i < word.size(); ++i) {
        state = automaton.next(state, word[i]);
        rest = derivative(rest, [&](Formula letter) { return holds_at(letter, word[i], kTwoAtoms); });
        ++compared;
        const bool expected = (matches.ends(r, 0) >> (i + 1) & 1) != 0;
        const std::string text = to_string(Formula::closure(r)) + show({word, {}}) + " at " + std::to_string(i);
        ASSERT_EQ(automaton.accepts(state), expected) << text;
        ASSERT_EQ(rest.accepts_empty_word(), expected) << "derivative: " << text;
      }
    }
  }
}

TEST(Logic, ReferenceSemanticsOfFiniteWords) {
  Comparisons compared("reference semantics of finite words", 6000);
  std::mt19937_64 random(2);
  WordOracle oracle = WordOracle::finite(kTwoAtoms, 4);
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const std::size_t offset = random() % 17;
    expect_right(some_formula(random, round), [&](Formula f) -> std::string {
      const auto truth = oracle.truth(f);
      for (std::size_t w = offset; w < oracle.words(); w += 17) {
        const Timeline timeline = evaluate_finite(f, oracle.word(w));
        ++compared;
        for (std::size_t i = 0; i < timeline.positions(); ++i)
          if (timeline.holds(f, i) != ((truth[w] >> i & 1) != 0)) return "word " + std::to_string(w);
        if (oracle.word(w).letters.empty() && empty_word_satisfies(f) != timeline.holds()) return "λ";
      }
      return "";
    });
  }
}

TEST(Logic, ReferenceSemanticsOfLassos) {
  Comparisons compared("reference semantics of lassos", 6000);
  std::mt19937_64 random(3);
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const std::vector<LassoWord> lassos = some_lassos(random, 20);
    expect_right(some_formula(random, round), [&](Formula f) -> std::string {
      WordOracle oracle = oracle_for(f, lassos);
      if (!oracle.can_judge(f)) return "";
      const auto truth = oracle.truth(f);
      for (std::size_t w = 0; w < oracle.words(); ++w) {
        const Timeline timeline = evaluate_lasso(f, oracle.word(w));
        ++compared;
        // The timeline may be longer than the word, and must be periodic from its own cycle on.
        const std::size_t written = lassos[w].prefix.size() + (2 + past_operators(f)) * lassos[w].cycle.size();
        for (std::size_t i = 0, at = 0; i < std::min<std::size_t>(written, 30); ++i, at = *timeline.successor(at))
          if (timeline.holds(f, at) != ((truth[w] >> i & 1) != 0)) return show(lassos[w]);
      }
      return "";
    });
  }
}

TEST(Logic, NormalFormsAndSimplificationsKeepTheMeaning) {
  Comparisons compared("rewriting", 3000);
  std::mt19937_64 random(4);
  WordOracle finite = WordOracle::finite(kTwoAtoms, 4);
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const Formula f = some_formula(random, round, 12);
    const std::vector<LassoWord> lassos = some_lassos(random, 20);
    for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
      expect_right(f, [&](Formula g) -> std::string {
        WordOracle some = oracle_for(g, lassos);
        WordOracle& oracle = semantics == Semantics::Finite ? finite : some;
        if (!oracle.can_judge(g)) return "";
        const auto check = [&](Formula before, Formula after, const std::string& what) -> std::string {
          ++compared;
          if (!oracle.can_judge(after) || oracle.equivalent(before, after)) return "";
          return what + " is " + to_string(after) + ", different on " + oracle.difference(before, after);
        };
        std::string wrong = check(g, negation_normal_form(g, semantics), "normal form");
        if (wrong.empty()) wrong = check(!g, negation_normal_form(!g, semantics), "normal form of the negation");
        for (const SimplifyLevel level : {SimplifyLevel::Low, SimplifyLevel::High})
          if (wrong.empty()) wrong = check(g, simplify(g, semantics, level), "simplified");
        return wrong;
      });
    }
  }
}

bool accepts(const Automaton& automaton, const LassoWord& word) {
  return automaton.acceptance().generalized_buchi_sets() == automaton.mark_count()
             ? generalized_buchi_accepts(automaton, word)
             : accepts_lasso(automaton, word);
}

AtomSpacePtr fresh_space() {
  auto space = std::make_shared<AtomSpace>();
  for (const std::string& atom : kTwoAtoms) space->variable(atom);
  return space;
}

/// All letters of all reachable states of an on-demand automaton.
Automaton explored(PropertyAutomaton& on_demand, const AtomSpacePtr& space) {
  Automaton result(space);
  result.add_initial(result.add_state());
  for (std::uint32_t s = 0; s < on_demand.states(); ++s) {
    EXPECT_FALSE(on_demand.state_name(s).empty());
    for (Letter letter = 0; letter < 4; ++letter) {
      const Bdd label = space->bdds.cube({{0, (letter & 1) != 0}, {1, (letter & 2) != 0}});
      const auto edges = on_demand.edges(s, letter);
      for (const PropertyAutomaton::Edge edge : std::vector(edges.begin(), edges.end())) {
        result.add_states(static_cast<std::uint32_t>(on_demand.states()) - result.state_count());
        result.add_edge(s, label, edge.marks, edge.destination);
      }
    }
  }
  result.set_acceptance(static_cast<std::uint32_t>(on_demand.acceptance().marks().count()), on_demand.acceptance());
  return result;
}

/// A closure asks how the word could go on if atoms had any values, so that values known of an atom must not be used.
TEST(Logic, ClosuresAreNotSimplifiedByKnownValues) {
  const auto simplified = [](const char* text, Semantics semantics) {
    return simplify(*parse_formula(text), semantics, SimplifyLevel::High);
  };
  EXPECT_NE(simplified("F a | F G {1[*]; a}", Semantics::Infinite), *parse_formula("F a"));
  EXPECT_NE(simplified("F ({1; a} W a)", Semantics::Finite), *parse_formula("F a"));
  EXPECT_NE(simplified("{1[*]; b} & F b | !{1[*]; b} & G !b", Semantics::Infinite), Formula::constant(true));
}

TEST(Logic, TranslationsOfInfiniteWords) {
  Comparisons compared("translations of infinite words", 2000);
  std::mt19937_64 random(5);
  int judged = 0;
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const std::vector<LassoWord> lassos = some_lassos(random, 40);
    expect_right(some_formula(random, round, 7), [&](Formula f) -> std::string {
      WordOracle oracle = oracle_for(f, lassos);
      if (!oracle.can_judge(f)) return "";
      ++judged;
      const auto truth = oracle.truth(f);
      const auto check = [&](const Automaton& automaton, const std::string& what, bool negated = false) -> std::string {
        for (std::size_t i = 0; i < lassos.size(); ++i) {
          ++compared;
          if (accepts(automaton, lassos[i]) != (((truth[i] & 1) != 0) != negated)) return what + show(lassos[i]);
        }
        return "";
      };
      std::string wrong;
      const AtomSpacePtr space = fresh_space();
      for (const SimplifyLevel level : {SimplifyLevel::None, SimplifyLevel::Low, SimplifyLevel::High}) {
        const TranslationOptions how{.simplify = level, .name_states = true};
        if (wrong.empty()) wrong = check(infinite_automaton(f, space, how).value(), "couvreur ");
        if (wrong.empty()) wrong = check(infinite_automaton(!f, space, how).value(), "couvreur of the negation ", true);
      }
      if (!wrong.empty()) return wrong;
      auto on_demand =
          std::move(CouvreurAutomaton::create(negation_normal_form(f, Semantics::Infinite), kTwoAtoms).value());
      wrong = check(explored(*on_demand, space), "on demand ");
      const Automaton yes = infinite_automaton(f, space).value();
      if (wrong.empty() && yes.state_count() <= 8) {
        wrong = check(complement(yes, 1 << 12), "complement ", true);
        if (wrong.empty()) wrong = check(determinized(yes, 1 << 12), "deterministic ");
      }
      return wrong;
    });
  }
  EXPECT_GT(judged, compared.rounds() * 3 / 4);
}

TEST(Logic, TranslationsOverEvents) {
  Comparisons compared("translations over events", 400);
  std::mt19937_64 random(6);
  const std::vector<std::string> events{"a", "b", "tau"};
  std::vector<LassoWord> lassos;
  for_each_lasso(3, 2, 2, [&](const LassoWord& lasso) {
    for (const Word* part : {&lasso.prefix, &lasso.cycle})
      for (const Letter letter : *part)
        if (letter == 0 || (letter & (letter - 1)) != 0) return;
    lassos.push_back(lasso);
  });
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    expect_right(some_formula(random, round, 7), [&](Formula f) -> std::string {
      WordOracle oracle = WordOracle::lassos(events, lassos, std::min<std::size_t>(2 + past_operators(f), 14));
      if (!oracle.can_judge(f)) return "";
      const auto space = std::make_shared<AtomSpace>();
      for (const std::string& event : events) space->variable(event);
      const Automaton automaton = infinite_automaton(f, space, {.alphabet = events}).value();
      for (std::size_t i = 0; i < lassos.size(); ++i) {
        ++compared;
        if (accepts(automaton, lassos[i]) != oracle.holds(f, i)) return show(lassos[i]);
      }
      return "";
    });
  }
}

TEST(Logic, TranslationsOfFiniteWords) {
  Comparisons compared("translations of finite words", 2000);
  std::mt19937_64 random(7);
  std::vector<Word> words;
  for_each_word(2, 4, [&](const Word& word) { words.push_back(word); });
  WordOracle oracle = WordOracle::finite(kTwoAtoms, 4);
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const std::size_t offset = random() % 4;
    expect_right(some_formula(random, round, 8), [&](Formula f) -> std::string {
      const auto truth = oracle.truth(f);
      const auto check = [&](const Automaton& automaton, const std::string& what, bool negated = false) -> std::string {
        if (!is_deterministic(automaton)) return what + "is not deterministic";
        for (std::size_t i = offset; i < words.size(); i += 4) {
          ++compared;
          if (accepts_word(automaton, words[i]) != (((truth[i] & 1) != 0) != negated))
            return what + show({words[i], {}});
        }
        return "";
      };
      const AtomSpacePtr space = fresh_space();
      std::string wrong;
      for (const SimplifyLevel level : {SimplifyLevel::None, SimplifyLevel::Low, SimplifyLevel::High}) {
        const Automaton automaton = finite_automaton(f, space, {.simplify = level, .name_states = true}).value();
        if (wrong.empty()) wrong = check(automaton, "derivatives ");
        if (wrong.empty()) wrong = check(minimized_dfa(automaton), "minimal ");
        if (wrong.empty()) wrong = check(complement(automaton), "complement ", true);
      }
      if (!wrong.empty()) return wrong;
      const Automaton over_events = derivative_automaton(f, space, {.alphabet = kTwoAtoms}).value();
      const Automaton exclusive = derivative_automaton(f, space, {.exclusive = kTwoAtoms}).value();
      auto on_demand = std::move(DerivativeAutomaton::create(f, kTwoAtoms).value());
      auto monitor = Monitor::create(f, {});
      if (!monitor) return "no monitor";
      const auto bits_of_monitor = [&](Letter letter) {
        weir::Letter bits = 0;
        for (std::size_t k = 0; k < monitor->atoms().size(); ++k)
          if ((letter >> (monitor->atoms()[k] == "a" ? 0 : 1) & 1) != 0) bits |= weir::Letter{1} << k;
        return bits;
      };
      for (std::size_t i = offset; i < words.size(); i += 4) {
        const bool expected = (truth[i] & 1) != 0;
        const std::string word = show({words[i], {}});
        const bool at_most_one = std::none_of(words[i].begin(), words[i].end(), [](Letter x) { return x == 3; });
        const bool exactly_one =
            std::all_of(words[i].begin(), words[i].end(), [](Letter x) { return x == 1 || x == 2; });
        if (exactly_one && accepts_word(over_events, words[i]) != expected) return "over events " + word;
        if (at_most_one && accepts_word(exclusive, words[i]) != expected) return "exclusive " + word;
        std::uint32_t state = on_demand->initial();
        bool alive = true;
        Monitor::State watched = monitor->initial();
        for (const Letter letter : words[i]) {
          if (alive) {
            if (on_demand->state_name(state).empty()) return "no name";
            const auto edges = on_demand->edges(state, letter);
            alive = !edges.empty();
            if (alive) state = edges[0].destination;
          }
          if (monitor->always(watched) && !expected) return "monitor: always " + word;
          if (monitor->never(watched) && expected) return "monitor: never " + word;
          watched = monitor->next(watched, bits_of_monitor(letter));
        }
        ++compared;
        if ((alive && on_demand->accepts_end(state)) != expected) return "on demand " + word;
        if (monitor->accepts(watched) != expected) return "monitor " + word;
        if ((monitor->always(watched) && !expected) || (monitor->never(watched) && expected))
          return "monitor decides " + word;
      }
      return "";
    });
  }
}

TEST(Logic, BadPrefixesAndOpenWordsAreSound) {
  Comparisons compared("bad prefixes and open words", 1500);
  std::mt19937_64 random(8);
  int bad = 0, broken = 0;
  for (int round = 0; round < compared.rounds() && !HasFailure(); ++round) {
    const Formula f = some_formula(random, round, 7);
    // A common beginning and many continuations.
    const Word beginning = random_word(random, 2, 1 + random() % 4);
    std::vector<LassoWord> lassos;
    for (int i = 0; i < 30; ++i) {
      LassoWord lasso{beginning, random_word(random, 2, 1 + random() % 2)};
      const Word more = random_word(random, 2, random() % 3);
      lasso.prefix.insert(lasso.prefix.end(), more.begin(), more.end());
      lassos.push_back(lasso);
    }
    WordOracle oracle = oracle_for(f, lassos);
    if (!oracle.can_judge(f)) continue;
    const auto length = bad_prefix_length(f, oracle.word(0));
    if (oracle.holds(f, 0)) {
      EXPECT_EQ(length, std::nullopt) << to_string(f);
    } else if (length) {
      ++bad;
      for (std::size_t i = 0; i < lassos.size() && *length <= beginning.size(); ++i) {
        ++compared;
        EXPECT_FALSE(oracle.holds(f, i)) << to_string(f) << show(lassos[i]) << " after " << *length;
      }
    }
    ValuedWord open{kTwoAtoms, {}, std::nullopt};
    for (const Letter letter : beginning) open.letters.push_back({(letter & 1) != 0, (letter & 2) != 0});
    const Timeline seen = evaluate_open(f, open);
    if (seen.holds()) continue;
    ++broken;
    for (const LassoWord& lasso : lassos) {
      ValuedWord word{kTwoAtoms, {}, std::nullopt};
      for (const Letter letter : lasso.prefix) word.letters.push_back({(letter & 1) != 0, (letter & 2) != 0});
      ++compared;
      EXPECT_FALSE(holds_on_finite(f, word)) << to_string(f) << show(lasso);
    }
  }
  EXPECT_GT(bad, compared.rounds() / 12);
  EXPECT_GT(broken, compared.rounds() / 12);
}

TEST(Logic, WhatIsPrintedIsParsedAsTheSameFormula) {
  std::mt19937_64 random(9);
  const std::vector<std::string> atoms = {"a", "S", "T", "B", "O", "H", "Y", "Z", "x < 3", "xor", "first_match", "été"};
  for (int round = 0; round < 4000 && !HasFailure(); ++round) {
    const Formula f = random_formula(random, 2 + random() % 12, atoms, RandomOps::with_all());
    for (const Syntax syntax : {Syntax::Weir, Syntax::Model}) {
      const std::string text = to_string(f, syntax);
      const auto again = parse_formula(text, {.model_atoms = syntax == Syntax::Model});
      ASSERT_TRUE(again) << text << to_string(again.error());
      EXPECT_EQ(*again, f) << text;
    }
  }
}

/// Every failure on a finite word, a lasso and an open word has an explanation.
TEST(Logic, EveryFailureIsExplained) {
  Comparisons explained("explanations", 3000);
  std::mt19937_64 random(17);
  const auto explain = [&](Formula f, const Timeline& timeline, bool open) {
    if (timeline.holds()) return;
    ++explained;
    EXPECT_NE(explain_failure(timeline, {.open_end = open}).find(" fails: "), std::string::npos) << to_string(f);
  };
  for (int round = 0; round < explained.rounds() && !HasFailure(); ++round) {
    const Formula f = some_formula(random, round);
    for (int k = 0; k < 4; ++k) {
      ValuedWord word;
      word.atoms = kTwoAtoms;
      const std::size_t length = 1 + random() % 5;
      for (std::size_t i = 0; i < length; ++i) word.letters.push_back({random() % 2 == 0, random() % 2 == 0});
      explain(f, evaluate_finite(f, word), false);
      explain(f, evaluate_open(f, word), true);
      word.cycle_start = random() % length;
      explain(f, evaluate_lasso(f, word), false);
    }
  }
}

}  // namespace
}  // namespace weir::test
