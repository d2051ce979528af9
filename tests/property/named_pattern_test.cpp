// SPDX-License-Identifier: Apache-2.0
// Named patterns: every row of the table against its words, scopes against an oracle that cuts words into stretches,
// published formulas, the parser's messages, and recognition.
#include "formula/patterns/named_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>

#include <weir/weir.h>

#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/patterns/describe.h"
#include "formula/patterns/expand.h"
#include "formula/patterns/recognise.h"
#include "formula/printer.h"
#include "oracle/word_oracle.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

Formula parse(const std::string& text) {
  const auto f = parse_formula(text);
  if (!f) ADD_FAILURE() << text << ": " << to_string(f.error());
  return f ? *f : Formula::constant(false);
}

std::string refusal(const std::string& text, const ParseOptions& options = {}) {
  const auto f = parse_formula(text, options);
  if (f) return "read as " + to_string(*f);
  const Diagnostic& d = f.error().front();
  return std::to_string(d.column) + "+" + std::to_string(d.length) + ": " + d.message;
}

Formula read_template(const char* text) { return parse(text); }

/// `a; b & c; cycle{-}`, over the atoms a b c z. A finite reading ends after the cycle; an infinite one without cycle
/// goes on with empty letters.
ValuedWord word_of(std::string text, bool infinite) {
  ValuedWord word{.atoms = {"a", "b", "c", "z"}, .letters = {}};
  std::vector<std::string> letters;
  while (!text.empty()) {
    std::size_t end = std::min(text.find("; "), text.size());
    letters.push_back(text.substr(0, end));
    text.erase(0, std::min(end + 2, text.size()));
  }
  for (std::string letter : letters) {
    if (letter.starts_with("cycle{")) {
      if (infinite) word.cycle_start = word.letters.size();
      letter.erase(0, 6);
    }
    word.letters.emplace_back();
    for (const std::string& atom : word.atoms) word.letters.back().push_back(letter.find(atom) != std::string::npos);
  }
  if (infinite && !word.cycle_start) {
    word.cycle_start = word.letters.size();
    word.letters.emplace_back(word.atoms.size(), false);
  }
  return word;
}

TEST(NamedPatternTest, EveryRowAcceptsAndRejectsItsWords) {
  for (const NamedPattern& row : named_patterns()) {
    const Formula f = parse(to_string(sample_use(row)));
    for (const bool infinite : {false, true}) {
      if (row.words == (infinite ? NamedPattern::Words::Finite : NamedPattern::Words::Infinite)) continue;
      EXPECT_TRUE(evaluate(f, word_of(row.accepted, infinite)).holds()) << row.name << infinite;
      EXPECT_FALSE(evaluate(f, word_of(row.rejected, infinite)).holds()) << row.name << infinite;
    }
  }
}

/// The value of a template on the stretch without positions.
bool empty_value(Formula f) {
  switch (f.op()) {
    case Op::True:
    case Op::Globally:
    case Op::WeakUntil:
    case Op::Release:
    case Op::Next: return true;
    case Op::Not: return !empty_value(f[0]);
    case Op::And: return std::all_of(f.operands().begin(), f.operands().end(), empty_value);
    case Op::Or: return std::any_of(f.operands().begin(), f.operands().end(), empty_value);
    case Op::Implies: return !empty_value(f[0]) || empty_value(f[1]);
    case Op::Equiv: return empty_value(f[0]) == empty_value(f[1]);
    default: return false;
  }
}

class Stretches {
 public:
  explicit Stretches(const ValuedWord& word) : word_(word) {}

  bool holds(std::size_t atom, std::size_t i) const { return letter(i)[atom]; }
  /// Positions that matter: two rounds of the cycle.
  std::size_t size() const { return word_.letters.size(); }
  std::size_t reach() const { return word_.cycle_start ? 2 * word_.letters.size() : word_.letters.size(); }
  const std::vector<bool>& letter(std::size_t i) const {
    if (i < size()) return word_.letters[i];
    const std::size_t start = *word_.cycle_start;
    return word_.letters[start + (i - start) % (size() - start)];
  }
  /// The first position from i with the atom.
  std::optional<std::size_t> first(std::size_t atom, std::size_t i) const {
    for (; i < reach(); ++i)
      if (holds(atom, i)) return i;
    return std::nullopt;
  }
  bool value(Formula f, std::size_t from, std::optional<std::size_t> to) const {
    if (to && *to == from) return empty_value(f);
    ValuedWord part{.atoms = word_.atoms, .letters = {}};
    const std::size_t end = to ? *to : word_.cycle_start ? from + size() + size() : size();
    for (std::size_t i = from; i < end; ++i) part.letters.push_back(letter(i));
    if (!to && word_.cycle_start) {  // cut so that the cycle is whole
      const std::size_t round = size() - *word_.cycle_start;
      part.letters.resize(size() + round);
      part.cycle_start = size();
    }
    return evaluate(f, part).holds();
  }

