// SPDX-License-Identifier: Apache-2.0
// Constructions that may blow up stop with a ConstructionLimit; callers turn it into a diagnostic or do without.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace weir {

/// Its text is written for users, unlike that of other exceptions.
struct ConstructionLimit : std::length_error {
  using std::length_error::length_error;
};
struct AutomatonTooLarge : ConstructionLimit {
  using ConstructionLimit::ConstructionLimit;
};

/// States a construction may make before it gives up.
inline constexpr std::uint32_t kDefaultStateLimit = 1 << 20;

}  // namespace weir
