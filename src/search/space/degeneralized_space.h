// SPDX-License-Identifier: Apache-2.0
// DegeneralizedSpace: reduces generalised Büchi acceptance to one acceptance set (Couvreur 1999, Figure 5), for
// searches that support only one. A counter waits for set 0, then 1, and so on; the edge that completes the last set
// carries mark 0. The space grows by a factor of up to the number of sets, which Couvreur's search avoids.
#pragma once

#include <cstdint>

#include "search/space/search_space.h"

namespace weir {

class DegeneralizedSpace final : public SearchSpace {
 public:
  explicit DegeneralizedSpace(SearchSpace& space, std::uint32_t sets);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return 1; }
  StateView model_state(StateView state) const override { return space_.model_state(inner(state)); }
  std::int64_t automaton_state(StateView state) const override { return space_.automaton_state(inner(state)); }
  std::uint64_t automaton_states() const override { return space_.automaton_states(); }

  /// The state of the underlying space.
  static StateView inner(StateView state);

 private:
  void add(std::size_t edge, std::uint32_t level, StateEdges& out);

  SearchSpace& space_;
  std::uint32_t sets_;
  Acceptance acceptance_;
  StateEdges below_;
};

}  // namespace weir
