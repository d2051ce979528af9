// SPDX-License-Identifier: Apache-2.0
#include "frontend/aut/aut.h"

#include <gtest/gtest.h>

#include <set>

#include "frontend/open_model.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

Expected<Model> read(std::string text) { return aut::read(MappedFile::of_text("m.aut", std::move(text))); }

/// `state -label-> state` for every reachable transition, in order of exploration.
std::vector<std::string> walk(const TransitionSystem& system) {
  std::vector<std::string> seen;
  std::set<std::int64_t> known;
  std::vector<std::vector<std::byte>> todo;
  SuccessorBuffer buffer;
  const auto number = [&](StateView state) { return std::get<std::int64_t>(system.show(state)[0].value); };
  system.initial_states(buffer);
  for (std::size_t next = 0; !buffer.empty() || next < todo.size(); ++next) {
    if (todo.empty()) {
      todo.emplace_back(buffer.state(0).begin(), buffer.state(0).end());
      known.insert(number(buffer.state(0)));
    }
    buffer.clear();
    system.successors(todo[next], buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const std::int64_t to = number(buffer.state(i));
      seen.push_back(std::to_string(number(todo[next])) + " " +
                     system.describe(todo[next], buffer.step(i), buffer.state(i)).event + " " + std::to_string(to));
      if (known.insert(to).second) todo.emplace_back(buffer.state(i).begin(), buffer.state(i).end());
    }
    buffer.clear();
  }
  return seen;
}

std::vector<std::string> walk_text(std::string text) {
  const auto model = read(std::move(text));
  if (!model) return {to_string(model.error())};
  return walk(*model->system);
}

using Lines = std::vector<std::string>;

TEST(Aut, ReadsLabelsOfEveryKind) {
  EXPECT_EQ(walk_text("des (0, 6, 6)\n"
                      "(0, coin, 1)\n"
                      "(1,\"SEND !1, 2\",2)\n"
                      "(2, f(x, y) , 3)\n"
                      "(3, \"a \\\"b\\\" \\\\c\", 4)\n"
                      "( 4 ,\ti , 5 ) \r\n"
                      "(5, \"\", 0)"),
            (Lines{"0 coin 1", "1 SEND !1, 2 2", "2 f(x, y) 3", "3 a \"b\" \\c 4", "4 i 5", "5  0"}));
}

TEST(Aut, SourcesMayComeInAnyOrder) {
  EXPECT_EQ(walk_text("des (1,4,3)\n(2,c,1)\n(1,a,2)\n(0,x,0)\n(1,b,1)\n"), (Lines{"1 a 2", "1 b 1", "2 c 1"}));
}

TEST(Aut, ALabelIsTheSameWithAndWithoutQuotes) {
  auto model = read("des (0,2,1)\n(0,a,0)\n(0,\"a\",0)\n");
  ASSERT_TRUE(model);
  const auto atom = model->system->resolve("a");
  ASSERT_TRUE(atom);
  SuccessorBuffer initial, buffer;
  model->system->initial_states(initial);
  model->system->successors(initial.state(0), buffer);
  ASSERT_EQ(buffer.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(model->system->occurs(atom->id, initial.state(0), buffer.step(i)));
  }
}

TEST(Aut, AnUnknownAtomIsNeverTrueAndWarned) {
  auto model = read("des (0,1,1)\n(0,a,0)\n");
  ASSERT_TRUE(model);
  const auto atom = model->system->resolve("b");
  ASSERT_TRUE(atom);
  EXPECT_EQ(atom->kind, Atom::Kind::Event);
  SuccessorBuffer buffer;
  model->system->initial_states(buffer);
  EXPECT_FALSE(model->system->occurs(atom->id, buffer.state(0), Step{.transition = 0}));
  ASSERT_EQ(model->system->warnings().size(), 1U);
  EXPECT_NE(model->system->warnings()[0].message.find("'b'"), std::string::npos);
}

