// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "formula/formula.h"
#include "formula/printer.h"
#include "frontend/dve/dve.h"
#include "support/corpus.h"
#include "support/enumerate.h"

namespace weir::test {
namespace {

using namespace dve;

using Definitions = std::vector<std::pair<std::string, std::string>>;

Expected<Model> read(const std::string& text, const Definitions& definitions = {}) {
  return read_dve(SourceText("m.dve", text), definitions);
}
Model model_of(const std::string& text, const Definitions& definitions = {}) {
  auto model = read(text, definitions);
  EXPECT_TRUE(model) << to_string(model.error());
  return model ? std::move(*model) : Model{};
}
std::string error_of(const std::string& text) {
  const auto model = read(text);
  return model ? "no error" : to_string(model.error());
}

/// The value of a variable in the only state without successors.
std::int64_t final_value(const std::string& text, const std::string& variable) {
  const Model model = model_of(text);
  if (model.system == nullptr) return -99999;
  SuccessorBuffer buffer;
  model.system->initial_states(buffer);
  std::vector<std::byte> state(buffer.state(0).begin(), buffer.state(0).end());
  for (int steps = 0; steps < 1000; ++steps) {
    buffer.clear();
    model.system->successors(state, buffer);
    if (buffer.empty()) break;
    const std::vector<std::byte> next(buffer.state(0).begin(), buffer.state(0).end());
    state = next;
  }
  for (const Variable& shown : model.system->show(state)) {
    if (shown.name == variable) return std::get<std::int64_t>(shown.value);
  }
  ADD_FAILURE() << "no variable " << variable;
  return -99999;
}

/// One process that takes one step with these effects.
std::string one_step(const std::string& declarations, const std::string& effects) {
  return declarations + "process P { state a, b; init a; trans a -> b { effect " + effects + "; }; } system async;";
}

TEST(Dve, WidthsWrapAround) {
  EXPECT_EQ(final_value(one_step("byte x = 255;", "x = x + 1"), "x"), 0);
  EXPECT_EQ(final_value(one_step("byte x;", "x = x - 1"), "x"), 255);
  EXPECT_EQ(final_value(one_step("int x = 32767;", "x = x + 1"), "x"), -32768);
  EXPECT_EQ(final_value(one_step("int x;", "x = -5 / 2"), "x"), -2);
  EXPECT_EQ(final_value(one_step("int x;", "x = -5 % 3"), "x"), -2);
}

TEST(Dve, InitialValuesAndArrays) {
  EXPECT_EQ(final_value(one_step("byte a[2] = {1, 2, 3}; byte x;", "x = a[1]"), "x"), 2);
  EXPECT_EQ(final_value(one_step("byte a[3] = {7}; byte x;", "x = a"), "x"), 7);
  EXPECT_EQ(final_value(one_step("byte a[3] = {7}; byte x;", "x = a[2]"), "x"), 0);
  EXPECT_EQ(final_value(one_step("byte a[3];", "a = 4, a[a[0] - 2] = 9"), "a[2]"), 9);
  EXPECT_EQ(final_value(one_step("const int N = 3; byte a[N + 1]; byte x;", "a[N] = N, x = a[3]"), "x"), 3);
}

TEST(Dve, EffectsHappenInOrder) {
  EXPECT_EQ(final_value(one_step("byte x = 1, y;", "y = x, x = y + 1, y = x"), "y"), 2);
}

TEST(Dve, OperatorsBindAsInC) {
  EXPECT_EQ(final_value(one_step("int x;", "x = 1 + 2 * 3 - 4"), "x"), 3);
  EXPECT_EQ(final_value(one_step("int x, y = 6;", "x = y & 3 == 3"), "x"), 0);
  EXPECT_EQ(final_value(one_step("int x, y = 6;", "x = y | 1 ^ 1"), "x"), 6);
  EXPECT_EQ(final_value(one_step("int x, y = 1;", "x = not y == 0"), "x"), 1);
  EXPECT_EQ(final_value(one_step("int x, y = 1;", "x = y << 3 >> 1"), "x"), 4);
  EXPECT_EQ(final_value(one_step("int x, y = 1;", "x = y or y and 0"), "x"), 1);
  EXPECT_EQ(final_value(one_step("int x, y;", "x = y imply y / y"), "x"), 1);
  EXPECT_EQ(final_value(one_step("int x, y = 5;", "x = ~y"), "x"), -6);
  EXPECT_EQ(final_value(one_step("int x, y = 5;", "x = (y > 4) + (y >= 5) + (y < 5)"), "x"), 2);
}

TEST(Dve, ShortCircuitsGuardTheIndex) {
  const Model model = model_of(
      "byte a[2]; process P { byte i = 2; state s, t; init s; trans s -> t { guard i < 2 && a[i] == 0; },"
      " s -> t { guard i == 2 || a[i] == 0; }; } system async;");
  EXPECT_EQ(enumerate(*model.system).faults, 0U);
}

TEST(Dve, RunTimeErrorsAreFaults) {
  EXPECT_EQ(enumerate(*model_of(one_step("byte a[2]; byte i = 2;", "a[i] = 1")).system).faults, 1U);
  EXPECT_EQ(enumerate(*model_of(one_step("byte a[2]; int i = -1;", "i = a[i]")).system).faults, 1U);
  EXPECT_EQ(enumerate(*model_of(one_step("byte x;", "x = 1 / x")).system).faults, 1U);
  EXPECT_EQ(enumerate(*model_of(one_step("byte x;", "x = 1 % x")).system).faults, 1U);
}

TEST(Dve, ValuesArePassedThenSenderThenReceiverAct) {
  const std::string text =
      "channel c; byte x = 5, y, z;"
      "process S { state a, b; init a; trans a -> b { sync c!x; effect x = 7, z = y; }; }"
      "process R { state a, b; init a; trans a -> b { sync c?y; effect y = y * 10 + x; }; } system async;";
  EXPECT_EQ(final_value(text, "z"), 5);   // the sender sees the value already passed
  EXPECT_EQ(final_value(text, "y"), 57);  // the receiver sees the sender's effects
}

TEST(Dve, GuardsOfBothPartnersAreReadBefore) {
  const Model model = model_of(
      "channel c; byte x;"
      "process S { state a, b; init a; trans a -> b { sync c!; effect x = 1; }; }"
      "process R { state a, b; init a; trans a -> b { guard x == 1; sync c?; }; } system async;");
  EXPECT_EQ(enumerate(*model.system).states, 1U);
}

TEST(Dve, AProcessDoesNotSynchroniseWithItself) {
  const Model model = model_of(
      "channel c; process P { state a, b; init a; trans a -> b { sync c!; }, a -> b { sync c?; }; } system async;");
  EXPECT_EQ(enumerate(*model.system).transitions, 0U);
}

TEST(Dve, BufferedChannelsKeepOrderAndCutToTheirTypes) {
  const std::string text =
      "channel {byte, int} c[2]; int x, y, z;"
      "process S { state a, b, d; init a; trans a -> b { sync c!{300, -1}; }, b -> d { sync c!{2, 3}; }; }"
      "process R { state a, b, d; init a; trans a -> b { guard S.d; sync c?{x, y}; }, b -> d { sync c?{z, y}; }; }"
      "system async;";
  EXPECT_EQ(final_value(text, "x"), 44);
  EXPECT_EQ(final_value(text, "y"), 3);
  EXPECT_EQ(final_value(text, "z"), 2);
  // A third message does not fit.
  const Model full =
      model_of("channel {byte} c[2]; process S { state a; init a; trans a -> a { sync c!1; }; } system async;");
  EXPECT_EQ(enumerate(*full.system).states, 3U);
}

TEST(Dve, ReceivesIntoArrayElements) {
  EXPECT_EQ(final_value("channel c; byte a[3], i = 1;"
                        "process S { state p, q; init p; trans p -> q { sync c!8; }; }"
                        "process R { state p, q; init p; trans p -> q { sync c?a[i + 1]; }; } system async;",
                        "a[2]"),
            8);
}

TEST(Dve, CommittedProcessesGoFirst) {
  // P takes two steps in a row; Q may move before or after, not between: 4 + 2 states instead of 6 + 0.
  const std::string q = "process Q { state a, b; init a; trans a -> b {}; } system async;";
  const std::string p = "process P { state a, b, c; init a; trans a -> b {}, b -> c {}; ";
  EXPECT_EQ(enumerate(*model_of(p + "}" + q).system).states, 6U);
  const Enumeration committed = enumerate(*model_of(p + "commit b; }" + q).system);
  EXPECT_EQ(committed.states, 6U);
  EXPECT_EQ(committed.transitions, 6U);  // no step of Q while P is in b
}

TEST(Dve, CommittedProcessesTalkToCommittedOnesOnly) {
  const std::string text =
      "channel c; process S { state a, b; init a; commit a; trans a -> b { sync c!; }; }"
      "process R { state a, b; init a; ";
  const std::string rest = "trans a -> b { sync c?; }; } system async;";
  EXPECT_EQ(enumerate(*model_of(text + rest).system).transitions, 0U);
  EXPECT_EQ(enumerate(*model_of(text + "commit a; " + rest).system).transitions, 1U);
}

TEST(Dve, SourceOfATransitionMayBeLeftOut) {
  const Model model = model_of("process P { state a, b, c; init a; trans a -> b {}, -> c {}; } system async;");
  EXPECT_EQ(enumerate(*model.system).transitions, 2U);
}

TEST(Dve, MacrosAndDefinitions) {
  const std::string text =
      "#define CELL(i) a[(i) % N]\nbyte a[N]; process P { state s, t; init s; trans s -> t { effect CELL(N + 1) = N; "
      "}; }\n"
      "#if N > 2\nsystem async;\n#endif\n";
  const Model model = model_of(text, {{"N", "3"}});
  ASSERT_NE(model.system, nullptr);
  EXPECT_EQ(enumerate(*model.system).states, 2U);
  EXPECT_FALSE(read(text, {{"N", "2"}}));
}

class DveAtoms : public testing::Test {
 protected:
  Model model_ = model_of(
      "byte b = 4, a[2] = {1, 2}; process P { int x = -3; byte y[2] = {5, 6}; state q, r; init q; trans q -> r {}; }"
      "system async;");
  bool holds(const std::string& text) {
    const auto atom = model_.system->resolve(text);
    EXPECT_TRUE(atom) << text << ": " << to_string(atom.error());
    SuccessorBuffer buffer;
    model_.system->initial_states(buffer);
    return atom && model_.system->holds(atom->id, buffer.state(0));
  }
};

TEST_F(DveAtoms, AreExpressions) {
  EXPECT_TRUE(holds("P.q"));
  EXPECT_FALSE(holds("P.r"));
  EXPECT_TRUE(holds("b + P.x == 1"));
  EXPECT_TRUE(holds("P->x < 0 and not P.r"));
  EXPECT_TRUE(holds("P.y[a[0]] == 6"));
  EXPECT_TRUE(holds("P.q + P.r == 1"));
  const auto unknown = model_.system->resolve("b + nowhere");
  ASSERT_FALSE(unknown);
  EXPECT_NE(to_string(unknown.error()).find("there is no variable 'nowhere'"), std::string::npos);
  EXPECT_FALSE(model_.system->resolve("b +"));
  EXPECT_FALSE(model_.system->resolve("P.z"));
}

TEST(DveProperties, APropertyProcessIsAnAutomatonOfWrongRuns) {
  const Model model = model_of(
      "byte x; process P { state q; init q; trans q -> q { effect x = 1 - x; }; }"
      "process A { state s, t; init s; accept t; trans s -> s {}, s -> t { guard not (x == 0 && P.q), x < 2; },"
      " t -> t { guard x; }; } system async property A;");
  ASSERT_EQ(model.properties.size(), 1U);
  const StatedProperty& property = model.properties.front();
  EXPECT_EQ(property.kind, StatedProperty::Kind::Never);
  EXPECT_EQ(property.name, "A");
  ASSERT_EQ(property.claim.states.size(), 2U);
  EXPECT_FALSE(property.claim.states[0].accepting);
  EXPECT_TRUE(property.claim.states[1].accepting);
  ASSERT_EQ(property.claim.states[0].edges.size(), 2U);
  EXPECT_EQ(property.claim.states[0].edges[0].guard, Formula::constant(true));
  EXPECT_EQ(property.claim.states[0].edges[1].guard,
            (!(Formula::atom("x == 0") & Formula::atom("P.q"))) & Formula::atom("x < 2"));
  EXPECT_EQ(property.claim.states[0].edges[1].target, 1U);
  EXPECT_EQ(enumerate(*model.system).states, 2U);  // the property process is not part of the system
}

TEST(DveProperties, AssertionsAreSafetyFormulas) {
  const Model model = model_of(
      "byte q; process P { byte x; state q, r; init q; assert q: x < 3, r: x + q > 0; trans q -> r {}; } system "
      "async;");
  ASSERT_EQ(model.properties.size(), 4U);
  EXPECT_EQ(model.properties[0].name, "assert_P_q");
  EXPECT_EQ(
      *model.properties[0].formula,
      Formula::unary(Op::Globally, Formula::binary(Op::Implies, Formula::atom("P.q"), Formula::atom("P->x < 3"))));
  EXPECT_EQ(atoms(*model.properties[1].formula).size(), 2U);
  for (const std::string& atom : atoms(*model.properties[1].formula)) EXPECT_TRUE(model.system->resolve(atom)) << atom;
  EXPECT_EQ(model.properties[3].kind, StatedProperty::Kind::Deadlock);
}

TEST(Dve, DeepExpressionsDoNotOverflowTheStack) {
  const int depth = 50000;
  const std::string open(depth, '('), close(depth, ')');
  EXPECT_TRUE(read(one_step("byte x;", "x = " + open + "x" + close)));
  EXPECT_FALSE(read(one_step("byte x;", "x = " + open + "x")));
  std::string signs;
  for (int i = 0; i < depth; ++i) signs += "- ";
  EXPECT_TRUE(read(one_step("byte x;", "x = " + signs + "x")));
  // The depth of the machine's stack is limited.
  std::string sums, elements;
  for (int i = 0; i < depth; ++i) {
    sums += "x + (";
    elements += "a[";
  }
  EXPECT_NE(error_of(one_step("byte x;", "x = " + sums + "x" + close)).find("nested too deeply"), std::string::npos);
  EXPECT_NE(
      error_of(one_step("byte a[3];", "a[0] = " + elements + "0" + std::string(depth, ']'))).find("nested too deeply"),
      std::string::npos);
  EXPECT_EQ(final_value(one_step("byte x = 1;", "x = " + sums.substr(0, 5 * 100) + "x" + close.substr(0, 100)), "x"),
            101);
}

/// tests/corpus/dve: a specification, a line of =, and the expected diagnostics.
TEST(DveCorpus, EveryDiagnosticIsAsExpected) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "tests/corpus/dve")) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream file(entry.path());
    std::stringstream whole;
    whole << file.rdbuf();
    const std::string text = whole.str();
    const std::size_t border = text.find("\n=====\n");
    ASSERT_NE(border, std::string::npos) << entry.path();
    std::string expected = text.substr(border + 7);
    while (!expected.empty() && expected.back() == '\n') expected.pop_back();
    EXPECT_EQ(error_of(text.substr(0, border + 1)), expected) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 12U);
}

}  // namespace
}  // namespace weir::test
