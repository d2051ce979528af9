// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/product.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "automaton/limits.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Numbers of pairs are kept in an array up to this size.
constexpr std::uint64_t kLargestTable = 1 << 16;

enum class Combination { Both, Either };

Acceptance joined(const Automaton& left, const Automaton& right, Combination how) {
  if (left.mark_count() + right.mark_count() > MarkSet::kCapacity)
    too_large("the product has more than 64 acceptance sets");
  const std::vector<Acceptance> parts{left.acceptance(), right.acceptance().shifted(left.mark_count())};
  return how == Combination::Both ? Acceptance::conjunction(parts) : Acceptance::disjunction(parts);
}

void declare_atoms_of(Automaton& result, const Automaton& other) {
  for (const std::uint32_t variable : other.atoms()) result.declare_atom(variable);
}

Automaton pairs(const Automaton& left, const Automaton& right, Combination how) {
  WEIR_ASSERT(left.space_pointer() == right.space_pointer(), "automata that are combined share their atoms");
  WEIR_ASSERT(left.words() == right.words(), "automata that are combined read the same kind of words");
  Automaton result(left.space_pointer(), left.words());
  declare_atoms_of(result, left);
  declare_atoms_of(result, right);
  result.set_acceptance(left.mark_count() + right.mark_count(), joined(left, right, how));
  constexpr State kNew = 0xFFFFFFFF;
  std::unordered_map<std::uint64_t, State> numbers;
  std::vector<State> small_numbers;  // an array if it is small
  const std::uint64_t table = std::uint64_t{left.state_count()} * right.state_count();
  if (table <= kLargestTable) small_numbers.assign(table, kNew);
  std::vector<std::pair<State, State>> found;
  const auto pair_of = [&](State l, State r) {
    const std::uint64_t key = std::uint64_t{l} * right.state_count() + r;
    State& number = small_numbers.empty() ? numbers.try_emplace(key, kNew).first->second : small_numbers[key];
    if (number == kNew) {
      if (result.state_count() >= kDefaultStateLimit) too_large("the product has too many states");
      const State s = number = result.add_state();
      const bool l_ends = left.accepts_end(l), r_ends = right.accepts_end(r);
      result.set_accepts_end(s, how == Combination::Both ? l_ends && r_ends : l_ends || r_ends);
      found.emplace_back(l, r);
    }
    return number;
  };
  for (const State l : left.initials())
    for (const State r : right.initials()) result.add_initial(pair_of(l, r));
  for (State s = 0; s < found.size(); ++s) {
    const auto [l, r] = found[s];
    for (const Automaton::Edge& a : left.edges(l)) {
      for (const Automaton::Edge& b : right.edges(r)) {
        const Bdd label = result.bdds().conjoin(a.label, b.label);
        if (label == kBddFalse) continue;
        const State to = pair_of(a.destination, b.destination);
        result.add_edge(s, label, a.marks | b.marks.shifted(left.mark_count()), to);
      }
    }
  }
  return result;
}

/// Marks for the edges of the other operand such that its runs cannot satisfy `condition`; needs a fresh mark if every
/// set of marks satisfies it.
struct Rejection {
  MarkSet marks;
  Acceptance condition;
  bool fresh_mark = false;
};

Rejection rejection_of(const Acceptance& condition, std::uint32_t next_mark) {
  if (!condition.accepts({})) return {{}, condition, false};
  if (!condition.accepts(condition.marks())) return {condition.marks(), condition, false};
  return {MarkSet::single(next_mark), Acceptance::conjunction({condition, Acceptance::fin(next_mark)}), true};
}

/// If both are generalised Büchi, the one with fewer sets gets the missing marks on all edges.
bool pad_sets(const Automaton& left, const Automaton& right, std::uint32_t& sets, MarkSet& left_extra,
              MarkSet& right_extra) {
  const auto l = left.acceptance().generalized_buchi_sets(), r = right.acceptance().generalized_buchi_sets();
  if (!l || !r) return false;
  sets = std::max(*l, *r);
  left_extra = MarkSet::first(sets).without(MarkSet::first(*l));
  right_extra = MarkSet::first(sets).without(MarkSet::first(*r));
  return true;
}

}  // namespace

Automaton intersection(const Automaton& left, const Automaton& right) { return pairs(left, right, Combination::Both); }

Automaton union_product(const Automaton& left, const Automaton& right) {
  return pairs(completed(left), completed(right), Combination::Either);
}

Automaton union_of(const Automaton& left, const Automaton& right) {
  WEIR_ASSERT(left.space_pointer() == right.space_pointer() && left.words() == right.words(),
              "automata that are combined share atoms and kind of words");
  Automaton result(left.space_pointer(), left.words());
  declare_atoms_of(result, left);
  declare_atoms_of(result, right);
  std::uint32_t sets = 0;
  std::uint32_t shift = 0;
  MarkSet left_extra, right_extra;
  if (pad_sets(left, right, sets, left_extra, right_extra)) {
    result.set_acceptance(sets, Acceptance::generalized_buchi(sets));
  } else {
    shift = left.mark_count();
    std::uint32_t next = shift + right.mark_count();
    const Rejection of_left = rejection_of(left.acceptance(), next);
    if (of_left.fresh_mark) ++next;
    const Rejection of_right = rejection_of(right.acceptance().shifted(shift), next);
    if (of_right.fresh_mark) ++next;
    if (next > MarkSet::kCapacity) too_large("the union has more than 64 acceptance sets");
    left_extra = of_right.marks;
    right_extra = of_left.marks;
    result.set_acceptance(next, Acceptance::disjunction({of_left.condition, of_right.condition}));
  }
  const auto add = [&](const Automaton& part, std::uint32_t by, MarkSet extra) {
    const MarkSet meaningful = part.acceptance().marks();
    const State offset = result.state_count();
    result.add_states(part.state_count());
    for (State s = 0; s < part.state_count(); ++s) {
      result.set_state_name(offset + s, part.state_name(s));
      result.set_accepts_end(offset + s, part.accepts_end(s));
      for (const Automaton::Edge& edge : part.edges(s))
        result.add_edge(offset + s, edge.label, (edge.marks & meaningful).shifted(by) | extra,
                        offset + edge.destination);
    }
    for (const State s : part.initials()) result.add_initial(offset + s);
  };
  add(left, 0, left_extra);
  add(right, shift, right_extra);
  return result;
}

}  // namespace weir
