// SPDX-License-Identifier: Apache-2.0
// Compares the state counts of one program: weir's, by naive enumeration, and Spin's.
#pragma once

#include <cstdint>
#include <string>

#include "support/spin.h"

namespace weir::test {

struct SpinDifference {
  bool compared = false;  ///< both counts are complete
  std::string text;       ///< empty if they agree or cannot be compared
  SpinResult spin;
};

/// Compares up to `limit` states. A program that Spin rejects or does not finish is not compared.
SpinDifference compare_with_spin(const std::string& text, std::uint64_t limit, const std::string& cc_options = "");

}  // namespace weir::test
