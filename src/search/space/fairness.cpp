// SPDX-License-Identifier: Apache-2.0
#include "search/space/fairness.h"

#include <algorithm>
#include <vector>

#include <weir/catalogue.h>

namespace weir {

template <>
std::span<const Choice<Fairness>> choices() {
  static constexpr Choice<Fairness> kRows[] = {
      {Fairness::None, "none", "all runs"},
      {Fairness::Weak, "weak", "a process that stays enabled moves infinitely often"},
      {Fairness::Strong, "strong", "a process that is enabled infinitely often moves infinitely often"},
  };
  return kRows;
}

FairScheduling::FairScheduling(Fairness kind, std::uint32_t processes, std::uint32_t first_mark, bool partner_acts)
    : kind_(kind), partner_acts_(partner_acts), first_mark_(first_mark) {
  const std::uint32_t room = MarkSet::kCapacity - first_mark;
  switch (kind) {
    case Fairness::None: return;
    case Fairness::Weak:
      with_mark_ = processes <= room ? processes : room - 1;
      in_turns_ = processes - with_mark_;
      mark_count_ = with_mark_ + (in_turns_ > 0 ? 1 : 0);
      return;
    case Fairness::Strong:
      with_mark_ = std::min(processes, room / 2);
      mark_count_ = 2 * with_mark_;
      return;
  }
}

Acceptance FairScheduling::acceptance() const {
  std::vector<Acceptance> parts;
  if (kind_ == Fairness::Weak) {
    for (std::uint32_t mark = 0; mark < mark_count_; ++mark) parts.push_back(Acceptance::inf(first_mark_ + mark));
  } else {
    for (std::uint32_t p = 0; p < with_mark_; ++p)
      parts.push_back(
          Acceptance::disjunction({Acceptance::fin(first_mark_ + with_mark_ + p), Acceptance::inf(first_mark_ + p)}));
  }
  return Acceptance::conjunction(parts);
}

void FairScheduling::add_actors(const Step& step, ProcessSet& set) const {
  if (step.process >= 0) set.set(static_cast<std::size_t>(step.process));
  if (partner_acts_ && step.partner >= 0) set.set(static_cast<std::size_t>(step.partner));
}

void FairScheduling::enter_state(const SuccessorBuffer& steps) {
  enabled_.reset();
  for (std::size_t i = 0; i < steps.size(); ++i) add_actors(steps.step(i), enabled_);
  if (kind_ == Fairness::Strong) incomplete_ = incomplete_ || (enabled_ >> with_mark_).any();
}

/// The processes of the set that have a mark of their own, as marks numbered from 0.
MarkSet FairScheduling::first_of(const ProcessSet& set) const {
  static const ProcessSet kLowest(~0ULL);
  return MarkSet((set & kLowest).to_ullong()) & MarkSet::first(with_mark_);
}

FairScheduling::Marked FairScheduling::marks(const Step& step, std::uint32_t turn) const {
  ProcessSet acting;
  add_actors(step, acting);
  if (kind_ == Fairness::Strong)
    return {first_of(acting).shifted(first_mark_) | first_of(enabled_).shifted(first_mark_ + with_mark_), 0};
  const ProcessSet served = acting | ~enabled_;
  Marked result{first_of(served).shifted(first_mark_), turn};
  if (in_turns_ == 0) return result;
  while (result.turn < in_turns_ && served[with_mark_ + result.turn]) ++result.turn;
  if (result.turn == in_turns_) {
    result.marks.add(first_mark_ + with_mark_);
    result.turn = 0;
  }
  return result;
}

}  // namespace weir
