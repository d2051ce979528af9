// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/letters.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/table/hash.h"

namespace weir {
namespace {

/// Numbers functions in the order of first occurrence.
class FunctionNumbers {
 public:
  explicit FunctionNumbers(std::size_t expected) {
    std::size_t slots = 16;
    while (slots < 2 * expected) slots *= 2;
    slots_.resize(slots);
  }
  /// Returns the function's number; a new function is appended to `functions`.
  std::uint32_t number(Bdd function, std::vector<Bdd>& functions) {
    std::size_t at = place(function.id);
    while (slots_[at].number != kFree && slots_[at].id != function.id) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at].number != kFree) return slots_[at].number;
    const auto fresh = static_cast<std::uint32_t>(functions.size());
    slots_[at] = {function.id, fresh};
    functions.push_back(function);
    if (2 * functions.size() > slots_.size()) grow();
    return fresh;
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  struct Slot {
    std::uint32_t id = 0;
    std::uint32_t number = kFree;
  };
  std::size_t place(std::uint32_t id) const { return hash_mix(id, 0) & (slots_.size() - 1); }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    std::swap(old, slots_);
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = place(slot.id);
      while (slots_[at].number != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;
};

}  // namespace

LetterSplit::LetterSplit(Expansion& expansion, Bdd f, std::size_t most) : levels_{{f}} {
  BddManager& bdds = expansion.bdds();
  for (const std::uint32_t variable : bdds.support(f)) {
    if (!expansion.is_proposition(variable)) continue;
    atoms_.push_back(expansion.meaning(variable).formula.name());
    const std::vector<Bdd>& functions = levels_.back();
    std::vector<Bdd> next;
    std::vector<Branch>& branches = branches_.emplace_back();
    branches.reserve(functions.size());
    FunctionNumbers numbers(functions.size());
    bdds.meter().allocate(functions.size() * (sizeof(Branch) + 4 * sizeof(Bdd)));
    for (const Bdd function : functions) {
      const std::uint32_t low = numbers.number(bdds.cofactor(function, variable, false), next);
      branches.push_back({low, numbers.number(bdds.cofactor(function, variable, true), next)});
    }
    levels_.push_back(std::move(next));
    complete_ = levels_.back().size() <= most;
    if (!complete_) return;
  }
}

std::vector<LetterSplit::Target> LetterSplit::labels(AtomSpace& space,
                                                     const std::vector<std::vector<std::uint32_t>>& targets) const {
  // The label of a variable must lie below those above it, so levels follow the order of the space.
  std::vector<std::uint32_t> variables;
  for (const std::string& atom : atoms_) variables.push_back(space.variable(atom));
  const bool ordered = std::is_sorted(variables.begin(), variables.end());
  // The targets of all functions of a level, back to back.
  struct Level {
    std::vector<Target> targets;
    std::vector<std::size_t> begins{0};
    std::span<const Target> of(std::uint32_t function) const {
      return std::span(targets).subspan(begins[function], begins[function + 1] - begins[function]);
    }
    void close() { begins.push_back(targets.size()); }
  };
  Level below;
  for (const std::vector<std::uint32_t>& numbers : targets) {
    for (const std::uint32_t number : numbers) below.targets.push_back({number, kBddTrue});
    below.close();
  }
  BddManager& bdds = space.bdds;
  for (std::size_t level = branches_.size(); level-- > 0;) {
    const std::uint32_t variable = variables[level];
    const Bdd positive = bdds.variable(variable);
    const auto join = [&](Bdd low, Bdd high) {
      return ordered ? bdds.branch(variable, low, high) : bdds.if_then_else(positive, high, low);
    };
    Level here;
    here.targets.reserve(below.targets.size());
    for (const Branch& branch : branches_[level]) {
      const std::span<const Target> low = below.of(branch.low), high = below.of(branch.high);
      bdds.meter().allocate((low.size() + high.size()) * sizeof(Target));
      auto l = low.begin(), h = high.begin();
      while (l != low.end() || h != high.end()) {
        if (h == high.end() || (l != low.end() && l->number < h->number)) {
          here.targets.push_back({l->number, join(l->letters, kBddFalse)});
          ++l;
        } else if (l == low.end() || h->number < l->number) {
          here.targets.push_back({h->number, join(kBddFalse, h->letters)});
          ++h;
        } else {
          here.targets.push_back({l->number, join(l->letters, h->letters)});
          ++l, ++h;
        }
      }
      here.close();
    }
    below = std::move(here);
  }
  return std::move(below.targets);
}

Expected<Automaton> over_events(PropertyAutomaton& property, Words words, const AtomSpacePtr& space,
                                std::uint32_t max_states, bool name_states) {
  std::vector<std::uint32_t> variables;
  for (const std::string& event : property.atoms()) variables.push_back(space->variable(event));
  std::vector<std::uint32_t> sorted = variables;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Bdd> labels;
  for (const std::uint32_t event : variables) {
    Cube cube;
    for (const std::uint32_t v : sorted) cube.emplace_back(v, v == event);
    labels.push_back(space->bdds.cube(cube));
  }
  Automaton automaton(space, words);
  for (const std::uint32_t event : variables) automaton.declare_atom(event);
  const auto marks = static_cast<std::uint32_t>(property.acceptance().marks().count());
  automaton.set_acceptance(marks, property.acceptance());
  const std::uint32_t initial = property.initial();
  const auto grow = [&] {
    automaton.add_states(static_cast<std::uint32_t>(property.states()) - automaton.state_count());
  };
  grow();
  for (std::uint32_t s = 0; s < property.states(); ++s) {
    if (s >= max_states) too_large(fmt::format("the automaton has more than {} states", max_states));
    for (std::size_t event = 0; event < labels.size(); ++event) {
      for (const PropertyAutomaton::Edge& edge : property.edges(s, Letter{1} << event)) {
        grow();
        automaton.add_edge(s, labels[event], edge.marks, edge.destination);
      }
    }
  }
  if (const auto problem = property.incomplete()) return *problem;
  for (std::uint32_t s = 0; s < property.states(); ++s) {
    automaton.set_accepts_end(s, property.accepts_end(s));
    if (name_states) automaton.set_state_name(s, property.state_name(s));
  }
  automaton.add_initial(initial);
  merge_edges(automaton);
  return automaton;
}

}  // namespace weir
