// SPDX-License-Identifier: Apache-2.0
// Every translator at every level, every operation on automata and every question about languages, on formulas and
// automata of all shapes, checked word by word. WEIR_ROUNDS makes it longer; each test prints its comparisons.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <weir/automata.h>
#include <weir/catalogue.h>

#include "automaton/analysis/membership.h"
#include "automaton/classify/classify.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/product.h"
#include "automaton/transform/quotient.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/simplify_acceptance.h"
#include "automaton/transform/simulation.h"
#include "automaton/transform/trim.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"
#include "automaton/translate/translate.h"
#include "formula/lasso_semantics.h"
#include "formula/printer.h"
#include "formula/rewrite.h"
#include "oracle/automaton_membership.h"
#include "oracle/lasso_run.h"
#include "oracle/word_oracle.h"
#include "support/random_automaton.h"
#include "support/random_formula.h"
#include "support/random_hoa.h"

namespace weir::test {
namespace {

std::uint64_t rounds(std::uint64_t usual) {
  const char* given = std::getenv("WEIR_ROUNDS");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

/// Counts and prints the comparisons of one test.
class Tally {
 public:
  explicit Tally(const char* what) : what_(what) {}
  ~Tally() { std::printf("%s: %llu comparisons\n", what_, static_cast<unsigned long long>(count_)); }
  void operator++() { ++count_; }

 private:
  const char* what_;
  unsigned long long count_ = 0;
};

AtomSpacePtr space_with(const std::vector<std::string>& atoms) {
  auto space = std::make_shared<AtomSpace>();
  for (const std::string& atom : atoms) space->variable(atom);
  return space;
}

/// Generalised Büchi by the faster fixpoint, other conditions by trying every set of marks.
bool accepts(const Automaton& automaton, const LassoWord& word) {
  return automaton.acceptance().generalized_buchi_sets() == automaton.mark_count()
             ? generalized_buchi_accepts(automaton, word)
             : accepts_lasso(automaton, word);
}

bool one_event_each(const Word& word) {
  return std::all_of(word.begin(), word.end(),
                     [](Letter letter) { return letter != 0 && (letter & (letter - 1)) == 0; });
}
bool at_most_one_event_each(const Word& word) {
  return std::all_of(word.begin(), word.end(), [](Letter letter) { return (letter & (letter - 1)) == 0; });
}

/// The first word, among those accepted by `counts`, on which an automaton disagrees with the formula.
std::string wrong_on(const Automaton& automaton, const std::vector<LassoWord>& lassos,
                     const std::vector<WordOracle::Row>& truth, bool negated, Tally& tally,
                     const std::function<bool(const LassoWord&)>& counts = {}) {
  for (std::size_t i = 0; i < lassos.size(); ++i) {
    if (counts && !counts(lassos[i])) continue;
    ++tally;
    if (accepts(automaton, lassos[i]) != (((truth[i] & 1) != 0) != negated)) return show(lassos[i]);
  }
  return "";
}

bool has_newer_operators(Formula f) {
  const std::vector<Formula> parts = subformulas(f);
  return std::any_of(parts.begin(), parts.end(), [](Formula g) { return is_past(g.op()) || has_regex(g.op()); });
}

Formula some_formula(std::mt19937_64& random, std::uint64_t round, const std::vector<std::string>& atoms) {
  const FormulaShape shape = kFormulaShapes[round % std::size(kFormulaShapes)];
  return shaped_formula(random, shape, 3 + random() % (shape == FormulaShape::Chain ? 18 : 11), atoms);
}

TEST(Campaign, TranslatorsOnInfiniteWords) {
  Tally tally("translators on infinite words");
  const std::vector<std::string> atoms{"p0", "p1"};
  std::vector<LassoWord> lassos;
  for_each_lasso(2, 2, 2, [&](const LassoWord& lasso) { lassos.push_back(lasso); });
  const std::uint64_t count = rounds(140);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round);
    const Formula f = some_formula(random, round, atoms);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + to_string(f));
    WordOracle oracle = WordOracle::infinite(atoms, 2, 2, has_newer_operators(f) ? 14 : 1);
    if (!oracle.can_judge(f)) continue;
    const std::vector<WordOracle::Row> truth = oracle.truth(f);
    const auto check = [&](const Automaton& automaton, const char* what, bool negated = false) {
      const std::string word = wrong_on(automaton, lassos, truth, negated, tally);
      EXPECT_EQ(word, "") << what << "\n" << to_hoa(automaton);
    };
    for (const Translator translator : {Translator::Couvreur, Translator::Closure}) {
      for (const SimplifyLevel level : {SimplifyLevel::None, SimplifyLevel::Low, SimplifyLevel::High}) {
        const TranslationOptions how{.translator = translator, .simplify = level};
        const auto automaton = infinite_automaton(f, space_with(atoms), how);
        if (!automaton) {  // the closure construction refuses newer operators and gives up on large formulas
          EXPECT_EQ(translator, Translator::Closure);
          EXPECT_TRUE(automaton.error().front().limit || has_newer_operators(f));
          continue;
        }
        check(*automaton, translator == Translator::Couvreur ? "couvreur" : "closure");
      }
    }
    const AtomSpacePtr space = space_with(atoms);
    const Automaton yes = infinite_automaton(f, space).value(), no = infinite_automaton(!f, space).value();
    check(no, "negation", true);
    check(degeneralized(yes), "degeneralised");
    check(degeneralized(yes, Acceptances::OnStates), "degeneralised, on states");
    check(with_state_marks(yes), "marks on states");
    check(completed(yes), "completed");
    if (yes.state_count() <= 12) {
      check(determinized(yes, 1 << 12), "deterministic");
      check(complement(yes, 1 << 12), "complement", true);
    }
    if (const auto minimal = minimal_obligation(yes, no)) check(*minimal, "minimal");
    if (is_stutter_invariant(yes, no) == std::optional(true)) {
      for (std::size_t i = 0; i < lassos.size(); i += 7) {
        LassoWord stuttered = lassos[i];
        stuttered.cycle.insert(stuttered.cycle.begin(), stuttered.cycle.front());
        ++tally;
        EXPECT_EQ(accepts(yes, stuttered), (truth[i] & 1) != 0) << "stuttering " << show(lassos[i]);
      }
    }
  }
}

