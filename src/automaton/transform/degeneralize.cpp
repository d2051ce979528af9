// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/degeneralize.h"

#include <map>
#include <optional>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/transform/remove_fin.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;
using Level = std::uint32_t;

class Degeneralizer {
 public:
  Degeneralizer(const Automaton& automaton, Acceptances acceptances)
      : from_(automaton),
        on_states_(acceptances == Acceptances::OnStates),
        sets_(*automaton.acceptance().generalized_buchi_sets()),
        info_(scc_info(automaton)),
        result_(Automaton::like(automaton)),
        entry_level_(automaton.state_count()) {
    result_.set_acceptance(1, Acceptance::inf(0));
    find_common_marks();
  }

  Automaton run() {
    for (const State s : from_.initials()) result_.add_initial(copy(s, level_on_entry(s)));
    while (!pending_.empty()) {
      const auto [state, level] = pending_.back();
      pending_.pop_back();
      expand(state, level);
    }
    merge_edges(result_);
    return std::move(result_);
  }

 private:
  bool stays(State s, State d) const { return info_.same(s, d) && info_.components[info_.component[s]].accepting; }

  Level climb(Level level, MarkSet marks) const {
    while (level < sets_ && marks.has(level)) ++level;
    return level;
  }

  /// Marks on all edges that leave a state within the component: they may be counted on arrival.
  void find_common_marks() {
    common_.assign(from_.state_count(), MarkSet());
    for (State s = 0; s < from_.state_count(); ++s) {
      if (info_.component[s] == SccInfo::kNone || !info_.components[info_.component[s]].accepting) continue;
      common_[s] = MarkSet::first(sets_);
      for (const Automaton::Edge& edge : from_.edges(s))
        if (info_.same(s, edge.destination)) common_[s] = common_[s] & edge.marks;
    }
  }

  Level level_on_entry(State s) {
    if (!entry_level_[s]) entry_level_[s] = on_states_ ? climb(0, common_[s]) : 0;
    return *entry_level_[s];
  }

  State copy(State s, Level level) {
    const auto [entry, fresh] = copies_.try_emplace({s, level}, 0);
    if (!fresh) return entry->second;
    entry->second = result_.add_state();
    result_.set_state_name(entry->second, from_.state_name(s));
    if (!entry_level_[s]) entry_level_[s] = level;
    pending_.push_back({s, level});
    return entry->second;
  }

  void expand(State s, Level level) {
    const State here = copy(s, level);
    const bool complete = level == sets_;  // a full round is complete; only with state marks
    for (const Automaton::Edge& edge : from_.edges(s)) {
      bool accepting = on_states_ && complete;
      Level next;
      if (!stays(s, edge.destination)) {
        next = level_on_entry(edge.destination);
      } else {
        next = climb(complete ? 0 : level, edge.marks);
        if (on_states_) {
          if (next < sets_) next = climb(next, common_[edge.destination]);
        } else if (next == sets_) {
          accepting = true;
          next = climb(0, edge.marks);
          if (next == sets_) next = 0;
        }
      }
      result_.add_edge(here, edge.label, accepting ? MarkSet::single(0) : MarkSet(), copy(edge.destination, next));
    }
  }

  const Automaton& from_;
  bool on_states_;
  Level sets_;
  SccInfo info_;
  Automaton result_;
  std::vector<MarkSet> common_;
  std::vector<std::optional<Level>> entry_level_;
  std::map<std::pair<State, Level>, State> copies_;
  std::vector<std::pair<State, Level>> pending_;
};

}  // namespace

Automaton degeneralized(const Automaton& automaton, Acceptances acceptances) {
  WEIR_ASSERT(automaton.words() == Words::Infinite, "only infinite words have acceptance sets");
  if (!automaton.acceptance().generalized_buchi_sets()) return degeneralized(without_fin(automaton), acceptances);
  const bool one_set = automaton.mark_count() == 1 && automaton.acceptance().op() == Acceptance::Op::Inf;
  if (one_set && (acceptances == Acceptances::OnTransitions || has_state_marks(automaton))) return automaton;
  return Degeneralizer(automaton, acceptances).run();
}

Automaton with_state_marks(const Automaton& automaton) {
  if (automaton.words() == Words::Finite || has_state_marks(automaton)) return automaton;
  Automaton result = Automaton::like(automaton);
  std::map<std::pair<State, std::uint64_t>, State> copies;
  std::vector<std::pair<State, MarkSet>> pending;
  const auto copy = [&](State s, MarkSet marks) {
    const auto [entry, fresh] = copies.try_emplace({s, marks.bits()}, 0);
    if (fresh) {
      entry->second = result.add_state();
      result.set_state_name(entry->second, automaton.state_name(s));
      pending.emplace_back(s, marks);
    }
    return entry->second;
  };
  for (const State s : automaton.initials()) result.add_initial(copy(s, {}));
  while (!pending.empty()) {
    const auto [s, marks] = pending.back();
    pending.pop_back();
    const State here = copy(s, marks);
    for (const Automaton::Edge& edge : automaton.edges(s))
      result.add_edge(here, edge.label, marks, copy(edge.destination, edge.marks));
  }
  merge_edges(result);
  return result;
}

}  // namespace weir
