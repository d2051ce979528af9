// SPDX-License-Identifier: Apache-2.0
// A generated graph as a search space, wide enough to keep several threads busy.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "base/table/hash.h"
#include "search/space/search_space.h"

namespace weir::test {

struct GraphShape {
  std::uint32_t size = 6000;
  std::uint32_t back = 0;        ///< edges that lead back, per 1000
  std::uint32_t sets = 2;        ///< generalised Büchi acceptance sets
  std::uint32_t marks_from = 0;  ///< states below have no edge with a mark
  bool all_marked = false;       ///< edges of the other states have all marks
  std::uint32_t back_from = 0;   ///< states below have no edge that leads back
  std::uint32_t reach = 400;     ///< how far edges lead ahead; if small, there are thousands of levels
  std::uint32_t rejecting = 0;   ///< states below are in the rejecting part; no edge leads back to it
  std::uint32_t terminal = ~0U;  ///< states from here on are decided: terminal, with a loop that has all marks
  Strength strength = Strength::Strong;
  std::uint32_t defects = 2;  ///< one state in `defects` times `size` has a defect; 0: none
};

/// States 0 ... size-1. Most edges lead ahead and a few back, so there are components of all sizes. Edges rarely carry
/// marks; in the `half` of the graph with its own automaton state they never carry the last mark.
class WideGraph final : public SearchSpace {
 public:
  WideGraph(std::uint64_t seed, const GraphShape& shape)
      : seed_(seed), shape_(shape), size_(shape.size), acceptance_(Acceptance::generalized_buchi(shape.sets)) {}
  WideGraph(std::uint64_t seed, std::uint32_t size, std::uint32_t back)
      : WideGraph(seed, GraphShape{.size = size, .back = back}) {}

  void initial(StateEdges& out) override {
    out.clear();
    append(0, {}, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    const std::uint32_t from = number(state);
    if (from >= shape_.terminal) {
      out.states.append(Step{.transition = kDecided}, state);
      out.marks.push_back(MarkSet::first(shape_.sets));
      out.defect = Defect::BadState;
      return;
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint64_t random = hash_mix(seed_ * 8191 + i, from);
      const bool returns = random % 1000 < shape_.back && from >= shape_.back_from;
      const std::uint64_t length = 1 + (random >> 10) % (returns ? 50 : shape_.reach);
      if (returns ? length > from : from + length >= size_) continue;
      const auto to = static_cast<std::uint32_t>(returns ? from - length : from + length);
      if (from >= shape_.rejecting && to < shape_.rejecting) continue;
      const bool first_half = from < size_ / 2;
      const auto mark = static_cast<std::uint32_t>((random >> 30) % 40);
      MarkSet marks;
      if (from >= shape_.marks_from && shape_.all_marked) marks = MarkSet::first(shape_.sets);
      if (from >= shape_.marks_from && mark < shape_.sets && !(first_half && mark + 1 == shape_.sets))
        marks = MarkSet::single(mark);
      append(to, marks, out);
    }
    if (shape_.defects != 0 && hash_mix(seed_, from + 77) % (size_ * shape_.defects) == 0)
      out.defect = Defect::Deadlock;
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return shape_.sets; }
  std::int64_t automaton_state(StateView state) const override { return number(state) < size_ / 2 ? 0 : 1; }
  Strength strength() const override { return shape_.strength; }
  ComponentStrength strength_at(StateView state) const override {
    if (number(state) < shape_.rejecting) return ComponentStrength::Rejecting;
    return number(state) >= shape_.terminal ? ComponentStrength::Terminal : ComponentStrength::Strong;
  }

  static std::uint32_t number(StateView state) {
    std::uint32_t result;
    std::memcpy(&result, state.data(), sizeof result);
    return result;
  }

 private:
  static void append(std::uint32_t to, MarkSet marks, StateEdges& out) {
    out.states.append(Step{}, std::as_bytes(std::span(&to, 1)));
    out.marks.push_back(marks);
  }
  std::uint64_t seed_;
  GraphShape shape_;
  std::uint32_t size_;
  Acceptance acceptance_;
};

}  // namespace weir::test
