// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/automaton_distance.h"

#include <algorithm>
#include <bit>
#include <deque>

#include "automaton/automaton.h"
#include "automaton/limits.h"
#include "base/assert.h"

namespace weir {

namespace {

/// An automaton edge counts more than all atoms of a label.
constexpr std::uint32_t kPerEdge = ConditionEstimates::kMost + 1;
/// The conditions of a label with more implicants are not considered.
constexpr std::size_t kMostConditions = 64;

}  // namespace

WayToAcceptance::WayToAcceptance(const PropertyAutomaton& automaton, Letter visible) {
  WEIR_ASSERT(automaton.whole() != nullptr, "distances need the whole automaton");
  const Automaton& whole = *automaton.whole();
  const std::uint32_t states = whole.state_count();
  edges_.assign(states, kUnreachable);
  conditions_.resize(states);

  std::vector<std::vector<std::uint32_t>> sources(states);
  for (std::uint32_t state = 0; state < states; ++state)
    for (const Automaton::Edge& edge : whole.edges(state)) sources[edge.destination].push_back(state);
  std::deque<std::uint32_t> queue;
  for (std::uint32_t state = 0; state < states; ++state) {
    if (automaton.strength_at(state) == ComponentStrength::Rejecting) continue;
    edges_[state] = 0;
    queue.push_back(state);
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const std::uint32_t source : sources[queue.front()]) {
      if (edges_[source] != kUnreachable) continue;
      edges_[source] = edges_[queue.front()] + 1;
      queue.push_back(source);
    }
  }

  std::vector<Letter> bit(whole.space().size(), 0);
  for (std::size_t i = 0; i < whole.atoms().size(); ++i) bit[whole.atoms()[i]] = (Letter{1} << i) & visible;
  for (std::uint32_t state = 0; state < states; ++state) {
    for (const Automaton::Edge& edge : whole.edges(state)) {
      if (edges_[edge.destination] >= edges_[state]) continue;
      const auto cover = bounded([&] { return whole.bdds().irredundant_cover(edge.label, kMostConditions); });
      if (!cover) continue;
      for (const Cube& cube : *cover) {
        Condition condition;
        for (const auto& [variable, value] : cube) {
          condition.atoms |= bit[variable];
          if (value) condition.values |= bit[variable];
        }
        conditions_[state].push_back(condition);
      }
    }
  }
}

std::uint32_t WayToAcceptance::distance(std::uint32_t state, Letter letter, const Costs& costs) const {
  if (state >= edges_.size() || edges_[state] == kUnreachable) return kUnreachable;
  std::uint32_t least = conditions_[state].empty() ? 0 : kPerEdge - 1;
  for (const Condition& condition : conditions_[state]) {
    std::uint32_t sum = 0;
    for (Letter differing = (letter ^ condition.values) & condition.atoms; differing != 0; differing &= differing - 1)
      sum += costs[static_cast<std::size_t>(std::countr_zero(differing))];
    least = std::min(least, sum);
  }
  return edges_[state] * kPerEdge + least;
}

bool WayToAcceptance::guides() const {
  return std::any_of(edges_.begin(), edges_.end(),
                     [](std::uint32_t edges) { return edges != 0 && edges != kUnreachable; });
}

AutomatonDistance::AutomatonDistance(std::shared_ptr<const WayToAcceptance> way, const SearchSpace& space,
                                     const TransitionSystem& system, AtomBinding atoms, const ProgramSystem* program)
    : way_(std::move(way)), space_(space), system_(system), atoms_(std::move(atoms)) {
  costs_.fill(1);
  if (program == nullptr) return;
  estimates_.emplace(program->program());
  for (const AtomBinding::Bound& atom : atoms_.states)
    if (const AtomCode code = program->state_atom(atom.id); !code.asks_failure)
      estimated_.push_back({static_cast<std::size_t>(std::countr_zero(atom.bit)), estimates_->value_of(code.code)});
}

std::uint32_t AutomatonDistance::of(StateView state, const StateEdges&) {
  const StateView model_state = space_.model_state(state);
  const Letter letter = atoms_.letter_of_state(system_, model_state).letter;
  if (!estimated_.empty()) {
    estimates_->attach(model_state);
    estimates_->select_none();
  }
  for (const auto [atom, condition] : estimated_) {
    const ConditionEstimates::Estimate estimate = estimates_->of(condition);
    costs_[atom] = std::max(1U, (letter >> atom & 1) != 0 ? estimate.to_false : estimate.to_true);
  }
  return way_->distance(static_cast<std::uint32_t>(space_.automaton_state(state)), letter, costs_);
}

}  // namespace weir
