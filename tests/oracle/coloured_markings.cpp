// SPDX-License-Identifier: Apache-2.0
#include "oracle/coloured_markings.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace weir::test {
namespace {

using SortKind = SortDescription::Kind;
using ColourKind = ColourExpression::Kind;
using BagKind = BagExpression::Kind;
using Tuple = std::vector<int>;  ///< numbers of colours of basic sorts
using Bag = std::map<Tuple, long>;
using Marking = std::vector<Bag>;      ///< by place; no zeros
using Binding = std::map<int, Tuple>;  ///< by variable

class Interpreter {
 public:
  explicit Interpreter(const ColouredDescription& net) : net_(net) {}

  std::optional<ColouredSpace> explore(std::size_t limit) {
    find_firings();
    Marking initial;
    for (const ColouredDescription::Place& place : net_.places)
      initial.push_back(place.marked ? bag_of(place.initial, {}) : Bag{});
    ColouredSpace space;
    std::set<Marking> known{initial};
    std::vector<Marking> waiting{initial};
    while (!waiting.empty()) {
      if (known.size() > limit) return std::nullopt;
      const Marking marking = std::move(waiting.back());
      waiting.pop_back();
      const std::vector<Marking> next = successors(marking);
      space.transitions += next.size();
      space.deadlocks += next.empty();
      space.markings.insert(text(marking));
      for (const Marking& one : next)
        if (known.insert(one).second) waiting.push_back(one);
    }
    return space;
  }

 private:
  const SortDescription& sort(int number) const { return net_.sorts[static_cast<std::size_t>(number)]; }

  /// What one binding of a transition takes and gives, by place.
  struct Firing {
    Marking takes, gives;
  };

  /// All bindings that satisfy the guards. They do not depend on the marking.
  void find_firings() {
    for (const ColouredDescription::Transition& transition : net_.transitions) {
      std::set<int> variables;
      for (const auto* arcs : {&transition.inputs, &transition.outputs})
        for (const ColouredDescription::Arc& arc : *arcs) collect(arc.tokens, variables);
      for (const ConditionDescription& guard : transition.guard) collect(guard, variables);
      for (const Binding& binding : all_bindings(variables)) {
        const auto satisfied = [&](const ConditionDescription& guard) { return holds(guard, binding); };
        if (std::all_of(transition.guard.begin(), transition.guard.end(), satisfied))
          firings_.push_back({total(transition.inputs, binding), total(transition.outputs, binding)});
      }
    }
  }

  std::vector<Binding> all_bindings(const std::set<int>& variables) const {
    std::vector<Binding> bindings{{}};
    for (const int variable : variables) {
      std::vector<Binding> more;
      for (const Binding& binding : bindings) {
        for (const Tuple& tuple : all(net_.variables[static_cast<std::size_t>(variable)])) {
          more.push_back(binding);
          more.back()[variable] = tuple;
        }
      }
      bindings = std::move(more);
    }
    return bindings;
  }

  Marking total(const std::vector<ColouredDescription::Arc>& arcs, const Binding& binding) const {
    Marking sum(net_.places.size());
    for (const ColouredDescription::Arc& arc : arcs)
      for (const auto& [tuple, count] : bag_of(arc.tokens, binding))
        sum[static_cast<std::size_t>(arc.place)][tuple] += count;
    return sum;
  }

  std::vector<Marking> successors(const Marking& marking) const {
    std::vector<Marking> next;
    for (const Firing& firing : firings_)
      if (auto fired = fire(firing, marking)) next.push_back(std::move(*fired));
    return next;
  }

  static std::optional<Marking> fire(const Firing& firing, const Marking& marking) {
    for (std::size_t p = 0; p < marking.size(); ++p) {
      for (const auto& [tuple, count] : firing.takes[p]) {
        const auto held = marking[p].find(tuple);
        if (held == marking[p].end() || held->second < count) return std::nullopt;
      }
    }
    Marking next = marking;
    for (std::size_t p = 0; p < marking.size(); ++p) {
      for (const auto& [tuple, count] : firing.takes[p]) next[p][tuple] -= count;
      for (const auto& [tuple, count] : firing.gives[p]) next[p][tuple] += count;
      std::erase_if(next[p], [](const auto& entry) { return entry.second == 0; });
    }
    return next;
  }

  static void collect(const ColourExpression& term, std::set<int>& variables) {
    if (term.kind == ColourKind::Variable) variables.insert(term.index);
    for (const ColourExpression& inner : term.inner) collect(inner, variables);
  }
  static void collect(const BagExpression& bag, std::set<int>& variables) {
    if (bag.kind == BagKind::Single) collect(bag.colour, variables);
    for (const BagExpression& inner : bag.inner) collect(inner, variables);
  }
  static void collect(const ConditionDescription& condition, std::set<int>& variables) {
    for (const ConditionDescription& inner : condition.inner) collect(inner, variables);
    for (std::size_t i = 0; i < condition.sides.size(); ++i)
      if (i == 0 || !condition.by_class || !condition.class_constant) collect(condition.sides[i], variables);
  }

  static Tuple joined(Tuple left, const Tuple& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
  }

