// SPDX-License-Identifier: Apache-2.0
// Finds the processes that a declaration means: their types, identities and variables, and where the start-up phase
// ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "model/program_system.h"
#include "reduction/symmetry/identity_sorts.h"
#include "reduction/symmetry/symmetry_declaration.h"

namespace weir {

struct ExchangedProcesses {
  IdentityKind kind;
  std::vector<Slot> slots;
  std::vector<std::uint32_t> slots_of;          ///< by process type: the type whose slots it uses
  std::vector<bool> starting;                   ///< by location: a process there may still create one of the kind
  std::vector<std::uint32_t> rank;              ///< by location: within its process type
  std::vector<std::vector<LocationId>> places;  ///< by process type
};

/// Returns the processes, or why the declaration does not fit the model.
Expected<ExchangedProcesses> find_exchanged_processes(const ProgramSystem& system, const Program& program,
                                                      const SymmetryDeclaration& declaration);

/// The name of the process with the k-th identity.
std::string process_name(const Program& program, const IdentityKind& kind, std::size_t k);

/// The message that refuses a declaration, at a statement if one is given.
Diagnostic symmetry_refusal(const Program& program, const std::string& reason, std::uint32_t statement = kNone);

}  // namespace weir
