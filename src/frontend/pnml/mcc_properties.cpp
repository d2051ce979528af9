// SPDX-License-Identifier: Apache-2.0
// One post-order walk with an explicit stack: each element waits until its children have pushed their formulas. Integer
// expressions become text immediately, because atoms are text.
#include "frontend/pnml/mcc_properties.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "frontend/pnml/net_atom.h"
#include "frontend/pnml/xml.h"

namespace weir::pnml {
namespace {

struct Connective {
  std::string_view name;
  Op op;
  int operands;  // 0: any number
};
constexpr std::array kConnectives{
    Connective{"negation", Op::Not, 1},        Connective{"conjunction", Op::And, 0},
    Connective{"disjunction", Op::Or, 0},      Connective{"exclusive-disjunction", Op::Xor, 2},
    Connective{"implication", Op::Implies, 2}, Connective{"equivalence", Op::Equiv, 2},
    Connective{"globally", Op::Globally, 1},   Connective{"finally", Op::Finally, 1},
    Connective{"next", Op::Next, 1},           Connective{"until", Op::Until, 2},
};

struct Relation {
  std::string_view name;
  std::string_view sign;
};
constexpr std::array kRelations{Relation{"integer-le", "<="}, Relation{"integer-lt", "<"},
                                Relation{"integer-ge", ">="}, Relation{"integer-gt", ">"},
                                Relation{"integer-eq", "=="}, Relation{"integer-ne", "!="}};

template <class Table>
const typename Table::value_type* find(const Table& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

class PropertyReader {
 public:
  explicit PropertyReader(const XmlDocument& document) : document_(document) {}

  Expected<std::vector<NamedFormula>> read() {
    const pugi::xml_node root = document_.root();
    if (local_name(root) != "property-set")
      return document_.at(root, "expected <property-set> as the outermost element");
    std::vector<NamedFormula> properties;
    for (pugi::xml_node node = first_element(root); node; node = next_element(node)) {
      if (local_name(node) != "property") return document_.at(node, "expected <property>");
      const std::string id = text_of(child(node, "id"));
      if (id.empty()) return document_.at(node, "the property has no <id>");
      const pugi::xml_node formula = child(node, "formula");
      if (!formula) return document_.at(node, fmt::format("property '{}' has no <formula>", id));
      const auto value = read_property(formula);
      if (!value) return error_;
      properties.push_back({id, *value});
    }
    return properties;
  }

 private:
  std::nullopt_t fail(pugi::xml_node node, std::string message) {
    error_ = document_.at(node, std::move(message));
    return std::nullopt;
  }

  /// The only child element, or an error.
  std::optional<pugi::xml_node> single(pugi::xml_node node) {
    const pugi::xml_node inner = first_element(node);
    if (!inner || next_element(inner))
      return fail(node, fmt::format("<{}> must contain exactly one element", node.name()));
    return inner;
  }

  std::optional<Formula> read_property(pugi::xml_node formula) {
    const auto quantifier = single(formula);
    if (!quantifier) return std::nullopt;
    if (local_name(*quantifier) != "all-paths") {
      return fail(*quantifier,
                  fmt::format("<{}>: only formulas over all paths (<all-paths>) are supported", quantifier->name()));
    }
    const auto body = single(*quantifier);
    if (!body) return std::nullopt;
    return read_formula(*body);
  }

  struct Waiting {
    pugi::xml_node node;
    pugi::xml_node next;  // child to read next
    const Connective* connective;
    std::size_t first;  // index of its first operand in values_
  };

  std::optional<Formula> read_formula(pugi::xml_node top) {
    std::vector<Waiting> open;
    std::vector<Formula> values;
    pugi::xml_node node = top;
    while (true) {
      if (const Connective* connective = find(kConnectives, local_name(node))) {
        open.push_back({node, first_element(node), connective, values.size()});
      } else {
        const auto leaf = read_leaf(node);
        if (!leaf) return std::nullopt;
        values.push_back(*leaf);
      }
      while (!open.empty() && !open.back().next) {
        const auto value = combine(open.back(), values);
        if (!value) return std::nullopt;
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(open.back().first), values.end());
        values.push_back(*value);
        open.pop_back();
      }
      if (open.empty()) return values.back();
      node = open.back().next;
      open.back().next = next_element(node);
      if (open.back().connective->op == Op::Until) {
        const std::string_view role = values.size() == open.back().first ? "before" : "reach";
        if (local_name(node) != role) return fail(node, fmt::format("expected <{}> inside <until>", role));
        const auto inner = single(node);
        if (!inner) return std::nullopt;
        node = *inner;
      }
    }
  }

  std::optional<Formula> combine(const Waiting& waiting, const std::vector<Formula>& values) {
    const Connective& connective = *waiting.connective;
    const std::size_t count = values.size() - waiting.first;
    const auto wanted = static_cast<std::size_t>(connective.operands);
    if (count == 0 || (wanted != 0 && count != wanted)) {
      return fail(waiting.node, fmt::format("<{}> has {} operands", connective.name, count));
    }
    const Formula* operands = values.data() + waiting.first;
    switch (connective.operands) {
      case 0: return Formula::nary(connective.op, {operands, operands + count});
      case 1: return Formula::unary(connective.op, operands[0]);
      default: return Formula::binary(connective.op, operands[0], operands[1]);
    }
  }

  std::optional<Formula> read_leaf(pugi::xml_node node) {
    const std::string_view name = local_name(node);
    if (name == "true" || name == "false") return Formula::constant(name == "true");
    if (name == "deadlock" || name == "is-deadlock") return Formula::atom("dead");
    if (name == "is-fireable") {
      const auto list = read_nodes(node, "transition");
      if (!list) return std::nullopt;
      return Formula::atom("fireable(" + *list + ")");
    }
    if (const Relation* relation = find(kRelations, name)) {
      const pugi::xml_node left = first_element(node);
      const pugi::xml_node right = left ? next_element(left) : pugi::xml_node();
      if (!right || next_element(right)) return fail(node, fmt::format("<{}> needs two operands", name));
      const auto left_text = read_sum(left);
      const auto right_text = left_text ? read_sum(right) : std::nullopt;
      if (!right_text) return std::nullopt;
      return Formula::atom(fmt::format("{} {} {}", *left_text, relation->sign, *right_text));
    }
    return fail(node, fmt::format("<{}> is not supported in a property", node.name()));
  }

  /// `a, b, c`: the names of the nodes inside, quoted where needed.
  std::optional<std::string> read_nodes(pugi::xml_node node, std::string_view kind) {
    std::string list;
    for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner)) {
      if (local_name(inner) != kind) return fail(inner, fmt::format("expected <{}>", kind));
      if (!is_utf8(text_of(inner))) return fail(inner, "the name is not valid UTF-8");
      if (!list.empty()) list += ", ";
      list += quote_node(text_of(inner));
    }
    if (list.empty()) return fail(node, fmt::format("<{}> names no <{}>", node.name(), kind));
    return list;
  }