TEST(Aut, MemoryFollowsTheFileNotTheHeader) {
  EXPECT_EQ(walk_text("des (4294967290, 2, 4294967295)\n(4294967290, a, 7)\n(7, b, 4294967294)\n"),
            (Lines{"4294967290 a 7", "7 b 4294967294"}));
  EXPECT_EQ(walk_text("des (0, 4000000000, 1)\n(0, a, 0)\n"),
            (Lines{"m.aut:1:9: error: the header declares 4000000000 transitions, but the file has 1\n"
                   "  des (0, 4000000000, 1)\n          ^~~~~~~~~~"}));
}

struct Bad {
  const char* text;
  const char* position;
  const char* message;
};

TEST(Aut, SaysWhatIsWrongAndWhere) {
  for (const Bad& bad :
       {Bad{"", "1:1", "the file is empty"}, Bad{"\n \n", "1:1", "the file is empty"},
        Bad{"dse (0,0,1)", "1:1", "expected 'des"}, Bad{"des 0,0,1)", "1:5", "expected '('"},
        Bad{"des (0,0)", "1:9", "expected ','"}, Bad{"des (0,0,0)", "1:10", "the first state is 0"},
        Bad{"des (x,0,1)", "1:6", "expected the number of the first state"},
        Bad{"des (0,0,99999999999)", "1:10", "too large"}, Bad{"des (0,0,1) x", "1:13", "end of the line"},
        Bad{"des (0,1,1)\n(0,a,1)", "2:6", "there is no state 1"},
        Bad{"des (0,1,1)\n(5,a,0)", "2:2", "there is no state 5"}, Bad{"des (0,1,1)\n(0,a,0", "2:7", "expected ')'"},
        Bad{"des (0,1,1)\n(0,0)", "2:4", "a label"}, Bad{"des (0,1,1)\n(0,,0)", "2:4", "expected a label"},
        Bad{"des (0,1,1)\n(0,\"a,0)", "2:4", "begins with a quote"}, Bad{"des (0,1,1)\n0,a,0)", "2:1", "expected '('"},
        Bad{"des (0,1,1)\n(0,a,b)", "2:6", "expected the number of a state"},
        Bad{"des (0,2,1)\n(0,a,0)\n", "1:8", "declares 2 transitions"},
        Bad{"des (0,0,1)\n(0,a,0)\n", "1:8", "declares 0 transitions"}}) {
    const auto model = read(bad.text);
    ASSERT_FALSE(model) << bad.text;
    const std::string text = to_string(model.error());
    EXPECT_TRUE(text.starts_with(std::string("m.aut:") + bad.position + ": error: ")) << bad.text << "\n" << text;
    EXPECT_NE(text.find(bad.message), std::string::npos) << bad.text << "\n" << text;
  }
}

TEST(Aut, RefusesFilesThatCannotBeRead) {
  EXPECT_FALSE(open_model("/nowhere/x.aut", {}));
  EXPECT_FALSE(open_model("/", {.format = ModelFormat::Aut, .definitions = {}}));
  const auto unknown = open_model("model.xyz", {});
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error()[0].message.find("--from"), std::string::npos);
}

/// The file names of the VLTS suite contain the sizes, in thousands rounded down.
TEST(Aut, ReadsTheVeryLargeTransitionSystems) {
  WEIR_NEED_CORPUS();
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*corpus() / "aut")) {
    if (entry.path().extension() != ".aut") continue;
    ++files;
    const auto model = open_model(entry.path().string(), {});
    ASSERT_TRUE(model) << to_string(model.error());
    const auto transitions = walk(*model->system);
    std::set<std::string> states{"0"};
    for (const std::string& line : transitions) states.insert(line.substr(line.rfind(' ') + 1));
    const std::string name = entry.path().stem().string();
    const std::size_t second = name.rfind('_');
    const std::size_t first = name.rfind('_', second - 1);
    EXPECT_EQ(states.size() / 1000, std::stoul(name.substr(first + 1, second - first - 1))) << name;
    EXPECT_EQ(transitions.size() / 1000, std::stoul(name.substr(second + 1))) << name;
  }
  EXPECT_GE(files, 6);
}

}  // namespace
}  // namespace weir::test
