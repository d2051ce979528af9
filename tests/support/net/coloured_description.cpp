// SPDX-License-Identifier: Apache-2.0
#include "support/net/coloured_description.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "support/grammar/draw.h"

namespace weir::test {
namespace {

using SortKind = SortDescription::Kind;
using ColourKind = ColourExpression::Kind;
using BagKind = BagExpression::Kind;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : draw_(seed) {}

  ColouredDescription net() {
    declare();
    const int places = draw_.between(2, 4), transitions = draw_.between(1, 4);
    for (int p = 0; p < places; ++p) add_place();
    for (int t = 0; t < transitions; ++t) add_transition();
    return std::move(net_);
  }

 private:
  static constexpr int kDot = 0, kCyclic = 1, kFinite = 2, kRange = 3, kPair = 4, kNested = 5;

  void declare() {
    net_.sorts = {{SortKind::Dot, "dot", 1, 0, {}},
                  {SortKind::Cyclic, "C", draw_.between(1, 3), 0, {}},
                  {SortKind::Finite, "F", draw_.between(1, 2), 0, {}},
                  {SortKind::Range, "R", draw_.between(1, 3), draw_.between(-2, 2), {}},
                  {SortKind::Product, "P", 0, 0, {kCyclic, draw_.one_of({kCyclic, kFinite, kRange})}},
                  {SortKind::Product, "N", 0, 0, {kPair, draw_.one_of({kDot, kFinite})}}};
    net_.variables = {kCyclic, kCyclic, kFinite, kRange, kRange, kPair};
    for (int i = 0; i < net_.sorts[kCyclic].size; ++i) net_.class_of.push_back(i == 0 ? 0 : draw_.between(0, 1));
    if (net_.class_of.size() > 1) net_.class_of.back() = 1;
  }

  void add_place() {
    ColouredDescription::Place place;
    place.sort = static_cast<int>(draw_.weighted({12, 40, 12, 16, 20, 6}));
    place.marked = draw_.chance(80);
    place.initial = bag(place.sort, false);
    net_.places.push_back(std::move(place));
  }

  void add_transition() {
    ColouredDescription::Transition transition;
    const auto arc = [&] {
      const int place = static_cast<int>(draw_.below(net_.places.size()));
      return ColouredDescription::Arc{place, bag(net_.places[static_cast<std::size_t>(place)].sort, true)};
    };
    for (std::size_t i = draw_.weighted({4, 60, 30, 6}); i > 0; --i) transition.inputs.push_back(arc());
    if (draw_.chance(60)) {
      // As many tokens out as in, so that the net stays bounded: the same terms on places of the same sort.
      for (const ColouredDescription::Arc& input : transition.inputs) {
        ColouredDescription::Arc output = input;
        for (int p = 0; p < static_cast<int>(net_.places.size()); ++p)
          if (sort_of(p) == sort_of(input.place) && draw_.chance(60)) output.place = p;
        if (draw_.chance(40)) output.tokens = {BagKind::Single, 1, {}, colour(sort_of(input.place), true, 0)};
        transition.outputs.push_back(std::move(output));
      }
    } else {
      for (std::size_t i = draw_.weighted({20, 50, 20}); i > 0; --i) transition.outputs.push_back(arc());
    }
    if (draw_.chance(50)) transition.guard.push_back(condition(0));
    net_.transitions.push_back(std::move(transition));
  }

  int sort_of(int place) const { return net_.places[static_cast<std::size_t>(place)].sort; }

  BagExpression bag(int sort, bool variables, int depth = 0) {
    const auto single = [&] { return BagExpression{BagKind::Single, 1, {}, colour(sort, variables, 0)}; };
    if (depth > 2) return single();
    switch (draw_.weighted({60, 15, 16, 9})) {
      case 1: return {BagKind::Times, draw_.between(0, 2), {bag(sort, variables, depth + 1)}, {}};
      case 2: {
        BagExpression left = bag(sort, variables, depth + 1), right = bag(sort, variables, depth + 1);
        return {BagKind::Add, 1, {std::move(left), std::move(right)}, {}};
      }
      case 3: {
        BagExpression all{BagKind::Single, 1, {}, {ColourKind::All, sort, 0, {}}};
        if (draw_.chance(20)) all = bag(sort, variables, depth + 1);
        return {BagKind::Subtract, 1, {std::move(all), single()}, {}};
      }
      default: return single();
    }
  }

