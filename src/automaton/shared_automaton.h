// SPDX-License-Identifier: Apache-2.0
// SharedAutomaton: one property automaton, perhaps built on demand, for several threads. Each thread has a view with a
// table of its own; what a view has not met before it asks of the automaton, under a lock, and remembers. The states of
// all views are those of the automaton, so products of different threads agree about their states.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "automaton/property_automaton.h"

namespace weir {

class SharedAutomaton {
 public:
  explicit SharedAutomaton(PropertyAutomaton& automaton) : automaton_(automaton) {}
  /// For one thread; must not outlive this.
  std::unique_ptr<PropertyAutomaton> view();

 private:
  class View;
  std::mutex mutex_;
  PropertyAutomaton& automaton_;  ///< guarded by mutex_
};

}  // namespace weir
