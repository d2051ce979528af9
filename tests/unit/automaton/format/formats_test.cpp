// SPDX-License-Identifier: Apache-2.0
// Reads and writes HOA, and feeds Graphviz and Spin with what is written for them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "automaton/format/hoa_reader.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/format/writers.h"
#include "oracle/automaton_membership.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

Expected<std::vector<Automaton>> read(const std::string& text, Words words = Words::Infinite) {
  return read_hoa(SourceText("x.hoa", text), std::make_shared<AtomSpace>(), words);
}

Automaton one(const std::string& text, Words words = Words::Infinite) {
  auto result = read(text, words);
  EXPECT_TRUE(result) << to_string(result.error());
  return result->front();
}

const char* const kTwoSets =
    "HOA: v1\nname: \"GFa & GFb\"\nStates: 1\nStart: 0\nAP: 2 \"a\" \"b\"\nacc-name: generalized-Buchi 2\n"
    "Acceptance: 2 Inf(0)&Inf(1)\nproperties: trans-labels explicit-labels trans-acc complete deterministic\n"
    "--BODY--\nState: 0\n[!0&!1] 0\n[!0&1] 0 {1}\n[0&!1] 0 {0}\n[0&1] 0 {0 1}\n--END--\n";

TEST(HoaReader, ReadsWhatTheWriterWrites) { EXPECT_EQ(to_hoa(one(kTwoSets)), kTwoSets); }

TEST(HoaReader, TurnsStateMarksAndStateLabelsIntoEdgeOnes) {
  const Automaton a =
      one("HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) --BODY-- State: [!0] 0 {0} 0 1 State: 1 --END--");
  ASSERT_EQ(a.edges(0).size(), 2u);
  EXPECT_EQ(a.edges(0)[1].marks, MarkSet::single(0));
  EXPECT_EQ(a.edges(0)[0].label, a.bdds().literal(0, false));
}

TEST(HoaReader, ReadsImplicitLabelsInLetterOrder) {
  const Automaton a =
      one("HOA: v1 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 0 t --BODY-- State: 0 0 1 2 3 State: 1 State: 2 State: 3 "
          "--END--");
  EXPECT_EQ(label_text(a.space(), a.edges(0)[1].label), "a & !b");
  EXPECT_EQ(label_text(a.space(), a.edges(0)[2].label), "!a & b");
}

TEST(HoaReader, GivesComplementedSetsTheirOwnMarks) {
  const Automaton a =
      one("HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 1 Fin(!0) --BODY-- State: 0 [0] 0 {0} [!0] 0 --END--");
  EXPECT_TRUE(accepts_lasso(a, {{0}, {1}}));
  EXPECT_FALSE(accepts_lasso(a, {{}, {1, 0}}));
}

TEST(HoaReader, DropsNumbersThatAreNotDefined) {
  const Automaton a = one("HOA: v1 States: 2000000000 Start: 7 Acceptance: 0 t --BODY-- State: 7 [t] 7 --END--");
  EXPECT_EQ(a.state_count(), 1u);
}

TEST(HoaReader, ExplainsWhatItRefuses) {
  const std::pair<const char*, const char*> cases[] = {
      {"HOA: v1\nStart: 0&1\nAcceptance: 0 t\n--BODY--\nState: 0\nState: 1\n--END--", "alternating"},
      {"HOA: v1\nAcceptance: 65 t\n--BODY--\n--END--", "64 acceptance sets"},
      {"HOA: v1\nAcceptance: 64 Inf(!0)\n--BODY--\n--END--", "64 acceptance sets"},
      {"HOA: v1\nStart: 0\nAcceptance: 0 t\nproperties: deterministic\n--BODY--\nState: 0\n[t] 0\n[t] 0\n--END--",
       "not deterministic"},
      {"HOA: v1\nStart: 0\nAcceptance: 0 t\nproperties: complete\n--BODY--\nState: 0\n--END--", "not complete"},
      {"HOA: v1.1\nStart: 0\nAcceptance: 0 t\nproperties: !complete\n--BODY--\nState: 0 [t] 0\n--END--", "is complete"},
      {"HOA: v1\nStart: 0\nAcceptance: 1 Inf(0)\nproperties: weak\n--BODY--\nState: 0 [t] 0 {0} [t] 0\n--END--",
       "not weak"},
  };
  for (const auto& [text, message] : cases) {
    const auto result = read(text);
    ASSERT_FALSE(result) << text;
    EXPECT_NE(result.error().front().message.find(message), std::string::npos) << to_string(result.error());
    EXPECT_GT(result.error().front().line, 0u);
  }
}

