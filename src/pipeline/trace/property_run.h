// SPDX-License-Identifier: Apache-2.0
// PropertyMonitor: a formula that needs more than the state of an automaton on each case: one with time bounds, or one
// that speaks about all values of a field. PropertyRun is its evaluation on one case.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "log/log_reader.h"
#include "log/timestamp.h"
#include "pipeline/case_history.h"

namespace weir {

struct LogEvent {
  const std::vector<std::uint8_t>& truth;  ///< of each atom of the log
  std::span<const FieldValue> values;      ///< of each requested field
  Timestamp stamp = 0;
};

class PropertyRun {
 public:
  virtual ~PropertyRun() = default;

  /// The verdict, as soon as no continuation can change it; until then Undecided.
  virtual TraceVerdict read(const LogEvent& event) = 0;
  /// The case ends: whether it satisfies the formula.
  virtual bool end() = 0;
  /// Memory, by what it grows with.
  virtual std::uint64_t bytes() const = 0;
  /// For formulas about all values: those that violate it now.
  virtual std::vector<std::string> violating_values() { return {}; }
};

class PropertyMonitor {
 public:
  virtual ~PropertyMonitor() = default;
  virtual std::unique_ptr<PropertyRun> start() = 0;
  /// Why the formula fails on a case, for the value at fault if there is one; empty if that is not known.
  virtual std::string explain(const CaseHistory& history, const std::string& value, const std::string& text,
                              bool decided) = 0;
};

}  // namespace weir
