// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/coloured_terms.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace weir::pnml {
namespace {

/// Terms nested more deeply are refused. Sums and conjunctions, which tools write as long chains, do not count.
constexpr int kDeepest = 200;

struct ColourRelation {
  std::string_view name;
  GuardStep::Op op;
  bool flip;  ///< exchange the sides
};
constexpr std::array kColourRelations = [] {
  using Op = GuardStep::Op;
  return std::array{
      ColourRelation{"equality", Op::Equal, false},
      ColourRelation{"inequality", Op::NotEqual, false},
      ColourRelation{"lessthan", Op::Less, false},
      ColourRelation{"ltp", Op::Less, false},
      ColourRelation{"lessthanorequal", Op::LessEqual, false},
      ColourRelation{"greaterthan", Op::Less, true},
      ColourRelation{"gtp", Op::Less, true},
      ColourRelation{"greaterthanorequal", Op::LessEqual, true},
  };
}();

}  // namespace

MultisetTerm TermReader::multiset(pugi::xml_node label, const TupleSort& sort) {
  const pugi::xml_node term = term_of(label);
  if (!term || sort.empty()) return {};  // a problem is known
  const std::size_t problems = problems_.found().size();
  MultisetTerm terms = terms_of(term, 0);
  if (problems_.found().size() > problems) return terms;
  for (const TupleTerm& tuple : terms) {
    const bool fits = std::equal(tuple.parts.begin(), tuple.parts.end(), sort.begin(), sort.end(),
                                 [](const ColourTerm& part, std::uint32_t wanted) { return part.sort == wanted; });
    if (fits) continue;
    problems_.add(term, "the term is not of the sort of the place");
    break;
  }
  return terms;
}

std::vector<GuardStep> TermReader::guard(pugi::xml_node label) {
  std::vector<GuardStep> steps;
  if (const pugi::xml_node term = term_of(label)) condition(term, 0, steps);
  return steps;
}

/// The term of a label; a null node, with a problem, if there is none. The <text> of a label has no defined syntax.
pugi::xml_node TermReader::term_of(pugi::xml_node label) {
  const pugi::xml_node term = first_element(child(label, "structure"));
  if (!term) problems_.add(label, fmt::format("<{}> needs a <structure> with a term", local_name(label)));
  return term;
}

bool TermReader::readable(pugi::xml_node node, int depth) {
  if (depth <= kDeepest) return true;
  problems_.add(node, fmt::format("terms may be nested {} deep at most", kDeepest));
  return false;
}

/// The terms in the <subterm>s.
std::vector<pugi::xml_node> TermReader::operands(pugi::xml_node node) {
  std::vector<pugi::xml_node> all;
  for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner)) {
    const pugi::xml_node term = local_name(inner) == "subterm" ? first_element(inner) : pugi::xml_node();
    if (term && !next_element(term)) {
      all.push_back(term);
    } else {
      problems_.add(inner, fmt::format("expected <subterm> with one term inside <{}>", local_name(node)));
    }
  }
  return all;
}

/// That many operands, or none, with a problem.
std::vector<pugi::xml_node> TermReader::operands(pugi::xml_node node, std::size_t count) {
  std::vector<pugi::xml_node> all = operands(node);
  if (all.size() == count) return all;
  problems_.add(node, fmt::format("<{}> needs {} {}", local_name(node), count, count == 1 ? "term" : "terms"));
  return {};
}

/// The operands of nested elements of one kind, in order: a + (b + c) has three.
std::vector<pugi::xml_node> TermReader::flattened(pugi::xml_node node) {
  std::vector<pugi::xml_node> waiting{node}, all;
  while (!waiting.empty()) {
    const pugi::xml_node next = waiting.back();
    waiting.pop_back();
    if (local_name(next) != local_name(node)) {
      all.push_back(next);
      continue;
    }
    const std::vector<pugi::xml_node> inner = operands(next);
    if (inner.empty()) problems_.add(next, fmt::format("<{}> needs terms", local_name(next)));
    waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
  }
  return all;
}

