// SPDX-License-Identifier: Apache-2.0
// Any bytes as an .aut file: the result is a system that can be explored, or a diagnostic with a position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "frontend/aut/aut.h"

namespace weir::fuzz {

inline void aut(std::string_view input) {
  auto model = weir::aut::read(MappedFile::of_text("fuzz.aut", std::string(input)));
  if (!model) {
    WEIR_ASSERT(!model.error().empty() && model.error().front().line > 0, "a refusal has a message and a place");
    WEIR_ASSERT(!to_string(model.error()).empty(), "a refusal can be printed");
    return;
  }
  SuccessorBuffer states, next;
  std::vector<std::byte> state;
  model->system->initial_states(states);
  WEIR_ASSERT(states.size() == 1, "there is one first state");
  state.assign(states.state(0).begin(), states.state(0).end());
  for (int steps = 0; steps < 100; ++steps) {
    next.clear();
    model->system->successors(state, next);
    if (next.empty()) break;
    const std::size_t i = static_cast<std::size_t>(steps) % next.size();
    const std::string label = model->system->describe(state, next.step(i), next.state(i)).event;
    const auto atom = model->system->resolve(label);
    WEIR_ASSERT(atom && model->system->occurs(atom->id, state, next.step(i)), "a label names its own transition");
    state.assign(next.state(i).begin(), next.state(i).end());
  }
}

}  // namespace weir::fuzz