  ColourExpression colour(int sort, bool variables, int depth) {
    if (draw_.chance(6)) return {ColourKind::All, sort, 0, {}};
    std::vector<int> known;
    for (int v = 0; v < static_cast<int>(net_.variables.size()); ++v)
      if (variables && net_.variables[static_cast<std::size_t>(v)] == sort) known.push_back(v);
    if (!known.empty() && draw_.chance(60)) return {ColourKind::Variable, sort, draw_.one_of(known), {}};
    const SortDescription& described = net_.sorts[static_cast<std::size_t>(sort)];
    if (described.kind == SortKind::Product) {
      ColourExpression tuple{ColourKind::Tuple, sort, 0, {}};
      for (const int part : described.parts) tuple.inner.push_back(colour(part, variables, depth));
      return tuple;
    }
    if (described.kind != SortKind::Dot && depth < 3 && draw_.chance(25)) {
      const ColourKind kind = draw_.one_of({ColourKind::Successor, ColourKind::Predecessor});
      return {kind, sort, 0, {colour(sort, variables, depth + 1)}};
    }
    return {ColourKind::Constant, sort, draw_.between(0, described.size - 1), {}};
  }

  /// A colour for a comparison, which All cannot be in.
  ColourExpression compared(int sort) {
    while (true) {
      ColourExpression drawn = colour(sort, true, 0);
      if (!contains_all(drawn)) return drawn;
    }
  }
  static bool contains_all(const ColourExpression& term) {
    return term.kind == ColourKind::All || std::any_of(term.inner.begin(), term.inner.end(), contains_all);
  }

  ConditionDescription condition(int depth) {
    if (depth < 2 && draw_.chance(45)) {
      ConditionDescription made;
      made.element = draw_.one_of({"and", "and", "or", "not", "imply"});
      for (int i = made.element == "not" ? 1 : 2; i > 0; --i) made.inner.push_back(condition(depth + 1));
      return made;
    }
    ConditionDescription made;
    if (draw_.chance(6)) {
      made.element = "booleanconstant";
      made.value = draw_.chance(70);
      return made;
    }
    const int sort = draw_.one_of({kCyclic, kCyclic, kCyclic, kFinite, kRange, kPair});
    made.sides = {compared(sort), compared(sort)};
    made.by_class = sort == kCyclic && draw_.chance(20);
    made.class_constant = draw_.chance(50);
    if (made.by_class) {
      made.element = draw_.one_of({"equality", "inequality", "ltp", "gtp"});
    } else if (sort == kPair || draw_.chance(60)) {
      made.element = draw_.one_of({"equality", "equality", "inequality"});
    } else {
      made.element = draw_.one_of({"lessthan", "lessthanorequal", "greaterthan", "greaterthanorequal"});
    }
    return made;
  }

  Draw draw_;
  ColouredDescription net_;
};

class Writer {
 public:
  explicit Writer(const ColouredDescription& net) : net_(net) {}

