// SPDX-License-Identifier: Apache-2.0
// Reports of states show only changes, and equal elements of an array as one range.
#include "report/changes.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

std::vector<Variable> variables(std::initializer_list<std::pair<const char*, std::int64_t>> list) {
  std::vector<Variable> result;
  for (const auto& [name, value] : list) result.push_back({name, value});
  return result;
}

std::size_t equal_from(const std::vector<Variable>& list, std::size_t first) {
  return equal_elements(changed_variables({}, list), first);
}

TEST(Changes, ShowsWhatIsNewOrDifferent) {
  const auto before = variables({{"x", 1}, {"P[0]:k", 2}, {"y", 3}});
  const auto now = variables({{"x", 1}, {"y", 4}, {"z", 0}});
  const auto changed = changed_variables(before, now);
  ASSERT_EQ(changed.size(), 2u);
  EXPECT_EQ(changed[0]->name, "y");
  EXPECT_EQ(changed[1]->name, "z");
}

TEST(Changes, CountsSuccessiveEqualElements) {
  EXPECT_EQ(equal_from(variables({{"a[3]", 7}, {"a[4]", 7}, {"a[5]", 7}, {"a[6]", 8}}), 0), 3u);
  EXPECT_EQ(equal_from(variables({{"a[3]", 7}, {"a[5]", 7}}), 0), 1u) << "one is left out between them";
  EXPECT_EQ(equal_from(variables({{"a[0]", 7}, {"b[1]", 7}}), 0), 1u) << "another array";
  EXPECT_EQ(equal_from(variables({{"P[0]:k", 7}, {"P[1]:k", 7}}), 0), 1u) << "variables of processes are no elements";
  EXPECT_EQ(equal_from(variables({{"q[x]", 7}, {"q[y]", 7}}), 0), 1u) << "no numbers";
}

}  // namespace
}  // namespace weir::test
