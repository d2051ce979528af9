// SPDX-License-Identifier: Apache-2.0
// Runs as trails that Spin replays (`spin -t -p -k FILE MODEL`): one line `depth:process:statement` per transition,
// `-1:-1:-1` where the cycle begins. The line that declares statement merging and the moves of a claim are omitted:
// Spin then replays the model alone, statement by statement.
#pragma once

#include <cstdint>
#include <string>

#include <weir/result.h>

namespace weir {

/// Collects the lines of a run.
class TrailWriter {
 public:
  void add(const StepDescription& step);
  void cycle_starts() { text_ += "-1:-1:-1\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::uint64_t depth_ = 0;
};

/// The trail of the first counterexample; empty if there is none.
std::string trail_report(const CheckResult& result);
/// Returns whether some counterexample has no trail because its steps are not Promela's.
bool lacks_trail(const CheckResult& result);

}  // namespace weir
