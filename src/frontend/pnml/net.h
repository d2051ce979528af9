// SPDX-License-Identifier: Apache-2.0
// A place/transition net (ISO 15909-1): the content of a PNML file with pages and references resolved. A coloured net
// is unfolded: a place or transition of it becomes a group of consecutive places or transitions, one for each colour or
// binding that may occur.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace weir::pnml {

/// Maximum token count. A firing that would exceed it is a run-time error; counts never wrap around.
inline constexpr std::uint64_t kMaxTokens = std::numeric_limits<std::int64_t>::max();

struct Place {
  std::string id;
  std::string name;  ///< empty if not given
  std::uint64_t initial = 0;
};

struct Arc {
  std::uint32_t place = 0;
  std::uint64_t weight = 1;
};

struct Transition {
  std::string id;
  std::string name;
  std::vector<Arc> inputs;   ///< sorted by place, one entry per place
  std::vector<Arc> outputs;  ///< sorted by place, one entry per place
};

/// The unfolding of one coloured place or transition; may be empty.
struct NodeGroup {
  std::string id;
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Net {
  std::string id;
  std::vector<Place> places;
  std::vector<Transition> transitions;
  std::vector<NodeGroup> place_groups, transition_groups;  ///< empty unless the net was unfolded
};

/// Sorts arcs by place and sums arcs of the same place. Returns false if a sum exceeds kMaxTokens.
bool merge_arcs(std::vector<Arc>& arcs);

}  // namespace weir::pnml