TEST(Campaign, TranslatorsOverEvents) {
  Tally tally("translators over events");
  const std::vector<std::string> events{"p0", "p1", "tau"};
  std::vector<LassoWord> lassos;
  for_each_lasso(3, 2, 3, [&](const LassoWord& lasso) {
    if (one_event_each(lasso.prefix) && one_event_each(lasso.cycle)) lassos.push_back(lasso);
  });
  std::uint64_t deterministic = 0, only_over_events = 0;
  const std::uint64_t count = rounds(140);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 1'000'000);
    const Formula f = some_formula(random, round, {"p0", "p1"});
    SCOPED_TRACE("round " + std::to_string(round) + ": " + to_string(f));
    std::vector<bool> expected;
    for (const LassoWord& lasso : lassos) {
      ValuedWord word{events, {}, lasso.prefix.size()};
      for (const Word* part : {&lasso.prefix, &lasso.cycle})
        for (const Letter letter : *part)
          word.letters.push_back({(letter & 1) != 0, (letter & 2) != 0, (letter & 4) != 0});
      expected.push_back(evaluate(f, word).holds());
    }
    const auto check = [&](const Automaton& automaton, const char* what) {
      for (std::size_t i = 0; i < lassos.size(); ++i) {
        ++tally;
        ASSERT_EQ(accepts(automaton, lassos[i]), expected[i]) << what << show(lassos[i]) << to_hoa(automaton);
      }
    };
    const AtomSpacePtr space = space_with(events);
    const TranslationOptions over_events{.alphabet = events};
    const Automaton yes = infinite_automaton(f, space, over_events).value();
    const Automaton no = infinite_automaton(!f, space, over_events).value();
    check(yes, "couvreur");
    // Determinism in the sense of the report, decided over the events and over free propositions.
    const Automaton finite = finite_automaton(f, space, over_events).value();
    const auto reading = [&](const Automaton& words) {
      Automaton buchi(space);
      buchi.add_states(words.state_count());
      buchi.set_initials(words.initials());
      buchi.set_acceptance(1, Acceptance::inf(0));
      for (Automaton::State s = 0; s < words.state_count(); ++s)
        for (const Automaton::Edge& edge : words.edges(s))
          buchi.add_edge(s, edge.label, words.accepts_end(s) ? MarkSet::single(0) : MarkSet(), edge.destination);
      return buchi;
    };
    const bool is_deterministic_over_events = !buchi_reading_difference(finite, yes, no);
    if (is_deterministic_over_events) {
      ++deterministic;
      check(reading(finite), "derivatives as a Büchi automaton");
    }
    const Automaton free_yes = infinite_automaton(f, space).value(), free_no = infinite_automaton(!f, space).value();
    const Automaton free_finite = finite_automaton(f, space).value();
    const bool free = !buchi_reading_difference(free_finite, free_yes, free_no);
    EXPECT_LE(free, is_deterministic_over_events) << "free propositions have all words that events have";
    only_over_events += is_deterministic_over_events && !free ? 1 : 0;
    // With the events as a constraint on free propositions: at most one, so the letter without events counts as well.
    const Automaton exclusive = derivative_automaton(f, space, {.exclusive = {"p0", "p1"}}).value();
    const Bdd possible = space->bdds.at_most_one(std::vector<Bdd>{space->atom("p0"), space->atom("p1")});
    EXPECT_EQ(!buchi_reading_difference(exclusive, free_yes, free_no, possible), is_deterministic_over_events);
  }
  std::printf("%llu deterministic over events, %llu of them not over free propositions\n",
              static_cast<unsigned long long>(deterministic), static_cast<unsigned long long>(only_over_events));
  EXPECT_GT(only_over_events, 0U);
}

