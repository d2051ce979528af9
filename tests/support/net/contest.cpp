// SPDX-License-Identifier: Apache-2.0
#include "support/net/contest.h"

namespace weir::test {

namespace {

using P = Production;

struct Element {
  P production;
  const char* name;
};
constexpr Element kElements[] = {
    {P::FormulaNot, "negation"},
    {P::FormulaAnd, "conjunction"},
    {P::FormulaOr, "disjunction"},
    {P::FormulaXor, "exclusive-disjunction"},
    {P::FormulaImplies, "implication"},
    {P::FormulaEquivalent, "equivalence"},
    {P::FormulaGlobally, "globally"},
    {P::FormulaFinally, "finally"},
    {P::FormulaNext, "next"},
    {P::FormulaTrue, "true"},
    {P::FormulaFalse, "false"},
    {P::Dead, "deadlock"},
    {P::NetLessEqual, "integer-le"},
    {P::NetLess, "integer-lt"},
    {P::NetGreaterEqual, "integer-ge"},
    {P::NetGreater, "integer-gt"},
    {P::NetEqual, "integer-eq"},
    {P::NetEqualSign, "integer-eq"},
    {P::NetNotEqual, "integer-ne"},
    {P::NetSum, "integer-sum"},
    {P::NetDifference, "integer-difference"},
};

/// Removes the quotes that atoms of the command line need.
std::string unquoted(const std::string& name) {
  return name.size() > 2 && name.front() == '\'' ? name.substr(1, name.size() - 2) : name;
}

std::string xml_of(const Node& node) {
  const auto inside = [](const std::string& name, const std::string& text) {
    return "<" + name + ">" + text + "</" + name + ">";
  };
  std::string names;
  switch (node.kind) {
    case P::FormulaAtom:
    case P::FormulaAtomQuoted: return xml_of(node.children[0]);
    case P::FormulaUntil:
      return inside("until", inside("before", xml_of(node.children[0])) + inside("reach", xml_of(node.children[1])));
    case P::NetTokens:
      for (const Node& place : node.children) names += inside("place", unquoted(place.text));
      return inside("tokens-count", names);
    case P::NetFireable:
      for (const Node& transition : node.children) names += inside("transition", unquoted(transition.text));
      return inside("is-fireable", names);
    case P::Number: return inside("integer-constant", node.text);
    default: break;
  }
  std::string operands;
  for (const Node& child : node.children) operands += xml_of(child);
  for (const Element& row : kElements)
    if (row.production == node.kind) return inside(row.name, operands);
  return inside("unknown", operands);
}

}  // namespace

std::string contest_file(const Node& formula) {
  return "<property-set xmlns=\"http://mcc.lip6.fr/\"><property><id>p</id><description>random</description><formula>"
         "<all-paths>" +
         xml_of(formula) + "</all-paths></formula></property></property-set>\n";
}

}  // namespace weir::test
