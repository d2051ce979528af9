// SPDX-License-Identifier: Apache-2.0
// Walker: a random walk, one step at a time, that stops at breakpoints. Steps are described only where a breakpoint
// needs it, so that long walks are quick.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/explorer.h>

#include "base/random_numbers.h"
#include "pipeline/explorer/monitors.h"
#include "pipeline/explorer/state_space.h"
#include "pipeline/explorer/watches.h"

namespace weir {

class Walker {
 public:
  using Breakpoint = Explorer::Breakpoint;
  using Walk = Explorer::Walk;

  Walker(StateSpace& space, Watches& watches, Monitors& monitors, const std::vector<Breakpoint>& breakpoints,
         std::uint64_t seed, StopFlag& stop)
      : space_(space), watches_(watches), monitors_(monitors), breakpoints_(breakpoints), random_(seed), stop_(stop) {}

  void begin(Explorer::Node from);
  /// Takes one step; returns false if the walk has ended.
  bool step();
  Walk finish();

 private:
  /// What a breakpoint knew in the current state.
  struct Status {
    bool was_true = false;            ///< Watch
    std::uint32_t monitor_state = 0;  ///< Monitor
  };

  bool end(Walk::End reason, std::string message = {});
  bool interrupted();
  bool is_true(std::uint32_t watch, Explorer::Node node);
  bool hits(const Breakpoint& breakpoint, Status& status, const Explorer::RunStep& taken, const Step& step,
            StateView target);

  StateSpace& space_;
  Watches& watches_;
  Monitors& monitors_;
  const std::vector<Breakpoint>& breakpoints_;
  std::vector<Status> status_;
  RandomNumbers random_;
  StopFlag& stop_;
  SuccessorBuffer buffer_;
  Explorer::Node node_ = 0;
  std::uint64_t taken_bytes_ = 0;  ///< of the budget, for the list of steps
  bool ended_ = false;
  Walk walk_;
};

}  // namespace weir
