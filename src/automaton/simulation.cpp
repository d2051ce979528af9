// SPDX-License-Identifier: Apache-2.0
#include "automaton/simulation.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "automaton/letters.h"

namespace weir {
namespace {

using State = Automaton::State;

constexpr std::uint32_t kMissing = AtomSpace::kFirstAuxiliary;         ///< + 2m: mark m is not there; + 2m + 1: it is
constexpr std::uint32_t kSpecial = kMissing + 2 * MarkSet::kCapacity;  ///< initial state, or the word may end
constexpr std::uint32_t kClasses = kSpecial + 1;
/// Signatures are compared pairwise, so that the work is quadratic in the number of classes.
constexpr std::uint32_t kMaxStates = 2000;

class Simulation {
 public:
  Simulation(const Automaton& automaton, Direction direction)
      : automaton_(automaton), bdds_(automaton.bdds()), backward_(direction == Direction::Backward) {
    find_mark_roles(automaton.acceptance());
    edges_.resize(automaton.state_count());
    for (State s = 0; s < automaton.state_count(); ++s) {
      for (Automaton::Edge edge : automaton.edges(s)) {
        const State at = backward_ ? edge.destination : s;
        if (backward_) edge.destination = s;
        edges_[at].push_back({bdds_.conjoin(edge.label, marks_function(edge.marks)), edge.destination});
      }
    }
    special_.assign(automaton.state_count(), false);
    for (State s = 0; s < automaton.state_count(); ++s)
      special_[s] = !backward_ && automaton.words() == Words::Finite && automaton.accepts_end(s);
    if (backward_)
      for (const State s : automaton.initials()) special_[s] = true;
  }

  Automaton reduce() {
    refine();
    Automaton result = Automaton::like(automaton_);
    const auto classes = static_cast<std::uint32_t>(signatures_.size());
    result.add_states(classes);
    std::vector<bool> named(classes, false);
    for (State s = 0; s < automaton_.state_count(); ++s) {
      const State c = class_of_[s];
      if (automaton_.accepts_end(s)) result.set_accepts_end(c, true);
      if (named[c]) continue;
      named[c] = true;
      result.set_state_name(c, automaton_.state_name(s));
    }
    for (State c = 0; c < classes; ++c) add_edges(result, c);
    add_initials(result);
    merge_edges(result);
    return result;
  }

 private:
  struct HalfEdge {
    Bdd label_and_marks;
    State destination;
  };

  void find_mark_roles(const Acceptance& condition) {
    if (condition.op() == Acceptance::Op::Inf) wanted_.add(condition.mark());
    if (condition.op() == Acceptance::Op::Fin) unwanted_.add(condition.mark());
    for (const Acceptance& part : condition.operands()) find_mark_roles(part);
  }

  Bdd marks_function(MarkSet marks) {
    Bdd result = kBddTrue;
    for (std::uint32_t m = MarkSet::kCapacity; m-- > 0;) {
      if (unwanted_.has(m) && marks.has(m)) result = bdds_.conjoin(bdds_.variable(kMissing + 2 * m + 1), result);
      if (wanted_.has(m) && !marks.has(m)) result = bdds_.conjoin(bdds_.variable(kMissing + 2 * m), result);
    }
    return result;
  }

  /// Classes and their order, from "all states are alike" downwards to the greatest simulation.
  void refine() {
    class_of_.assign(automaton_.state_count(), 0);
    above_ = {bdds_.variable(kClasses)};
    std::size_t order_size = 1;
    for (;;) {
      const std::size_t old_classes = above_.size();
      std::unordered_map<std::uint32_t, std::uint32_t> number;
      std::vector<Bdd> signatures;
      std::vector<std::uint32_t> next(automaton_.state_count());
      for (State s = 0; s < automaton_.state_count(); ++s) {
        const Bdd signature = signature_of(s);
        const auto [entry, fresh] = number.try_emplace(signature.id, static_cast<std::uint32_t>(signatures.size()));
        if (fresh) signatures.push_back(signature);
        next[s] = entry->second;
      }
      class_of_ = std::move(next);
      signatures_ = std::move(signatures);
      const std::size_t size = order_classes();
      if (signatures_.size() == old_classes && size == order_size) return;
      order_size = size;
    }
  }

