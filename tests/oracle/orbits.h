// SPDX-License-Identifier: Apache-2.0
// How many classes of states there are if processes may be exchanged: every reachable state, as it is shown to people,
// is renamed in all possible ways, and the least result stands for its class. Knows nothing of packed states.
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
  std::set<std::string> holders;  ///< variables, `:x` for those of processes, channels: they hold identities
  std::set<std::string> indexed;  ///< arrays, of variables or channels, with identities as indices
};

std::size_t count_orbits(const ProgramSystem& system, const NamedIdentities& identities, std::size_t limit = 100000);

}  // namespace weir::test