MultisetTerm TermReader::terms_of(pugi::xml_node node, int depth) {
  if (!readable(node, depth)) return {};
  const std::string_view kind = local_name(node);
  MultisetTerm sum;
  if (kind == "add") {
    for (const pugi::xml_node inner : flattened(node)) add_multiple(terms_of(inner, depth + 1), 1, node, sum);
  } else if (kind == "subtract") {
    const std::vector<pugi::xml_node> all = operands(node);
    if (all.empty()) problems_.add(node, "<subtract> needs terms");
    for (std::size_t i = 0; i < all.size(); ++i) add_multiple(terms_of(all[i], depth + 1), i == 0 ? 1 : -1, node, sum);
  } else if (kind == "numberof" || kind == "scalarproduct") {
    const std::vector<pugi::xml_node> both = operands(node, 2);
    if (!both.empty()) add_multiple(terms_of(both[1], depth + 1), number(both[0]), node, sum);
  } else if (kind != "empty") {
    sum.push_back({1, tuple(node, depth)});
  }
  return sum;
}

void TermReader::add_multiple(MultisetTerm terms, std::int64_t factor, pugi::xml_node at, MultisetTerm& sum) {
  for (TupleTerm& term : terms) {
    term.count *= factor;  // both are at most kMostCopies: no overflow
    if (term.count > kMostCopies || term.count < -kMostCopies)
      return problems_.add(at, fmt::format("a term may denote {} tokens at most", kMostCopies));
    sum.push_back(std::move(term));
  }
}

std::int64_t TermReader::number(pugi::xml_node node) {
  if (local_name(node) != "numberconstant") {
    problems_.add(node, "expected a <numberconstant>");
    return 0;
  }
  const auto value = integer_attribute(node, "value", problems_);
  if (!value || (*value >= 0 && *value <= kMostCopies)) return value.value_or(0);
  problems_.add(node, fmt::format("expected a number from 0 to {}", kMostCopies));
  return 0;
}

TermReader::Tuple TermReader::tuple(pugi::xml_node node, int depth) {
  if (!readable(node, depth)) return {};
  const std::string_view kind = local_name(node);
  using Kind = ColourTerm::Kind;
  if (kind == "variable") return variable(node);
  if (kind == "successor" || kind == "predecessor") return shifted(node, depth);
  Tuple parts;
  if (kind == "tuple") {
    for (const pugi::xml_node inner : operands(node)) {
      const Tuple more = tuple(inner, depth + 1);
      parts.insert(parts.end(), more.begin(), more.end());
    }
    if (parts.empty()) problems_.add(node, "<tuple> needs terms");
  } else if (kind == "all") {
    for (const std::uint32_t sort : names_.sort_in(node)) parts.push_back({Kind::All, sort, 0, 0});
  } else if (kind == "useroperator" || kind == "dotconstant" || kind == "finiteintrangeconstant") {
    if (const auto known = names_.constant(node)) parts.push_back({Kind::Constant, known->sort, known->colour, 0});
  } else {
    problems_.add(node, fmt::format("terms of kind <{}> are not supported", kind));
  }
  return parts;
}

TermReader::Tuple TermReader::variable(pugi::xml_node node) {
  const std::string id = node.attribute("refvariable").value();
  Tuple parts;
  if (const std::vector<std::uint32_t>* known = names_.variable(id)) {
    for (const std::uint32_t part : *known)
      parts.push_back({ColourTerm::Kind::Variable, net_.variables[part].sort, part, 0});
  } else {
    problems_.add(node, fmt::format("there is no variable '{}'", id));
  }
  return parts;
}

/// The successor or predecessor of a term: the first colour follows the last.
TermReader::Tuple TermReader::shifted(pugi::xml_node node, int depth) {
  const std::vector<pugi::xml_node> inner = operands(node, 1);
  if (inner.empty()) return {};
  Tuple parts = tuple(inner[0], depth + 1);
  if (parts.size() > 1) problems_.add(node, fmt::format("<{}> needs a term of a basic sort", local_name(node)));
  if (parts.size() != 1) return {};
  const auto size = static_cast<std::uint32_t>(net_.sorts[parts[0].sort].colours.size());
  const std::uint32_t by = local_name(node) == "successor" ? 1 % size : size - 1;
  if (parts[0].kind == ColourTerm::Kind::Constant) parts[0].index = (parts[0].index + by) % size;
  if (parts[0].kind == ColourTerm::Kind::Variable) parts[0].shift = (parts[0].shift + by) % size;
  return parts;
}

