// SPDX-License-Identifier: Apache-2.0
// Runs Spin itself: the yardstick for Promela.
#pragma once

#include <cstdint>
#include <string>

namespace weir::testing {

bool have_spin();

struct SpinResult {
  enum class Outcome : std::uint8_t { Counted, Refused, Aborted };
  Outcome outcome = Outcome::Refused;  ///< Refused by spin or by cc; Aborted: no complete search
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t errors = 0;
  std::string output;
};

/// `spin -a -o1 -o2 -o3`, `cc -DNOREDUCE -DSAFETY -DNOCLAIM`, `pan -c0`, in a folder of its own.
SpinResult run_spin(const std::string& text, const std::string& spin_options = "");

}  // namespace weir::testing
