// SPDX-License-Identifier: Apache-2.0
// LogCheck: reads a log event by event and advances every formula on the case of the event. Most formulas are a state
// number in each case; those with time bounds or about all values of a field have a PropertyRun. With a bounded history
// to explain failures, memory grows only with the open cases, the events inside time windows, and the values.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "automaton/translate/monitor.h"
#include "formula/property_file.h"
#include "log/open_log.h"
#include "pipeline/case_history.h"
#include "pipeline/trace/log_letters.h"
#include "pipeline/trace/property_run.h"

namespace weir {

class LogCheck {
 public:
  LogCheck(const TraceOptions& options, TraceObserver& observer);

  /// Adds a formula; its automaton is built within these limits.
  std::optional<Diagnostics> add(const NamedFormula& property, const ConstructionLimits& limits);
  Expected<TraceSummary> run(const std::string& path);

 private:
  /// A formula and its monitor; letters are assembled from the values of the log's atoms.
  struct Judge {
    explicit Judge(Formula f) : formula(f) {}
    std::optional<Monitor> monitor;    ///< of a formula that needs only a state in each case
    std::vector<std::uint32_t> atoms;  ///< bit i of the letter is this atom of the log
    Formula formula;                   ///< as given, or simplified if it then has fewer atoms
    std::vector<CaseHistory::Column> columns;
    std::unique_ptr<PropertyMonitor> special;  ///< otherwise
    std::string variable;                      ///< of a formula about all values
    std::uint64_t bytes = 0;                   ///< of its runs
  };
  struct Run {
    std::unique_ptr<PropertyRun> run;
    std::uint64_t bytes = 0;
  };
  struct OpenCase {
    TraceCase shown;
    std::vector<Monitor::State> states;
    std::vector<Run> runs;  ///< empty if no formula needs one
    std::optional<Timestamp> stamp;
    CaseHistory history;
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  Expected<Judge> plain_judge(Formula formula, const ConstructionLimits& limits);
  Expected<Judge> timed_judge(Formula formula, const ConstructionLimits& limits);
  Expected<Judge> parametric_judge(Formula formula, const Quantifier& quantifier, const ConstructionLimits& limits);
  std::vector<CaseHistory::Column> columns_of(Formula formula);

  std::optional<Diagnostics> read(LogReader& reader);
  std::optional<Diagnostics> find_case(std::vector<FieldValue>& values, const LogReader& reader);
  std::optional<Diagnostics> read_stamp(const std::vector<FieldValue>& values, const LogReader& reader);
  bool must_stop();
  void open_case(std::string_view name);
  void advance(OpenCase& owner, const std::vector<FieldValue>& values, std::uint64_t line);
  TraceVerdict verdict_after(OpenCase& owner, std::size_t property, const LogEvent& event);
  bool accepted_at_end(OpenCase& owner, std::size_t property);
  void account(OpenCase& owner, std::size_t property);
  void release(OpenCase& owner, std::size_t property);
  void explain(OpenCase& owner, std::size_t property);
  void end_all_cases(bool complete);
  void end_case(OpenCase& ended, bool complete);

  const TraceOptions& options_;
  TraceObserver& observer_;
  LogLetters letters_;
  std::vector<std::size_t> history_fields_;  ///< the fields that histories keep
  HistoryBudget history_budget_;
  TraceSummary summary_;
  std::vector<Judge> judges_;
  bool has_special_ = false;
  std::size_t case_field_ = kNone;
  std::size_t stamp_field_ = kNone;
  Timestamp stamp_ = 0;  ///< of the current event
  std::unordered_map<std::string, OpenCase, NameHash, std::equal_to<>> open_;
  std::vector<OpenCase*> order_;  ///< cases in the order of their first event
  OpenCase* current_ = nullptr;
  bool log_ended_ = false;        ///< at its end, not by an interrupt or a limit
  std::uint64_t run_bytes_ = 0;   ///< of all runs
  std::uint64_t most_bytes_ = 0;  ///< that runs may need
  std::uint64_t most_resident_ = 0;
};

}  // namespace weir
