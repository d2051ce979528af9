// SPDX-License-Identifier: Apache-2.0
// What a property allows reductions to assume: that finite prefixes do not matter, and that stuttering does not.
#include <gtest/gtest.h>

#include "formula/parser.h"
#include "pipeline/prepare/reductions.h"

namespace weir::test {
namespace {

ReductionQuestion decided(const char* text) {
  ReductionQuestion question;
  decide_stuttering(parse_formula(text).value(), {}, question);
  return question;
}

TEST(Stuttering, PrefixesMatterToFormulasThatRemember) {
  EXPECT_TRUE(decided("G F p").tail_only);
  EXPECT_TRUE(decided("F G p").tail_only);
  EXPECT_FALSE(decided("G F O p").tail_only) << "a prefix with p is enough";
  EXPECT_FALSE(decided("F G H p").tail_only);
  EXPECT_FALSE(decided("F p").tail_only);
}

TEST(Stuttering, CountingOperatorsAreSensitive) {
  EXPECT_TRUE(decided("G (a -> O b)").stutter_invariant);
  EXPECT_TRUE(decided("G (a -> (b S c))").stutter_invariant);
  EXPECT_TRUE(decided("{a[*]; b}!").stutter_invariant) << "decided by its automaton";
  for (const auto& [text, why] :
       {std::pair("G (a -> Y b)", "Y or Z"), std::pair("X a", "X"), std::pair("{a; a; b}!", "a regular expression")}) {
    EXPECT_FALSE(decided(text).stutter_invariant) << text;
    EXPECT_NE(decided(text).why_not_stutter_invariant.find(why), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace weir::test
