// SPDX-License-Identifier: Apache-2.0
#include "support/net/material.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace weir::test {

namespace {

using P = Production;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : draw_(seed) {}

  Material material(std::size_t count) {
    shape_ = static_cast<Shape>(draw_.weighted({25, 20, 15, 35, 10, 35}));
    pages_ = draw_.chance(25);
    named_ = draw_.chance(40);
    add_nodes();
    add_arcs();
    Material material;
    material.program = make(P::Net, layout());
    static constexpr const char* kShapes[] = {"any", "conserving", "losing", "rings", "many tokens", "grown"};
    material.features = kShapes[shape_];
    using Kind = QuestionKind;
    Offer offer;
    offer.weight(Kind::Assertions, shape_ == kMany ? 10 : 2);
    offer.weight(Kind::Deadlock, 14);
    offer.weight(Kind::Defects, 6);
    offer.weight(Kind::Ltl, 40);
    offer.weight(Kind::Ltlf, 10);
    offer.weight(Kind::Several, 8);
    offer.weight(Kind::Contest, 20);
    offer.fair = false;
    CommandFormulas formulas(draw_, [this](const FormulaTaste& taste) { return atom(taste); });
    offer.formula = [&](const FormulaTaste& taste) { return formulas.formula(taste); };
    material.cases = random_cases(draw_, material.program, offer, count);
    return material;
  }

 private:
  /// Kinds of nets: any; as many tokens out as in; fewer out; rings side by side with a few common transitions; token
  /// counts that need more than a byte or reach the limit; a ring that structural reductions find much to do in.
  enum Shape : std::uint8_t { kAny, kConserving, kLosing, kRings, kMany, kGrown };
  struct Place {
    std::string id;
    std::string quoted;  ///< the id as atoms write it
    std::string name;    ///< as atoms refer to it: by id or name
    Node node;
  };

  Node id(const std::string& text) { return name(text); }
  Node weight(int most) {
    const int drawn = draw_.chance(75) ? 1 : draw_.between(1, most);
    return number(shape_ == kMany && draw_.chance(10) ? draw_.one_of({100, 255, 256}) : drawn);
  }

  void add_nodes() {
    const int places = draw_.between(2, 9), transitions = draw_.between(2, 10);
    for (int i = 0; i < places; ++i) places_.push_back(make_node(P::NetPlace, "p", i));
    for (int i = 0; i < transitions; ++i) transitions_.push_back(make_node(P::NetTransition, "t", i));
    for (Place& place : places_) {
      int tokens = draw_.chance(55) ? draw_.between(1, 3) : 0;
      if (shape_ == kMany && draw_.chance(40)) tokens = draw_.one_of({3, 100, 253, 254, 255, 256, 600});
      if (tokens == 0 && draw_.chance(80)) continue;
      Node marking = make(P::NetMarking, {number(tokens)});
      if (shape_ == kMany && draw_.chance(25))
        marking.children[0] =
            leaf(P::Number, draw_.one_of({"9223372036854775807", "9223372036854775806", "4294967296"}));
      place.node.children.push_back(std::move(marking));
    }
  }

  Place make_node(P kind, const char* letter, int i) {
    Place made;
    made.id = made.name = letter + std::to_string(i);
    if (draw_.chance(5)) made.id = made.name = std::string(letter) + "-" + std::to_string(i) + ".x";
    if (draw_.chance(4)) {
      made.id = std::string(letter) + " (" + std::to_string(i) + ")";
      made.name = "'" + made.id + "'";
    }
    made.quoted = made.name;
    made.node = leaf(kind, made.id);
    if (named_ && draw_.chance(50)) {
      // Sometimes two nodes have the same name, which then identifies neither.
      const std::string text = (letter + std::string("name")) + std::to_string(draw_.chance(85) ? i : 0);
      made.node.children.push_back(leaf(P::NetName, text));
      if (draw_.chance(60)) made.name = text;
    }
    if (draw_.chance(8)) made.node.children.push_back(leaf(P::NetGraphics));
    return made;
  }

