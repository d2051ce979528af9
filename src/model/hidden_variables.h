// SPDX-License-Identifier: Apache-2.0
// Hidden variables (Promela's `hidden`): scratch that is no part of the state. Where the value of one can no longer be
// read, because every process will write it first, it is set to zero, so that states do not differ in it; where it can
// still be read it counts, because leaving it out would lose runs. (Spin leaves it out there too, and goes on with the
// value it met first.)
//
// Live-variable analysis, backwards over the locations of each process type; the variable is dead in a state if it is
// dead at the location of every process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine.h"
#include "model/program.h"

namespace weir {

class HiddenVariables {
 public:
  explicit HiddenVariables(const Program& program);
  bool none() const { return variables_.empty(); }
  /// Clears what is dead in the bytes of a state.
  void clear(std::byte* state, std::size_t size, const MachineTables& tables) const;

 private:
  struct Variable {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    std::byte keep{0};          ///< bits of others, if it shares a byte
    std::vector<bool> live_at;  ///< by location
  };
  const Program& program_;
  std::vector<Variable> variables_;
};

/// Whether the code reads the variable.
bool reads_variable(const Program& program, CodeRef code, const VariableInfo& variable);

}  // namespace weir
