// SPDX-License-Identifier: Apache-2.0
#include "search/space/fairness.h"

#include <algorithm>
#include <numeric>

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

FairScheduling::FairScheduling(Fairness kind, std::uint32_t processes, std::uint32_t first_mark, bool partner_acts,
                               const std::vector<std::uint32_t>& strong_first)
    : kind_(kind), partner_acts_(partner_acts), first_mark_(first_mark) {
  if (kind == Fairness::None) return;
  std::array<std::uint32_t, kProcesses> order{};
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](std::uint32_t process) {
    return std::find(strong_first.begin(), strong_first.end(), process) != strong_first.end();
  });
  for (std::size_t i = 0; i < kProcesses; ++i) place_[order[i]] = static_cast<std::uint8_t>(i);

  const std::uint32_t marks_each = kind == Fairness::Strong ? 2 : 1;
  const std::uint32_t room = MarkSet::kCapacity - first_mark;
  with_mark_ = marks_each * processes <= room ? processes : (room - 1) / marks_each;
  in_turns_ = processes - with_mark_;
  mark_count_ = marks_each * with_mark_ + (in_turns_ > 0 ? 1 : 0);
}

Acceptance FairScheduling::acceptance() const {
  std::vector<Acceptance> parts;
  for (std::uint32_t p = 0; p < with_mark_; ++p) {
    parts.push_back(Acceptance::inf(first_mark_ + p));
    if (kind_ == Fairness::Strong)
      parts.back() = Acceptance::disjunction({Acceptance::fin(first_mark_ + with_mark_ + p), parts.back()});
  }
  if (in_turns_ > 0) parts.push_back(Acceptance::inf(first_mark_ + mark_count_ - 1));
  return Acceptance::conjunction(parts);
}

void FairScheduling::add_actors(const Step& step, ProcessSet& set) const {
  if (step.process >= 0) set.set(place_[static_cast<std::size_t>(step.process)]);
  if (partner_acts_ && step.partner >= 0) set.set(place_[static_cast<std::size_t>(step.partner)]);
}

void FairScheduling::enter_state(const SuccessorBuffer& steps) {
  enabled_.reset();
  for (std::size_t i = 0; i < steps.size(); ++i) add_actors(steps.step(i), enabled_);
}

/// The processes of the set that have a mark of their own, as marks numbered from 0.
MarkSet FairScheduling::first_of(const ProcessSet& set) const {
  static const ProcessSet kLowest(~0ULL);
  return MarkSet((set & kLowest).to_ullong()) & MarkSet::first(with_mark_);
}

FairScheduling::Marked FairScheduling::marks(const Step& step, std::uint32_t turn) const {
  ProcessSet acting;
  add_actors(step, acting);
  const ProcessSet served = acting | ~enabled_;
  Marked result{first_of(kind_ == Fairness::Strong ? acting : served).shifted(first_mark_), turn};
  if (kind_ == Fairness::Strong) result.marks |= first_of(enabled_).shifted(first_mark_ + with_mark_);
  if (in_turns_ == 0) return result;
  while (result.turn < in_turns_ && served[with_mark_ + result.turn]) ++result.turn;
  if (result.turn == in_turns_) {
    result.marks.add(first_mark_ + mark_count_ - 1);
    result.turn = 0;
  }
  return result;
}

}  // namespace weir
