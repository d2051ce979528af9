// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "formula/parser.h"
#include "formula/printer.h"
#include "frontend/pnml/mcc_properties.h"
#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

using namespace pnml;
using pnml::NamedFormula;

std::string property(const std::string& formula) {
  return "<property-set "
         "xmlns=\"http://mcc.lip6.fr/\">\n<property><id>P-00</id><description>d</description>\n<formula>" +
         formula + "</formula></property></property-set>";
}
Expected<std::vector<NamedFormula>> parse(const std::string& text) {
  return parse_mcc_properties(SourceText("p.xml", text));
}
std::string error_of(const std::string& text) {
  const auto properties = parse(text);
  return properties ? "no error" : to_string(properties.error());
}
/// The formula inside <all-paths>.
Formula formula(const std::string& body) {
  const auto properties = parse(property("<all-paths>" + body + "</all-paths>"));
  EXPECT_TRUE(properties) << to_string(properties.error());
  if (!properties || properties->size() != 1) return Formula::constant(false);
  EXPECT_EQ(properties->front().id, "P-00");
  return properties->front().formula;
}
Formula expected(const std::string& text) {
  const auto parsed = parse_formula(text);
  EXPECT_TRUE(parsed) << to_string(parsed.error());
  return *parsed;
}

const std::string kFire = "<is-fireable><transition>t1</transition><transition>t 2</transition></is-fireable>";
const std::string kLe =
    "<integer-le><tokens-count><place>p</place><place>q</place></tokens-count>"
    "<integer-constant> 3 </integer-constant></integer-le>";

TEST(MccProperties, ReadsEveryConnective) {
  EXPECT_EQ(formula(kFire), expected("\"fireable(t1, 't 2')\""));
  EXPECT_EQ(formula(kLe), expected("\"tokens(p, q) <= 3\""));
  EXPECT_EQ(formula("<globally><finally>" + kLe + "</finally></globally>"), expected("G F \"tokens(p, q) <= 3\""));
  EXPECT_EQ(formula("<next><negation>" + kLe + "</negation></next>"), expected("X ! \"tokens(p, q) <= 3\""));
  EXPECT_EQ(formula("<until><before>" + kLe + "</before><reach><next>" + kFire + "</next></reach></until>"),
            expected("\"tokens(p, q) <= 3\" U X \"fireable(t1, 't 2')\""));
  EXPECT_EQ(formula("<conjunction>" + kLe + kFire + "<true/></conjunction>"),
            expected("\"tokens(p, q) <= 3\" & \"fireable(t1, 't 2')\""));
  EXPECT_EQ(formula("<disjunction>" + kLe + "<deadlock/></disjunction>"), expected("\"tokens(p, q) <= 3\" | dead"));
}

TEST(MccProperties, FlattensSumsAndDifferences) {
  const std::string p = "<tokens-count><place>p</place></tokens-count>",
                    q = "<tokens-count><place>q</place></tokens-count>";
  EXPECT_EQ(formula("<integer-lt><integer-difference>" + p + "<integer-sum>" + q +
                    "<integer-constant>1</integer-constant></integer-sum></integer-difference>" + q + "</integer-lt>"),
            expected("\"tokens(p) - tokens(q) - 1 < tokens(q)\""));
}

TEST(MccProperties, DeepFormulasDoNotOverflowTheStack) {
  std::string open, close;
  for (int i = 0; i < 20000; ++i) {
    open += "<next>";
    close += "</next>";
  }
  EXPECT_EQ(formula(open + kLe + close).size(), 20001U);
}

TEST(MccProperties, MistakesHavePositions) {
  EXPECT_NE(error_of("<property-set><property></property-set>").find("malformed XML"), std::string::npos);
  EXPECT_NE(error_of("<x/>").find("p.xml:1:2: error: expected <property-set>"), std::string::npos);
  EXPECT_NE(error_of(property("<exists-path><finally>" + kLe + "</finally></exists-path>")).find("p.xml:3:11"),
            std::string::npos);
  EXPECT_NE(error_of(property("<all-paths><until><reach>" + kLe + "</reach></until></all-paths>")).find("<before>"),
            std::string::npos);
  EXPECT_NE(error_of(property("<all-paths><next/></all-paths>")).find("0 operands"), std::string::npos);
  EXPECT_NE(error_of(property("<all-paths/>")).find("exactly one"), std::string::npos);
  EXPECT_NE(error_of(property("<all-paths><place-bound/></all-paths>")).find("not supported"), std::string::npos);
  EXPECT_NE(error_of(property("<all-paths><is-fireable/></all-paths>")).find("names no <transition>"),
            std::string::npos);
}

TEST(MccProperties, EveryAtomOfTheContestIsUnderstoodByItsNet) {
  WEIR_NEED_CORPUS();
  for (const char* instance : {"AirplaneLD-PT-0010", "IBM703-PT-none", "Sudoku-PT-AN02"}) {
    const auto folder = *corpus() / "mcc" / instance;
    auto net = parse_pnml(*SourceText::read_file((folder / "model.pnml").string()));
    ASSERT_TRUE(net);
    NetSystem system(std::move(*net));
    for (const char* file : {"LTLCardinality.xml", "LTLFireability.xml"}) {
      const auto properties = parse_mcc_properties(*SourceText::read_file((folder / file).string()));
      ASSERT_TRUE(properties) << to_string(properties.error());
      EXPECT_EQ(properties->size(), 16U);
      for (const NamedFormula& each : *properties) {
        for (const std::string& atom : atoms(each.formula)) EXPECT_TRUE(system.resolve(atom)) << atom;
      }
    }
  }
}

}  // namespace
}  // namespace weir::test
