// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/quotient.h"

#include <algorithm>
#include <utility>

#include "reduction/refined_cycle.h"

namespace weir {

void QuotientSystem::append(const SuccessorBuffer& all, SuccessorBuffer& out) const {
  std::vector<std::byte> stands_for;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const StateView state = all.state(i);
    symmetry_.canonical(state, stands_for);
    out.append(all.step(i), stands_for);
    if (std::equal(state.begin(), state.end(), stands_for.begin(), stands_for.end())) continue;
    for (const std::uint32_t atom : state_atoms_)
      if (system_.holds(atom, state) != system_.holds(atom, stands_for)) told_apart_ = true;
  }
}

void QuotientSystem::initial_states(SuccessorBuffer& out) const {
  SuccessorBuffer all;
  system_.initial_states(all);
  append(all, out);
}

void QuotientSystem::successors(StateView state, SuccessorBuffer& out) const {
  SuccessorBuffer all;
  system_.successors(state, all);
  append(all, out);
}

/// Takes a step to an equivalent state with the same events.
bool QuotientSystem::follow(const RunStep& wanted, const std::vector<std::byte>& target,
                            std::vector<RunStep>& steps) const {
  SuccessorBuffer all;
  system_.successors(steps.back().state, all);
  std::vector<std::byte> stands_for;
  for (std::size_t i = 0; i < all.size(); ++i) {
    symmetry_.canonical(all.state(i), stands_for);
    if (stands_for != target || all.step(i).fault != wanted.step.fault) continue;
    const bool same = std::all_of(event_atoms_.begin(), event_atoms_.end(), [&](std::uint32_t atom) {
      return system_.occurs(atom, steps.back().state, all.step(i)) == system_.occurs(atom, wanted.state, wanted.step);
    });
    if (!same) continue;
    steps.back().step = all.step(i);
    RunStep next;
    next.state.assign(all.state(i).begin(), all.state(i).end());
    steps.push_back(std::move(next));
    return true;
  }
  return false;
}

std::optional<Run> QuotientSystem::refine(const Run& run) const {
  Run result;
  if (run.size() == 0) return result;
  SuccessorBuffer initial;
  system_.initial_states(initial);
  std::vector<RunStep> steps;  // the last one is the current state of the model
  std::vector<std::byte> stands_for;
  for (std::size_t i = 0; i < initial.size() && steps.empty(); ++i) {
    symmetry_.canonical(initial.state(i), stands_for);
    if (stands_for != run[0].state) continue;
    steps.emplace_back();
    steps.back().state.assign(initial.state(i).begin(), initial.state(i).end());
  }
  if (steps.empty()) return std::nullopt;
  const auto advance = [&](const RunStep& from, const std::vector<std::byte>& to) {
    steps.back().automaton_state = from.automaton_state;
    if (!from.stutters) return follow(from, to, steps);
    append_stutter(from, steps);
    return true;
  };
  for (std::size_t i = 0; i < run.prefix.size(); ++i) {
    if (run.prefix[i].last) {
      steps.back().last = true;
      steps.back().automaton_state = run.prefix[i].automaton_state;
      result.prefix = std::move(steps);
      return result;
    }
    if (!advance(run.prefix[i], i + 1 < run.prefix.size() ? run.prefix[i + 1].state : run.cycle[0].state))
      return std::nullopt;
  }
  return refined_cycle(run.cycle, advance, steps);
}

}  // namespace weir
