// SPDX-License-Identifier: Apache-2.0
#include "model/expansion_limits.h"

namespace weir {

namespace {

/// A mutable system has mutable limits.
LimitedSystem* limits_of(TransitionSystem& system) { return const_cast<LimitedSystem*>(system.capabilities().limited); }

}  // namespace

LimitedExpansions::LimitedExpansions(TransitionSystem& system, const ExpansionLimits& limits)
    : LimitedExpansions(limits_of(system), limits) {}

LimitedExpansions::LimitedExpansions(LimitedSystem* system, const ExpansionLimits& limits) : system_(system) {
  if (system_ == nullptr) return;
  before_ = system_->limits();
  system_->obey(limits);
}

LimitedExpansions::~LimitedExpansions() {
  if (system_ != nullptr) system_->obey(before_);
}

SmallExpansions::SmallExpansions(LimitedSystem* system)
    : stop_(system != nullptr && system->limits().stop != nullptr ? *system->limits().stop : none_),
      limited_(system, {&stop_, &budget_}) {}

SmallExpansions::SmallExpansions(TransitionSystem& system) : SmallExpansions(limits_of(system)) {}

}  // namespace weir
