// SPDX-License-Identifier: Apache-2.0
// Counts the classes of states under exchange of processes: every reachable state, in its displayed form, is renamed in
// all possible ways, and the smallest result represents its class. Independent of packed states.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/program_system.h"

namespace weir::test {

struct NamedIdentities {
  std::string process;            ///< the type whose processes are exchanged
  std::vector<int> values;        ///< their numbers
  std::set<std::string> holders;  ///< variables (`:x` for those of processes) and channels that hold identities
  std::set<std::string> indexed;  ///< arrays of variables or channels that are indexed by identities
};

std::size_t count_orbits(const ProgramSystem& system, const NamedIdentities& identities, std::size_t limit = 100000);

}  // namespace weir::test