 private:
  const ValuedWord& word_;
};

bool scoped(const std::string& scope, Formula f, const ValuedWord& word, std::size_t q, std::size_t r) {
  const Stretches s(word);
  if (scope == "globally") return s.value(f, 0, std::nullopt);
  if (scope == "before") return !s.first(r, 0) || s.value(f, 0, *s.first(r, 0));
  if (scope == "after") return !s.first(q, 0) || s.value(f, *s.first(q, 0), std::nullopt);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!s.holds(q, i) || s.holds(r, i)) continue;
    const auto end = s.first(r, i);
    if (scope == "between" && !end) continue;
    if (!s.value(f, i, end)) return false;
  }
  return true;
}

TEST(NamedPatternTest, ScopesEqualThePatternOnItsStretches) {
  std::mt19937_64 random(20221);
  std::size_t compared = 0;
  std::map<std::string, std::array<std::size_t, 2>> answers;
  for (const NamedPattern& row : named_patterns()) {
    if (!can_be_limited(row, read_template)) continue;
    const Formula plain = parse(to_string(sample_use(row)));
    for (const PatternScope& scope : pattern_scopes()) {
      const Formula f = parse(to_string(sample_use(row, &scope)));
      for (int round = 0; round < 1500; ++round) {
        ValuedWord word{.atoms = {"a", "b", "c", "z", "q", "r"}, .letters = {}};
        const std::size_t length = 1 + random() % 8;
        std::array<std::size_t, 6> dense{};
        for (std::size_t& one : dense) one = 2 + random() % 5;
        for (std::size_t i = 0; i < length; ++i) {
          word.letters.emplace_back();
          for (std::size_t k = 0; k < word.atoms.size(); ++k) word.letters.back().push_back(random() % dense[k] == 0);
        }
        if (random() % 2 == 0) word.cycle_start = random() % length;
        const bool expected = scoped(scope.name, plain, word, 4, 5);
        ASSERT_EQ(evaluate(f, word).holds(), expected) << to_string(sample_use(row, &scope)) << " round " << round;
        ++answers[std::string(row.name) + " " + scope.name][expected ? 1 : 0];
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 200'000u);
  for (const auto& [name, counts] : answers) EXPECT_TRUE(counts[0] > 0 && counts[1] > 0) << name;
}

// Published formulas: Dwyer, Avrunin, Corbett 1999 and the mappings of the patterns' collection.
TEST(NamedPatternTest, DwyersFormulasAreTheSame) {
  WordOracle three = WordOracle::infinite({"a", "q", "r"}, 2, 2);
  const char* const unary[][2] = {
      {"absence(a)", "[](!a)"},
      {"absence(a) before(r)", "<>r -> (!a U r)"},
      {"absence(a) after(q)", "[](q -> [](!a))"},
      {"absence(a) between(q, r)", "[]((q & !r & <>r) -> (!a U r))"},
      {"absence(a) after_until(q, r)", "[](q & !r -> (!a W r))"},
      {"existence(a) before(r)", "!r W (a & !r)"},
      {"existence(a) after(q)", "[](!q) | <>(q & <>a)"},
      {"existence(a) between(q, r)", "[](q & !r -> (!r W (a & !r)))"},
      {"existence(a) after_until(q, r)", "[](q & !r -> (!r U (a & !r)))"},
      {"universality(a) before(r)", "<>r -> (a U r)"},
      {"universality(a) after(q)", "[](q -> [](a))"},
      {"universality(a) between(q, r)", "[]((q & !r & <>r) -> (a U r))"},
      {"universality(a) after_until(q, r)", "[](q & !r -> (a W r))"},
      {"bounded_existence(2, a)", "(!a W (a W (!a W (a W []!a))))"},
      {"bounded_existence(2, a) before(r)",
       "<>r -> ((!a & !r) U (r | ((a & !r) U (r | ((!a & !r) U (r | ((a & !r) U (r | (!a U r)))))))))"},
  };
  for (const auto& [macro, published] : unary)
    EXPECT_TRUE(three.equivalent(parse(macro), parse(published)))
        << macro << three.difference(parse(macro), parse(published));
  for (const PublishedFormula& row : published_formulas()) {
    const bool two = std::string_view(row.formula).find('b') != std::string::npos;
    WordOracle words = WordOracle::infinite({"a", "b", "q", "r"}, 1, 2);
    WordOracle finite = WordOracle::finite({"a", "b", "q", "r"}, 3);
    const Formula f =
        parse(to_string(sample_use(*find_pattern(row.pattern, false, two ? 2 : 1), find_scope(row.scope))));
    EXPECT_TRUE(words.equivalent(f, parse(row.formula))) << row.formula << words.difference(f, parse(row.formula));
    const auto& left = finite.truth(f);
    const auto& right = finite.truth(parse(row.formula));
    for (std::size_t i = 0; i < left.size(); ++i)
      EXPECT_TRUE(finite.word(i).letters.empty() || (left[i] & 1) == (right[i] & 1)) << row.formula;
  }
  WordOracle four = WordOracle::infinite({"a", "b", "q", "r"}, 1, 2);
  const char* const binary[][2] = {
      {"precedence(a, b)", "!b W a"},
      {"precedence(a, b) before(r)", "<>r -> (!b U (a | r))"},
      {"precedence(a, b) between(q, r)", "[]((q & !r & <>r) -> (!b U (a | r)))"},
      {"precedence(a, b) after_until(q, r)", "[](q & !r -> (!b W (a | r)))"},
      {"response(a, b)", "[](a -> <>b)"},
      {"response(a, b) before(r)", "<>r -> (a -> (!r U (b & !r))) U r"},
      {"response(a, b) after(q)", "[](q -> [](a -> <>b))"},
      {"response(a, b) between(q, r)", "[]((q & !r & <>r) -> (a -> (!r U (b & !r))) U r)"},
      {"response(a, b) after_until(q, r)", "[](q & !r -> ((a -> (!r U (b & !r))) W r))"},
  };
  for (const auto& [macro, published] : binary)
    EXPECT_TRUE(four.equivalent(parse(macro), parse(published)))
        << macro << four.difference(parse(macro), parse(published));
}

// Templates written with operators of the past, against the usual formulas over the future. Events exclude each other.
TEST(NamedPatternTest, DeclareWithoutThePastIsTheSame) {
  const char* const pairs[][2] = {
      {"alternate_precedence(a, b)", "(!b W a) & G (b -> X (!b W a))"},
      {"alternate_succession(a, b)", "G (a -> X[!](!a U b)) & (!b W a) & G (b -> X (!b W a))"},
      {"chain_precedence(a, b)", "!b & G (X[!] b -> a)"},
      {"chain_succession(a, b)", "!b & G (a <-> X[!] b)"},
      {"not_precedence(a, b)", "G (a -> !F b)"},
      {"not_chain_precedence(a, b)", "G (a -> X !b)"},
      {"exactly(2, a)", "existence(2, a) & absence(3, a)"},
      {"absence(2, a)", "!existence(2, a)"},
  };
  for (const auto& [macro, usual] : pairs) {
    for (std::size_t length = 1; length <= 6; ++length) {
      std::size_t words = 1;
      for (std::size_t i = 0; i < length; ++i) words *= 3;
      for (std::size_t number = 0; number < words; ++number) {
        ValuedWord word{.atoms = {"a", "b"}, .letters = {}};
        for (std::size_t i = 0, rest = number; i < length; ++i, rest /= 3)
          word.letters.push_back({rest % 3 == 1, rest % 3 == 2});
        ASSERT_EQ(holds_on_finite(parse(macro), word), holds_on_finite(parse(usual), word)) << macro << " " << number;
      }
    }
  }
}

TEST(NamedPatternTest, ArgumentsAreFormulasAndPutInAsTheyAre) {
  EXPECT_EQ(parse("response(b, a)"), parse("G (b -> F a)"));
  EXPECT_EQ(parse("response(a & X b, c U a) | !absence(a)"), parse("G (a & X b -> F (c U a)) | !G !a"));
  EXPECT_EQ(refusal("G response (a, b)").substr(0, 4), "12+1") << "a blank before the parenthesis";
}

TEST(NamedPatternTest, NestsAndCombines) {
  EXPECT_EQ(parse("existence(response(a, b))"), parse("F G (a -> F b)"));
  EXPECT_EQ(parse("(absence(a) after(q) & b)"), parse("(!q W (q & G !a)) & b"));
  EXPECT_EQ(parse("G absence(a) U b"), parse("(G G !a) U b"));
  EXPECT_EQ(parse("absence(a) globally -> b"), parse("G !a -> b"));
  EXPECT_EQ(parse("visit(a, b, c)"), parse("F a & F b & F c"));
  EXPECT_EQ(parse("existence(1)"), parse("F 1"));
  EXPECT_EQ(parse("existence(3, a & b)"), parse("F (a & b & X[!] F (a & b & X[!] F (a & b)))"));
  // A pattern's name is a macro only directly before a parenthesis; elsewhere it is an atom.
  EXPECT_EQ(parse("response & G init"), parse("\"response\" & G \"init\""));
  EXPECT_EQ(parse("a U between"), parse("a U \"between\""));
  // An argument's operators are not limited by the scope.
  EXPECT_EQ(parse("absence(F a) after_until(q, r)"), parse("G (q & !r -> (!F a W r))"));
}

TEST(NamedPatternTest, DepthCostsOnlyMemory) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "existence(";
  EXPECT_EQ(parse(text + "a" + std::string(100'000, ')')).size(), 100'001u);
  EXPECT_NE(refusal(text).find("expected an atom"), std::string::npos);
  std::string wide;
  for (int i = 0; i < 30; ++i) wide += "exclusive_choice(";
  wide += "a";
  for (int i = 0; i < 30; ++i) wide += ", b)";
  EXPECT_NE(refusal(wide).find("would expand to more than 1000000 nodes"), std::string::npos);
  EXPECT_NE(refusal("existence(100000000000000, a)").find("would expand to more than"), std::string::npos);
}

TEST(NamedPatternTest, Messages) {
  EXPECT_EQ(refusal("G respons(a, b)"),
            "3+7: there is no pattern 'respons'; did you mean 'response'? ('weir explain --patterns' lists them)");
  EXPECT_EQ(refusal("response(a, b, c)"), "1+8: 'response' takes 2 arguments (a, b); found 3");
  EXPECT_EQ(refusal("G response()"), "3+8: 'response' takes 2 arguments (a, b); found none");
  EXPECT_EQ(refusal("visit(a)"), "1+5: 'visit' takes 2 or more arguments (a, b, ...); found 1");
  EXPECT_EQ(refusal("absence(a, b)"),
            "1+7: 'absence' takes 1 argument (a) or 2 arguments (n, a), where n is a number; found 2");
  EXPECT_EQ(refusal("exactly(a)"), "1+7: 'exactly' takes 2 arguments (n, a), where n is a number; found 1");
  EXPECT_EQ(refusal("exactly(0, a)"), "1+7: the number of 'exactly' must be at least 1");
  EXPECT_EQ(refusal("absence(a) between(q)"), "12+7: 'between' takes 2 arguments (q, r); found 1");
  EXPECT_EQ(refusal("absence(a) after"), "12+5: expected 'after(q)'");
  EXPECT_EQ(refusal("G a after(q)"), "5+5: a scope such as 'after' follows a pattern, as in 'response(a, b) after(q)'");
  EXPECT_EQ(refusal("chain_precedence(a, b) after(q)"),
            "24+5: 'chain_precedence' is about the past or the first position only, so it cannot have a scope");
  EXPECT_EQ(refusal("response(a, b").substr(0, 5), "9+1: ");
  EXPECT_NE(refusal("response(a, )").find("found ')'"), std::string::npos);
  EXPECT_NE(refusal("a, b").find("found ','"), std::string::npos);
  EXPECT_NE(refusal("(a, b)").find("found ','"), std::string::npos);
  EXPECT_NE(refusal("response(a, (b, c))").find("found ','"), std::string::npos);
}

TEST(NamedPatternTest, AtomsOfAModel) {
  ParseOptions options{.model_atoms = true};
  const auto f = parse_formula("response(len(q) == 0, sent(ch, MSG)) after(x[1] > 2 & P@l)", options);
  ASSERT_TRUE(f) << to_string(f.error());
  EXPECT_EQ(*f,
            parse("!(\"x[1] > 2\" & \"P@l\") W (\"x[1] > 2\" & \"P@l\" & G (\"len(q) == 0\" -> F \"sent(ch,MSG)\"))"));
  EXPECT_EQ(*parse_formula("existence(2, x == 1)", options), parse("existence(2, \"x == 1\")"));
  EXPECT_EQ(*parse_formula("choice(1) + 1 == 2", options), Formula::atom("choice(1) + 1 == 2"));
  options.is_model_atom = [](const std::string& atom) { return atom == "visit(1,2)"; };
  EXPECT_EQ(*parse_formula("G visit(1, 2)", options), parse("G \"visit(1,2)\""));
  EXPECT_EQ(*parse_formula("G visit(a, b)", options), parse("G (F a & F b)"));
}

TEST(NamedPatternTest, Recognition) {
  const auto found = [](const char* text, Semantics semantics = Semantics::Infinite) {
    const auto use = recognise(parse(text), semantics);
    return use ? to_string(*use) : "none";
  };
  EXPECT_EQ(found("G (req -> F ack)"), "response(req, ack)");
  EXPECT_EQ(found("[] (!req | <> (x | y))"), "response(req, x | y)");
  EXPECT_EQ(found("G (a & b -> F c)"), "response(a & b, c)");
  EXPECT_EQ(found("!y W x"), "precedence(x, y)");
  EXPECT_EQ(found("G !bad"), "absence(bad)");
  EXPECT_EQ(found("G (x | y)"), "universality(x | y)");
  EXPECT_EQ(found("G F x & G F y"), "patrolling(x, y)");
  EXPECT_EQ(found("G (x -> X y)"), "chain_response(x, y)");
  EXPECT_EQ(found("G (s & !t & F t -> (!p U t))"), "absence(p) between(s, t)");
  EXPECT_EQ(found("G (y -> Y x)"), "chain_precedence(x, y)");
  EXPECT_EQ(found("F (x & F y) & (!y U x)"), "ordered_visit(x, y)");
  EXPECT_EQ(found("G (a -> X (b U G c))"), "none");
  EXPECT_EQ(found("a"), "none");
  EXPECT_EQ(found("a", Semantics::Finite), "init(a)");
  EXPECT_EQ(found("F (a & X[!] F a)"), "existence(2, a)");
}

TEST(NamedPatternTest, EveryUseIsRecognisedAsSomethingEquivalent) {
  for (const NamedPattern& row : named_patterns()) {
    for (const PatternScope& scope : pattern_scopes()) {
      if (parameter_count(scope.parameters) > 0 && !can_be_limited(row, read_template)) continue;
      if (std::string_view(row.name) == "init") continue;
      const Formula f = parse(to_string(sample_use(row, &scope)));
      const auto use = recognise(f, Semantics::Finite);
      ASSERT_TRUE(use) << to_string(sample_use(row, &scope));
      EXPECT_EQ(negation_normal_form(parse(to_string(*use)), Semantics::Finite),
                negation_normal_form(f, Semantics::Finite));
    }
  }
}

TEST(NamedPatternTest, TheDocumentHasEveryRow) {
  std::ifstream file(source_dir() / "docs/patterns.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto code = [](std::string formula) {
    for (std::size_t i = 0; (i = formula.find('|', i)) != std::string::npos; i += 2) formula.insert(i, "\\");
    return "`" + formula + "`";
  };
  const PatternCatalogue catalogue = pattern_catalogue();
  // The order of operands of & and | is not fixed, so formulas are compared as formulas.
  const auto has = [&](const std::string& before, const std::string& formula, const std::string& after) {
    const std::size_t start = text.find(before);
    if (start == std::string::npos) return false;
    const std::size_t end = text.find(after, start + before.size());
    if (end == std::string::npos) return false;
    std::string written = text.substr(start + before.size(), end - start - before.size());
    for (std::size_t at = 0; (at = written.find("\\|", at)) != std::string::npos;) written.erase(at, 1);
    return parse(written) == parse(formula);
  };
  for (const PatternDescription& row : catalogue.patterns) {
    EXPECT_TRUE(has("| " + code(row.use) + " | " + row.english + " | `", row.formula,
                    "` | " + code(row.accepted) + " | " + code(row.rejected) + " |\n"))
        << "docs/patterns.md lacks " << row.use;
  }
  for (const ScopeDescription& scope : catalogue.scopes) {
    EXPECT_TRUE(has("| " + code(scope.use) + " | " + scope.english + " | `", scope.formula, "` |\n"))
        << "docs/patterns.md lacks " << scope.use;
  }
}

}  // namespace
}  // namespace weir::test
