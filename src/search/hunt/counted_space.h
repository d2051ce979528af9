// SPDX-License-Identifier: Apache-2.0
// CountedSpace: counts what the searches of a hunt visit in a space, over all searches of one thread.
#pragma once

#include "base/table/distinct_estimate.h"
#include "base/table/hash.h"
#include "search/space/wrapped_space.h"

namespace weir {

class CountedSpace final : public WrappedSpace {
 public:
  using WrappedSpace::WrappedSpace;

  void expand(StateView state, StateEdges& out) override {
    space_.expand(state, out);
    ++expansions_;
    transitions_ += out.size();
    distinct_.see(hash_bytes(state));
  }

  std::uint64_t expansions() const { return expansions_; }
  std::uint64_t transitions() const { return transitions_; }
  const DistinctEstimate& distinct() const { return distinct_; }

 private:
  std::uint64_t expansions_ = 0;
  std::uint64_t transitions_ = 0;
  DistinctEstimate distinct_;
};

}  // namespace weir
