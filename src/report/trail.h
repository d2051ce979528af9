// SPDX-License-Identifier: Apache-2.0
// Runs as trails that Spin replays (`spin -t -p -k FILE MODEL`): a line `depth:process:statement` for each transition,
// `-1:-1:-1` where the cycle begins. Neither the line that says that statements were merged nor the moves of a claim
// are written: Spin then replays the model alone, statement by statement.
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

/// The first counterexample; empty: there is none.
std::string trail_report(const CheckResult& result);
/// Whether there is a counterexample whose steps are not Promela's, so that it has no trail.
bool lacks_trail(const CheckResult& result);

}  // namespace weir
