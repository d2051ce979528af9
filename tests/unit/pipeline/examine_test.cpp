// SPDX-License-Identifier: Apache-2.0
#include <weir/editor.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace weir {
namespace {

const Definition* find(const Examination& found, const std::string& name, const std::string& owner = "") {
  for (const Definition& definition : found.definitions)
    if (definition.name == name && definition.owner == owner) return &definition;
  return nullptr;
}

/// The offsets of a definition's occurrences in the text itself.
std::vector<std::uint32_t> places(const Examination& found, const Definition* definition) {
  std::vector<std::uint32_t> result;
  for (const Occurrence& occurrence : found.occurrences)
    if (&found.definitions[occurrence.definition] == definition && occurrence.place.file == 0)
      result.push_back(occurrence.place.begin);
  return result;
}

std::vector<std::uint32_t> all_of_word(const std::string& text, const std::string& word) {
  std::vector<std::uint32_t> result;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    result.push_back(static_cast<std::uint32_t>(at));
  return result;
}

TEST(Examine, FindsUsesThroughMacrosAndInlines) {
  const std::string text =
      "#define BUSY (count > 0)\n"
      "byte count;\n"
      "inline add(v) { v = v + count }\n"
      "active proctype P() { add(count); BUSY; count = 0 }\n"
      "ltl p { [] (count < 3) }\n";
  const Examination found = examine("m.pml", text, EditorLanguage::Promela);
  EXPECT_TRUE(found.understood);
  ASSERT_NE(find(found, "count"), nullptr);
  EXPECT_EQ(places(found, find(found, "count")), all_of_word(text, "count"));
  EXPECT_EQ(places(found, find(found, "BUSY")), all_of_word(text, "BUSY"));
  EXPECT_EQ(places(found, find(found, "v", "add")).size(), 3U);
  EXPECT_EQ(find(found, "add")->parameters, std::vector<std::string>{"v"});
}

TEST(Examine, KeepsLocalsOfProcessesApart) {
  const std::string text =
      "active proctype P() { byte i; i = 1 }\nproctype Q(byte a; chan c) { byte i; l: i = a; goto l }\n";
  const Examination found = examine("m.pml", text, EditorLanguage::Promela);
  ASSERT_NE(find(found, "i", "P"), nullptr);
  ASSERT_NE(find(found, "i", "Q"), nullptr);
  EXPECT_EQ(places(found, find(found, "i", "P")).size(), 2U);
  EXPECT_EQ(places(found, find(found, "i", "Q")).size(), 2U);
  EXPECT_EQ(places(found, find(found, "l", "Q")).size(), 2U);
  EXPECT_EQ(find(found, "Q")->parameters, (std::vector<std::string>{"byte a", "chan c"}));
  EXPECT_EQ(find(found, "i", "Q")->scope.begin, text.find("proctype Q"));
}

TEST(Examine, ShowsThatOnePlaceMayMeanTwoDefinitions) {
  const std::string text =
      "#define ONE i = 1\nactive proctype P() { byte i; ONE }\nactive proctype Q() { byte i; ONE }\n";
  const Examination found = examine("m.pml", text, EditorLanguage::Promela);
  const auto at = static_cast<std::uint32_t>(text.find("i = 1"));
  EXPECT_EQ(std::count_if(found.occurrences.begin(), found.occurrences.end(),
                          [at](const Occurrence& occurrence) { return occurrence.place.begin == at; }),
            2);
}

TEST(Examine, KnowsNamesOfATextWithErrors) {
  const Examination found =
      examine("m.pml", "byte count;\nactive proctype P() { byte i; i = ; count = 1 }\nltl p { [] (cuont < 1) }\n",
              EditorLanguage::Promela);
  EXPECT_FALSE(found.understood);
  EXPECT_NE(find(found, "count"), nullptr);
  EXPECT_NE(find(found, "i", "P"), nullptr);
  EXPECT_EQ(places(found, find(found, "count")).size(), 2U);
}

TEST(Examine, ListsTheKindsOfProperties) {
  const Examination found = examine("m.pml",
                                    "byte x; active proctype P() { progress: x++; accept: assert(x > 0) }\n"
                                    "never n { do :: true od }\nltl p { [] (x < 3) }\n",
                                    EditorLanguage::Promela);
  using Kind = PropertyRequest::Kind;
  std::vector<Kind> kinds;
  for (const PropertyPlace& property : found.properties) kinds.push_back(property.request.kind);
  std::sort(kinds.begin(), kinds.end());
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::Named, Kind::Named, Kind::Deadlock, Kind::Assertions, Kind::ProgressCycles,
                                      Kind::AcceptanceCycles}));
  EXPECT_EQ(found.properties.front().english, "\"x < 3\" always holds");
}

