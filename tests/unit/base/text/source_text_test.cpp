// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_text.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

TEST(SourceText, FindsLineAndColumn) {
  const SourceText text("m.pml", "one\ntwo three\n");
  const Diagnostic diagnostic = text.at(8, 5, "what is this?");
  EXPECT_EQ(diagnostic.line, 2U);
  EXPECT_EQ(diagnostic.column, 5U);
  EXPECT_EQ(to_string(diagnostic), "m.pml:2:5: error: what is this?\n  two three\n      ^~~~~");
}

TEST(SourceText, CountsCharactersNotBytes) {
  const SourceText text("", "□p ∧ q");
  EXPECT_EQ(text.position(std::string("□p ").size()).column, 4U);
}

TEST(SourceText, PositionAtTheEndIsAfterTheLastCharacter) {
  const SourceText text("", "ab");
  EXPECT_EQ(text.position(99).column, 3U);
  EXPECT_EQ(to_string(text.at(2, 1, "expected more")), "1:3: error: expected more\n  ab\n    ^");
}

TEST(SourceText, RefusesADirectory) {
  const auto text = SourceText::read_file("/");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().front().message.find("directory"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
