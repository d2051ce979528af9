// SPDX-License-Identifier: Apache-2.0
// Published formulas: their automata are correct at every simplification level, and in total no larger than those of
// Spot's default.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "automaton/analysis/emptiness.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/product.h"
#include "automaton/translate/translate.h"
#include "formula/parser.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

/// The number of states of Spot's default automata, by family ("!family" for negated formulas) and index.
std::map<std::pair<std::string, std::string>, std::uint64_t> published_sizes() {
  std::map<std::pair<std::string, std::string>, std::uint64_t> sizes;
  std::ifstream file(*corpus() / "ltl/expected_sizes.csv");
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string family, index, states;
    std::getline(fields, family, ',');
    std::getline(fields, index, ',');
    std::getline(fields, states, ',');
    if (family.front() != '#') sizes[{family, index}] = std::stoull(states);
  }
  return sizes;
}

TEST(PublishedSizes, NoLargerThanSpot) {
  WEIR_NEED_CORPUS();
  const auto published = published_sizes();
  std::map<std::string, std::uint64_t> totals, published_totals;
  std::size_t formulas = 0;
  std::ifstream file(*corpus() / "ltl/pattern_formulas.tsv");
  std::string line;
  std::getline(file, line);  // the header
  while (std::getline(file, line)) {
    const std::string family = line.substr(0, line.find('\t'));
    const std::string index = line.substr(family.size() + 1, line.rfind('\t') - family.size() - 1);
    const auto size = published.find({family, index});
    if (size == published.end()) continue;
    const Formula f = parse_formula(line.substr(line.rfind('\t') + 1)).value();
    const auto space = std::make_shared<AtomSpace>();
    const Automaton yes = infinite_automaton(f, space).value(), no = infinite_automaton(!f, space).value();
    totals[family] += yes.state_count();
    published_totals[family] += size->second;
    if (const auto negated = published.find({"!" + family, index}); negated != published.end()) {
      totals["!" + family] += no.state_count();
      published_totals["!" + family] += negated->second;
    }
    ++formulas;
    // Soundness: disjoint from the plain automaton of the negation. Completeness: so is the complement.
    const TranslationOptions plain{.simplify = SimplifyLevel::None};
    const Automaton plain_yes = infinite_automaton(f, space, plain).value();
    const Automaton plain_no = infinite_automaton(!f, space, plain).value();
    EXPECT_TRUE(is_empty(intersection(yes, plain_no))) << line;
    EXPECT_TRUE(is_empty(intersection(no, plain_yes))) << line;
    for (const auto& [small, large] : {std::pair(&yes, &plain_yes), std::pair(&no, &plain_no)}) {
      if (small->state_count() > 10) continue;  // complements may be large
      EXPECT_TRUE(is_empty(intersection(complement(*small), *large))) << line;
    }
  }
  EXPECT_GT(formulas, 150U);
  for (const char* family : {"dac-patterns", "eh-patterns", "sb-patterns"}) {
    for (const std::string& set : {std::string(family), "!" + std::string(family)}) {
      EXPECT_GT(totals[set], 0U) << set;
      EXPECT_LE(totals[set], published_totals[set]) << set;
    }
  }
}

}  // namespace
}  // namespace weir::test
