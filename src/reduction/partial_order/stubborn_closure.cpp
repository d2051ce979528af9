// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/stubborn_closure.h"

#include <algorithm>
#include <utility>

namespace weir {

namespace {
/// Maximum number of pairs stored.
constexpr std::size_t kMostPairs = std::size_t{1} << 22;
}  // namespace

StubbornClosure::StubbornClosure(const KnownTransitions& transitions, Brings brings, Work work)
    : transitions_(transitions), brings_(brings), work_(work), count_(transitions.transition_count()) {
  std::size_t pairs = 0;
  for (std::uint32_t t = 0; t < count_ && pairs <= kMostPairs; ++t) {
    std::vector<std::uint32_t> others;
    append_brought(t, others);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    pairs += others.size();
    brought_.push_back(std::move(others));
  }
  if (pairs > kMostPairs) brought_.clear();
}

StubbornClosure::Entered StubbornClosure::enter(const SuccessorBuffer& all, Scratch& scratch) const {
  Entered result = Entered::Ready;
  scratch.possible.clear();
  scratch.best.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t t = transitions_.transition_of(all.step(i));
    if (t >= count_) {
      result = Entered::Unknown;
      continue;
    }
    if (scratch.steps[t]++ == 0) scratch.possible.push_back(t);
    // A step with a run-time error has no successor in a product.
    if (all.step(i).fault != Fault::None && result == Entered::Ready) result = Entered::Faulty;
  }
  scratch.work = work_.state + work_.step * all.size();
  return result;
}

void StubbornClosure::leave(Scratch& scratch) const {
  for (const std::uint32_t t : scratch.possible) scratch.steps[t] = 0;
}

void StubbornClosure::append_brought(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
  if (brings_ == Brings::Conflicting)
    transitions_.conflicting(transition, out);
  else
    transitions_.disturbed(transition, out);
}

const std::vector<std::uint32_t>& StubbornClosure::brought_by(std::uint32_t transition, Scratch& scratch) const {
  if (!brought_.empty()) return brought_[transition];
  scratch.more.clear();
  append_brought(transition, scratch.more);
  return scratch.more;
}

std::size_t StubbornClosure::improve(std::span<const std::uint32_t> seeds, const std::vector<bool>& kept,
                                     StateView state, std::size_t below, Scratch& scratch) const {
  const std::size_t count = grow(seeds, kept, state, below, scratch);
  if (count >= below) return below;
  scratch.best.clear();
  for (const std::uint32_t t : scratch.set)
    if (scratch.steps[t] > 0) scratch.best.push_back(t);
  return count;
}

std::size_t StubbornClosure::grow(std::span<const std::uint32_t> seeds, const std::vector<bool>& kept, StateView state,
                                  std::size_t below, Scratch& scratch) const {
  if (++scratch.round == 0) {
    std::fill(scratch.inside.begin(), scratch.inside.end(), 0);
    scratch.round = 1;
  }
  scratch.set.clear();
  const auto bring = [&](std::span<const std::uint32_t> brought) {
    if (scratch.work < brought.size()) return false;
    scratch.work -= brought.size();
    for (const std::uint32_t u : brought) {
      if (scratch.inside[u] == scratch.round) continue;
      scratch.inside[u] = scratch.round;
      scratch.set.push_back(u);
    }
    return true;
  };
  if (!bring(seeds)) return kTooMany;
  std::size_t count = 0;
  for (std::size_t next = 0; next < scratch.set.size(); ++next) {
    const std::uint32_t t = scratch.set[next];
    const std::vector<std::uint32_t>* brought = &scratch.more;
    if (scratch.steps[t] > 0) {
      count += scratch.steps[t];
      if (kept[t] || count >= below) return kTooMany;
      brought = &brought_by(t, scratch);
    } else {
      scratch.more.clear();
      transitions_.needed(t, state, scratch.more);
    }
    if (!bring(*brought)) return kTooMany;
  }
  return count;
}

}  // namespace weir