TEST(Campaign, TranslatorsOnFiniteWords) {
  Tally tally("translators on finite words");
  const std::vector<std::string> atoms{"p0", "p1"};
  std::vector<Word> words;
  for_each_word(2, 4, [&](const Word& word) { words.push_back(word); });
  const std::uint64_t count = rounds(210);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 2'000'000);
    const Formula f = some_formula(random, round, atoms);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + to_string(f));
    WordOracle oracle = WordOracle::finite(atoms, 4);
    const std::vector<WordOracle::Row>& truth = oracle.truth(f);
    ASSERT_EQ(truth.size(), words.size());
    const auto check = [&](const Automaton& automaton, const char* what, bool negated = false,
                           const std::function<bool(const Word&)>& counts = {}) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (counts && !counts(words[i])) continue;
        ++tally;
        ASSERT_EQ(accepts_word(automaton, words[i]), ((truth[i] & 1) != 0) != negated)
            << what << " " << show({words[i], {}}) << to_hoa(automaton);
      }
    };
    const AtomSpacePtr space = space_with(atoms);
    for (const SimplifyLevel level : {SimplifyLevel::None, SimplifyLevel::Low, SimplifyLevel::High}) {
      const Automaton automaton = finite_automaton(f, space, {.simplify = level}).value();
      EXPECT_TRUE(is_deterministic(automaton));
      check(automaton, "derivatives");
      check(minimized_dfa(automaton), "minimal");
      check(complement(automaton), "complement", true);
    }
    check(derivative_automaton(f, space, {.exclusive = atoms}).value(), "derivatives over exclusive atoms", false,
          at_most_one_event_each);
    const auto over_events = derivative_automaton(f, space, {.alphabet = atoms}).value();
    check(over_events, "derivatives over events", false, one_event_each);
    auto on_demand = std::move(DerivativeAutomaton::create(f, atoms).value());
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::uint32_t state = on_demand->initial();
      bool alive = true;
      for (const Letter letter : words[i]) {
        const auto edges = on_demand->edges(state, letter);
        alive = alive && !edges.empty();
        if (!alive) break;
        state = edges[0].destination;
      }
      ++tally;
      ASSERT_EQ(alive && on_demand->accepts_end(state), (truth[i] & 1) != 0) << "on demand " << show({words[i], {}});
    }
  }
}

