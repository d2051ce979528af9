// SPDX-License-Identifier: Apache-2.0
#include "search/space/counting_space.h"

#include <utility>

namespace weir {

void CountingSpace::initial(StateEdges& out) {
  out.clear();
  system_.initial_states(out.states);
  drop_errors(out.states, {});
}

void CountingSpace::expand(StateView state, StateEdges& out) {
  out.clear();
  std::size_t end = 0;
  expand_group({&state, 1}, out.states, &end);
}

bool CountingSpace::expand_group(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) {
  system_.successors_of(states, out, ends);
  for (std::size_t i = 0; i < states.size() && !cut_.raised(); ++i) {
    const std::size_t successors = ends[i] - (i == 0 ? 0 : ends[i - 1]);
    counts_.transitions += successors;
    if (successors == 0 && !system_.may_end(states[i])) ++counts_.deadlocks;
  }
  drop_errors(out, {ends, states.size()});
  return true;
}

void CountingSpace::drop_errors(SuccessorBuffer& out, std::span<std::size_t> ends) {
  bool wrong = false;
  for (std::size_t i = 0; i < out.size() && !wrong; ++i) wrong = out.step(i).fault == Fault::RuntimeError;
  if (!wrong) return;
  std::swap(all_, out);
  out.clear();
  std::size_t next = 0;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    while (next < ends.size() && ends[next] == i) ends[next++] = out.size();
    if (all_.step(i).fault != Fault::RuntimeError) out.append(all_.step(i), all_.state(i));
  }
  while (next < ends.size()) ends[next++] = out.size();
}

}  // namespace weir
