// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/coloured_parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "frontend/pnml/binding.h"
#include "frontend/pnml/coloured_terms.h"
#include "frontend/pnml/sorts.h"

namespace weir::pnml {
namespace {

class ColouredReader {
 public:
  ColouredReader(pugi::xml_node element, Problems& problems)
      : problems_(problems),
        skeleton_(read_skeleton(element, problems)),
        names_(skeleton_.declarations, net_, problems),
        terms_(names_, net_, problems) {
    net_.id = element.attribute("id").value();
  }

  ColouredNet read() {
    for (const pugi::xml_node node : skeleton_.places) add_place(node);
    for (const pugi::xml_node node : skeleton_.transitions) add_transition(node);
    for (const NetSkeleton::ArcElement& arc : skeleton_.arcs) add_arc(arc);
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      find_variables(net_.transitions[t]);
      if (!TupleCodec::of_variables(net_, net_.transitions[t].variables).fits())
        problems_.add(skeleton_.transitions[t], "the transition has more than 2^62 bindings or 63 variables");
    }
    return std::move(net_);
  }

 private:
  /// Labels of P/T nets would otherwise be ignored.
  void refuse_label(pugi::xml_node node, const char* label, const char* wanted) {
    if (const pugi::xml_node found = child(node, label))
      problems_.add(found, fmt::format("<{}> is not allowed in a symmetric net: use <{}>", label, wanted));
  }

  void add_place(pugi::xml_node node) {
    refuse_label(node, "initialMarking", "hlinitialMarking");
    ColouredNet::Place place{node.attribute("id").value(), name_of(node), sort_of(node), {}};
    if (!place.sort.empty() && !TupleCodec::of_sort(net_, place.sort).fits())
      problems_.add(node, "the place has more than 2^62 colours or 63 components");
    if (const pugi::xml_node marking = child(node, "hlinitialMarking")) {
      place.initial = terms_.multiset(marking, place.sort);
      if (contains_variables(place.initial)) problems_.add(marking, "an initial marking cannot contain variables");
    }
    net_.places.push_back(std::move(place));
  }

  static bool contains_variables(const MultisetTerm& terms) {
    return std::any_of(terms.begin(), terms.end(), [](const TupleTerm& term) {
      return std::any_of(term.parts.begin(), term.parts.end(),
                         [](const ColourTerm& part) { return part.kind == ColourTerm::Kind::Variable; });
    });
  }

  TupleSort sort_of(pugi::xml_node place) {
    const pugi::xml_node type = child(place, "type");
    if (!type) return {names_.dot()};
    if (const pugi::xml_node structure = child(type, "structure")) return names_.sort_in(structure);
    problems_.add(type, "<type> needs a <structure> with a sort");
    return {};
  }

  void add_transition(pugi::xml_node node) {
    ColouredNet::Transition transition{node.attribute("id").value(), name_of(node), {}, {}, {}, {}};
    if (const pugi::xml_node condition = child(node, "condition")) transition.guard = terms_.guard(condition);
    net_.transitions.push_back(std::move(transition));
  }

  void add_arc(const NetSkeleton::ArcElement& element) {
    refuse_label(element.element, "inscription", "hlinscription");
    ColouredNet::Arc arc{element.place, {}};
    const TupleSort& sort = net_.places[element.place].sort;
    if (sort.empty()) return;  // a problem is known
    if (const pugi::xml_node inscription = child(element.element, "hlinscription")) {
      arc.tokens = terms_.multiset(inscription, sort);
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

  Problems& problems_;
  ColouredNet net_;
  NetSkeleton skeleton_;
  Declarations names_;
  TermReader terms_;
};

}  // namespace

ColouredNet read_coloured_net(pugi::xml_node net, Problems& problems) { return ColouredReader(net, problems).read(); }

}  // namespace weir::pnml