  std::string text() const {
    std::string nodes;
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      const ColouredDescription::Place& place = net_.places[p];
      nodes += fmt::format("<place id=\"p{}\"><type><structure>{}</structure></type>", p, sort(place.sort));
      if (place.marked)
        nodes += fmt::format("<hlinitialMarking><structure>{}</structure></hlinitialMarking>", bag(place.initial));
      nodes += "</place>\n";
    }
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      nodes += fmt::format("<transition id=\"t{}\">", t);
      for (const ConditionDescription& guard : net_.transitions[t].guard)
        nodes += fmt::format("<condition><structure>{}</structure></condition>", condition(guard));
      nodes += "</transition>\n";
      for (const auto& arc : net_.transitions[t].inputs) nodes += arc_text(arc, fmt::format("t{}", t), true);
      for (const auto& arc : net_.transitions[t].outputs) nodes += arc_text(arc, fmt::format("t{}", t), false);
    }
    return fmt::format(
        "<pnml><net id=\"n\" type=\"symmetricnet\">\n<declaration><structure><declarations>\n{}"
        "</declarations></structure></declaration>\n{}</net></pnml>\n",
        declarations(), nodes);
  }

 private:
  const SortDescription& described(int number) const { return net_.sorts[static_cast<std::size_t>(number)]; }
  std::string sort(int number) const { return fmt::format("<usersort declaration=\"{}\"/>", described(number).id); }

  std::string declarations() const {
    std::string text;
    // Backwards: a sort may be used before its declaration.
    for (std::size_t v = 0; v < net_.variables.size(); ++v)
      text += fmt::format("<variabledecl id=\"v{}\">{}</variabledecl>\n", v, sort(net_.variables[v]));
    text += fmt::format("<partition id=\"parts\">{}", sort(net_.partitioned));
    const int classes = *std::max_element(net_.class_of.begin(), net_.class_of.end()) + 1;
    for (int number = 0; number < classes; ++number) {
      text += fmt::format("<partitionelement id=\"class{}\">", number);
      for (std::size_t i = 0; i < net_.class_of.size(); ++i)
        if (net_.class_of[i] == number) text += constant(net_.partitioned, static_cast<int>(i));
      text += "</partitionelement>";
    }
    text += "</partition>\n";
    for (std::size_t s = net_.sorts.size(); s-- > 0;)
      text += fmt::format("<namedsort id=\"{}\">{}</namedsort>\n", net_.sorts[s].id, definition(net_.sorts[s]));
    return text;
  }

  std::string definition(const SortDescription& one) const {
    std::string inner;
    switch (one.kind) {
      case SortKind::Dot: return "<dot/>";
      case SortKind::Range: return range(one);
      case SortKind::Product:
        for (const int part : one.parts) inner += sort(part);
        return "<productsort>" + inner + "</productsort>";
      default: break;
    }
    for (int i = 0; i < one.size; ++i) inner += fmt::format("<feconstant id=\"{}{}\"/>", one.id, i);
    const char* name = one.kind == SortKind::Cyclic ? "cyclicenumeration" : "finiteenumeration";
    return fmt::format("<{0}>{1}</{0}>", name, inner);
  }
  static std::string range(const SortDescription& one) {
    return fmt::format("<finiteintrange start=\"{}\" end=\"{}\"/>", one.start, one.start + one.size - 1);
  }
  std::string constant(int number, int colour) const {
    const SortDescription& one = described(number);
    if (one.kind == SortKind::Dot) return "<dotconstant/>";
    if (one.kind == SortKind::Range)
      return fmt::format("<finiteintrangeconstant value=\"{}\">{}</finiteintrangeconstant>", one.start + colour,
                         range(one));
    return fmt::format("<useroperator declaration=\"{}{}\"/>", one.id, colour);
  }

  template <class List, class Text>
  static std::string subterms(const List& list, Text text) {
    std::string all;
    for (const auto& one : list) all += "<subterm>" + text(one) + "</subterm>";
    return all;
  }

  std::string colour(const ColourExpression& term) const {
    const auto text = [this](const ColourExpression& inner) { return colour(inner); };
    switch (term.kind) {
      case ColourKind::Constant: return constant(term.sort, term.index);
      case ColourKind::Variable: return fmt::format("<variable refvariable=\"v{}\"/>", term.index);
      case ColourKind::All: return "<all>" + sort(term.sort) + "</all>";
      case ColourKind::Successor: return "<successor>" + subterms(term.inner, text) + "</successor>";
      case ColourKind::Predecessor: return "<predecessor>" + subterms(term.inner, text) + "</predecessor>";
      case ColourKind::Tuple: return "<tuple>" + subterms(term.inner, text) + "</tuple>";
    }
    return "";
  }

  std::string bag(const BagExpression& term) const {
    const auto text = [this](const BagExpression& inner) { return bag(inner); };
    switch (term.kind) {
      case BagKind::Single: return colour(term.colour);
      case BagKind::Add: return "<add>" + subterms(term.inner, text) + "</add>";
      case BagKind::Subtract: return "<subtract>" + subterms(term.inner, text) + "</subtract>";
      case BagKind::Times:
        return fmt::format(
            "<numberof><subterm><numberconstant value=\"{}\"><positive/></numberconstant></subterm>{}"
            "</numberof>",
            term.count, subterms(term.inner, text));
    }
    return "";
  }

  std::string condition(const ConditionDescription& one) const {
    if (one.element == "booleanconstant")
      return fmt::format("<booleanconstant value=\"{}\"/>", one.value ? "true" : "false");
    std::string inner = subterms(one.inner, [this](const auto& part) { return condition(part); });
    for (std::size_t i = 0; i < one.sides.size(); ++i) inner += "<subterm>" + side(one, i) + "</subterm>";
    return fmt::format("<{0}>{1}</{0}>", one.element, inner);
  }

  std::string side(const ConditionDescription& one, std::size_t i) const {
    if (!one.by_class) return colour(one.sides[i]);
    if (i == 1 && one.class_constant) return "<useroperator declaration=\"class0\"/>";
    return "<partitionelementof refpartition=\"parts\"><subterm>" + colour(one.sides[i]) +
           "</subterm></partitionelementof>";
  }

  std::string arc_text(const ColouredDescription::Arc& arc, const std::string& transition, bool input) const {
    const std::string place = fmt::format("p{}", arc.place);
    return fmt::format(
        "<arc id=\"a\" source=\"{}\" target=\"{}\"><hlinscription><structure>{}</structure>"
        "</hlinscription></arc>\n",
        input ? place : transition, input ? transition : place, bag(arc.tokens));
  }

  const ColouredDescription& net_;
};

}  // namespace

ColouredDescription random_coloured_net(std::uint64_t seed) { return Generator(seed).net(); }

std::string to_pnml(const ColouredDescription& net) { return Writer(net).text(); }

}  // namespace weir::test
