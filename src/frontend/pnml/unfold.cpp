// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/unfold.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontend/pnml/binding.h"

namespace weir::pnml {
namespace {

/// The colours that a place may hold.
class Occurring {
 public:
  /// Returns whether the colour is new.
  bool insert(std::uint64_t colour) { return known_.insert(colour).second; }
  /// From now on, joins find the colour.
  void activate(std::uint64_t colour, const TupleCodec& codec) {
    active_.insert(colour);
    for (auto& [mask, index] : indices_) index[codec.masked(colour, mask)].push_back(colour);
  }
  bool active(std::uint64_t colour) const { return active_.contains(colour); }
  std::size_t active_count() const { return active_.size(); }
  const std::unordered_set<std::uint64_t>& all() const { return known_; }

  /// The active colours that agree with `colour` in the components of the mask.
  const std::vector<std::uint64_t>& matching(std::uint64_t colour, std::uint64_t mask, const TupleCodec& codec) {
    auto [found, fresh] = indices_.try_emplace(mask);
    if (fresh)
      for (const std::uint64_t one : active_) found->second[codec.masked(one, mask)].push_back(one);
    static const std::vector<std::uint64_t> none;
    const auto entry = found->second.find(codec.masked(colour, mask));
    return entry == found->second.end() ? none : entry->second;
  }

 private:
  using Index = std::unordered_map<std::uint64_t, std::vector<std::uint64_t>>;
  std::unordered_set<std::uint64_t> known_;
  std::unordered_set<std::uint64_t> active_;
  std::unordered_map<std::uint64_t, Index> indices_;  ///< by mask of the components that are bound
};

class Unfolder {
 public:
  Unfolder(const ColouredNet& net, const UnfoldLimits& limits)
      : net_(net),
        limits_(limits),
        occurring_(net.places.size()),
        bindings_(net.transitions.size()),
        values_(net.variables.size(), kUnbound) {}

  Expected<Net> run() {
    prepare();
    for (std::uint32_t p = 0; p < net_.places.size() && within_limits(); ++p)
      for (const auto& [colour, count] : tokens(net_.places[p].initial, p)) add_colour(p, colour);
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t) join(t, kNoPattern, {});
    while (!waiting_.empty() && within_limits()) {
      const Token token = waiting_.front();
      waiting_.pop_front();
      occurring_[token.place].activate(token.colour, codecs_[token.place]);
      for (const Use& use : uses_[token.place]) join(use.transition, use.pattern, token);
    }
    if (!within_limits()) return refusal();
    return build();
  }

 private:
  /// Tokens that a binding needs: those of a tuple on an input arc.
  struct Pattern {
    std::uint32_t place;
    std::vector<ColourTerm> parts;
    std::uint64_t size;  ///< number of colours: more than one if a component is All
    bool exact;          ///< all of them are needed; if not, some may be, because the arc subtracts
  };
  struct Use {
    std::uint32_t transition;
    std::size_t pattern;
  };
  struct Token {
    std::uint32_t place = 0;
    std::uint64_t colour = 0;
  };
  static constexpr std::size_t kNoPattern = std::numeric_limits<std::size_t>::max();

  void prepare() {
    for (const ColouredNet::Place& place : net_.places) codecs_.push_back(TupleCodec::of_sort(net_, place.sort));
    uses_.resize(net_.places.size());
    patterns_.resize(net_.transitions.size());
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t) {
      binding_codecs_.push_back(TupleCodec::of_variables(net_, net_.transitions[t].variables));
      for (const ColouredNet::Arc& arc : net_.transitions[t].inputs) add_patterns(t, arc);
    }
  }

  void add_patterns(std::uint32_t t, const ColouredNet::Arc& arc) {
    const auto add = [&](std::vector<ColourTerm> parts, bool exact) {
      const std::uint64_t size = most_colours({{1, parts}}, codecs_[arc.place]);
      uses_[arc.place].push_back({t, patterns_[t].size()});
      patterns_[t].push_back({arc.place, std::move(parts), size, exact});
    };
    const auto count_below = [](std::int64_t most) {
      return [most](const TupleTerm& term) { return term.count < most; };
    };
    if (std::any_of(arc.tokens.begin(), arc.tokens.end(), count_below(0))) {
      // What remains after the subtraction is known when all variables are: any colour of the place may be needed.
      std::vector<ColourTerm> any;
      for (const std::uint32_t sort : net_.places[arc.place].sort) any.push_back({ColourTerm::Kind::All, sort, 0, 0});
      return add(std::move(any), false);
    }
    for (const TupleTerm& term : arc.tokens)
      if (term.count > 0) add(term.parts, true);
  }

