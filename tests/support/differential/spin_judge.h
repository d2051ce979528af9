// SPDX-License-Identifier: Apache-2.0
// A random program put to Spin's verifier and to weir: as many states and transitions, the same answers about
// assertions, invalid end states, formulas, acceptance and progress cycles, with and without weak fairness. Left out is
// what docs/promela.md says is different on purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/differential/judge.h"
#include "support/differential/tally.h"
#include "support/promela/generate.h"

namespace weir::test {

/// A program in which both mean the same, with formulas as ltl blocks.
GeneratedProgram generate_for_spin(std::uint64_t seed);

struct SpinComparison {
  std::uint64_t compared = 0;  ///< answers and counts
  std::string refusal;         ///< Spin's, or why there was nothing to compare
  std::vector<Disagreement> wrong;
};

/// `only`: the kind of disagreement that is looked for; empty: all.
SpinComparison judge_by_spin(const Node& program, const JudgeLimits& limits, const std::string& only = {});

}  // namespace weir::test