// More than 32 atoms, and more than 64 for the whole automaton, on words that mention few of them.
TEST(Campaign, ManyAtoms) {
  Tally tally("many atoms");
  const std::uint64_t count = rounds(30);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 3'000'000);
    std::vector<std::string> atoms;
    for (int i = 0; i < (round % 2 == 0 ? 40 : 90); ++i) atoms.push_back("p" + std::to_string(i));
    std::vector<Formula> parts;
    for (std::size_t i = 0; i + 2 < atoms.size(); i += 2) {
      const Formula a = Formula::atom(atoms[i]), b = Formula::atom(atoms[i + 1]);
      // Each X doubles the number of states, so there are few.
      parts.push_back(Formula::unary(Op::Globally, i % 20 != 0 ? (!a) | b : a | Formula::unary(Op::Next, b)));
    }
    parts.push_back(random_formula(random, 6, {atoms[0], atoms[1], atoms[7]}));
    const Formula f = Formula::nary(Op::And, parts);
    const auto automaton = infinite_automaton(f, std::make_shared<AtomSpace>());
    if (!automaton) {
      EXPECT_TRUE(automaton.error().front().limit || automaton.error().front().message.find("at most 64") == 0);
      continue;
    }
    for (int i = 0; i < 40; ++i) {
      ValuedWord word{atoms, {}, 1};
      WitnessWord witness;
      for (int position = 0; position < 3; ++position) {
        std::vector<bool>& letter = word.letters.emplace_back();
        Bdd label = kBddTrue;
        for (const std::string& atom : atoms) {
          letter.push_back(random() % 8 != 0);
          const Bdd p = automaton->space().atom(atom);
          label = automaton->bdds().conjoin(label, letter.back() ? p : automaton->bdds().negate(p));
        }
        (position == 0 ? witness.prefix : witness.cycle).push_back(label);
      }
      ++tally;
      EXPECT_EQ(weir::accepts_word(*automaton, witness), evaluate(f, word).holds()) << to_string(f);
    }
  }
}

TEST(Campaign, OperationsOnAutomata) {
  Tally tally("operations on automata");
  const std::uint64_t count = rounds(400);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 4'000'000);
    const AtomSpacePtr space = space_of(2);
    const Automaton a = random_automaton(random, space, random_shape(random, 5, 2));
    const Automaton b = random_automaton(random, space, random_shape(random, 3, 2));
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + to_hoa(a) + to_hoa(b));
    const std::vector<LassoWord> lassos = sample_lassos(random, 2, 25);
    std::vector<bool> in_a, in_b;
    for (const LassoWord& lasso : lassos) {
      in_a.push_back(accepts_lasso(a, lasso));
      in_b.push_back(accepts_lasso(b, lasso));
    }
    const auto check = [&](const char* what, const Automaton& result,
                           const std::function<bool(std::size_t)>& expected) {
      for (std::size_t i = 0; i < lassos.size(); ++i) {
        ++tally;
        ASSERT_EQ(accepts(result, lassos[i]), expected(i)) << what << " " << show(lassos[i]) << "\n" << to_hoa(result);
      }
    };
    const auto same = [&](std::size_t i) -> bool { return in_a[i]; };
    check("trimmed", trimmed(a), same);
    check("reachable", reachable_part(a), same);
    check("one initial state", with_single_initial(a), same);
    check("completed", completed(a), same);
    check("Fin-less", without_fin(a), same);
    check("marks on states", with_state_marks(a), same);
    check("degeneralised", degeneralized(a), same);
    check("degeneralised on states", degeneralized(a, Acceptances::OnStates), same);
    check("simple acceptance", with_simplified_acceptance(a), same);
    check("forward simulation", reduced_by_simulation(a, Direction::Forward), same);
    check("backward simulation", reduced_by_simulation(a, Direction::Backward), same);
    check("simplified, low", simplified(a, SimplifyLevel::Low), same);
    check("simplified, high", simplified(a, SimplifyLevel::High), same);
    const Automaton deterministic = determinized(a);
    EXPECT_TRUE(is_deterministic(deterministic));
    check("deterministic", deterministic, same);
    const Automaton other = complement(a);
    EXPECT_TRUE(is_deterministic(other) && is_complete(other));
    check("complement", other, [&](std::size_t i) -> bool { return !in_a[i]; });
    check("simplified further", simplified_further(simplified(a), without_fin(other)), same);
    if (const auto minimal = minimal_obligation(a, other)) check("minimal", *minimal, same);
    check("product", intersection(a, b), [&](std::size_t i) -> bool { return in_a[i] && in_b[i]; });
    check("union", union_of(a, b), [&](std::size_t i) -> bool { return in_a[i] || in_b[i]; });
    check("union as a product", union_product(a, b), [&](std::size_t i) -> bool { return in_a[i] || in_b[i]; });
    const auto only_a = word_in_left_only(a, b);
    if (only_a) {
      const LassoWord word = letters_of(*space, *only_a);
      ++tally;
      EXPECT_TRUE(accepts_lasso(a, word) && !accepts_lasso(b, word)) << show(word);
      EXPECT_TRUE(weir::accepts_word(a, *only_a) && !weir::accepts_word(b, *only_a));
    } else {
      for (std::size_t i = 0; i < lassos.size(); ++i) EXPECT_LE(in_a[i], in_b[i]) << show(lassos[i]);
    }
    EXPECT_EQ(difference(a, b).has_value(), only_a || word_in_left_only(b, a));
    EXPECT_EQ(is_empty(a), !accepted_word(a).has_value());
    for (std::size_t i = 0; i < lassos.size(); ++i) {
      WitnessWord word;
      for (const auto& [part, labels] :
           {std::pair(&lassos[i].prefix, &word.prefix), std::pair(&lassos[i].cycle, &word.cycle)})
        for (const Letter letter : *part)
          labels->push_back(space->bdds.cube({{0, (letter & 1) != 0}, {1, (letter & 2) != 0}}));
      ++tally;
      EXPECT_EQ(weir::accepts_word(a, word), in_a[i]) << "membership of " << show(lassos[i]);
      EXPECT_TRUE(!in_a[i] || !is_empty(a));
    }
    // Class and stutter invariance depend only on the language, so all automata of it must agree.
    const auto kind = classify(a, other), again = classify(deterministic, other);
    ASSERT_TRUE(kind && again);
    EXPECT_STREQ(kind->name(), again->name());
    const auto opposite = classify(other, a);
    ASSERT_TRUE(opposite);
    EXPECT_EQ(opposite->recurrence, kind->persistence);
    EXPECT_EQ(opposite->safety, kind->guarantee);
  }
}

