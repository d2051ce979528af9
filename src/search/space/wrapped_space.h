// SPDX-License-Identifier: Apache-2.0
// WrappedSpace: a space with the states of another one. It forwards everything; derived classes change a part.
#pragma once

#include "search/space/search_space.h"

namespace weir {

class WrappedSpace : public SearchSpace {
 public:
  explicit WrappedSpace(SearchSpace& space) : space_(space) {}

  void initial(StateEdges& out) override { space_.initial(out); }
  void expand(StateView state, StateEdges& out) override { space_.expand(state, out); }
  bool is_state(StateView state) const override { return space_.is_state(state); }
  const Acceptance& acceptance() const override { return space_.acceptance(); }
  std::uint32_t mark_count() const override { return space_.mark_count(); }
  bool cycles_serve_all() const override { return space_.cycles_serve_all(); }
  Strength strength() const override { return space_.strength(); }
  ComponentStrength strength_at(StateView state) const override { return space_.strength_at(state); }
  StateView model_state(StateView state) const override { return space_.model_state(state); }
  std::int64_t automaton_state(StateView state) const override { return space_.automaton_state(state); }
  std::uint64_t automaton_states() const override { return space_.automaton_states(); }

 protected:
  SearchSpace& space_;
};

}  // namespace weir