  /// A node's id, or that of a reference to it.
  Node end(const Place& place, P reference) {
    if (!pages_ || !draw_.chance(20)) return id(place.id);
    const std::string made = "r" + std::to_string(references_.size());
    std::string to = place.id;
    if (!references_.empty() && references_.back().is(reference) && draw_.chance(30) &&
        references_.back().children[0].text == place.id)
      to = references_.back().text;  // a chain
    references_.push_back(make(reference, {id(to)}, made));
    return id(made);
  }

  void arc(const Place& place, const Place& transition, bool input, Node count) {
    Node from = end(place, P::NetReferencePlace), to = end(transition, P::NetReferenceTransition);
    if (!input) std::swap(from, to);
    Node made = make(P::NetArc, {std::move(from), std::move(to)}, "a" + std::to_string(arcs_.size()));
    if (count.text != "1" || draw_.chance(10)) made.children.push_back(make(P::NetWeight, {std::move(count)}));
    if (draw_.chance(3)) made.children.push_back(leaf(P::NetNormal));
    arcs_.push_back(std::move(made));
  }

  /// An arc by numbers of places and transitions.
  struct PlannedArc {
    std::size_t place, transition;
    bool input;
    int weight = 1;
  };

  /// Starts with a ring, then adds the other places and transitions so that they can be removed again: chains, places
  /// and transitions beside others or against them, places that are only read or only filled, transitions that cannot
  /// fire.
  void grow_arcs() {
    const std::size_t ring = std::min<std::size_t>({3, places_.size(), transitions_.size()});
    std::vector<PlannedArc> plan;
    for (std::size_t i = 0; i < ring; ++i) {
      plan.push_back({i, i, true});
      plan.push_back({(i + 1) % ring, i, false});
    }
    std::size_t place = ring, transition = ring;
    while (place < places_.size() || transition < transitions_.size()) {
      const std::size_t which = draw_.below(plan.size());
      if (place < places_.size() && transition < transitions_.size() && draw_.chance(60)) {
        // The token of an arc passes through one more place and transition.
        const PlannedArc old = plan[which];
        if (old.input) {
          plan[which] = {place, old.transition, true, old.weight};
          plan.push_back({old.place, transition, true});
          plan.push_back({place++, transition++, false});
        } else {
          plan[which] = {place, old.transition, false, old.weight};
          plan.push_back({place++, transition, true});
          plan.push_back({old.place, transition++, false});
        }
      } else if (place < places_.size()) {
        grow_place(place++, plan);
      } else {
        grow_transition(transition++, place, plan);
      }
    }
    for (const PlannedArc& planned : plan)
      arc(places_[planned.place], transitions_[planned.transition], planned.input, number(planned.weight));
  }

  void grow_place(std::size_t place, std::vector<PlannedArc>& plan) {
    const std::size_t transition = plan[draw_.below(plan.size())].transition,
                      like = plan[draw_.below(plan.size())].place;
    switch (draw_.below(4)) {
      case 0: plan.push_back({place, transition, false, draw_.between(1, 2)}); break;  // a sink place
      case 1:                                                                          // only read
        for (const bool input : {true, false}) plan.push_back({place, transition, input, draw_.between(1, 3)});
        break;
      default:  // beside another one
        const int factor = draw_.between(1, 2);
        for (std::size_t i = plan.size(); i-- > 0;)
          if (plan[i].place == like)
            plan.push_back({place, plan[i].transition, plan[i].input, factor * plan[i].weight});
    }
  }

  void grow_transition(std::size_t transition, std::size_t places, std::vector<PlannedArc>& plan) {
    const std::size_t like = plan[draw_.below(plan.size())].transition, place = draw_.below(places);
    if (draw_.chance(45)) {  // competes with others, and another one may wait for it
      const std::size_t filled = draw_.below(places);
      plan.push_back({place, transition, true});
      plan.push_back({filled, transition, false});
      if (draw_.chance(60)) plan.push_back({filled, like, true});
      return;
    }
    const std::size_t count = plan.size();
    for (std::size_t i = 0; i < count; ++i)
      if (plan[i].transition == like) plan.push_back({plan[i].place, transition, plan[i].input, plan[i].weight});
    switch (draw_.below(4)) {
      case 0: plan.push_back({place, transition, true, 9}); break;  // rarely possible
      case 1:
        for (const bool input : {true, false}) plan.push_back({place, transition, input});
        break;
      default: break;
    }
  }

