// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/coloured_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "frontend/pnml/net.h"
#include "frontend/pnml/sorts.h"

namespace weir::pnml {
namespace {

/// Terms nested more deeply are refused. Sums and conjunctions, which tools write as long chains, do not count.
constexpr int kDeepest = 200;
/// The largest number of tokens in one term; sums of a million of them do not overflow.
constexpr std::int64_t kMostCopies = 1'000'000'000'000;

/// The term in the n-th <subterm>; a null node if there is none.
pugi::xml_node operand(pugi::xml_node node, std::size_t n = 0) {
  for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner)) {
    if (local_name(inner) != "subterm") continue;
    if (n-- == 0) return first_element(inner);
  }
  return {};
}

std::vector<pugi::xml_node> operands(pugi::xml_node node) {
  std::vector<pugi::xml_node> all;
  for (pugi::xml_node inner = first_element(node); inner; inner = next_element(inner))
    if (local_name(inner) == "subterm") all.push_back(first_element(inner));
  return all;
}

/// The operands of nested elements of one kind, in order: a + (b + c) has three.
std::vector<pugi::xml_node> flattened(pugi::xml_node node) {
  std::vector<pugi::xml_node> waiting{node}, all;
  while (!waiting.empty()) {
    const pugi::xml_node next = waiting.back();
    waiting.pop_back();
    if (local_name(next) != local_name(node)) {
      all.push_back(next);
      continue;
    }
    const std::vector<pugi::xml_node> inner = operands(next);
    waiting.insert(waiting.end(), inner.rbegin(), inner.rend());
  }
  return all;
}

class ColouredReader {
 public:
  ColouredReader(pugi::xml_node element, Problems& problems)
      : problems_(problems),
        skeleton_(read_skeleton(element, problems)),
        names_(skeleton_.declarations, net_, problems) {
    net_.id = element.attribute("id").value();
  }

  ColouredNet read() {
    for (const pugi::xml_node node : skeleton_.places) add_place(node);
    for (const pugi::xml_node node : skeleton_.transitions) add_transition(node);
    for (const NetSkeleton::ArcElement& arc : skeleton_.arcs) add_arc(arc);
    for (ColouredNet::Transition& transition : net_.transitions) find_variables(transition);
    return std::move(net_);
  }

 private:
  using Tuple = std::vector<ColourTerm>;

  void add_place(pugi::xml_node node) {
    ColouredNet::Place place{node.attribute("id").value(), name_of(node), {}, {}};
    if (const pugi::xml_node type = child(node, "type")) {
      place.sort = names_.sort_of(first_element(child(type, "structure")));
    } else {
      place.sort = {names_.dot()};
    }
    if (const pugi::xml_node marking = child(node, "hlinitialMarking")) {
      place.initial = multiset(first_element(child(marking, "structure")), 0);
      check(place.initial, place.sort, marking);
      for (const TupleTerm& term : place.initial)
        for (const ColourTerm& part : term.parts)
          if (part.kind == ColourTerm::Kind::Variable) problems_.add(marking, "an initial marking has no variables");
    }
    net_.places.push_back(std::move(place));
  }

  void add_transition(pugi::xml_node node) {
    ColouredNet::Transition transition{node.attribute("id").value(), name_of(node), {}, {}, {}, {}};
    if (const pugi::xml_node condition = child(node, "condition")) {
      const pugi::xml_node term = first_element(child(condition, "structure"));
      if (term) add_guard(term, 0, transition.guard);
    }
    net_.transitions.push_back(std::move(transition));
  }

  void add_arc(const NetSkeleton::ArcElement& element) {
    ColouredNet::Arc arc{element.place, {}};
    const TupleSort& sort = net_.places[element.place].sort;
    if (const pugi::xml_node inscription = child(element.element, "hlinscription")) {
      arc.tokens = multiset(first_element(child(inscription, "structure")), 0);
      check(arc.tokens, sort, inscription);
    } else if (sort.size() == 1 && net_.sorts[sort[0]].dot) {
      arc.tokens = {{1, {{ColourTerm::Kind::Constant, sort[0], 0, 0}}}};
    } else {
      problems_.add(element.element, "an arc of a coloured place needs an <hlinscription>");
    }
    ColouredNet::Transition& transition = net_.transitions[element.transition];
    (element.input ? transition.inputs : transition.outputs).push_back(std::move(arc));
  }

