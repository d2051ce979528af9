// SPDX-License-Identifier: Apache-2.0
// Removes mined patterns that say nothing new: those that a stronger proposed pattern implies, if no case violates the
// stronger one only. Implications hold on words whose positions have at most one event.
#pragma once

#include <span>
#include <vector>

#include "pipeline/mine/log_relations.h"

namespace weir {

/// `weak` over (a, b) is implied by `strong` over `arguments`: `ab`, `ba`, `a`, `b`.
struct PatternImplication {
  const char* weak;
  const char* strong;
  const char* arguments;
};
std::span<const PatternImplication> pattern_implications();

void remove_redundant(std::vector<Proposal>& proposals);

}  // namespace weir