  void add_arcs() {
    if (shape_ == kGrown) return grow_arcs();
    for (std::size_t t = 0; t < transitions_.size(); ++t) {
      const Place& transition = transitions_[t];
      if (shape_ == kRings) {
        // Rings of two or three places; some transitions move tokens of two rings.
        const std::size_t size = 2 + places_.size() % 2, at = draw_.below(places_.size()), ring = at / size * size;
        const std::size_t next = ring + (at - ring + 1) % std::min(size, places_.size() - ring);
        arc(places_[at], transition, true, number(1));
        arc(places_[next], transition, false, number(1));
        if (draw_.chance(88)) continue;
        const Place& also = draw_.one_of(places_);
        arc(also, transition, true, number(1));
        arc(also, transition, false, number(1));
        continue;
      }
      int inputs = static_cast<int>(draw_.weighted({shape_ == kAny ? 2 : 0, 60, 30, 8}));
      int outputs = static_cast<int>(draw_.weighted({12, 55, 25, 8}));
      if (shape_ == kConserving) outputs = inputs;
      if (shape_ == kLosing) outputs = std::min(outputs, draw_.between(0, inputs));
      const Node same = weight(2);
      for (int i = 0; i < inputs; ++i)
        arc(draw_.one_of(places_), transition, true, shape_ == kConserving ? same : weight(3));
      for (int i = 0; i < outputs; ++i)
        arc(draw_.one_of(places_), transition, false, shape_ == kConserving ? same : weight(shape_ == kLosing ? 1 : 2));
    }
  }

  /// The nodes of the net in any order, on pages if it has them.
  std::vector<Node> layout() {
    std::vector<Node> nodes;
    for (Place& place : places_) nodes.push_back(place.node);
    for (Place& transition : transitions_) nodes.push_back(transition.node);
    for (Node& node : arcs_) nodes.push_back(std::move(node));
    for (const Node& node : references_) nodes.push_back(node);
    if (draw_.chance(5)) nodes.push_back(leaf(P::NetTool));
    if (draw_.chance(20)) draw_.shuffle(nodes);
    if (!pages_) return nodes;
    std::vector<Node> inner, outer;
    for (Node& node : nodes) (draw_.chance(30) ? inner : outer).push_back(std::move(node));
    if (draw_.chance(30)) inner = {make(P::NetPage, std::move(inner), "page1")};
    outer.push_back(make(P::NetPage, std::move(inner), "page0"));
    return outer;
  }

  // Atoms.
  Node tokens(bool contest) {
    std::vector<Node> names;
    for (std::size_t i = draw_.weighted({80, 15, 5}) + 1; i > 0; --i) {
      const Place& place = draw_.one_of(places_);
      names.push_back(name(contest ? place.quoted : place.name));
    }
    return make(P::NetTokens, std::move(names));
  }
  Node constant() {
    if (shape_ == kMany && draw_.chance(50)) return number(draw_.one_of({253, 254, 255, 256, 257, 600}));
    return number(draw_.between(0, 3));
  }
  Node term(bool contest) {
    if (draw_.chance(30)) return constant();
    Node counted = tokens(contest);
    if (!contest && draw_.chance(15)) return make(P::NetMultiple, {number(draw_.between(0, 3)), std::move(counted)});
    return counted;
  }
  Node sum(bool contest) {
    Node made = term(contest);
    if (!contest && draw_.chance(5)) made = make(P::NetNegative, {std::move(made)});
    while (draw_.chance(20)) {
      const P op = draw_.one_of({P::NetSum, P::NetDifference});
      Node right = term(contest);
      made = make(op, {std::move(made), std::move(right)});
    }
    return made;
  }
  Node atom(const FormulaTaste& taste) {
    const auto wrap = [&](Node inner, bool plain) {
      return make(plain ? P::FormulaAtom : P::FormulaAtomQuoted, {std::move(inner)});
    };
    switch (draw_.weighted({45, 20, 25, taste.events && !taste.contest ? 14 : 0, 5, taste.contest ? 0 : 1})) {
      case 0: {
        const P op =
            draw_.one_of({P::NetLessEqual, P::NetLess, P::NetGreaterEqual, P::NetGreater, P::NetEqual, P::NetNotEqual});
        Node left = tokens(taste.contest);
        return wrap(make(op, {std::move(left), constant()}), draw_.chance(85));
      }
      case 1: {
        P op = draw_.one_of({P::NetLessEqual, P::NetLess, P::NetGreaterEqual, P::NetGreater, P::NetEqual,
                             P::NetEqualSign, P::NetNotEqual});
        Node left = sum(taste.contest), right = sum(taste.contest);
        return wrap(make(op, {std::move(left), std::move(right)}), false);
      }
      case 2: {
        std::vector<Node> names;
        for (std::size_t i = draw_.weighted({75, 20, 5}) + 1; i > 0; --i) {
          const Place& transition = draw_.one_of(transitions_);
          names.push_back(name(taste.contest ? transition.quoted : transition.name));
        }
        return wrap(make(P::NetFireable, std::move(names)), draw_.chance(90));
      }
      case 3: {
        const Place& transition = draw_.one_of(transitions_);
        return wrap(leaf(P::NetFires, transition.name), transition.name.find_first_of("-. (") == std::string::npos);
      }
      case 4: return make(P::FormulaAtom, {leaf(P::Dead)});
      default: return make(P::FormulaAtom, {leaf(P::Tau)});
    }
  }

