// SPDX-License-Identifier: Apache-2.0
// The distance to an assertion in the control flow: the least number of transitions from the location of a process to
// an assertion of its process type, whether or not they are enabled.
#pragma once

#include <memory>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "search/hunt/distance.h"

namespace weir {

class AssertionDistance final : public Distance {
 public:
  /// The program must outlive this object.
  explicit AssertionDistance(const Program& program);

  /// Whether the program has assertions.
  bool guides() const { return guides_; }
  std::uint32_t of(StateView state, const StateEdges& siblings) override;

 private:
  const Program& program_;
  MachineTables tables_;
  std::vector<std::uint32_t> steps_;  ///< by location
  bool guides_ = false;
};

}  // namespace weir
