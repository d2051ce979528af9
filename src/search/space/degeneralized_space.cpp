// SPDX-License-Identifier: Apache-2.0
#include "search/space/degeneralized_space.h"

#include "search/space/product_state.h"

namespace weir {

DegeneralizedSpace::DegeneralizedSpace(SearchSpace& space, std::uint32_t sets)
    : space_(space), sets_(sets), acceptance_(Acceptance::inf(0)) {}

StateView DegeneralizedSpace::inner(StateView state) { return read_product_state(state).model; }

void DegeneralizedSpace::add(std::size_t edge, std::uint32_t level, StateEdges& out) {
  const MarkSet marks = below_.marks_of(edge);
  while (level < sets_ && marks.has(level)) ++level;
  const bool complete = level == sets_;
  if (complete) level = 0;
  const StateView target = below_.states.state(edge);
  std::byte* bytes = out.states.append(below_.states.step(edge), product_state_size(target.size(), level));
  write_product_state(bytes, target, level);
  out.marks.push_back(complete ? MarkSet::single(0) : MarkSet());
}

void DegeneralizedSpace::initial(StateEdges& out) {
  out.clear();
  space_.initial(below_);
  below_.marks.assign(below_.size(), MarkSet());
  for (std::size_t i = 0; i < below_.size(); ++i) add(i, 0, out);
}

void DegeneralizedSpace::expand(StateView state, StateEdges& out) {
  out.clear();
  const auto [below, level] = read_product_state(state);
  space_.expand(below, below_);
  out.defect = below_.defect;
  for (std::size_t i = 0; i < below_.size(); ++i) add(i, level, out);
}

}  // namespace weir
