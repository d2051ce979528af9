// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/stubborn_system.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "reduction/sample_budget.h"

namespace weir {

namespace {
constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max();
/// Maximum number of seeds tried.
constexpr std::size_t kSeeds = 16;
/// Maximum number of transitions examined per state: choosing must not take much longer than exploring.
constexpr std::size_t kWork = 2000;
constexpr std::size_t kWorkForAStep = 32;
/// Maximum number of conflicting pairs stored.
constexpr std::size_t kMostConflicts = std::size_t{1} << 22;
}  // namespace

struct StubbornSystem::Scratch {
  explicit Scratch(std::size_t transitions) : steps(transitions, 0), inside(transitions, 0) {}

  SuccessorBuffer all;
  std::vector<std::uint32_t> steps;  ///< by transition: number of steps in the current state
  std::vector<std::uint32_t> possible;
  std::vector<std::uint32_t> inside;  ///< by transition: the round that added it
  std::uint32_t round = 0;
  std::size_t work = 0;  ///< remaining work
  std::vector<std::uint32_t> set, more, best;
};

StubbornSystem::StubbornSystem(TransitionSystem& system, const KnownTransitions& transitions,
                               const std::vector<std::uint32_t>& atoms, bool deadlocks_alone)
    : WrappedSystem(system), transitions_(transitions), kept_(transitions.transition_count(), false) {
  if (!deadlocks_alone) {
    for (std::uint32_t t = 0; t < kept_.size(); ++t)
      for (const std::uint32_t atom : atoms) kept_[t] = kept_[t] || transitions.visible(t, atom);
    transitions.close_cycles(kept_);
  }
  free_ = static_cast<std::uint32_t>(std::count(kept_.begin(), kept_.end(), false));
  std::size_t pairs = 0;
  for (std::uint32_t t = 0; t < kept_.size() && pairs <= kMostConflicts; ++t) {
    std::vector<std::uint32_t> others;
    transitions.conflicting(t, others);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    pairs += others.size();
    conflicts_.push_back(std::move(others));
  }
  if (pairs > kMostConflicts) conflicts_.clear();
}

StubbornSystem::~StubbornSystem() = default;

const std::vector<std::uint32_t>& StubbornSystem::conflicts(std::uint32_t transition, Scratch& scratch) const {
  if (!conflicts_.empty()) return conflicts_[transition];
  scratch.more.clear();
  transitions_.conflicting(transition, scratch.more);
  return scratch.more;
}

std::size_t StubbornSystem::close(std::uint32_t seed, StateView state, Scratch& scratch, std::size_t below) const {
  if (++scratch.round == 0) {
    std::fill(scratch.inside.begin(), scratch.inside.end(), 0);
    scratch.round = 1;
  }
  scratch.set.assign(1, seed);
  scratch.inside[seed] = scratch.round;
  std::size_t count = 0;
  for (std::size_t next = 0; next < scratch.set.size(); ++next) {
    const std::uint32_t t = scratch.set[next];
    const std::vector<std::uint32_t>* brought = &scratch.more;
    if (scratch.steps[t] > 0) {
      count += scratch.steps[t];
      if (kept_[t] || count >= below) return kTooMany;
      brought = &conflicts(t, scratch);
    } else {
      scratch.more.clear();
      transitions_.needed(t, state, scratch.more);
    }
    if (scratch.work < brought->size()) return kTooMany;
    scratch.work -= brought->size();
    for (const std::uint32_t u : *brought) {
      if (scratch.inside[u] == scratch.round) continue;
      scratch.inside[u] = scratch.round;
      scratch.set.push_back(u);
    }
  }
  return count;
}

StubbornSystem::Pool::Lease StubbornSystem::lease() const {
  return Pool::Lease(pool_, [this] { return new Scratch(kept_.size()); });
}

std::size_t StubbornSystem::choose(StateView state, Scratch& scratch) const {
  const SuccessorBuffer& all = scratch.all;
  bool whole = false;
  scratch.possible.clear();
  scratch.best.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t t = transitions_.transition_of(all.step(i));
    if (t >= kept_.size()) {
      met_unknown_ = whole = true;
      continue;
    }
    if (scratch.steps[t]++ == 0) scratch.possible.push_back(t);
    // A step with a run-time error has no successor in a product: explore everything.
    whole = whole || all.step(i).fault != Fault::None;
  }
  std::size_t least = all.size();
  if (!whole && all.size() > 1) {
    std::size_t tried = 0;
    scratch.work = kWork + kWorkForAStep * all.size();
    for (const std::uint32_t seed : scratch.possible) {
      if (kept_[seed]) continue;
      if (++tried > kSeeds || least == 1) break;
      const std::size_t count = close(seed, state, scratch, least);
      if (count >= least) continue;
      least = count;
      scratch.best.clear();
      for (const std::uint32_t t : scratch.set)
        if (scratch.steps[t] > 0) scratch.best.push_back(t);
    }
  }
  for (const std::uint32_t t : scratch.possible) scratch.steps[t] = 0;
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
