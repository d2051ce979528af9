// SPDX-License-Identifier: Apache-2.0
// Promela text or files as transition systems, and their state spaces counted the obvious way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weir/transition_system.h>

namespace weir::test {

struct StateCount {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;  ///< arrivals at a state, the initial one included (Spin: stored + matched)
  std::uint64_t deadlocks = 0;
  std::uint64_t assertions = 0;
  std::uint64_t errors = 0;  ///< run-time errors
  bool complete = true;
  std::string message;  ///< of the first fault, or why there is no system
  bool safe() const { return deadlocks == 0 && assertions == 0 && errors == 0; }
};

/// Breadth-first, with a set of strings.
StateCount count_states(const TransitionSystem& system, std::uint64_t limit = 1000000);

/// nullptr: `diagnostics` says why.
std::unique_ptr<TransitionSystem> promela_system(const std::string& text, std::string* diagnostics = nullptr);
/// With the trace assertion that the text has.
std::unique_ptr<TransitionSystem> watched_promela_system(const std::string& text);
std::unique_ptr<TransitionSystem> promela_file(const std::string& path,
                                               std::vector<std::pair<std::string, std::string>> definitions = {},
                                               std::string* diagnostics = nullptr);
StateCount count_promela(const std::string& text, std::uint64_t limit = 1000000);

}  // namespace weir::test
