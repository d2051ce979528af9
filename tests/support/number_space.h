// SPDX-License-Identifier: Apache-2.0
// A random graph as a search space in which any bytes are a state, so damaged states do no harm: the first byte is a
// number below `size`.
#pragma once

#include <cstdint>

#include "base/table/hash.h"
#include "search/space/search_space.h"

namespace weir::test {

class NumberSpace final : public SearchSpace {
 public:
  struct Shape {
    std::uint64_t seed = 1;
    std::uint32_t size = 40;                                 ///< at most 256
    std::uint32_t sets = 1;                                  ///< acceptance sets
    std::uint32_t marked = 4;                                ///< about one edge in this many carries a mark
    std::uint32_t defects = 0;                               ///< one state in this many has a defect; 0: none
    bool forward = false;                                    ///< edges lead to larger numbers only, so no cycles
    ComponentStrength strength = ComponentStrength::Strong;  ///< of states in the upper half; the others reject
  };
  explicit NumberSpace(const Shape& shape) : shape_(shape), acceptance_(Acceptance::generalized_buchi(shape.sets)) {}

  void initial(StateEdges& out) override {
    out.clear();
    add(0, {}, out);
    add(shape_.size / 3, {}, out);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    const std::uint32_t number = number_of(state);
    std::uint64_t random = hash_mix(shape_.seed, number + 1);
    if (shape_.defects != 0 && (random >> 40) % shape_.defects == 0) out.defect = Defect::BadState;
    const std::uint64_t edges = random % 4;
    for (std::uint64_t i = 0; i < edges; ++i) {
      random = hash_mix(random, i);
      std::uint32_t target = static_cast<std::uint32_t>(random >> 32) % shape_.size;
      if (shape_.forward && target <= number) continue;
      MarkSet marks;
      if (random % shape_.marked == 0) marks = MarkSet::single(static_cast<std::uint32_t>(random >> 20) % shape_.sets);
      add(target, marks, out);
    }
  }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t mark_count() const override { return shape_.sets; }
  ComponentStrength strength_at(StateView state) const override {
    return number_of(state) * 2 >= shape_.size ? shape_.strength : ComponentStrength::Rejecting;
  }

 private:
  std::uint32_t number_of(StateView state) const {
    return state.empty() ? 0 : std::to_integer<std::uint32_t>(state[0]) % shape_.size;
  }
  static void add(std::uint32_t number, MarkSet marks, StateEdges& out) {
    std::byte* state = out.states.append(Step{}, 1 + number % 3);
    for (std::uint32_t i = 0; i <= number % 3; ++i) state[i] = static_cast<std::byte>(number);
    out.marks.push_back(marks);
  }

  Shape shape_;
  Acceptance acceptance_;
};

}  // namespace weir::test
