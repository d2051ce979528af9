// SPDX-License-Identifier: Apache-2.0
// Converts the statements of a process to its control states: exactly those of Spin's verifier (without its optional
// merging), so that state counts can be compared. Control states have Spin's numbers.
//
// Control passes joins, jumps and loop ends (elements.h) without a step ("hunting" the next element), except where that
// would leave an atomic sequence, and where such an element is the first of an option.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/promela/elements.h"

namespace weir::promela {

/// One transition between control states.
struct FlowEdge {
  const Element* element = nullptr;
  std::int32_t target = 0;  ///< 0: the process ends
  bool keeps_control = false;
  std::int32_t escape = 0;            ///< control state of its escape, or 0
  std::int32_t inner = 0;             ///< for a d_step: its first control state
  std::vector<std::int32_t> escapes;  ///< control states of the escapes that cover it
};

struct Flow {
  std::int32_t start = 0;
  std::vector<std::vector<FlowEdge>> edges;  ///< by control state
  std::vector<bool> deterministic;           ///< control states inside a d_step
  std::vector<bool> may_end, progress, accepting;
  std::unordered_map<const Symbol*, std::int32_t> labels;
  Diagnostics problems, warnings;
  Elements elements;  ///< edges point to them
};

/// See build_elements.
Flow build_flow(Model& model, Process& process, std::uint32_t& identity,
                const std::unordered_set<const Symbol*>& referenced);

}  // namespace weir::promela
