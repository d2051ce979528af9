// SPDX-License-Identifier: Apache-2.0
// WatchedProgram: a Program together with something that follows its channel operations and has a state of its own,
// which stands behind the program's state (Promela's trace assertions). Reductions need to know which operations are
// watched: these read and write the watcher's state, so that their order matters.
#pragma once

#include <vector>

#include <weir/transition_system.h>

#include "model/expression.h"

namespace weir {

class ProgramSystem;

class WatchedProgram : public TransitionSystem {
 public:
  struct Operation {
    bool sends = false;
    CodeRef channel;              ///< gives the channel's number, outside of any process
    std::vector<CodeRef> values;  ///< that messages are compared with
  };

  virtual ProgramSystem& program_system() const = 0;
  virtual std::vector<Operation> watched() const = 0;
  /// The program's part of a state.
  virtual StateView bare(StateView state) const = 0;
  /// Turns successors of the program's part of `state` into those of `state`.
  virtual void watch(StateView state, SuccessorBuffer& successors) const = 0;
};

}  // namespace weir