  static void find_variables(ColouredNet::Transition& transition) {
    std::vector<std::uint32_t>& found = transition.variables;
    const auto add = [&](const ColourTerm& term) {
      if (term.kind == ColourTerm::Kind::Variable) found.push_back(term.index);
    };
    for (const auto* arcs : {&transition.inputs, &transition.outputs})
      for (const ColouredNet::Arc& arc : *arcs)
        for (const TupleTerm& term : arc.tokens) std::for_each(term.parts.begin(), term.parts.end(), add);
    for (const GuardStep& step : transition.guard) {
      add(step.left);
      add(step.right);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }

  bool same_sort(std::uint32_t a, std::uint32_t b) const {
    return a == b || net_.sorts[a].colours == net_.sorts[b].colours;
  }

  /// Checks that the tuples are of the sort of the place.
  void check(MultisetTerm& terms, const TupleSort& sort, pugi::xml_node at) {
    if (sort.empty()) return;  // a problem is known
    for (TupleTerm& term : terms) {
      bool fits = term.parts.size() == sort.size();
      for (std::size_t i = 0; i < sort.size() && fits; ++i) {
        fits = same_sort(term.parts[i].sort, sort[i]);
        term.parts[i].sort = sort[i];
      }
      if (!fits) return problems_.add(at, "the term is not of the sort of the place");
    }
  }

  /// Returns false, with a problem, if the element is missing or nested too deeply.
  bool readable(pugi::xml_node node, int depth) {
    if (!node) {
      problems_.add(node, "a term is missing");
      return false;
    }
    if (depth <= kDeepest) return true;
    problems_.add(node, fmt::format("terms may be nested {} deep at most", kDeepest));
    return false;
  }

  MultisetTerm multiset(pugi::xml_node node, int depth) {
    if (!readable(node, depth)) return {};
    const std::string_view kind = local_name(node);
    MultisetTerm sum;
    const auto add = [&](MultisetTerm terms, std::int64_t factor) {
      for (TupleTerm& term : terms) {
        if (__builtin_mul_overflow(term.count, factor, &term.count) || term.count > kMostCopies)
          problems_.add(node, "the number is too large");
        sum.push_back(std::move(term));
      }
    };
    if (kind == "add") {
      for (const pugi::xml_node inner : flattened(node)) add(multiset(inner, depth + 1), 1);
    } else if (kind == "subtract") {
      const std::vector<pugi::xml_node> all = operands(node);
      for (std::size_t i = 0; i < all.size(); ++i) add(multiset(all[i], depth + 1), i == 0 ? 1 : -1);
    } else if (kind == "numberof" || kind == "scalarproduct") {
      const std::vector<pugi::xml_node> all = operands(node);
      if (all.size() != 2) {
        problems_.add(node, fmt::format("<{}> needs a number and a term", kind));
        return {};
      }
      add(multiset(all[1], depth + 1), number(all[0]));
    } else if (kind != "empty") {
      sum.push_back({1, tuple(node, depth)});
    }
    return sum;
  }

  std::int64_t number(pugi::xml_node node) {
    if (local_name(node) != "numberconstant") {
      problems_.add(node, "expected a <numberconstant>");
      return 0;
    }
    const std::int64_t value = node.attribute("value").as_llong(-1);
    if (value < 0 || value > kMostCopies)
      problems_.add(node, fmt::format("expected a number from 0 to {}", kMostCopies));
    return value;
  }

  Tuple tuple(pugi::xml_node node, int depth) {
    if (!readable(node, depth)) return {};
    const std::string_view kind = local_name(node);
    using Kind = ColourTerm::Kind;
    Tuple parts;
    if (kind == "tuple") {
      for (const pugi::xml_node inner : operands(node)) {
        const Tuple more = tuple(inner, depth + 1);
        parts.insert(parts.end(), more.begin(), more.end());
      }
    } else if (kind == "all") {
      for (const std::uint32_t sort : names_.sort_of(first_element(node))) parts.push_back({Kind::All, sort, 0, 0});
    } else if (kind == "variable") {
      const std::string id = node.attribute("refvariable").value();
      const std::vector<std::uint32_t>* known = names_.variable(id);
      if (known == nullptr) problems_.add(node, fmt::format("there is no variable '{}'", id));
      for (std::size_t i = 0; known != nullptr && i < known->size(); ++i)
        parts.push_back({Kind::Variable, net_.variables[(*known)[i]].sort, (*known)[i], 0});
    } else if (kind == "useroperator") {
      const std::string id = node.attribute("declaration").value();
      const Declarations::Constant* known = names_.constant(id);
      if (known == nullptr) problems_.add(node, fmt::format("there is no constant '{}'", id));
      if (known != nullptr) parts.push_back({Kind::Constant, known->sort, known->colour, 0});
    } else if (kind == "dotconstant") {
      parts.push_back({Kind::Constant, names_.dot(), 0, 0});
    } else if (kind == "finiteintrangeconstant") {
      parts = range_constant(node);
    } else if (kind == "successor" || kind == "predecessor") {
      parts = tuple(operand(node), depth + 1);
      for (ColourTerm& part : parts) shift(part, kind == "successor");
    } else {
      problems_.add(node, fmt::format("terms of kind <{}> are not supported", kind));
    }
    return parts;
  }

  Tuple range_constant(pugi::xml_node node) {
    const TupleSort sort = names_.sort_of(child(node, "finiteintrange"));
    if (sort.empty()) return {};
    const std::vector<std::string>& colours = net_.sorts[sort[0]].colours;
    const auto found = std::find(colours.begin(), colours.end(), std::string(node.attribute("value").value()));
    if (found == colours.end()) {
      problems_.add(node, "the constant is outside of its range");
      return {};
    }
    return {{ColourTerm::Kind::Constant, sort[0], static_cast<std::uint32_t>(found - colours.begin()), 0}};
  }

  void shift(ColourTerm& term, bool up) const {
    const auto size = static_cast<std::uint32_t>(net_.sorts[term.sort].colours.size());
    const std::uint32_t by = up ? 1 % size : size - 1;
    if (term.kind == ColourTerm::Kind::Constant) term.index = (term.index + by) % size;
    if (term.kind == ColourTerm::Kind::Variable) term.shift = (term.shift + by) % size;
  }

  void add_guard(pugi::xml_node node, int depth, std::vector<GuardStep>& out) {
    if (!readable(node, depth)) return;
    using Op = GuardStep::Op;
    const auto emit = [&](Op op) { out.push_back({op, {}, {}, {}, {}}); };
    const std::string_view kind = local_name(node);
    if (kind == "and" || kind == "or") {
      const std::vector<pugi::xml_node> all = flattened(node);
      for (std::size_t i = 0; i < all.size(); ++i) {
        add_guard(all[i], depth + 1, out);
        if (i > 0) emit(kind == "and" ? Op::And : Op::Or);
      }
      if (all.empty()) problems_.add(node, fmt::format("<{}> needs operands", kind));
    } else if (kind == "not") {
      add_guard(operand(node), depth + 1, out);
      emit(Op::Not);
    } else if (kind == "imply" || kind == "implies") {
      add_guard(operand(node, 0), depth + 1, out);
      emit(Op::Not);
      add_guard(operand(node, 1), depth + 1, out);
      emit(Op::Or);
    } else if (kind == "booleanconstant") {
      emit(node.attribute("value").as_bool() ? Op::True : Op::False);
    } else if (kind == "equality" || kind == "inequality") {
      compare(node, depth, kind == "equality" ? Op::Equal : Op::NotEqual, false, out);
    } else if (kind == "lessthan" || kind == "ltp") {
      compare(node, depth, Op::Less, false, out);
    } else if (kind == "lessthanorequal") {
      compare(node, depth, Op::LessEqual, false, out);
    } else if (kind == "greaterthan" || kind == "gtp") {
      compare(node, depth, Op::Less, true, out);
    } else if (kind == "greaterthanorequal") {
      compare(node, depth, Op::LessEqual, true, out);
    } else {
      problems_.add(node, fmt::format("conditions of kind <{}> are not supported", kind));
    }
  }

  /// One side of a comparison: colours, or the class of a colour in a partition.
  struct Side {
    Tuple colours;
    std::vector<std::uint32_t> class_of;
    std::string partition;
  };

  Side side_of(pugi::xml_node node, int depth) {
    Side side;
    if (local_name(node) == "partitionelementof") {
      side.partition = node.attribute("refpartition").value();
      const Declarations::Partition* known = names_.partition(side.partition);
      if (known == nullptr) {
        problems_.add(node, fmt::format("there is no partition '{}'", side.partition));
        return side;
      }
      side.colours = tuple(operand(node), depth + 1);
      side.class_of = known->class_of;
      if (side.colours.size() != 1 || !same_sort(side.colours[0].sort, known->sort))
        problems_.add(node, "the term is not of the partitioned sort");
      return side;
    }
    const std::string id = node.attribute("declaration").value();
    if (local_name(node) == "useroperator") {
      if (const auto* element = names_.partition_element(id)) {
        // A class as a constant: a colour of the class stands for it.
        const Declarations::Partition* known = names_.partition(element->first);
        if (known == nullptr) return side;
        const auto member = std::find(known->class_of.begin(), known->class_of.end(), element->second);
        if (member == known->class_of.end()) {
          problems_.add(node, "the element of the partition is empty");
          return side;
        }
        side.partition = element->first;
        side.class_of = known->class_of;
        side.colours = {
            {ColourTerm::Kind::Constant, known->sort, static_cast<std::uint32_t>(member - known->class_of.begin()), 0}};
        return side;
      }
    }
    side.colours = tuple(node, depth + 1);
    return side;
  }

  void compare(pugi::xml_node node, int depth, GuardStep::Op op, bool flip, std::vector<GuardStep>& out) {
    const std::vector<pugi::xml_node> both = operands(node);
    if (both.size() != 2) return problems_.add(node, "a comparison needs two terms");
    Side left = side_of(both[0], depth), right = side_of(both[1], depth);
    if (flip) std::swap(left, right);
    using Op = GuardStep::Op;
    const bool equality = op == Op::Equal || op == Op::NotEqual;
    bool fits = !left.colours.empty() && left.colours.size() == right.colours.size() &&
                left.partition == right.partition && (equality || left.colours.size() == 1);
    for (std::size_t i = 0; i < left.colours.size() && fits; ++i) {
      fits = same_sort(left.colours[i].sort, right.colours[i].sort) && left.colours[i].kind != ColourTerm::Kind::All &&
             right.colours[i].kind != ColourTerm::Kind::All;
    }
    if (!fits) return problems_.add(node, "the two sides of the comparison are not of the same sort");
    for (std::size_t i = 0; i < left.colours.size(); ++i) {
      out.push_back({op, left.colours[i], right.colours[i], left.class_of, right.class_of});
      if (i > 0) out.push_back({op == Op::Equal ? Op::And : Op::Or, {}, {}, {}, {}});
    }
  }

  Problems& problems_;
  ColouredNet net_;
  NetSkeleton skeleton_;
  Declarations names_;
};

}  // namespace

ColouredNet read_coloured_net(pugi::xml_node net, Problems& problems) { return ColouredReader(net, problems).read(); }

}  // namespace weir::pnml
