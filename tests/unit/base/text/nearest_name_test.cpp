// SPDX-License-Identifier: Apache-2.0
// Suggestions for unknown names.
#include "base/text/nearest_name.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

std::string suggested(std::string_view name, std::initializer_list<std::string_view> known) {
  NearestName nearest(name);
  for (const std::string_view candidate : known) nearest.consider(candidate);
  return nearest.suggestion();
}

TEST(NearestName, IsTheOneWithFewestChanges) {
  EXPECT_EQ(suggested("trun", {"burn", "turn"}), "; did you mean 'turn'?");  // a transposition is one edit
  EXPECT_EQ(suggested("--shortst", {"--store", "--shortest"}), "; did you mean '--shortest'?");
}

TEST(NearestName, DoesNotDependOnTheOrderOfCandidates) {
  EXPECT_EQ(suggested("ab", {"ac", "aa"}), "; did you mean 'aa'?");
  EXPECT_EQ(suggested("ab", {"aa", "ac"}), "; did you mean 'aa'?");
}

TEST(NearestName, IsEmptyIfNoNameIsClose) {
  EXPECT_EQ(suggested("x", {"y"}), "");
  EXPECT_EQ(suggested("counter", {"sender", ""}), "");
  EXPECT_EQ(suggested("", {"a"}), "");
  EXPECT_EQ(suggested(std::string(100, 'a'), {std::string_view("a")}), "");
}

}  // namespace
}  // namespace weir::test