TEST(HoaReader, RefusesConditionsNestedTooDeeply) {
  std::string condition;
  for (int i = 0; i < 100000; ++i) condition += i % 2 == 0 ? "Fin(0)&(" : "Inf(0)|(";
  condition += "Inf(0)" + std::string(100000, ')');
  const auto result = read("HOA: v1\nAcceptance: 1 " + condition + "\n--BODY--\n--END--");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().front().message.find("too deeply"), std::string::npos);
}

// The depth of a condition does not grow with the number of operands of one operator, nor with parentheses.
TEST(HoaReader, AcceptsLongConditionsThatAreNotDeep) {
  constexpr int kTerms = 600;
  for (const char* op : {"&", "|"}) {
    std::string left;
    std::string right;
    for (int i = 1; i < kTerms; ++i) {
      left += std::string("Inf(0)") + op;
      right += std::string("Inf(0)") + op + "(";
    }
    left += "Fin(1)";
    right += "Fin(1)" + std::string(kTerms - 1, ')');
    for (const std::string& condition : {left, right}) {
      const Automaton a = one("HOA: v1 Start: 0 Acceptance: 2 " + condition + " --BODY-- State: 0 [t] 0 {0 1} --END--");
      EXPECT_EQ(a.acceptance().operands().size(), std::size_t{kTerms});
      EXPECT_EQ(test::accepts_lasso(a, {{}, {0}}), *op == '|');
    }
  }
}

TEST(HoaReader, TakesTheFormatOfFiniteAutomata) {
  const Automaton a = one(
      "HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 State: 1 {0} --END--", Words::Finite);
  EXPECT_TRUE(test::accepts_word(a, {1}));
  EXPECT_FALSE(test::accepts_word(a, {}));
  EXPECT_EQ(to_hoa(one(to_hoa(a), Words::Finite)), to_hoa(a));
}

TEST(HoaReader, TakesTheCorpus) {
  WEIR_NEED_CORPUS();
  int automata = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*corpus() / "hoa")) {
    const std::string path = entry.path().string();
    if (!entry.is_regular_file() || path.find("_bad") != std::string::npos || path.find("019_ok") != std::string::npos)
      continue;
    const auto text = SourceText::read_file(path);
    const auto documents = parse_hoa(*text);
    ASSERT_TRUE(documents) << path;
    for (const HoaDocument& document : *documents) {
      const auto result = automaton_of_hoa(document, *text, std::make_shared<AtomSpace>());
      EXPECT_EQ(result.has_value(), !document.alternation_offset()) << path << "\n"
                                                                    << (result ? "" : to_string(result.error()));
      if (result) ++automata;
    }
  }
  EXPECT_GT(automata, 40);
}

