// SPDX-License-Identifier: Apache-2.0
// Promela text or files as transition systems, and a naive count of their states.
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
  std::uint64_t transitions = 0;  ///< arrivals at a state, including the initial one (Spin: stored + matched)
  std::uint64_t deadlocks = 0;
  std::uint64_t assertions = 0;
  std::uint64_t errors = 0;  ///< run-time errors
  bool complete = true;
  std::string message;  ///< of the first fault, or why the model was rejected
  bool safe() const { return deadlocks == 0 && assertions == 0 && errors == 0; }
};

/// Breadth-first, with a set of strings.
StateCount count_states(const TransitionSystem& system, std::uint64_t limit = 1000000);

/// Returns nullptr and sets `diagnostics` if the text is rejected.
std::unique_ptr<TransitionSystem> promela_system(const std::string& text, std::string* diagnostics = nullptr);
/// Includes the trace assertion of the text.
std::unique_ptr<TransitionSystem> watched_promela_system(const std::string& text);
std::unique_ptr<TransitionSystem> promela_file(const std::string& path,
                                               std::vector<std::pair<std::string, std::string>> definitions = {},
                                               std::string* diagnostics = nullptr);
StateCount count_promela(const std::string& text, std::uint64_t limit = 1000000);

}  // namespace weir::test
