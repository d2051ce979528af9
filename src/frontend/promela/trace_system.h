// SPDX-License-Identifier: Apache-2.0
// trace and notrace assertions: a system that watches the channel operations of another one. As in Spin, the state of
// the assertion is part of the state. Only models with such an assertion use this file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "frontend/promela/ast.h"
#include "frontend/promela/compile.h"
#include "frontend/promela/flow.h"
#include "model/program_system.h"
#include "model/watched_program.h"

namespace weir::promela {

/// The automaton of an assertion: control states as in its flow, one channel operation per edge.
struct TraceAutomaton {
  struct Field {
    bool any = false;  ///< `_`
    CodeRef value;
  };
  struct Edge {
    bool jump = false;  ///< no channel operation: matches every event, as in Spin
    bool sends = false;
    CodeRef channel;
    std::vector<Field> fields;
    std::uint16_t target = 0;
  };
  struct State {
    std::vector<Edge> edges;
    bool may_end = false;
    std::uint32_t line = 0;
  };
  bool negated = false;  ///< notrace
  std::vector<State> states;
  std::uint16_t start = 0;
  std::uint16_t end = 0;
};

TraceAutomaton trace_automaton(Model& model, const Process& process, const Flow& flow, Compiler& compiler);

/// Returns the system with the assertion enforced: a step with an event that does not match is a fault.
std::unique_ptr<TransitionSystem> watch(std::unique_ptr<ProgramSystem> system, TraceAutomaton automaton);

}  // namespace weir::promela
