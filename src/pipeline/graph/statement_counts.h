// SPDX-License-Identifier: Apache-2.0
// StatementCounts: how many steps of a state space execute each statement. A step of a Promela or DVE program may
// execute several (atomic, d_step, rendezvous); each of them counts. For other models, steps are counted by event.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <weir/result.h>
#include <weir/transition_system.h>

#include "model/program.h"

namespace weir {

/// The statements of the program, by file, line and process type, with the sums of the counts of their transitions: a
/// statement may have several (an inline called twice).
std::vector<StatementCount> statements_of(const Program& program, const std::vector<std::uint64_t>& by_transition);

class StatementCounts {
 public:
  explicit StatementCounts(const TransitionSystem& system);

  void add(StateView from, const Step& step, StateView to);
  std::vector<StatementCount> result() const;

 private:
  void add_to_program(StateView from, const Step& step);

  const TransitionSystem& system_;
  const ProgramSystem* program_;              ///< null for other models
  std::vector<std::uint64_t> by_transition_;  ///< of the program
  /// By file, line, process and event, for other models.
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::string>, std::uint64_t> by_event_;
};

}  // namespace weir
