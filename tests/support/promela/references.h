// SPDX-License-Identifier: Apache-2.0
// Fills in references that stay open until all labels are known: targets of jumps, and labels or variables of other
// processes.
#pragma once

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"
#include "support/promela/environment.h"
#include "support/promela/profile.h"

namespace weir::test {

/// Gives jumps of one process body a valid target, or turns them into `skip`. Returns the labels.
std::vector<std::string> resolve_jumps(Draw& draw, Node& body);
/// Resolves all remote references without a name in the tree.
void resolve_remote(Draw& draw, const Profile& profile, const Environment& environment, Node& tree);

}  // namespace weir::test
