// SPDX-License-Identifier: Apache-2.0
// SharedAutomaton: one property automaton, possibly built on demand, for several threads. Each thread has a view with
// its own table; on a miss, the view queries the automaton under a lock and caches the answer. All views use the state
// numbers of the automaton, so the products of different threads agree.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "automaton/property_automaton.h"

namespace weir {

class SharedAutomaton {
 public:
  explicit SharedAutomaton(PropertyAutomaton& automaton) : automaton_(automaton) {}
  /// A view for one thread. Must not outlive this object.
  std::unique_ptr<PropertyAutomaton> view();

 private:
  class View;
  std::mutex mutex_;
  PropertyAutomaton& automaton_;  ///< guarded by mutex_
};

}  // namespace weir
