// SPDX-License-Identifier: Apache-2.0
// The rules of structural reduction. Each examines the whole net once and returns how often it was applied. The first
// six keep the net bisimilar as far as the atoms and kinds of transitions can tell. The next three keep deadlocks, and
// infinite runs up to stuttering. The last two keep the beginnings of runs up to stuttering. docs/pnml.md has the
// proofs; Berthelot (1986) has most of the rules, Poitrenaud and Pradat-Peyre (2000) agglomerations for LTL.
#pragma once

#include <cstdint>

#include "frontend/pnml/structure/working_net.h"

namespace weir::pnml {

/// Removes transitions that can never be enabled.
std::uint64_t remove_dead_transitions(WorkingNet& net);
/// Removes places that no transition changes.
std::uint64_t remove_constant_places(WorkingNet& net);
/// Removes places that no transition needs.
std::uint64_t remove_sink_places(WorkingNet& net);
/// Divides the tokens and arcs of a place by a common divisor of its arcs.
std::uint64_t divide_places(WorkingNet& net);
/// Removes places that have enough tokens whenever another place has.
std::uint64_t remove_implied_places(WorkingNet& net);
/// Removes transitions with the effect of another one that needs no more.
std::uint64_t remove_dominated_transitions(WorkingNet& net);
/// Fires what takes a token from a place at once after what gives it.
std::uint64_t agglomerate_post(WorkingNet& net);
/// Fires what gives a token to a place only immediately before what takes it.
std::uint64_t agglomerate_pre(WorkingNet& net);
/// Removes what has no influence on observed places and ends by itself.
std::uint64_t remove_outside_cone(WorkingNet& net);
/// As agglomerate_pre, but other transitions may take from the inputs of the postponed ones.
std::uint64_t agglomerate_freely(WorkingNet& net);
/// Removes transitions that change no observed place and enable nothing that matters, and places that only they need.
std::uint64_t remove_useless_transitions(WorkingNet& net);

/// Whether it is proved that the net has no infinite run.
bool always_ends(WorkingNet& net);

}  // namespace weir::pnml