  /// All tuples of a sort.
  std::vector<Tuple> all(int number) const {
    std::vector<Tuple> tuples;
    if (sort(number).kind != SortKind::Product) {
      for (int i = 0; i < sort(number).size; ++i) tuples.push_back({i});
      return tuples;
    }
    tuples = {{}};
    for (const int part : sort(number).parts) {
      std::vector<Tuple> longer;
      for (const Tuple& tuple : tuples)
        for (const Tuple& more : all(part)) longer.push_back(joined(tuple, more));
      tuples = std::move(longer);
    }
    return tuples;
  }

  /// The tuples that a term denotes: one, or several because of All.
  std::vector<Tuple> tuples_of(const ColourExpression& term, const Binding& binding) const {
    switch (term.kind) {
      case ColourKind::Constant: return {{term.index}};
      case ColourKind::Variable: return {binding.at(term.index)};
      case ColourKind::All: return all(term.sort);
      case ColourKind::Tuple: {
        std::vector<Tuple> tuples{{}};
        for (const ColourExpression& inner : term.inner) {
          std::vector<Tuple> longer;
          for (const Tuple& tuple : tuples)
            for (const Tuple& more : tuples_of(inner, binding)) longer.push_back(joined(tuple, more));
          tuples = std::move(longer);
        }
        return tuples;
      }
      default: break;
    }
    std::vector<Tuple> tuples = tuples_of(term.inner[0], binding);
    const int size = sort(term.sort).size;
    for (Tuple& tuple : tuples) {
      const int moved = tuple[0] + (term.kind == ColourKind::Successor ? 1 : -1);
      tuple[0] = moved == size ? 0 : moved < 0 ? size - 1 : moved;
    }
    return tuples;
  }

  /// Counts may be negative.
  Bag signed_bag(const BagExpression& term, const Binding& binding) const {
    Bag bag;
    if (term.kind == BagKind::Single)
      for (const Tuple& tuple : tuples_of(term.colour, binding)) ++bag[tuple];
    for (std::size_t i = 0; i < term.inner.size(); ++i) {
      const long factor = term.kind == BagKind::Times ? term.count : term.kind == BagKind::Subtract && i > 0 ? -1 : 1;
      for (const auto& [tuple, count] : signed_bag(term.inner[i], binding)) bag[tuple] += factor * count;
    }
    return bag;
  }
  Bag bag_of(const BagExpression& term, const Binding& binding) const {
    Bag bag = signed_bag(term, binding);
    std::erase_if(bag, [](const auto& entry) { return entry.second <= 0; });
    return bag;
  }

  bool holds(const ConditionDescription& one, const Binding& binding) const {
    const auto inner = [&](std::size_t i) { return holds(one.inner[i], binding); };
    if (one.element == "booleanconstant") return one.value;
    if (one.element == "not") return !inner(0);
    if (one.element == "and") return inner(0) && inner(1);
    if (one.element == "or") return inner(0) || inner(1);
    if (one.element == "imply") return !inner(0) || inner(1);
    const Tuple left = side_of(one, 0, binding), right = side_of(one, 1, binding);
    if (one.element == "equality") return left == right;
    if (one.element == "inequality") return left != right;
    if (one.element == "lessthan" || one.element == "ltp") return left < right;
    if (one.element == "lessthanorequal") return left <= right;
    if (one.element == "greaterthanorequal") return left >= right;
    return left > right;
  }

  Tuple side_of(const ConditionDescription& one, std::size_t i, const Binding& binding) const {
    if (i == 1 && one.by_class && one.class_constant) return {0};
    const Tuple colours = tuples_of(one.sides[i], binding).front();
    return one.by_class ? Tuple{net_.class_of[static_cast<std::size_t>(colours[0])]} : colours;
  }

  std::string text(const Marking& marking) const {
    std::string text;
    for (std::size_t p = 0; p < marking.size(); ++p) text += place_text(net_.places[p].sort, marking[p]) + "\n";
    return text;
  }
  std::string place_text(int number, const Bag& bag) const {
    if (sort(number).kind == SortKind::Dot) return std::to_string(bag.empty() ? 0 : bag.begin()->second);
    std::vector<int> basic;
    flatten(number, basic);
    std::string text;
    for (const auto& [tuple, count] : bag) {
      text += (text.empty() ? "" : " + ") + (count > 1 ? std::to_string(count) + "'" : std::string()) + "(";
      for (std::size_t i = 0; i < tuple.size(); ++i) text += (i == 0 ? "" : ",") + colour_text(basic[i], tuple[i]);
      text += ")";
    }
    return text.empty() ? "empty" : text;
  }
  void flatten(int number, std::vector<int>& basic) const {
    if (sort(number).kind != SortKind::Product) basic.push_back(number);
    for (const int part : sort(number).parts) flatten(part, basic);
  }
  std::string colour_text(int number, int colour) const {
    if (sort(number).kind == SortKind::Dot) return "dot";
    if (sort(number).kind == SortKind::Range) return std::to_string(sort(number).start + colour);
    return sort(number).id + std::to_string(colour);
  }

  const ColouredDescription& net_;
  std::vector<Firing> firings_;
};

}  // namespace

std::optional<ColouredSpace> explore_coloured(const ColouredDescription& net, std::size_t limit) {
  return Interpreter(net).explore(limit);
}

}  // namespace weir::test
