// SPDX-License-Identifier: Apache-2.0
// Results of `weir trace` as text and JSON, written incrementally: a log may have millions of cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/weir.h>

namespace weir {

using TraceProperties = std::vector<TraceSummary::Property>;

enum class TraceLines : std::uint8_t {
  Violations,
  All,
  Undecided,  ///< cases that trace_decision_text has not reported
};
/// The lines for a finished case; may be empty. `log`: the name of its file.
std::string trace_case_text(const std::string& log, const TraceCase& ended, const TraceProperties& properties,
                            TraceLines lines);
std::string trace_decision_text(const std::string& log, const TraceCase& open, std::size_t property,
                                const TraceProperties& properties);
std::string trace_summary_text(const TraceSummary& summary);

std::string trace_json_begin(const std::string& log, const TraceProperties& properties);
std::string trace_json_case(const TraceCase& ended, const TraceProperties& properties, bool first);
std::string trace_json_end(const TraceSummary& summary);

}  // namespace weir