TEST(HoaWriter, NamesTheClassicalConditions) {
  const auto name = [](std::uint32_t sets, const std::string& condition) {
    const Automaton a = one("HOA: v1 Acceptance: " + std::to_string(sets) + " " + condition + " --BODY-- --END--");
    return acceptance_name(a.mark_count(), a.acceptance());
  };
  EXPECT_EQ(name(0, "t"), "all");
  EXPECT_EQ(name(0, "f"), "none");
  EXPECT_EQ(name(1, "Inf(0)"), "Buchi");
  EXPECT_EQ(name(1, "Fin(0)"), "co-Buchi");
  EXPECT_EQ(name(3, "Inf(0)&Inf(1)&Inf(2)"), "generalized-Buchi 3");
  EXPECT_EQ(name(2, "Fin(0)|Fin(1)"), "generalized-co-Buchi 2");
  EXPECT_EQ(name(4, "(Fin(0)&Inf(1))|(Fin(2)&Inf(3))"), "Rabin 2");
  EXPECT_EQ(name(4, "(Fin(0)|Inf(1))&(Fin(2)|Inf(3))"), "Streett 2");
  EXPECT_EQ(name(4, "Inf(0) | (Fin(1) & (Inf(2) | Fin(3)))"), "parity min even 4");
  EXPECT_EQ(name(3, "Inf(0) | (Fin(1) & Inf(2))"), "parity min even 3");
  EXPECT_EQ(name(4, "Inf(3)|Fin(2)&(Inf(1)|Fin(0))"), "parity max odd 4");
  EXPECT_EQ(name(4, "Fin(3) & (Inf(2) | (Fin(1) & Inf(0)))"), "parity max even 4");
  EXPECT_EQ(name(2, "Inf(0)|Inf(1)"), "");
}

/// Runs a command on a file with this text; returns its exit code.
int run_on(const std::string& text, const std::string& suffix, const std::string& command) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("weir-formats-" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) + "-" +
                       testing::UnitTest::GetInstance()->current_test_info()->name());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / ("x" + suffix)) << text;
  const int code = std::system(("cd " + folder.string() + " && " + command + " x" + suffix + " >out 2>&1").c_str());
  std::filesystem::remove_all(folder);
  return code;
}

TEST(DotWriter, WritesWhatGraphvizDraws) {
  if (std::system("command -v dot >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs Graphviz";
  Automaton a = one(kTwoSets);
  a.set_state_name(0, "a \"quoted\" name\\");
  EXPECT_EQ(run_on(to_dot(a), ".dot", "dot -Tsvg"), 0) << to_dot(a);
  EXPECT_NE(run_on(to_dot(a) + "}", ".dot", "dot -Tsvg"), 0);  // dot does report errors
}

TEST(NeverWriter, WritesClaimsThatSpinAccepts) {
  if (std::system("command -v spin >/dev/null 2>&1") != 0) GTEST_SKIP() << "needs Spin";
  const std::string model = "bool a, b;\nactive proctype P() { do :: a = !a :: b = !b od }\n";
  const char* const automata[] = {
      kTwoSets,
      "HOA: v1 Start: 0 AP: 2 \"a\" \"b\" Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [t] 1 "
      "--END--",
      "HOA: v1 Start: 0 AP: 0 Acceptance: 1 Inf(0) --BODY-- State: 0 --END--",
      "HOA: v1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--",
      "HOA: v1 AP: 0 Acceptance: 0 t --BODY-- --END--",
      "HOA: v1 Start: 0 AP: 1 \"a == b\" Acceptance: 1 Fin(0) --BODY-- State: 0 [0] 0 {0} [!0] 0 --END--",
  };
  for (const char* text : automata)
    EXPECT_EQ(run_on(model + to_never_claim(one(text)), ".pml", "spin -a"), 0) << to_never_claim(one(text));
}

TEST(JsonWriter, SaysEverything) {
  const auto json = nlohmann::json::parse(to_json(one(kTwoSets)));
  EXPECT_EQ(json["words"], "infinite");
  EXPECT_EQ(json["atoms"], nlohmann::json::parse(R"(["a","b"])"));
  EXPECT_EQ(json["acceptance"]["name"], "generalized-Buchi 2");
  EXPECT_EQ(json["states"][0]["edges"][3]["label"], "a & b");
  EXPECT_EQ(json["states"][0]["edges"][3]["marks"], nlohmann::json::parse("[0,1]"));
}

TEST(TextWriter, ListsStates) {
  EXPECT_EQ(to_text(one("HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 0 {0} --END--")),
            "1 states, 1 edges, acceptance Inf(0)\n-> 0\n       a {0} -> 0\n");
}

}  // namespace
}  // namespace weir::test
