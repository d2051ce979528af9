// SPDX-License-Identifier: Apache-2.0
// ParametricMonitor: `forall u: F` on a log. There is one instance of the monitor of F for each value of the fields
// compared with u that has occurred in the case, and one for all values that have not: until its first event, a value
// is in the state of that one. An event that does not mention a value is the same letter for all of them, so instances
// are kept in groups (value_partition.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "automaton/translate/monitor.h"
#include "pipeline/trace/property_run.h"

namespace weir {

/// An atom of a formula about all values of a field.
struct ParametricAtom {
  CaseHistory::Column column;  ///< `field` and `value` are set for a certain value only
  static constexpr std::size_t kNone = CaseHistory::kNone;
  std::size_t field = kNone;          ///< the requested field that is compared with the variable; kNone: none is
  std::size_t history_field = kNone;  ///< that field in histories
  std::string event = {};             ///< of an atom NAME(VAR)
};

class ParametricMonitor final : public PropertyMonitor {
 public:
  /// `atoms`: those of the formula. `fields`: the requested fields whose values it is about, each once.
  ParametricMonitor(Formula formula, std::vector<ParametricAtom> atoms, std::vector<std::size_t> fields,
                    Monitor monitor);

  std::unique_ptr<PropertyRun> start() override;
  std::string explain(const CaseHistory& history, const std::string& value, const std::string& text,
                      bool decided) override;

 private:
  friend class ParametricRun;
  Formula formula_;
  std::vector<ParametricAtom> atoms_;
  Monitor monitor_;
  std::vector<std::size_t> bits_;  ///< index in atoms_ for each bit of a letter
  std::vector<std::size_t> fields_;
};

}  // namespace weir
