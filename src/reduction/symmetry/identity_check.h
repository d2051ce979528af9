// SPDX-License-Identifier: Apache-2.0
// Are declared processes really interchangeable? The program is renamed: processes k and k + 1 change places, with
// everything that identity_sorts.h finds to be an identity, and every transition must then be, up to the order of
// operands and of alternatives, a transition of the program as it was. Where this holds for all k, every exchange of
// the processes is an automorphism of the state graph (Ip and Dill 1996, whose scalarsets allow no constants; here a
// constant may occur if all of them do: `flag[0] + flag[1] + flag[2] < 2`).
//
// What happens before all of the processes are there is not looked at, nor is the initial state: states in which a
// process can still create one of them are left as they are. This is sound: from the other states on, none is reached.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "model/program_system.h"
#include "reduction/symmetry/identity_sorts.h"

namespace weir {

/// What the user says: `P`, `P(id)`, `P_*: flag[], turn, P_*.peer`.
struct SymmetryDeclaration {
  std::vector<std::string> processes;  ///< names of types; `*` stands for anything
  std::string parameter = {};          ///< that holds the identity; empty: it is _pid, or the place in the list
  struct Variable {
    std::string process = {};  ///< of which type; empty: global
    std::string name = {};
    bool indices = false;  ///< identities are its indices, not its values
  };
  std::vector<Variable> variables = {};
};
Expected<SymmetryDeclaration> parse_symmetry(const std::string& text);

/// What has to be done to a state to exchange processes.
struct IdentityPlan {
  struct Item {
    Place place;
    std::uint32_t count = 1;
    bool moves = false;                     ///< an array with identities as indices
    Sort sort = Sort::Data;                 ///< of the values: Identity or Channel are renamed
    std::vector<std::uint32_t> owned = {};  ///< each identity has one of its own: where
  };
  struct Family {
    std::uint32_t first = 0;  ///< static channel of the identity with value 0
  };
  IdentityKind kind;
  Place parameter_place;  ///< of the parameter that holds the identity, if it is one
  std::vector<Item> globals;
  std::vector<std::vector<Item>> locals;        ///< by process type
  std::vector<std::vector<Item>> fields;        ///< by channel type
  std::vector<Family> families;                 ///< arrays of channels with identities as indices
  std::vector<bool> starting;                   ///< by location: a process there may still create one of the kind
  std::vector<std::uint32_t> rank;              ///< by location: within its process type
  std::vector<std::vector<LocationId>> places;  ///< by process type
  std::vector<std::uint32_t> same_as;           ///< by transition: the first of those that are exchanged with it
};

/// The plan, or why the declaration does not fit the model or the property.
Expected<IdentityPlan> check_identities(const ProgramSystem& system, const Program& program,
                                        const SymmetryDeclaration& declaration, const std::vector<CompiledAtom>& atoms);

}  // namespace weir