  Bdd signature_of(State s) {
    Bdd signature = special_[s] ? bdds_.variable(kSpecial) : kBddFalse;
    for (const HalfEdge& edge : edges_[s])
      signature = bdds_.disjoin(signature, bdds_.conjoin(edge.label_and_marks, above_[class_of_[edge.destination]]));
    return signature;
  }

  /// above_[c]: the conjunction of the variables of all classes that simulate c. Returns the number of pairs.
  std::size_t order_classes() {
    const std::size_t count = signatures_.size();
    std::vector<Bdd> negations;
    for (const Bdd signature : signatures_) negations.push_back(bdds_.negate(signature));
    above_.assign(count, kBddTrue);
    above_sets_.assign(count, {});
    std::size_t pairs = 0;
    for (std::uint32_t c = 0; c < count; ++c) {
      for (std::uint32_t d = 0; d < count; ++d)
        if (c == d || bdds_.disjoint(signatures_[c], negations[d])) above_sets_[c].push_back(kClasses + d);
      pairs += above_sets_[c].size();
      for (auto v = above_sets_[c].rbegin(); v != above_sets_[c].rend(); ++v)
        above_[c] = bdds_.conjoin(bdds_.variable(*v), above_[c]);
    }
    return pairs;
  }

  void add_edges(Automaton& result, State c) {
    if (class_by_set_.empty())
      for (std::uint32_t i = 0; i < above_sets_.size(); ++i) class_by_set_.emplace(above_sets_[i], i);
    for (const auto& [rest, letters] : letter_classes(bdds_, signatures_[c])) {
      // The rest is monotone: its prime implicants are the best edges for these letters.
      for (const Cube& prime : bdds_.irredundant_cover(rest)) {
        MarkSet marks = wanted_.without(unwanted_);
        std::vector<std::uint32_t> set;
        for (const auto& [variable, positive] : prime) {
          if (variable >= kClasses) set.push_back(variable);
          if (variable >= kSpecial) continue;
          const std::uint32_t mark = (variable - kMissing) / 2;
          if ((variable - kMissing) % 2 == 1)
            marks.add(mark);
          else
            marks = marks.without(MarkSet::single(mark));
        }
        if (set.empty()) continue;  // the special variable
        const State other = class_by_set_.at(set);
        if (backward_)
          result.add_edge(other, letters, marks, c);
        else
          result.add_edge(c, letters, marks, other);
      }
    }
  }

  /// Initial classes that another one simulates are not needed.
  void add_initials(Automaton& result) const {
    std::vector<State> initials;
    for (const State s : automaton_.initials()) initials.push_back(class_of_[s]);
    std::sort(initials.begin(), initials.end());
    initials.erase(std::unique(initials.begin(), initials.end()), initials.end());
    for (const State c : initials) {
      const bool simulated = !backward_ && std::any_of(initials.begin(), initials.end(), [&](State d) {
        return d != c && std::binary_search(above_sets_[c].begin(), above_sets_[c].end(), kClasses + d);
      });
      if (!simulated) result.add_initial(c);
    }
  }

  const Automaton& automaton_;
  BddManager& bdds_;
  bool backward_;
  MarkSet wanted_, unwanted_;
  std::vector<std::vector<HalfEdge>> edges_;
  std::vector<bool> special_;
  std::vector<std::uint32_t> class_of_;
  std::vector<Bdd> signatures_;
  std::vector<Bdd> above_;
  std::vector<std::vector<std::uint32_t>> above_sets_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> class_by_set_;
};

}  // namespace

Automaton reduced_by_simulation(const Automaton& automaton, Direction direction) {
  if (automaton.state_count() > kMaxStates) return automaton;
  if (direction == Direction::Backward && automaton.words() == Words::Finite) return automaton;
  return Simulation(automaton, direction).reduce();
}

}  // namespace weir
