// SPDX-License-Identifier: Apache-2.0
// TimedMonitor: a formula with time bounds on a log. Its outermost timed subformulas are replaced by new atoms, whose
// values come from streams (timed_streams.h), some of them late. What remains is a formula without time, for which a
// monitor reads the letters. Letters wait until they are known as far as they matter; the beliefs of the monitor about
// the waiting letters (partial_monitor.h) show a verdict before that.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "pipeline/trace/partial_monitor.h"
#include "pipeline/trace/property_run.h"
#include "pipeline/trace/timed_streams.h"

namespace weir {

/// Returns whether a formula has time bounds.
bool has_time_bounds(Formula f);

class TimedMonitor final : public PropertyMonitor {
 public:
  /// `columns`: the atoms of the formula and their numbers in the log; `exclusive`: those that name events. Fails for
  /// more than 64 atoms and timed subformulas, or if the automaton is too large.
  static Expected<std::unique_ptr<TimedMonitor>> create(Formula formula, std::vector<CaseHistory::Column> columns,
                                                        const std::vector<std::string>& exclusive,
                                                        const ConstructionLimits& limits);

  std::unique_ptr<PropertyRun> start() override;
  std::string explain(const CaseHistory& history, const std::string& value, const std::string& text,
                      bool decided) override;

 private:
  friend class TimedRun;
  TimedMonitor(Formula formula, std::vector<CaseHistory::Column> columns, TimedProgram program, Monitor core,
               std::size_t atoms);

  Formula formula_;
  std::vector<CaseHistory::Column> columns_;
  TimedProgram program_;
  PartialMonitor core_;
  std::size_t atoms_;
  static constexpr std::uint32_t kUnused = 64;
  std::vector<std::uint32_t> core_bits_;  ///< of the core's letter: for each atom, then for each timed subformula
  Letter timed_bits_ = 0;                 ///< of the core's letter
};

}  // namespace weir
