// SPDX-License-Identifier: Apache-2.0
// Constructions that may blow up stop with AutomatonTooLarge; who calls them turns it into a diagnostic or does
// without.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace weir {

struct AutomatonTooLarge : std::length_error {
  using std::length_error::length_error;
};

/// States a construction may make before it gives up.
inline constexpr std::uint32_t kDefaultStateLimit = 1 << 20;

}  // namespace weir
