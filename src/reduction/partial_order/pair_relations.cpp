// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/pair_relations.h"

namespace weir {

std::uint8_t PairRelations::compute(const TransitionFacts& step, const TransitionFacts& other) {
  const bool now = conflict(step.effects, other.effects);
  const bool later = conflict(step.effects, other.later);
  const bool all = other.effects.everything || other.later.everything;
  const bool ends = other.effects.ends || other.later.ends;
  const auto writes = [&](const ObjectSet& objects, bool processes) {
    return all || (processes && ends) || objects.meets(other.effects.writes) || objects.meets(other.later.writes);
  };
  return static_cast<std::uint8_t>(kKnown | (now ? kConflict : 0) | (now || later ? kDisturbs : 0) |
                                   (writes(step.guard.objects, step.guard.processes) ? kGuard : 0) |
                                   (writes(step.fields.objects, step.fields.processes) ? kFields : 0) |
                                   (writes(step.channel_heads, step.guard.processes) ? kHeads : 0) |
                                   (writes(step.channel_tails, step.guard.processes) ? kTails : 0));
}

}  // namespace weir
