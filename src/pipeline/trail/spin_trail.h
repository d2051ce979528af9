// SPDX-License-Identifier: Apache-2.0
// Reads trails of Spin's verifiers, and finds the run of the model that they describe.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "model/run.h"

namespace weir {

/// The moves of processes, without those of a claim.
struct SpinTrail {
  struct Move {
    std::int32_t process = 0;
    std::uint32_t statement = 0;  ///< Transition::origin
    std::uint32_t line = 0;       ///< of the file, for messages
  };
  std::vector<Move> moves;
  std::size_t cycle_start = 0;  ///< index of the cycle's first move, if has_cycle
  bool has_cycle = false;
  bool merged = false;  ///< a move may include the statements after it (spin without -o3)
};

Expected<SpinTrail> read_spin_trail(const SourceText& source);

/// A run of the model that takes these moves: finite, or a lasso. Fails with the first move that matches no run.
/// `mergeable`: statements that Spin may have merged with the one before them.
Expected<Run> run_of_trail(const TransitionSystem& system, const std::unordered_set<std::uint32_t>& mergeable,
                           const SpinTrail& trail, const SourceText& source);

}  // namespace weir
