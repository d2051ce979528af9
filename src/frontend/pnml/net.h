// SPDX-License-Identifier: Apache-2.0
// A place/transition net (ISO 15909-1): the content of a PNML file with pages and references resolved. A coloured net
// is unfolded: a place or transition of it becomes a group of consecutive places or transitions, one for each colour or
// binding that may occur.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "frontend/pnml/unfolded_nodes.h"

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
  friend auto operator<=>(const Arc&, const Arc&) = default;
};

struct Transition {
  std::string id;
  std::string name;
  std::vector<Arc> inputs;   ///< sorted by place, one entry per place
  std::vector<Arc> outputs;  ///< sorted by place, one entry per place
};

struct Net {
  std::string id;
  std::vector<Place> places;
  std::vector<Transition> transitions;
  /// Of an unfolded net, whose places and transitions have no ids or names of their own.
  std::optional<UnfoldedNodes> unfolded_places, unfolded_transitions;

  std::string place_id(std::uint32_t place) const {
    return unfolded_places ? unfolded_places->id(place) : places[place].id;
  }
  std::string transition_id(std::uint32_t transition) const {
    return unfolded_transitions ? unfolded_transitions->id(transition) : transitions[transition].id;
  }
};

/// Calls visit(place, change) for every place whose token count firing changes, by place.
template <class Visit>
void for_each_change(const Transition& transition, Visit visit) {
  std::size_t i = 0, o = 0;
  while (i < transition.inputs.size() || o < transition.outputs.size()) {
    const std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t in = i < transition.inputs.size() ? transition.inputs[i].place : none;
    const std::uint32_t out = o < transition.outputs.size() ? transition.outputs[o].place : none;
    const std::uint32_t place = std::min(in, out);
    std::int64_t change = 0;  // both weights are at most 2^63-1, so the difference fits
    if (in == place) change -= static_cast<std::int64_t>(transition.inputs[i++].weight);
    if (out == place) change += static_cast<std::int64_t>(transition.outputs[o++].weight);
    if (change != 0) visit(place, change);
  }
}

/// Sorts arcs by place and sums arcs of the same place. Returns false if a sum exceeds kMaxTokens.
bool merge_arcs(std::vector<Arc>& arcs);

}  // namespace weir::pnml
