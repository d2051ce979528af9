// SPDX-License-Identifier: Apache-2.0
// WatchedProgram: a Program with a monitor that follows its channel operations (Promela's trace assertions). The
// monitor's state is stored after the program's. Reductions need the watched operations: they read and write the
// monitor's state, so their order matters.
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
    CodeRef channel;              ///< computes the channel's number, outside of any process
    std::vector<CodeRef> values;  ///< values that messages are compared with
  };

  virtual ProgramSystem& program_system() const = 0;
  virtual std::vector<Operation> watched() const = 0;
  /// The program's part of a state.
  virtual StateView bare(StateView state) const = 0;
  /// Converts successors of the program's part of `state` to successors of `state`.
  virtual void watch(StateView state, SuccessorBuffer& successors) const = 0;
};

}  // namespace weir
