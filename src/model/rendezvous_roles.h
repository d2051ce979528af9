// SPDX-License-Identifier: Apache-2.0
// RendezvousRoles: what a model says about fairness in a step of two processes. A TransitionSystem may be one.
#pragma once

#include <weir/transition_system.h>

namespace weir {

class RendezvousRoles {
 public:
  virtual ~RendezvousRoles() = default;
  /// Whether the partner of a step acts, and is enabled, by taking part. In Promela it is not: to Spin, a receiver that
  /// waits for a rendezvous is blocked, and the step is the sender's.
  virtual bool partner_acts() const = 0;
};

inline bool partner_acts(const TransitionSystem& system) {
  const auto* roles = dynamic_cast<const RendezvousRoles*>(&system);
  return roles == nullptr || roles->partner_acts();
}

}  // namespace weir