void TermReader::condition(pugi::xml_node node, int depth, std::vector<GuardStep>& out) {
  using Op = GuardStep::Op;
  if (!readable(node, depth)) return;
  const auto emit = [&](Op op) { out.push_back({op, {}, {}, {}, {}}); };
  const std::string_view kind = local_name(node);
  const auto relation = std::find_if(kColourRelations.begin(), kColourRelations.end(),
                                     [&](const ColourRelation& row) { return row.name == kind; });
  if (relation != kColourRelations.end()) return comparison(node, depth, relation->op, relation->flip, out);
  if (kind == "and" || kind == "or") {
    const std::vector<pugi::xml_node> all = flattened(node);
    for (std::size_t i = 0; i < all.size(); ++i) {
      condition(all[i], depth + 1, out);
      if (i > 0) emit(kind == "and" ? Op::And : Op::Or);
    }
  } else if (kind == "not") {
    for (const pugi::xml_node inner : operands(node, 1)) condition(inner, depth + 1, out);
    emit(Op::Not);
  } else if (kind == "imply" || kind == "implies") {
    const std::vector<pugi::xml_node> both = operands(node, 2);
    if (both.empty()) return;
    condition(both[0], depth + 1, out);
    emit(Op::Not);
    condition(both[1], depth + 1, out);
    emit(Op::Or);
  } else if (kind == "booleanconstant") {
    const std::string_view value = node.attribute("value").value();
    if (value != "true" && value != "false") problems_.add(node, "the attribute 'value' must be true or false");
    emit(value == "true" ? Op::True : Op::False);
  } else {
    problems_.add(node, fmt::format("conditions of kind <{}> are not supported", kind));
  }
}

void TermReader::comparison(pugi::xml_node node, int depth, GuardStep::Op op, bool flip, std::vector<GuardStep>& out) {
  using Op = GuardStep::Op;
  const std::vector<pugi::xml_node> both = operands(node, 2);
  if (both.empty()) return;
  Side left = side_of(both[0], depth), right = side_of(both[1], depth);
  if (left.colours.empty() || right.colours.empty()) return;  // a problem is known
  if (flip) std::swap(left, right);
  const bool equality = op == Op::Equal || op == Op::NotEqual;
  if (!comparable(left, right, equality))
    return problems_.add(node,
                         "the two sides of the comparison cannot be compared: they are of different sorts, "
                         "or tuples are ordered, or <all> is used");
  for (std::size_t i = 0; i < left.colours.size(); ++i) {
    out.push_back({op, left.colours[i], right.colours[i], left.class_of, right.class_of});
    if (i > 0) out.push_back({op == Op::Equal ? Op::And : Op::Or, {}, {}, {}, {}});
  }
}

bool TermReader::comparable(const Side& left, const Side& right, bool equality) const {
  if (left.partition != right.partition || (!equality && left.colours.size() != 1)) return false;
  return std::equal(left.colours.begin(), left.colours.end(), right.colours.begin(), right.colours.end(),
                    [](const ColourTerm& a, const ColourTerm& b) {
                      return a.sort == b.sort && a.kind != ColourTerm::Kind::All && b.kind != ColourTerm::Kind::All;
                    });
}

TermReader::Side TermReader::side_of(pugi::xml_node node, int depth) {
  if (local_name(node) == "partitionelementof") return class_of_term(node, depth);
  if (local_name(node) == "useroperator") {
    if (const auto* element = names_.partition_element(node.attribute("declaration").value()))
      return class_constant(node, *element);
  }
  return {tuple(node, depth + 1), {}, {}};
}

TermReader::Side TermReader::class_of_term(pugi::xml_node node, int depth) {
  const std::string partition = node.attribute("refpartition").value();
  const Declarations::Partition* known = names_.partition(partition);
  if (known == nullptr) {
    problems_.add(node, fmt::format("there is no partition '{}'", partition));
    return {};
  }
  const std::vector<pugi::xml_node> inner = operands(node, 1);
  if (inner.empty()) return {};
  Side side{tuple(inner[0], depth + 1), known->class_of, partition};
  if (side.colours.size() != 1 || side.colours[0].sort != known->sort)
    problems_.add(node, "the term is not of the partitioned sort");
  return side;
}

/// A class as a constant: a colour of the class stands for it.
TermReader::Side TermReader::class_constant(pugi::xml_node node, const Declarations::PartitionElement& element) {
  const Declarations::Partition* known = names_.partition(element.partition);
  if (known == nullptr) return {};  // a problem is known
  const auto member = std::find(known->class_of.begin(), known->class_of.end(), element.number);
  if (member == known->class_of.end()) {
    problems_.add(node, "the element of the partition has no colours");
    return {};
  }
  const auto colour = static_cast<std::uint32_t>(member - known->class_of.begin());
  return {{{ColourTerm::Kind::Constant, known->sort, colour, 0}}, known->class_of, element.partition};
}

}  // namespace weir::pnml