  /// The tokens that the terms denote. None if they are too many, which exceeds a limit.
  std::vector<ColourCount> tokens(const MultisetTerm& terms, std::uint32_t place) {
    if (most_colours(terms, codecs_[place]) <= limits_.nodes_and_arcs) return evaluate(terms, codecs_[place], values_);
    arcs_ = limits_.nodes_and_arcs + 1;
    return {};
  }

  bool within_limits() const {
    return places_ + transitions_ + arcs_ <= limits_.nodes_and_arcs && tried_ <= limits_.partial_bindings;
  }

  void add_colour(std::uint32_t place, std::uint64_t colour) {
    if (!occurring_[place].insert(colour)) return;
    waiting_.push_back({place, colour});
    ++places_;
  }

  /// Finds the bindings of the transition for which the token, which was activated last, belongs to the pattern; or
  /// those that need no tokens. All other tokens that they need must be active.
  void join(std::uint32_t t, std::size_t pattern, Token token) {
    trigger_ = token;
    trigger_pattern_ = pattern;
    std::vector<bool> open(patterns_[t].size(), true);
    // Without any token, only a binding whose arcs denote no tokens can be enabled.
    const bool possible = pattern != kNoPattern ? match(patterns_[t][pattern], token.colour)
                                                : std::none_of(patterns_[t].begin(), patterns_[t].end(),
                                                               [](const Pattern& one) { return one.exact; });
    if (possible) extend(t, std::move(open));
    unbind(0);
  }

