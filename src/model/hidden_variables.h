// SPDX-License-Identifier: Apache-2.0
// Hidden variables (Promela's `hidden`): scratch that is not part of the state. A dead hidden variable, which every
// process writes before reading it, is set to zero, so that states do not differ in it. A live one counts as part of
// the state, because ignoring it would lose runs. (Spin ignores it even then, and continues with the value it met
// first.)
//
// Live-variable analysis, backwards over the locations of each process type. The variable is dead in a state if it is
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
  /// Zeroes dead variables in the bytes of a state.
  void clear(std::byte* state, std::size_t size, const MachineTables& tables) const;

 private:
  struct Variable {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    std::byte keep{0};          ///< bits of other variables in a shared byte
    std::vector<bool> live_at;  ///< by location
  };
  const Program& program_;
  std::vector<Variable> variables_;
};

/// Whether the code reads the variable.
bool reads_variable(const Program& program, CodeRef code, const VariableInfo& variable);

}  // namespace weir
