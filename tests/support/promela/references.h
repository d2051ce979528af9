// SPDX-License-Identifier: Apache-2.0
// Fills in what statements and expressions leave open until all labels are known: where jumps lead, and which label or
// variable of another process is meant.
#pragma once

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"
#include "support/promela/environment.h"
#include "support/promela/profile.h"

namespace weir::test {

/// Jumps of one process body without a target get one that they may have, or become `skip`. Returns the labels.
std::vector<std::string> resolve_jumps(Draw& draw, Node& body);
/// Remote references without a name, anywhere in the tree.
void resolve_remote(Draw& draw, const Profile& profile, const Environment& environment, Node& tree);

}  // namespace weir::test