  /// Binds the variables of the pattern so that it denotes the colour. Returns false if that is impossible.
  bool match(const Pattern& pattern, std::uint64_t colour) {
    const TupleCodec& codec = codecs_[pattern.place];
    for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
      const ColourTerm& part = pattern.parts[i];
      const std::uint32_t wanted = codec.part(colour, i);
      if (part.kind == ColourTerm::Kind::Constant && part.index != wanted) return false;
      if (part.kind != ColourTerm::Kind::Variable) continue;
      const auto size = codec.size(i);
      if (!bind(part.index, (wanted + size - part.shift) % size)) return false;
    }
    return true;
  }

  bool bind(std::uint32_t variable, std::uint32_t value) {
    if (values_[variable] != kUnbound) return values_[variable] == value;
    values_[variable] = value;
    trail_.push_back(variable);
    return true;
  }
  void unbind(std::size_t keep) {
    for (; trail_.size() > keep; trail_.pop_back()) values_[trail_.back()] = kUnbound;
  }

  /// Extends the current binding in all ways. Every level of the recursion binds a variable of the transition.
  void extend(std::uint32_t t, std::vector<bool> open) {
    ++tried_;
    if (!within_limits()) return;
    const ColouredNet::Transition& transition = net_.transitions[t];
    propagate(transition.guard);
    if (guard_value(transition.guard, values_, net_) == Truth::False) return;
    std::size_t next = kNoPattern;
    if (!choose_pattern(t, open, next)) return;
    const std::size_t bound = trail_.size();
    if (next != kNoPattern) {
      open[next] = false;
      const Pattern& pattern = patterns_[t][next];
      const BoundPart part = bound_part(pattern);
      for (const std::uint64_t colour :
           occurring_[pattern.place].matching(part.code, part.mask, codecs_[pattern.place])) {
        if (match(pattern, colour)) extend(t, open);
        unbind(bound);
      }
      return;
    }
    const auto free = std::find_if(transition.variables.begin(), transition.variables.end(),
                                   [&](std::uint32_t variable) { return values_[variable] == kUnbound; });
    if (free == transition.variables.end()) return note_binding(t);
    const auto size = static_cast<std::uint32_t>(net_.sorts[net_.variables[*free].sort].colours.size());
    for (std::uint32_t value = 0; value < size; ++value) {
      bind(*free, value);
      extend(t, open);
      unbind(bound);
    }
  }

  /// Chooses the open pattern with unbound variables that has the fewest candidates. Closes the patterns without
  /// unbound variables; returns false if the tokens of one of them are not active.
  bool choose_pattern(std::uint32_t t, std::vector<bool>& open, std::size_t& next) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!open[i]) continue;
      const Pattern& pattern = patterns_[t][i];
      const BoundPart part = bound_part(pattern);
      if (part.unbound == 0) {
        open[i] = false;
        if (pattern.exact && count_active(pattern, part) < pattern.size) return false;
      } else if (const std::size_t count = count_active(pattern, part); count < fewest) {
        fewest = count;
        next = i;
      }
    }
    return true;
  }

  struct BoundPart {
    std::uint64_t code;
    std::uint64_t mask;
    std::size_t unbound;  ///< variables
  };
  BoundPart bound_part(const Pattern& pattern) const {
    const TupleCodec& codec = codecs_[pattern.place];
    BoundPart result{0, 0, 0};
    for (std::size_t i = 0; i < pattern.parts.size(); ++i) {
      const ColourTerm& part = pattern.parts[i];
      if (part.kind == ColourTerm::Kind::All) continue;
      const std::uint32_t value = value_of(part, codec.size(i), values_);
      if (value == kUnbound) {
        ++result.unbound;
      } else {
        result.code += codec.weight(i) * value;
        result.mask |= std::uint64_t{1} << i;
      }
    }
    return result;
  }

  /// The number of active colours that agree with the bound part of the pattern.
  std::size_t count_active(const Pattern& pattern, const BoundPart& part) {
    Occurring& colours = occurring_[pattern.place];
    const TupleCodec& codec = codecs_[pattern.place];
    if (part.mask == 0) return colours.active_count();
    if (part.mask == codec.full_mask()) return colours.active(part.code) ? 1 : 0;
    return colours.matching(part.code, part.mask, codec).size();
  }

  /// Binds variables that the guard equates with something known, if it is a conjunction.
  void propagate(const std::vector<GuardStep>& guard) {
    using Op = GuardStep::Op;
    for (const GuardStep& step : guard)
      if (step.op == Op::Or || step.op == Op::Not || step.op == Op::False) return;
    for (bool changed = true; changed;) {
      changed = false;
      for (const GuardStep& step : guard) {
        if (step.op != Op::Equal || !step.left_class.empty() || !step.right_class.empty()) continue;
        for (const auto& [known, open] : {std::pair(&step.left, &step.right), std::pair(&step.right, &step.left)}) {
          const auto size = static_cast<std::uint32_t>(net_.sorts[known->sort].colours.size());
          const std::uint32_t value = value_of(*known, size, values_);
          if (value == kUnbound || open->kind != ColourTerm::Kind::Variable || values_[open->index] != kUnbound)
            continue;
          bind(open->index, (value + size - open->shift) % size);
          changed = true;
        }
      }
    }
  }

  void note_binding(std::uint32_t t) {
    const ColouredNet::Transition& transition = net_.transitions[t];
    std::uint64_t arcs = 0;
    bool triggered = trigger_pattern_ == kNoPattern;
    for (const ColouredNet::Arc& arc : transition.inputs) {
      for (const auto& [colour, count] : tokens(arc.tokens, arc.place)) {
        if (!occurring_[arc.place].active(colour)) return;
        triggered = triggered || (arc.place == trigger_.place && colour == trigger_.colour);
        ++arcs;
      }
    }
    if (!triggered || !first_pattern_of_trigger(t)) return;
    bindings_[t].push_back(binding_codecs_[t].code(transition.variables, values_));
    ++transitions_;
    for (const ColouredNet::Arc& arc : transition.outputs) {
      for (const auto& [colour, count] : tokens(arc.tokens, arc.place)) {
        add_colour(arc.place, colour);
        ++arcs;
      }
    }
    arcs_ += arcs;
  }

  /// Whether no pattern before the one of the trigger contains the token, too: it finds the same binding. Requires that
  /// all variables are bound.
  bool first_pattern_of_trigger(std::uint32_t t) const {
    if (trigger_pattern_ == kNoPattern) return true;
    for (std::size_t i = 0; i < trigger_pattern_; ++i) {
      const Pattern& pattern = patterns_[t][i];
      if (pattern.place != trigger_.place) continue;
      const BoundPart part = bound_part(pattern);
      if (codecs_[pattern.place].masked(trigger_.colour, part.mask) == part.code) return false;
    }
    return true;
  }

  Diagnostic refusal() const {
    const std::string reached =
        tried_ > limits_.partial_bindings
            ? fmt::format("more than {} partial bindings were tried", limits_.partial_bindings)
            : fmt::format("it has more than {} places, transitions and arcs", limits_.nodes_and_arcs);
    return {
        .message = fmt::format("the unfolding of the coloured net is too large: {} ({} places and {} transitions so "
                               "far)",
                               reached, places_, transitions_),
        .limit = true};
  }

  Expected<Net> build() {
    Net net;
    net.id = net_.id;
    const auto names = std::make_shared<ColourNames>();
    for (const BasicSort& sort : net_.sorts) names->push_back(sort.colours);
    net.unfolded_places.emplace(names);
    net.unfolded_transitions.emplace(names);
    net.places.reserve(places_);
    net.transitions.reserve(transitions_);
    numbers_.resize(net_.places.size());
    for (std::uint32_t p = 0; p < net_.places.size(); ++p) build_places(p, net);
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t) {
      if (!build_transitions(t, net))
        return Diagnostic{.message = fmt::format("the arcs of transition '{}' add up to more than {} tokens",
                                                 net_.transitions[t].id, kMaxTokens)};
    }
    return net;
  }

  void build_places(std::uint32_t p, Net& net) {
    const ColouredNet::Place& place = net_.places[p];
    std::vector<NodeGroup::Component> components;
    const bool dot = place.sort.size() == 1 && net_.sorts[place.sort[0]].dot;
    for (std::size_t i = 0; !dot && i < place.sort.size(); ++i) components.push_back({"", place.sort[i]});
    net.unfolded_places->open_group(place.id, place.name, std::move(components));
    std::vector<std::uint64_t> colours(occurring_[p].all().begin(), occurring_[p].all().end());
    std::sort(colours.begin(), colours.end());
    occurring_[p] = {};
    for (const std::uint64_t colour : colours) {
      numbers_[p].emplace(colour, static_cast<std::uint32_t>(net.places.size()));
      net.unfolded_places->add(colour);
      net.places.emplace_back();
    }
    for (const auto& [colour, count] : tokens(place.initial, p)) net.places[numbers_[p].at(colour)].initial = count;
  }

  /// Returns false if the weights of an arc exceed the limit.
  bool build_transitions(std::uint32_t t, Net& net) {
    const ColouredNet::Transition& transition = net_.transitions[t];
    std::vector<NodeGroup::Component> components;
    for (const std::uint32_t variable : transition.variables)
      components.push_back({net_.variables[variable].name, net_.variables[variable].sort});
    net.unfolded_transitions->open_group(transition.id, transition.name, std::move(components));
    std::vector<std::uint64_t> bindings = std::move(bindings_[t]);
    std::sort(bindings.begin(), bindings.end());
    for (const std::uint64_t binding : bindings) {
      binding_codecs_[t].assign(binding, transition.variables, values_);
      net.unfolded_transitions->add(binding);
      Transition& unfolded = net.transitions.emplace_back();
      if (!build_arcs(transition.inputs, unfolded.inputs) || !build_arcs(transition.outputs, unfolded.outputs))
        return false;
    }
    return true;
  }

  bool build_arcs(const std::vector<ColouredNet::Arc>& arcs, std::vector<Arc>& unfolded) {
    for (const ColouredNet::Arc& arc : arcs)
      for (const auto& [colour, count] : tokens(arc.tokens, arc.place))
        unfolded.push_back({numbers_[arc.place].at(colour), count});
    const bool fits = merge_arcs(unfolded);
    unfolded.shrink_to_fit();
    return fits;
  }

  const ColouredNet& net_;
  UnfoldLimits limits_;
  std::vector<TupleCodec> codecs_;          ///< by place
  std::vector<TupleCodec> binding_codecs_;  ///< by transition
  std::vector<std::vector<Pattern>> patterns_;
  std::vector<std::vector<Use>> uses_;  ///< by place
  std::vector<Occurring> occurring_;
  std::deque<Token> waiting_;                                              ///< tokens that occur and are not active yet
  std::vector<std::vector<std::uint64_t>> bindings_;                       ///< by transition
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> numbers_;  ///< by place: unfolded places by colour
  std::vector<std::uint32_t> values_;                                      ///< of all variables
  std::vector<std::uint32_t> trail_;  ///< variables in the order in which they were bound
  Token trigger_;                     ///< of the current join
  std::size_t trigger_pattern_ = kNoPattern;
  std::uint64_t places_ = 0, transitions_ = 0, arcs_ = 0;
  std::uint64_t tried_ = 0;  ///< partial bindings
};

}  // namespace

Expected<Net> unfold(const ColouredNet& net, const UnfoldLimits& limits) { return Unfolder(net, limits).run(); }

}  // namespace weir::pnml