TEST(Campaign, HoaInEveryForm) {
  Tally tally("HOA in every form");
  const std::uint64_t count = rounds(800);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 5'000'000);
    const AtomSpacePtr space = space_of(2);
    RandomAutomaton shape = random_shape(random, 5, 2);
    if (round % 4 == 0) shape.words = Words::Finite;
    const Automaton a = random_automaton(random, space, shape);
    const std::string text = random_hoa(random, a);
    const auto again = read_hoa(SourceText("x", text), space, shape.words);
    ASSERT_TRUE(again) << to_string(again.error()) << "\n" << text;
    ASSERT_EQ(again->size(), 1u);
    const Automaton& b = again->front();
    if (shape.words == Words::Finite) {
      for_each_word(2, 3, [&](const Word& word) {
        ++tally;
        EXPECT_EQ(accepts_word(a, word), accepts_word(b, word)) << text;
      });
      continue;
    }
    for (const LassoWord& word : sample_lassos(random, 2, 10)) {
      ++tally;
      ASSERT_EQ(accepts_lasso(a, word), accepts_lasso(b, word)) << show(word) << "\n" << text;
    }
  }
}

/// A language as given by a user, with the automaton or formula that decides membership.
struct Operand {
  std::string text;
  std::function<bool(const LassoWord&)> has;  ///< on finite words the cycle is empty
};

