// SPDX-License-Identifier: Apache-2.0
// Compares Spin's verifier and weir on a random program: numbers of states and transitions, and answers about
// assertions, invalid end states, formulas, acceptance and progress cycles, with and without weak fairness. Intended
// differences (docs/promela.md) are left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/differential/judge.h"
#include "support/differential/tally.h"
#include "support/promela/generate.h"

namespace weir::test {

/// A program that has the same meaning in both tools, with formulas as ltl blocks.
GeneratedProgram generate_for_spin(std::uint64_t seed);

struct SpinComparison {
  std::uint64_t compared = 0;  ///< answers and counts
  std::string refusal;         ///< Spin's message, or why nothing was compared
  std::vector<Disagreement> wrong;
};

/// `only`: the kind of disagreement to look for; empty: all.
SpinComparison judge_by_spin(const Node& program, const JudgeLimits& limits, const std::string& only = {});

}  // namespace weir::test