  /// Flattens sums and differences of token counts and constants: an atom has no brackets.
  std::optional<std::string> read_sum(pugi::xml_node top) {
    std::string text;
    std::vector<std::pair<pugi::xml_node, bool>> todo{{top, true}};
    while (!todo.empty()) {
      const auto [node, positive] = todo.back();
      todo.pop_back();
      const std::string_view name = local_name(node);
      const std::string_view sign = text.empty() ? (positive ? "" : "-") : (positive ? " + " : " - ");
      if (name == "integer-constant") {
        const std::string number = text_of(node);
        if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) {
          return fail(node, "expected a number");
        }
        text += fmt::format("{}{}", sign, number);
      } else if (name == "tokens-count") {
        const auto places = read_nodes(node, "place");
        if (!places) return std::nullopt;
        text += fmt::format("{}tokens({})", sign, *places);
      } else if (name == "integer-sum" || name == "integer-difference") {
        std::vector<pugi::xml_node> operands;
        for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner)) operands.push_back(inner);
        if (operands.empty()) return fail(node, fmt::format("<{}> has no operands", name));
        for (std::size_t i = operands.size(); i-- > 0;) {  // backwards, so that they leave the stack in order
          todo.push_back({operands[i], (name == "integer-difference" && i > 0) ? !positive : positive});
        }
      } else {
        return fail(node, fmt::format("<{}> is not supported in an integer expression", node.name()));
      }
    }
    return text;
  }

  const XmlDocument& document_;
  Diagnostic error_;
};

}  // namespace

Expected<std::vector<NamedFormula>> parse_mcc_properties(const SourceText& source) {
  const auto document = XmlDocument::parse(source);
  if (!document) return document.error();
  return PropertyReader(*document).read();
}

}  // namespace weir::pnml
