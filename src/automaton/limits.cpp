// SPDX-License-Identifier: Apache-2.0
#include "automaton/limits.h"

#include "base/memory/memory_limit.h"

namespace weir {

void Meter::look() {
  const std::uint64_t now = next_look_;
  schedule(now);
  if (limits_.stop != nullptr && limits_.stop->raised()) stopped();
  if (now >= allowance_) throw LimitReached(LimitReached::Kind::Effort, "it takes too long");
}

void Meter::look_at_memory() {
  const std::uint64_t grown = unseen_bytes_;
  unseen_bytes_ = 0;
  if (limits_.stop != nullptr && limits_.stop->raised()) stopped();
  if (limits_.resident_bytes == 0) return;
  // Small allocations are already resident; a large block is yet to be used.
  const std::uint64_t coming = grown >= 2 * kLookAfterBytes ? grown : 0;
  if (resident_bytes() + coming <= limits_.resident_bytes) return;
  // Optional work gives up first, leaving memory for the rest.
  if (allowance_ != kNoAllowance) too_large(reason_text(StopFlag::Reason::Memory));
  if (limits_.stop == nullptr) throw LimitReached(LimitReached::Kind::Stopped, reason_text(StopFlag::Reason::Memory));
  limits_.stop->raise(StopFlag::Reason::Memory);
  stopped();
}

void Meter::stopped() const { throw LimitReached(LimitReached::Kind::Stopped, reason_text(limits_.stop->reason())); }

}  // namespace weir