TEST(Examine, ResolvesDve) {
  const std::string text =
      "byte turn; process P { byte x; state idle, busy; init idle; trans idle -> busy { guard Q.idle and turn == 0; "
      "effect x = x + turn; }; }\nprocess Q { state idle; init idle; assert idle: P->x < 9; trans ; }\nsystem async;\n";
  const Examination found = examine("m.dve", text, EditorLanguage::Dve);
  EXPECT_TRUE(found.understood);
  EXPECT_EQ(places(found, find(found, "turn")), all_of_word(text, "turn"));
  EXPECT_EQ(places(found, find(found, "x", "P")).size(), 4U);
  EXPECT_EQ(places(found, find(found, "idle", "P")).size(), 3U);
  EXPECT_EQ(places(found, find(found, "idle", "Q")).size(), 4U);
  EXPECT_EQ(places(found, find(found, "Q")).size(), 2U);
  const Examination broken = examine("m.dve", "byte turn; process P { state a; trans a -> ", EditorLanguage::Dve);
  EXPECT_FALSE(broken.understood);
  EXPECT_NE(find(broken, "a", "P"), nullptr);
}

TEST(Examine, ReadsFormulaFiles) {
  const Examination found =
      examine("p.ltl", "# [] (\nfirst: G (req -> F ack)\nG (a ->)\nlast: x < 3\n", EditorLanguage::Formulas);
  EXPECT_FALSE(found.understood);
  ASSERT_EQ(found.diagnostics.size(), 1U);
  EXPECT_EQ(found.diagnostics[0].line, 3U);
  ASSERT_EQ(found.definitions.size(), 2U);
  EXPECT_EQ(found.definitions[1].name, "last");
  EXPECT_NE(found.properties[0].english.find("whenever req holds"), std::string::npos);
}

TEST(Examine, KnowsLanguagesAndTheirWords) {
  EXPECT_EQ(editor_language("a/b.pml"), EditorLanguage::Promela);
  EXPECT_EQ(editor_language("b.dve"), EditorLanguage::Dve);
  EXPECT_EQ(editor_language("b.ltl"), EditorLanguage::Formulas);
  EXPECT_EQ(editor_language("b.h"), std::nullopt);
  const ReservedWords words = reserved_words(EditorLanguage::Promela);
  EXPECT_TRUE(std::binary_search(words.keywords.begin(), words.keywords.end(), "proctype"));
  EXPECT_TRUE(std::binary_search(words.temporal.begin(), words.temporal.end(), "until"));
}

TEST(Examine, ReportsAtMostAFewHundredWarningsWithoutLongLines) {
  std::string text = "byte x; active proctype P() { ";
  for (int i = 0; i < 5000; ++i) text += "x = 99999999999; ";
  const Examination found = examine("m.pml", text + "x = 0 }", EditorLanguage::Promela);
  EXPECT_TRUE(found.understood);
  EXPECT_EQ(found.diagnostics.size(), 200U);
  EXPECT_LE(found.diagnostics.back().source_line.size(), 8192U);
}

}  // namespace
}  // namespace weir