class Operands {
 public:
  Operands()
      : folder_(std::filesystem::temp_directory_path() / ("weir-campaign-" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Operands() { std::filesystem::remove_all(folder_); }

  Operand random_operand(std::mt19937_64& random, std::uint64_t round, bool finite) {
    if (random() % 2 == 0) {
      const Formula f =
          shaped_formula(random, kFormulaShapes[round % std::size(kFormulaShapes)], 3 + random() % 6, {"p0", "p1"});
      return {"(" + to_string(f) + ")", [f, finite](const LassoWord& word) {
                ValuedWord valued{{"p0", "p1"}, {}, std::nullopt};
                for (const Word* part : {&word.prefix, &word.cycle})
                  for (const Letter letter : *part) valued.letters.push_back({(letter & 1) != 0, (letter & 2) != 0});
                if (!finite) valued.cycle_start = word.prefix.size();
                return evaluate(f, valued).holds();
              }};
    }
    RandomAutomaton shape = random_shape(random, 4, 2);
    if (finite) shape.words = Words::Finite;
    const Automaton a = random_automaton(random, space_of(2), shape);
    const std::filesystem::path path = folder_ / (std::to_string(number_++) + (random() % 2 == 0 ? ".hoa" : ".txt"));
    std::ofstream(path) << random_hoa(random, a);
    return {(path.extension() == ".txt" ? "@" : "") + path.string(), [a, finite](const LassoWord& word) {
              return finite ? accepts_word(a, word.prefix) : accepts_lasso(a, word);
            }};
  }

 private:
  std::filesystem::path folder_;
  std::uint64_t number_ = 0;
};

TEST(Campaign, OperationsOnLanguages) {
  Tally tally("operations on languages");
  Operands operands;
  const std::uint64_t count = rounds(240);
  for (std::uint64_t round = 0; round < count && !HasFailure(); ++round) {
    std::mt19937_64 random(round + 6'000'000);
    const bool finite = round % 3 == 0;
    const Operand a = operands.random_operand(random, round, finite),
                  b = operands.random_operand(random, round + 1, finite);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + a.text + ", " + b.text);
    std::vector<LassoWord> words;
    if (finite) {
      for_each_word(2, 3, [&](const Word& word) { words.push_back({word, {}}); });
    } else {
      words = sample_lassos(random, 2, 15);
    }
    static constexpr const char* kLevels[] = {"none", "low", "high"};
    TranslateOptions options;
    options.finite = finite;
    options.simplify = find_choice<SimplifyLevel>(kLevels[random() % 3]).value();
    options.deterministic = random() % 4 == 0;
    options.complete = random() % 4 == 0;
    options.state_based = random() % 4 == 0;
    options.degeneralize = !finite && !options.deterministic && random() % 4 == 0;
    const auto check = [&](LanguageOperation operation, const std::vector<std::string>& texts,
                           const std::function<bool(const LassoWord&)>& expected) {
      const auto text = combine_languages(operation, texts, options);
      ASSERT_TRUE(text) << to_string(text.error());
      const auto result = read_hoa(SourceText("x", *text), space_of(2), finite ? Words::Finite : Words::Infinite);
      ASSERT_TRUE(result) << to_string(result.error()) << *text;
      for (const LassoWord& word : words) {
        ++tally;
        const bool in = finite ? accepts_word(result->front(), word.prefix) : accepts(result->front(), word);
        ASSERT_EQ(in, expected(word)) << show(word) << "\n" << *text;
      }
    };
    const auto both = [&](const LassoWord& w) { return a.has(w) && b.has(w); };
    const auto either = [&](const LassoWord& w) { return a.has(w) || b.has(w); };
    const auto first_only = [&](const LassoWord& w) { return a.has(w) && !b.has(w); };
    const auto not_first = [&](const LassoWord& w) { return !a.has(w); };
    check(LanguageOperation::Product, {a.text, b.text}, both);
    check(LanguageOperation::Union, {a.text, b.text}, either);
    check(LanguageOperation::Difference, {a.text, b.text}, first_only);
    check(LanguageOperation::Complement, {a.text}, not_first);
    // The answer to a question must agree with all words. (A word shown is also checked by weir itself.)
    CompareOptions compare_options;
    compare_options.finite = finite;
    const auto ask = [&](LanguageQuestion question, const std::vector<std::string>& texts,
                         const std::function<bool(const LassoWord&)>& refutes) {
      const auto answer = ask_languages(question, texts, compare_options);
      ASSERT_TRUE(answer) << to_string(answer.error());
      for (const LassoWord& word : words) {
        ++tally;
        ASSERT_FALSE(answer->yes && refutes(word)) << show(word);
      }
      EXPECT_TRUE(answer->yes || finite || answer->word.find("cycle{") != std::string::npos) << answer->word;
    };
    ask(LanguageQuestion::Empty, {a.text}, a.has);
    ask(LanguageQuestion::Universal, {a.text}, not_first);
    ask(LanguageQuestion::Included, {a.text, b.text}, first_only);
    ask(LanguageQuestion::Disjoint, {a.text, b.text}, both);
    ask(LanguageQuestion::Equivalent, {a.text, b.text}, [&](const LassoWord& w) { return a.has(w) != b.has(w); });
    EXPECT_TRUE(ask_languages(LanguageQuestion::Equivalent, {a.text, a.text}, compare_options)->yes);
  }
}

}  // namespace
}  // namespace weir::test
