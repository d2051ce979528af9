// SPDX-License-Identifier: Apache-2.0
// Published formulas are parsed, printed and parsed again; simplifying makes none of them much larger.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "formula/parser.h"
#include "formula/rewrite.h"
#include "support/corpus.h"
#include "support/print_formula.h"

namespace weir::test {
namespace {

void check(const std::string& text) {
  const auto f = parse_formula(text);
  ASSERT_TRUE(f) << text << "\n" << to_string(f.error());
  const auto again = parse_formula(to_string(*f));
  ASSERT_TRUE(again) << to_string(*f);
  EXPECT_EQ(*again, *f);
  if (f->size() > 200) return;
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    const Formula normal = negation_normal_form(*f, semantics);
    EXPECT_LE(simplify(*f, semantics).size(), normal.size() + normal.size() / 2 + 4) << text;
  }
}

TEST(FormulaCorpusTest, PublishedFormulas) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus();
  std::size_t count = 0;
  for (const char* name :
       {"ltl/bench_emptchk_formulae.ltl", "ltl/bench_spin13_known.ltl", "ltl/pattern_formulas.tsv"}) {
    std::ifstream file(folder / name);
    const bool table = std::string(name).ends_with(".tsv");
    std::string line;
    if (table) std::getline(file, line);  // the header
    while (std::getline(file, line)) {
      if (line.empty() || line.front() == '#') continue;
      check(table ? line.substr(line.rfind('\t') + 1) : line);
      ++count;
    }
  }
  EXPECT_GT(count, 300U);
}

}  // namespace
}  // namespace weir::test
