// SPDX-License-Identifier: Apache-2.0
#include <weir/catalogue.h>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace weir::test {
namespace {

/// Whether the number is one of an enumerator: compilers write others as a cast, `(weir::Store)77`.
template <class Value, Value kValue>
constexpr bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  return text.find("kValue = (") == std::string_view::npos;
}

template <class Value, std::size_t... kNumbers>
std::size_t enumerators(std::index_sequence<kNumbers...>) {
  return (std::size_t{is_enumerator<Value, static_cast<Value>(kNumbers)>()} + ...);
}

template <class Value>
void expect_one_row_for_each() {
  std::set<Value> values;
  std::set<std::string> names;
  for (const Choice<Value>& row : choices<Value>()) {
    EXPECT_TRUE(values.insert(row.value).second) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_NE(std::string(row.summary), "") << row.name;
    EXPECT_EQ(name_of(row.value), row.name);
    EXPECT_EQ(find_choice<Value>(row.name), row.value);
  }
  EXPECT_EQ(values.size(), enumerators<Value>(std::make_index_sequence<64>())) << choice_names<Value>(" ");
  EXPECT_EQ(find_choice<Value>("sideways"), std::nullopt);
}

TEST(Catalogue, HasOneRowForEachValue) {
  expect_one_row_for_each<ModelFormat>();
  expect_one_row_for_each<Executor>();
  expect_one_row_for_each<Translator>();
  expect_one_row_for_each<Emptiness>();
  expect_one_row_for_each<Store>();
  expect_one_row_for_each<Replacement>();
  expect_one_row_for_each<Computations>();
  expect_one_row_for_each<Fairness>();
  expect_one_row_for_each<SearchOrder>();
  expect_one_row_for_each<SimplifyLevel>();
  expect_one_row_for_each<AutomatonFormat>();
  expect_one_row_for_each<LogFormat>();
  expect_one_row_for_each<Reduction>();
}

TEST(Catalogue, ListsNames) {
  EXPECT_EQ(choice_names<Fairness>("|"), "none|weak|strong");
  EXPECT_EQ(choice_names(",", {Fairness::Weak}), "none,strong");
  EXPECT_EQ(name_of(std::optional<Fairness>()), "");
}

TEST(Catalogue, ReadsAndWritesReductions) {
  for (const char* text : {"auto", "none", "merge", "dead,slice", "merge,dead,slice,por,sleep,symmetry,structural"})
    EXPECT_EQ(to_string(parse_reductions(text).value()), text);
  EXPECT_EQ(parse_reductions("symmetry,por,por").value(),
            Reductions::of({Reduction::PartialOrder, Reduction::Symmetry}));
  EXPECT_TRUE(parse_reductions("").value().is_none());
  for (const char* text : {"bogus", "por,bogus", ",bogus"}) {
    const Expected<Reductions> refused = parse_reductions(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(to_string(refused.error()).find("unknown reduction"), std::string::npos) << text;
  }
  EXPECT_FALSE(parse_reductions("auto,por"));
}

}  // namespace
}  // namespace weir::test
