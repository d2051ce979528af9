// SPDX-License-Identifier: Apache-2.0
// The formula of an `ltl` block, as shown in reports, has the same meaning in --ltl. Spin's grammar and weir's differ
// in associativity and precedence, and some names in models are operators of weir.
#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include <weir/explorer.h>
#include <weir/weir.h>

#include "formula/parser.h"
#include "formula/printer.h"
#include "frontend/open_model.h"
#include "frontend/promela/promela.h"
#include "support/corpus.h"
#include "support/promela/generate.h"

namespace weir::test {
namespace {

using namespace promela;
using promela::Model;

/// Describes what is wrong with a block of the model; empty if nothing is.
std::string difference(const Model& model) {
  for (const LtlBlock& block : model.ltl) {
    const Expected<Formula> meant = to_formula(model, block);
    if (!meant) return {};
    const std::string shown = weir::to_string(*meant, Syntax::Model);
    const Expected<Formula> read = weir::parse_formula(shown, {.model_atoms = true});
    if (!read) return block.name + ": " + shown + ": " + weir::to_string(read.error());
    if (*read != *meant) return block.name + ": " + shown + " is read as " + weir::to_string(*read);
  }
  return {};
}

constexpr const char* kModel = R"(
mtype = { MSG, ACK };
typedef T { byte f; byte g[2] };
byte x, y, F, G, R, M, Fa, GFack, Xp1, dead, tau, accept_, true_, until_, not, xor, iff; bool b; T t;
chan q = [2] of { mtype, byte };
active [2] proctype P() { byte v; v = 1; crit: q!MSG,v }
)";

TEST(PrintedBlocks, SpinsGrammarIsNotWeirs) {
  const char* const formulas[] = {"b U x U y",
                                  "b -> x -> y",
                                  "[] b -> <> x U y && b || y",
                                  "b <-> x <-> y",
                                  "b V x W y",
                                  "! x == 1 U y",
                                  "x == 1 && y || b -> x",
                                  "x & y == 1 && b",
                                  "(x & 1) == 1",
                                  "x + y * 2 - 1 > -3",
                                  "[] !dead && <> tau || accept_",
                                  "F U G",
                                  "[] (F == 1) -> R",
                                  "M W Fa",
                                  "[] GFack && Xp1",
                                  "not == 1",
                                  "xor == iff",
                                  "[] (P[0]@crit -> <> P[1]:v == 1)",
                                  "[] (len(q) < 2) U (q?[MSG,1])",
                                  "t.f == t.g[1]",
                                  "[] (x -> y) U true",
                                  "<> (x << 2 == 4) && ~y == 255",
                                  "_last == 0 && _nr_pr > 1",
                                  "enabled(0) U timeout",
                                  "sent(q,MSG) -> received(q)",
                                  "by(P,1) U np_"};
  for (const char* formula : formulas) {
    const Expected<Model> model = parse_model(SourceText("m.pml", std::string(kModel) + "ltl f { " + formula + " }"));
    ASSERT_TRUE(model) << formula << weir::to_string(model.error());
    EXPECT_EQ(difference(*model), "") << formula;
  }
}

TEST(PrintedBlocks, RandomTexts) {
  const char* const operands[] = {"b", "x", "x == 1", "y > 2", "dead", "F", "P[0]@crit", "len(q) == 0", "true", "G"};
  const char* const infixes[] = {"U", "V", "W", "->", "<->", "&&", "||", "/\\", "\\/"};
  const char* const prefixes[] = {"!", "[] ", "<> ", "! ! ", "[] <> "};
  int read = 0;
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937 random(seed);
    const auto any = [&](const auto& list) { return list[random() % std::size(list)]; };
    std::string text;
    std::size_t open = 0;
    for (std::size_t i = 0, length = 2 + random() % 6; i < length; ++i) {
      if (i > 0) text += std::string(" ") + any(infixes) + " ";
      if (random() % 2 == 0) text += any(prefixes);
      if (random() % 4 == 0) {
        text += "(";
        ++open;
      }
      text += any(operands);
      if (open > 0 && random() % 2 == 0) {
        text += ")";
        --open;
      }
    }
    text.append(open, ')');
    const Expected<Model> model = parse_model(SourceText("m.pml", std::string(kModel) + "ltl f { " + text + " }"));
    if (!model) continue;
    ++read;
    EXPECT_EQ(difference(*model), "") << seed << ": " << text;
  }
  EXPECT_GT(read, 1500);
}

TEST(PrintedBlocks, RandomProgramsAndModelsOfOthers) {
  int generated = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::string text = to_text(generate_program(seed).tree);
    const Expected<Model> model = parse_model(SourceText("m.pml", text));
    if (!model) continue;
    generated += static_cast<int>(model->ltl.size());
    EXPECT_EQ(difference(*model), "") << text;
  }
  EXPECT_GT(generated, 50);
  WEIR_NEED_CORPUS();
  int blocks = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(*corpus() / "promela")) {
    if (!file.is_regular_file() || file.path().extension() == ".tsv" || file.path().extension() == ".txt") continue;
    const Expected<Model> model = parse_model_file(file.path().string());
    if (!model) continue;
    blocks += static_cast<int>(model->ltl.size());
    EXPECT_EQ(difference(*model), "") << file.path();
  }
  EXPECT_GT(blocks, 20);
}

// Inside a model, the names of weir's own atoms denote the model's variables.
TEST(PrintedBlocks, VariablesWithNamesOfAtoms) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "weir-names-of-atoms.pml";
  std::ofstream(path) << "bool dead, tau, accept_; active proctype P() { dead = 1; do :: tau = 1; accept_ = 1 od }\n"
                         "ltl a { [] !dead } ltl b { [] !tau } ltl c { [] !accept_ }\n"
                         "never { do :: dead -> break :: else od }\n";
  const Expected<CheckResult> result = check(path.string(), {});
  ASSERT_TRUE(result) << weir::to_string(result.error());
  const auto explorer = Explorer::open(path.string());
  ASSERT_TRUE(explorer) << weir::to_string(explorer.error());
  ASSERT_EQ((*explorer)->properties().size(), result->properties.size());
  for (std::size_t i = 0; i < result->properties.size(); ++i) {
    const PropertyResult& property = result->properties[i];
    const bool stated = property.kind == PropertyKind::Ltl;
    EXPECT_EQ(property.verdict, stated ? Verdict::Violated : Verdict::Holds) << property.name;
    const std::string& parsed = (*explorer)->properties()[i].parsed;
    if (parsed.empty()) continue;
    const Expected<CheckResult> again = check(path.string(), {.properties = {{PropertyRequest::Kind::Ltl, parsed}}});
    ASSERT_TRUE(again) << weir::to_string(again.error());
    EXPECT_EQ(again->properties.front().verdict, property.verdict) << parsed;
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace weir::test
