// SPDX-License-Identifier: Apache-2.0
// The distance to certain transitions in the control flow, such as assertions: for a process, the least number of
// transitions on its way there, and estimates of what may keep it from taking them: guards, full and empty channels,
// and at the end the assertion, which must fail (condition_estimate.h). The nearest process counts.
//
//   do :: x < 9 -> x++ :: x == 9 -> break od; assert(y > 2)     x = 4, y = 5, at `do`:  1 transition, 5 and 3
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/program.h"
#include "search/hunt/condition_estimate.h"
#include "search/hunt/distance.h"

namespace weir {

class FlowDistance final : public Distance {
 public:
  enum class To : std::uint8_t {
    Assertion,
    RuntimeError,  ///< transitions that may cause one
  };
  /// `program`: of the model states in `space`. Both must outlive this object.
  FlowDistance(const Program& program, const SearchSpace& space, To destination);

  /// Whether the program has such transitions.
  bool guides() const { return guides_; }
  std::uint32_t of(StateView state, const StateEdges& siblings) override;

 private:
  static constexpr std::uint32_t kNoWay = 0xFFFFFFFF;
  /// The next transition on the way from a location.
  struct Way {
    std::uint32_t steps = kNoWay;  ///< transitions before the destination
    LocationId next = 0;           ///< unless the transition is the destination
    std::optional<ConditionEstimates::Condition> guard = {};
    std::optional<ConditionEstimates::Condition> assertion = {};
    const ChannelOperation* operation = nullptr;
  };
  void prepare(const Program& program, const Transition& transition, Way& way);
  std::uint32_t obstacles(const Way& way);

  const SearchSpace& space_;
  ConditionEstimates estimates_;
  std::vector<Way> ways_;  ///< by location
  bool guides_ = false;
};

}  // namespace weir
