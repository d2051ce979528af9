// SPDX-License-Identifier: Apache-2.0
#include "model/expansion_limits.h"

namespace weir {

LimitedExpansions::LimitedExpansions(TransitionSystem& system, const ExpansionLimits& limits)
    // A mutable system has mutable limits.
    : LimitedExpansions(const_cast<LimitedSystem*>(system.capabilities().limited), limits) {}

LimitedExpansions::LimitedExpansions(LimitedSystem* system, const ExpansionLimits& limits) : system_(system) {
  if (system_ == nullptr) return;
  before_ = system_->limits();
  system_->obey(limits);
}

LimitedExpansions::~LimitedExpansions() {
  if (system_ != nullptr) system_->obey(before_);
}

}  // namespace weir
