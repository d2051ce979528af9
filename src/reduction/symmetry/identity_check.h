// SPDX-License-Identifier: Apache-2.0
// Checks that declared processes are interchangeable. The program is renamed: processes k and k + 1 are swapped, with
// everything that identity_sorts.h finds to be an identity. Every transition must then equal a transition of the
// original program, up to the order of operands and alternatives. If this holds for all k, every permutation of the
// processes is an automorphism of the state graph (Ip and Dill 1996, whose scalarsets allow no constants; here
// constants are allowed if all of them occur: `flag[0] + flag[1] + flag[2] < 2`).
//
// The start-up phase, before all processes exist, and the initial state are not checked: states in which a process can
// still create one of them are left unchanged. This is sound: no such state is reachable from the others.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "model/program_system.h"
#include "reduction/symmetry/identity_sorts.h"
#include "reduction/symmetry/symmetry_declaration.h"

namespace weir {

/// How to exchange processes in a state.
struct IdentityPlan {
  struct Item {
    Place place;
    std::uint32_t count = 1;
    bool moves = false;                     ///< an array indexed by identities
    Sort sort = Sort::Data;                 ///< of the values: Identity or Channel are renamed
    std::vector<std::uint32_t> owned = {};  ///< per identity: the place of its own copy
  };
  struct Family {
    std::uint32_t first = 0;  ///< static channel of the identity with value 0
  };
  IdentityKind kind;
  Place parameter_place;  ///< of the parameter that holds the identity, if there is one
  std::vector<Item> globals;
  std::vector<std::vector<Item>> locals;        ///< by process type
  std::vector<std::vector<Item>> fields;        ///< by channel type
  std::vector<Family> families;                 ///< arrays of channels indexed by identities
  std::vector<bool> starting;                   ///< by location: a process there may still create one of the kind
  std::vector<std::uint32_t> rank;              ///< by location: within its process type
  std::vector<std::vector<LocationId>> places;  ///< by process type
  std::vector<std::uint32_t> same_as;           ///< by transition: the first of those exchanged with it
};

/// Returns the plan, or why the declaration does not fit the model or the property.
Expected<IdentityPlan> check_identities(const ProgramSystem& system, const Program& program,
                                        const SymmetryDeclaration& declaration, const std::vector<CompiledAtom>& atoms);

}  // namespace weir
