// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/unfold.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
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
  Unfolder(const ColouredNet& net, std::uint64_t most_arcs)
      : net_(net),
        most_arcs_(most_arcs),
        occurring_(net.places.size()),
        bindings_(net.transitions.size()),
        found_(net.transitions.size()),
        values_(net.variables.size(), kUnbound) {}

  Expected<Net> run() {
    if (Diagnostics problems = prepare(); !problems.empty()) return problems;
    for (std::uint32_t p = 0; p < net_.places.size(); ++p) {
      for (const auto& [colour, count] : tokens(net_.places[p].initial, p)) add_colour(p, colour);
    }
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t)
      if (patterns_[t].empty()) join(t, kNoPattern, 0);
    while (!waiting_.empty() && !too_large_) {
      const auto [place, colour] = waiting_.front();
      waiting_.pop_front();
      occurring_[place].activate(colour, codecs_[place]);
      for (const Use& use : uses_[place]) join(use.transition, use.pattern, colour);
    }
    if (too_large_) return refusal();
    return build();
  }

 private:
  /// A tuple on an input arc: some token that a binding needs.
  struct Pattern {
    std::uint32_t place;
    const TupleTerm* term;
  };
  struct Use {
    std::uint32_t transition;
    std::size_t pattern;
  };
  static constexpr std::size_t kNoPattern = std::numeric_limits<std::size_t>::max();

  Diagnostics prepare() {
    Diagnostics problems;
    for (const ColouredNet::Place& place : net_.places) {
      codecs_.push_back(TupleCodec::of_sort(net_, place.sort));
      if (!codecs_.back().fits())
        problems.push_back({.message = fmt::format("place '{}' has more than 2^62 colours", place.id)});
    }
    uses_.resize(net_.places.size());
    patterns_.resize(net_.transitions.size());
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t) {
      const ColouredNet::Transition& transition = net_.transitions[t];
      binding_codecs_.push_back(TupleCodec::of_variables(net_, transition.variables));
      if (!binding_codecs_.back().fits())
        problems.push_back({.message = fmt::format("transition '{}' has more than 2^62 bindings", transition.id)});
      for (const ColouredNet::Arc& arc : transition.inputs) {
        for (const TupleTerm& term : arc.tokens) {
          if (term.count <= 0) continue;
          uses_[arc.place].push_back({t, patterns_[t].size()});
          patterns_[t].push_back({arc.place, &term});
        }
      }
    }
    return problems;
  }

  std::vector<ColourCount> tokens(const MultisetTerm& terms, std::uint32_t place) const {
    return evaluate(terms, codecs_[place], values_);
  }

  void add_colour(std::uint32_t place, std::uint64_t colour) {
    if (occurring_[place].insert(colour)) waiting_.push_back({place, colour});
  }

  /// Finds the bindings of the transition in which the pattern (if any) is the colour. All other tokens that they need
  /// must be active.
  void join(std::uint32_t t, std::size_t pattern, std::uint64_t colour) {
    std::vector<bool> open(patterns_[t].size(), true);
    if (pattern != kNoPattern) {
      open[pattern] = false;
      if (!match(patterns_[t][pattern], colour)) return unbind(0);
    }
    extend(t, open);
    unbind(0);
  }

  /// Binds the variables of the pattern so that it denotes the colour. Returns false if that is impossible.
  bool match(const Pattern& pattern, std::uint64_t colour) {
    const TupleCodec& codec = codecs_[pattern.place];
    for (std::size_t i = 0; i < pattern.term->parts.size(); ++i) {
      const ColourTerm& part = pattern.term->parts[i];
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

  /// Extends the current binding in all ways. The depth of the recursion is the number of arcs and variables of one
  /// transition.
  void extend(std::uint32_t t, std::vector<bool> open) {
    if (too_large_) return;
    const ColouredNet::Transition& transition = net_.transitions[t];
    if (!propagate(transition.guard) || guard_value(transition.guard, values_, net_) == Truth::False) return;
    // The next pattern is the one with the fewest candidates. Patterns without unbound variables only check.
    std::size_t next = kNoPattern;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!open[i]) continue;
      const Pattern& pattern = patterns_[t][i];
      const auto [code, mask, unbound] = bound_part(pattern);
      if (unbound == 0) {
        // Components with `all` are checked when the binding is complete.
        open[i] = false;
        if (mask == codecs_[pattern.place].full_mask() && !occurring_[pattern.place].active(code)) return;
        continue;
      }
      const std::size_t count = mask == 0
                                    ? occurring_[pattern.place].active_count()
                                    : occurring_[pattern.place].matching(code, mask, codecs_[pattern.place]).size();
      if (count >= fewest) continue;
      fewest = count;
      next = i;
    }
    const std::size_t bound = trail_.size();
    if (next != kNoPattern) {
      open[next] = false;
      const Pattern& pattern = patterns_[t][next];
      const auto [code, mask, unbound] = bound_part(pattern);
      for (const std::uint64_t colour : occurring_[pattern.place].matching(code, mask, codecs_[pattern.place])) {
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

  struct BoundPart {
    std::uint64_t code;
    std::uint64_t mask;
    std::size_t unbound;  ///< variables
  };
  BoundPart bound_part(const Pattern& pattern) const {
    const TupleCodec& codec = codecs_[pattern.place];
    BoundPart result{0, 0, 0};
    for (std::size_t i = 0; i < pattern.term->parts.size(); ++i) {
      const ColourTerm& part = pattern.term->parts[i];
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

  /// Binds variables that a conjunct of the guard equates with something known. Returns false if two values clash.
  bool propagate(const std::vector<GuardStep>& guard) {
    // Only a guard that is a conjunction of comparisons is used: comparisons and `and`s.
    using Op = GuardStep::Op;
    for (const GuardStep& step : guard)
      if (step.op == Op::Or || step.op == Op::Not || step.op == Op::False) return true;
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
    return true;
  }

  void note_binding(std::uint32_t t) {
    const ColouredNet::Transition& transition = net_.transitions[t];
    for (const ColouredNet::Arc& arc : transition.inputs)
      for (const auto& [colour, count] : tokens(arc.tokens, arc.place))
        if (!occurring_[arc.place].active(colour)) return;
    if (!found_[t].insert(binding_codecs_[t].code(transition.variables, values_)).second) return;
    bindings_[t].push_back(binding_codecs_[t].code(transition.variables, values_));
    ++transitions_;
    for (const ColouredNet::Arc& arc : transition.inputs) arcs_ += arc.tokens.size();
    for (const ColouredNet::Arc& arc : transition.outputs) {
      for (const auto& [colour, count] : tokens(arc.tokens, arc.place)) {
        add_colour(arc.place, colour);
        ++arcs_;
      }
    }
    too_large_ = arcs_ + transitions_ > most_arcs_;
  }

  Diagnostic refusal() const {
    std::uint64_t places = 0;
    for (const Occurring& colours : occurring_) places += colours.all().size();
    return {.message =
                fmt::format("the unfolding of the coloured net is too large: more than {} arcs ({} places and {} "
                            "transitions so far)",
                            most_arcs_, places, transitions_)};
  }

  Expected<Net> build() {
    Net net;
    net.id = net_.id;
    std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> numbers(net_.places.size());
    for (std::uint32_t p = 0; p < net_.places.size(); ++p) {
      const ColouredNet::Place& place = net_.places[p];
      std::vector<std::uint64_t> colours(occurring_[p].all().begin(), occurring_[p].all().end());
      std::sort(colours.begin(), colours.end());
      net.place_groups.push_back({place.id, place.name, static_cast<std::uint32_t>(net.places.size()),
                                  static_cast<std::uint32_t>(colours.size())});
      for (const std::uint64_t colour : colours) {
        numbers[p].emplace(colour, static_cast<std::uint32_t>(net.places.size()));
        net.places.push_back({place.id + codecs_[p].text(colour, net_), "", 0});
      }
      occurring_[p] = {};
      for (const auto& [colour, count] : tokens(place.initial, p)) net.places[numbers[p].at(colour)].initial = count;
    }
    for (std::uint32_t t = 0; t < net_.transitions.size(); ++t) {
      const ColouredNet::Transition& transition = net_.transitions[t];
      std::sort(bindings_[t].begin(), bindings_[t].end());
      net.transition_groups.push_back({transition.id, transition.name,
                                       static_cast<std::uint32_t>(net.transitions.size()),
                                       static_cast<std::uint32_t>(bindings_[t].size())});
      found_[t] = {};
      for (const std::uint64_t binding : bindings_[t]) {
        binding_codecs_[t].assign(binding, transition.variables, values_);
        Transition unfolded{
            transition.id + binding_codecs_[t].binding_text(binding, transition.variables, net_), "", {}, {}};
        for (const bool input : {true, false}) {
          std::vector<Arc>& side = input ? unfolded.inputs : unfolded.outputs;
          for (const ColouredNet::Arc& arc : input ? transition.inputs : transition.outputs)
            for (const auto& [colour, count] : tokens(arc.tokens, arc.place))
              side.push_back({numbers[arc.place].at(colour), count});
          if (!merge_arcs(side))
            return Diagnostic{.message = fmt::format("the arcs of transition '{}' add up to more than {} tokens",
                                                     unfolded.id, kMaxTokens)};
          side.shrink_to_fit();
        }
        net.transitions.push_back(std::move(unfolded));
      }
    }
    return net;
  }

  const ColouredNet& net_;
  std::uint64_t most_arcs_;
  std::vector<TupleCodec> codecs_;          ///< by place
  std::vector<TupleCodec> binding_codecs_;  ///< by transition
  std::vector<std::vector<Pattern>> patterns_;
  std::vector<std::vector<Use>> uses_;  ///< by place
  std::vector<Occurring> occurring_;
  std::deque<std::pair<std::uint32_t, std::uint64_t>> waiting_;  ///< colours that occur and are not active yet
  std::vector<std::vector<std::uint64_t>> bindings_;             ///< by transition
  std::vector<std::unordered_set<std::uint64_t>> found_;
  std::vector<std::uint32_t> values_;  ///< of all variables
  std::vector<std::uint32_t> trail_;   ///< variables in the order in which they were bound
  std::uint64_t transitions_ = 0, arcs_ = 0;
  bool too_large_ = false;
};

}  // namespace

Expected<Net> unfold(const ColouredNet& net, std::uint64_t most_arcs) { return Unfolder(net, most_arcs).run(); }

}  // namespace weir::pnml