  Draw draw_;
  Shape shape_ = kAny;
  bool pages_ = false, named_ = false;
  std::vector<Place> places_, transitions_;
  std::vector<Node> arcs_, references_;
};

using Tokens = std::map<std::string, std::uint64_t>;
constexpr std::uint64_t kMost = 9223372036854775807ULL;

struct Firing {
  Tokens takes, gives;
};

}  // namespace

Material net_material(std::uint64_t seed, std::size_t cases) { return Generator(seed).material(cases); }

std::optional<Census> net_census(const Node& net, std::uint64_t limit) {
  Tokens initial;
  std::map<std::string, Firing> transitions;
  std::map<std::string, std::string> references;
  const auto meaning = [&](std::string id) {
    while (references.contains(id)) id = references[id];
    return id;
  };
  walk(net, [&](const Node& node) {
    if (node.is(P::NetPlace)) {
      initial[node.text];
      for (const Node& part : node.children)
        if (part.is(P::NetMarking)) initial[node.text] = std::stoull(part.children[0].text);
    }
    if (node.is(P::NetTransition)) transitions[node.text];
    if (node.is(P::NetReferencePlace) || node.is(P::NetReferenceTransition))
      references[node.text] = node.children[0].text;
  });
  walk(net, [&](const Node& node) {
    if (!node.is(P::NetArc)) return;
    std::uint64_t weight = 1;
    for (const Node& part : node.children)
      if (part.is(P::NetWeight)) weight = std::stoull(part.children[0].text);
    const std::string from = meaning(node.children[0].text), to = meaning(node.children[1].text);
    if (initial.contains(from))
      transitions[to].takes[from] += weight;
    else
      transitions[from].gives[to] += weight;
  });
  Census census;
  std::set<Tokens> known = {initial};
  std::vector<Tokens> waiting = {initial};
  while (!waiting.empty()) {
    if (known.size() > limit) return std::nullopt;
    const Tokens marking = std::move(waiting.back());
    waiting.pop_back();
    bool stuck = true;
    for (const auto& [id, firing] : transitions) {
      Tokens next = marking;
      bool enabled = true, overflows = false;
      for (const auto& [place, count] : firing.takes) {
        enabled = enabled && next[place] >= count;
        next[place] -= count;
      }
      if (!enabled) continue;
      stuck = false;
      for (const auto& [place, count] : firing.gives) {
        overflows = overflows || count > kMost - next[place];
        next[place] += count;
      }
      census.faults += overflows;
      if (overflows) continue;
      ++census.steps;
      if (known.insert(next).second) waiting.push_back(std::move(next));
    }
    census.deadlocks += stuck;
  }
  census.states = known.size();
  return census;
}

}  // namespace weir::test
