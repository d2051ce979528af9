// SPDX-License-Identifier: Apache-2.0
// A place/transition net (ISO 15909-1) as data: what a PNML file says once pages and references are gone.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace weir::pnml {

/// Token counts are 64-bit and never above this; a firing that would exceed it is a run-time error, not a wrap-around.
inline constexpr std::uint64_t kMaxTokens = std::numeric_limits<std::int64_t>::max();

struct Place {
  std::string id;
  std::string name;  ///< empty: none given
  std::uint64_t initial = 0;
};

struct Arc {
  std::uint32_t place = 0;
  std::uint64_t weight = 1;
};

struct Transition {
  std::string id;
  std::string name;
  std::vector<Arc> inputs;   ///< by place, one entry a place
  std::vector<Arc> outputs;  ///< by place, one entry a place
};

struct Net {
  std::string id;
  std::vector<Place> places;
  std::vector<Transition> transitions;
};

}  // namespace weir::pnml
