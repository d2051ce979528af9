// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/stubborn_system.h"

#include <algorithm>
#include <set>
#include <utility>

#include "reduction/sample_budget.h"

namespace weir {

namespace {
/// Maximum number of seeds tried.
constexpr std::size_t kSeeds = 16;
constexpr StubbornClosure::Work kWork{.state = 2000, .step = 32};
}  // namespace

struct StubbornSystem::Scratch : StubbornClosure::Scratch {
  using StubbornClosure::Scratch::Scratch;

  SuccessorBuffer all;
};

StubbornSystem::StubbornSystem(TransitionSystem& system, const KnownTransitions& transitions,
                               const std::vector<std::uint32_t>& atoms, bool deadlocks_alone)
    : WrappedSystem(system),
      transitions_(transitions),
      kept_(transitions.transition_count(), false),
      closure_(transitions, StubbornClosure::Brings::Conflicting, kWork) {
  if (!deadlocks_alone) {
    for (std::uint32_t t = 0; t < kept_.size(); ++t)
      for (const std::uint32_t atom : atoms) kept_[t] = kept_[t] || transitions.visible(t, atom);
    transitions.close_cycles(kept_);
  }
  free_ = static_cast<std::uint32_t>(std::count(kept_.begin(), kept_.end(), false));
}

StubbornSystem::~StubbornSystem() = default;

StubbornSystem::Pool::Lease StubbornSystem::lease() const {
  return Pool::Lease(pool_, [this] { return new Scratch(kept_.size()); });
}

std::size_t StubbornSystem::choose(StateView state, Scratch& scratch) const {
  const SuccessorBuffer& all = scratch.all;
  const StubbornClosure::Entered entered = closure_.enter(all, scratch);
  if (entered == StubbornClosure::Entered::Unknown) met_unknown_ = true;
  std::size_t least = all.size();
  if (entered == StubbornClosure::Entered::Ready && all.size() > 1) {
    std::size_t tried = 0;
    for (const std::uint32_t seed : scratch.possible) {
      if (kept_[seed]) continue;
      if (++tried > kSeeds || least == 1) break;
      least = closure_.improve({&seed, 1}, kept_, state, least, scratch);
    }
  }
  closure_.leave(scratch);
  return least;
}

void StubbornSystem::successors(StateView state, SuccessorBuffer& out) const {
  const Pool::Lease scratch = lease();
  SuccessorBuffer& all = scratch->all;
  all.clear();
  system_.successors(state, all);
  choose(state, *scratch);
  const std::vector<std::uint32_t>& best = scratch->best;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (best.empty() || std::find(best.begin(), best.end(), transitions_.transition_of(all.step(i))) != best.end())
      out.append(all.step(i), all.state(i));
}

double StubbornSystem::explored_share() const {
  constexpr std::size_t kStates = 400;
  const Pool::Lease scratch = lease();
  SuccessorBuffer& all = scratch->all;
  std::set<std::vector<std::byte>> seen;
  std::vector<std::vector<std::byte>> states;  // in order of discovery, breadth-first
  const auto arrive = [&](StateView state) {
    std::vector<std::byte> bytes(state.begin(), state.end());
    if (seen.size() < kStates && seen.insert(bytes).second) states.push_back(std::move(bytes));
  };
  all.clear();
  system_.initial_states(all);
  for (std::size_t i = 0; i < all.size(); ++i) arrive(all.state(i));
  std::size_t possible = 1, explored = 1;
  SampleBudget budget;
  for (std::size_t next = 0; next < states.size() && budget.is_left(); ++next) {
    const std::vector<std::byte> state = states[next];
    all.clear();
    system_.successors(state, all);
    budget.spend(all);
    possible += all.size();
    explored += choose(state, *scratch);
    for (std::size_t i = 0; i < all.size(); ++i) arrive(all.state(i));
  }
  return static_cast<double>(explored) / static_cast<double>(possible);
}

}  // namespace weir
