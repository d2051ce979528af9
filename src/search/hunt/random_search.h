// SPDX-License-Identifier: Apache-2.0
// Depth-first searches in random order. `restarted_search` keeps states exactly, so a small space may be exhausted; a
// portfolio restarts it with other seeds, because a depth-first search that takes a wrong turn early does not return
// from it in time. `swarm_member` is one search of a swarm (Holzmann, Joshi and Groce 2008): a bit array with its own
// hash functions, its own order of successors and its own depth bound, so that each member omits different states.
#pragma once

#include "search/hunt/target.h"

namespace weir {

DefectResult restarted_search(const HuntTarget& target, const HuntEffort& effort);

/// Whether the search for a failing cycle can run on a bit array.
bool suits_swarm(const HuntTarget& target);
DefectResult swarm_member(const HuntTarget& target, const HuntEffort& effort);

}  // namespace weir
