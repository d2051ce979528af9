// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/partial_order.h"

#include <utility>

namespace weir {

/// Working memory of one call, with the instances seen so far.
struct PartialOrder::Scratch {
  explicit Scratch(const PartialOrder& owner)
      : situation(owner.analysis_, owner.visibility_, owner.tables_),
        stubborn(situation),
        sleepers(situation, owner.sleeper_numbers_) {}

  Situation situation;
  StubbornSetFinder stubborn;
  SleeperFinder sleepers;
  SuccessorBuffer sorted;
};

PartialOrder::PartialOrder(const Program& program, StateView initial, const std::vector<CodeRef>& atoms,
                           const std::vector<WatchedProgram::Operation>& watched)
    : analysis_(program, initial, watched), tables_(program), sleeper_numbers_(program) {
  if (obstacle().empty()) visibility_ = analysis_.visibility(atoms);
}

PartialOrder::~PartialOrder() = default;

PartialOrder::Pool::Lease PartialOrder::lease() const {
  return Pool::Lease(pool_, [this] { return new Scratch(*this); });
}

std::size_t PartialOrder::reduce(StateView state, SuccessorBuffer& successors, Proviso proviso, bool rest) const {
  const std::size_t all = successors.size();
  if (all <= 1 || !obstacle().empty()) return all;
  bool several = false;
  for (std::size_t i = 0; i < all; ++i) {
    if (successors.step(i).fault != Fault::None) return all;
    several = several || successors.step(i).process != successors.step(0).process;
  }
  if (!several) return all;
  const Pool::Lease scratch = lease();
  scratch->situation.look(state, successors);
  const StubbornSetFinder& set = scratch->stubborn;
  if (!scratch->stubborn.find(all, proviso)) return all;
  SuccessorBuffer& sorted = scratch->sorted;
  sorted.clear();
  for (std::size_t i = 0; i < all; ++i)
    if (set.chosen(successors.step(i).process)) sorted.append(successors.step(i), successors.state(i));
  const std::size_t count = sorted.size();
  for (std::size_t i = 0; i < all && rest; ++i)
    if (!set.chosen(successors.step(i).process)) sorted.append(successors.step(i), successors.state(i));
  std::swap(sorted, successors);
  return count;
}

void PartialOrder::sleepers(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) const {
  out.assign(successors.size(), {});
  if (obstacle().empty() && !successors.empty()) lease()->sleepers.find(state, successors, out);
}

}  // namespace weir
