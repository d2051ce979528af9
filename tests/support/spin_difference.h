// SPDX-License-Identifier: Apache-2.0
// One program counted by weir, the obvious way, and by Spin itself.
#pragma once

#include <cstdint>
#include <string>

#include "support/spin.h"

namespace weir::test {

struct SpinDifference {
  bool compared = false;  ///< both have counted it
  std::string text;       ///< empty: they agree, or there is nothing to compare
  SpinResult spin;
};

/// `limit`: states. A program that Spin refuses, or on which it does not come to an end, is not compared.
SpinDifference compare_with_spin(const std::string& text, std::uint64_t limit, const std::string& cc_options = "");

}  // namespace weir::test
