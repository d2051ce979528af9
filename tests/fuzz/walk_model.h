// SPDX-License-Identifier: Apache-2.0
// Explores the first states of a model that a front-end made from fuzzed text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <weir/transition_system.h>

#include "base/assert.h"

namespace weir::fuzz {

/// Explores the first states and displays them in every way, with the same result each time.
inline void walk(const TransitionSystem& system) {
  std::set<std::vector<std::byte>> seen;
  std::deque<std::vector<std::byte>> todo;
  SuccessorBuffer out, again;
  const auto visit = [&](StateView state) {
    std::vector<std::byte> copy(state.begin(), state.end());
    if (seen.size() < 50 && copy.size() <= 4096 && seen.insert(copy).second) todo.push_back(std::move(copy));
  };
  system.initial_states(out);
  for (std::size_t i = 0; i < out.size(); ++i) visit(out.state(i));
  while (!todo.empty()) {
    const std::vector<std::byte> state = std::move(todo.front());
    todo.pop_front();
    system.show(state);
    out.clear();
    again.clear();
    system.successors(state, out);
    system.successors(state, again);
    WEIR_ASSERT(out.size() == again.size(), "successors are the same each time");
    for (std::size_t i = 0; i < out.size(); ++i) {
      const StateView next = out.state(i), same = again.state(i);
      WEIR_ASSERT(std::equal(next.begin(), next.end(), same.begin(), same.end()), "successors are the same each time");
      if (i < 4) system.describe(state, out.step(i), next);
      if (out.step(i).fault == Fault::None) visit(next);
    }
  }
}

}  // namespace weir::fuzz
