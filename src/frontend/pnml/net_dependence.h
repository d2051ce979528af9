// SPDX-License-Identifier: Apache-2.0
// How the transitions of a net depend on each other: what stubborn sets need (weir/reducible.h).
//
// Firing adds and takes tokens, so the order of two firings never shows in the marking they lead to; two transitions
// conflict where both need tokens of a place and one takes some away. A cycle of markings is a firing sequence that
// changes nothing in sum. A place on which some of the transitions at hand only add, or only take, is changed by none
// of them on a cycle: they are crossed out, again and again. Whoever is left over has to be interrupted: the fewer of
// those that add to a place and those that take from it are closing.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"

namespace weir::pnml {

class NetDependence {
 public:
  explicit NetDependence(const Net& net);

  /// No count comes near the limit at which a firing is a run-time error.
  bool small() const { return small_; }
  void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const;
  /// Transitions that add tokens to a place.
  const std::vector<std::uint32_t>& adding(std::uint32_t place) const { return adding_[place]; }
  bool visible(std::uint32_t transition, const NetAtom& atom) const;
  void close_cycles(std::vector<bool>& closing) const;

 private:
  struct Change {
    std::uint32_t place;
    std::int64_t tokens;  ///< not 0
  };
  std::int64_t change(std::uint32_t transition, std::uint32_t place) const;

  const Net& net_;
  bool small_ = true;
  std::vector<std::vector<Change>> changes_;         ///< by transition, by place
  std::vector<std::vector<std::uint32_t>> needing_;  ///< by place: transitions that need its tokens
  std::vector<std::vector<std::uint32_t>> taking_;   ///< by place: those of which there are fewer afterwards
  std::vector<std::vector<std::uint32_t>> adding_;   ///< by place
};

}  // namespace weir::pnml
