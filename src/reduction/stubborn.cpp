// SPDX-License-Identifier: Apache-2.0
#include "reduction/stubborn.h"

#include <algorithm>
#include <limits>

namespace weir {

namespace {
constexpr std::size_t kTooMany = std::numeric_limits<std::size_t>::max();
/// Seeds that are tried; after that what was found is good enough.
constexpr std::size_t kSeeds = 16;
}  // namespace

struct StubbornSystem::Scratch {
  SuccessorBuffer all;
  std::vector<std::uint32_t> steps;  ///< by transition: how many the state at hand has
  std::vector<std::uint32_t> possible;
  std::vector<std::uint32_t> inside;  ///< by transition: the round that put it in
  std::uint32_t round = 0;
  std::vector<std::uint32_t> set, more, best;
};

StubbornSystem::StubbornSystem(TransitionSystem& system, const KnownTransitions& transitions,
                               const std::vector<std::uint32_t>& atoms, bool deadlocks_alone)
    : system_(system), transitions_(transitions), kept_(transitions.transition_count(), false) {
  if (!deadlocks_alone) {
    for (std::uint32_t t = 0; t < kept_.size(); ++t)
      for (const std::uint32_t atom : atoms) kept_[t] = kept_[t] || transitions.visible(t, atom);
    transitions.close_cycles(kept_);
  }
  free_ = static_cast<std::uint32_t>(std::count(kept_.begin(), kept_.end(), false));
}

StubbornSystem::~StubbornSystem() = default;

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
    scratch.more.clear();
    if (scratch.steps[t] > 0) {
      count += scratch.steps[t];
      if (kept_[t] || count >= below) return kTooMany;
      transitions_.conflicting(t, scratch.more);
    } else {
      transitions_.needed(t, state, scratch.more);
    }
    for (const std::uint32_t u : scratch.more) {
      if (scratch.inside[u] == scratch.round) continue;
      scratch.inside[u] = scratch.round;
      scratch.set.push_back(u);
    }
  }
  return count;
}

void StubbornSystem::successors(StateView state, SuccessorBuffer& out) const {
  std::unique_ptr<Scratch> scratch;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      scratch = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (scratch == nullptr) {
    scratch = std::make_unique<Scratch>();
    scratch->steps.resize(kept_.size(), 0);
    scratch->inside.resize(kept_.size(), 0);
  }
  SuccessorBuffer& all = scratch->all;
  all.clear();
  system_.successors(state, all);

  bool whole = false;
  scratch->possible.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t t = transitions_.transition_of(all.step(i));
    if (t >= kept_.size()) {
      met_unknown_ = whole = true;
      continue;
    }
    if (scratch->steps[t]++ == 0) scratch->possible.push_back(t);
    // A step with a run-time error has no successor in a product: then nothing is put off.
    whole = whole || all.step(i).fault != Fault::None;
  }
  std::size_t least = all.size();
  if (!whole && all.size() > 1) {
    std::size_t tried = 0;
    for (const std::uint32_t seed : scratch->possible) {
      if (kept_[seed]) continue;
      if (++tried > kSeeds || least == 1) break;
      const std::size_t count = close(seed, state, *scratch, least);
      if (count >= least) continue;
      least = count;
      scratch->best.clear();
      for (const std::uint32_t t : scratch->set)
        if (scratch->steps[t] > 0) scratch->best.push_back(t);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (least < all.size()) {
      const std::uint32_t t = transitions_.transition_of(all.step(i));
      if (std::find(scratch->best.begin(), scratch->best.end(), t) == scratch->best.end()) continue;
    }
    out.append(all.step(i), all.state(i));
  }
  for (const std::uint32_t t : scratch->possible) scratch->steps[t] = 0;
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(scratch));
}

}  // namespace weir
