// SPDX-License-Identifier: Apache-2.0
// Dependencies between the transitions of a net, as needed by stubborn sets (weir/reducible.h).
//
// Firing adds and removes tokens, so the resulting marking does not depend on the order of two firings. Two transitions
// conflict if both need tokens of a place and one removes some. A cycle of markings is a firing sequence with total
// effect zero. If the remaining transitions only add to a place, or only remove from it, none of those that change it
// is on a cycle; they are eliminated repeatedly. Each remaining cycle must contain a closing transition: for a place,
// the smaller of the sets that add and remove is closing.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"

namespace weir::pnml {

class NetDependence {
 public:
  explicit NetDependence(const Net& net);

  /// Whether no token count can approach the limit at which firing is a run-time error.
  bool small() const { return small_; }
  void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const;
  /// Transitions that need tokens of a place from which this one takes some.
  void disturbed(std::uint32_t transition, std::vector<std::uint32_t>& out) const;
  /// Transitions that add tokens to a place.
  const std::vector<std::uint32_t>& adding(std::uint32_t place) const { return adding_[place]; }
  /// Transitions that take tokens from a place.
  const std::vector<std::uint32_t>& taking(std::uint32_t place) const { return taking_[place]; }
  bool visible(std::uint32_t transition, const NetAtom& atom) const {
    return turns(transition, atom, false) || turns(transition, atom, true);
  }
  /// Whether the transition may change the atom to `value`.
  bool turns(std::uint32_t transition, const NetAtom& atom, bool value) const;
  void close_cycles(std::vector<bool>& closing) const;

 private:
  bool takes_from(const Arc& input, const Transition& transition) const;

  const Net& net_;
  bool small_ = true;
  std::vector<std::vector<std::uint32_t>> needing_;  ///< by place: transitions that need its tokens
  std::vector<std::vector<std::uint32_t>> taking_;   ///< by place: transitions that decrease its tokens
  std::vector<std::vector<std::uint32_t>> adding_;   ///< by place
};

}  // namespace weir::pnml
