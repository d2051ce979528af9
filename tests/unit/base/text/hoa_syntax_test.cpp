// SPDX-License-Identifier: Apache-2.0
#include "base/text/hoa_syntax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/corpus.h"

namespace weir::test {
namespace {

Expected<std::vector<HoaDocument>> parse(const std::string& text) { return parse_hoa(SourceText("x.hoa", text)); }

const std::string kHead = "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\nAcceptance: 1 Inf(0)\n";

TEST(HoaSyntax, ReadsHeadersAndBody) {
  const auto docs = parse(
      "HOA: v1 name: \"x \\\"y\\\"\" States: 2 Start: 0 Start: 1 AP: 2 \"a\" \"b\" acc-name: Buchi\n"
      "Acceptance: 1 Inf(0) Alias: @x 0&!1 /* a /* nested */ comment */ properties: trans-labels mine: 3 \"z\"\n"
      "--BODY-- State: 1 \"one\" {0} [@x|t] 0 {0} State: 0 1 1 1 0 --END--");
  ASSERT_TRUE(docs) << to_string(docs.error());
  ASSERT_EQ(docs->size(), 1u);
  const HoaDocument& doc = docs->front();
  EXPECT_EQ(doc.name, "x \"y\"");
  EXPECT_EQ(doc.start.size(), 2u);
  ASSERT_EQ(doc.body.size(), 2u);
  EXPECT_TRUE(doc.body[0].implicit_labels);
  EXPECT_EQ(doc.body[1].name, "one");
  EXPECT_EQ(doc.body[1].marks, std::vector<std::uint32_t>{0});
  EXPECT_EQ(doc.body[1].edges[0].label->size(), 3u);
}

TEST(HoaSyntax, BindsNotTighterThanAndTighterThanOr) {
  const auto docs = parse(kHead + "--BODY-- State: 0 [!0&1|0] 1 [!(0|1)&t] 1 State: 1 --END--");
  ASSERT_TRUE(docs) << to_string(docs.error());
  const auto value = [&](std::size_t edge, bool a, bool b) {
    return evaluate_hoa<char>(
               *docs->front().body[0].edges[edge].label,
               [&](const HoaToken& t) { return t.kind == HoaToken::Kind::Atom ? (t.number == 0 ? a : b) : true; },
               [](char x) { return !x; }, [](char x, char y) { return x && y; },
               [](char x, char y) { return x || y; }) != 0;
  };
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      EXPECT_EQ(value(0, a, b), (!a && b) || a);
      EXPECT_EQ(value(1, a, b), !(a || b));
    }
}

TEST(HoaSyntax, SurvivesDeepNesting) {
  const int depth = 200000;
  const std::string deep = std::string(depth, '!') + std::string(depth, '(') + "0" + std::string(depth, ')');
  EXPECT_TRUE(parse(kHead + "--BODY-- State: 0 [" + deep + "] 0 --END--"));
}

struct BadCase {
  const char* text;
  std::uint32_t line;
  std::uint32_t column;
  const char* message;
};

TEST(HoaSyntax, SaysWhereTheMistakeIs) {
  const BadCase cases[] = {
      {"garbage", 1, 1, "expected 'HOA:'"},
      {"HOA: v2\n", 1, 6, "only version 1"},
      {"HOA: v1\nStates: x", 2, 9, "the number of states"},
      {"HOA: v1\nAcceptance: 0 t\nAcceptance: 0 t\n--BODY-- --END--", 3, 1, "a second 'Acceptance:'"},
      {"HOA: v1\n--BODY-- --END--", 2, 1, "no 'Acceptance:'"},
      {"HOA: v1\nAcceptance: 1 Foo(0)\n", 2, 15, "expected Inf"},
      {"HOA: v1\nAcceptance: 1 Inf(1)\n", 2, 19, "only 1 acceptance sets"},
      {"HOA: v1\nAcceptance: 1 (Inf(0)\n--BODY--", 2, 15, "not closed"},
      {"HOA: v1\nAcceptance: 0 t\nAP: 2 \"a\"\n--BODY-- --END--", 3, 5, "declares 2"},
      {"HOA: v1\nAcceptance: 0 t\nAP: 2 \"a\" \"a\"\n", 3, 11, "a second time"},
      {"HOA: v1\nAcceptance: 0 t\nStart: 0\n--BODY-- --END--", 3, 8, "state 0 is not defined"},
      {"HOA: v1\nAcceptance: 0 t\nStates: 1\n--BODY--\nState: 1\n--END--", 5, 8, "only 1 states"},
      {"HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 0\nState: 0\n--END--", 5, 8, "a second time"},
      {"HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 0 {0}\n--END--", 4, 11, "only 0 acceptance sets"},
      {"HOA: v1\nAcceptance: 0 t\n--BODY--\nState: 0\n[0] 0\n--END--", 5, 2, "only 0 atomic propositions"},
      {"HOA: v1\nAcceptance: 0 t\nAP: 1 \"a\"\n--BODY--\nState: 0\n[0] 0\n0\n--END--", 7, 1, "all edges of a state"},
      {"HOA: v1\nAcceptance: 0 t\nAP: 1 \"a\"\n--BODY--\nState: 0\n0\n--END--", 5, 8, "one edge per letter"},
      {"HOA: v1\nAcceptance: 0 t\nAP: 1 \"a\"\n--BODY--\nState: [0] 0\n[0] 0\n--END--", 6, 1, "the state has a label"},
      {"HOA: v1\nAcceptance: 0 t\nAlias: @a t\nAlias: @a t\n", 4, 8, "a second time"},
      {"HOA: v1\nAcceptance: 0 t\nAlias: @a @b\n", 3, 11, "not defined"},
      {"HOA: v1\nAcceptance: 0 t\nImportant: 1\n", 3, 1, "unknown header"},
      {"HOA: v1\nAcceptance: 0 t\n--BODY--\n--ABORT--", 4, 1, "gave up"},
      {"HOA: v1\nname: \"open\n", 2, 7, "string is not closed"},
      {"HOA: v1 /* open\n", 1, 9, "comment is not closed"},
      {"HOA: v1\nStates: 99999999999\n", 2, 9, "too large"},
      {"HOA: v1\nAcceptance: 0 t\nproperties: terminal !weak\n--BODY-- --END--", 3, 22, "contradicts"},
      {"HOA: v1\nAcceptance: 1 t\nproperties: trans-acc\n--BODY--\nState: 0 {0}\n--END--", 5, 8, "trans-acc"},
  };
  for (const BadCase& bad : cases) {
    const auto result = parse(bad.text);
    ASSERT_FALSE(result) << bad.text;
    const Diagnostic& error = result.error().front();
    EXPECT_EQ(error.line, bad.line) << bad.text << "\n" << to_string(error);
    EXPECT_EQ(error.column, bad.column) << bad.text << "\n" << to_string(error);
    EXPECT_NE(error.message.find(bad.message), std::string::npos) << bad.text << "\n" << to_string(error);
  }
}

TEST(HoaSyntax, AcceptsAndRefusesTheCorpusAsItsNamesSay) {
  WEIR_NEED_CORPUS();
  int seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*corpus() / "hoa")) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    const auto text = SourceText::read_file(path);
    ASSERT_TRUE(text);
    const auto docs = parse_hoa(*text);
    // 019 continues with automata in the formats of LBTT and Spin, which are not HOA.
    const bool good = path.find("_bad") == std::string::npos && path.find("019_ok") == std::string::npos;
    EXPECT_EQ(docs.has_value(), good) << path << (docs ? "" : "\n" + to_string(docs.error()));
    ++seen;
  }
  EXPECT_GE(seen, 51);
}

}  // namespace
}  // namespace weir::test
