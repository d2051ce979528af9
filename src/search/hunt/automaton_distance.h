// SPDX-License-Identifier: Apache-2.0
// The distance of a product state to acceptance: the number of automaton edges to an accepting component, and the
// number of atoms that differ between the state and the label of the next such edge. Needs the whole automaton.
//
//   !G !(a & b & c):  wait --a & b & c--> accepting     a state {a} in `wait` lacks one edge and two atoms
#pragma once

#include <memory>
#include <vector>

#include "automaton/property_automaton.h"
#include "search/hunt/distance.h"
#include "search/space/product.h"

namespace weir {

/// The way to acceptance from each state of an automaton. Immutable, shared by threads.
class WayToAcceptance {
 public:
  /// `automaton` must be whole. `visible`: the atoms whose value a state determines.
  WayToAcceptance(const PropertyAutomaton& automaton, Letter visible);

  std::uint32_t distance(std::uint32_t state, Letter letter) const;
  /// Whether some state is neither accepting nor lost, so that the distance distinguishes states.
  bool guides() const;

 private:
  static constexpr std::uint32_t kUnreachable = 0xFFFFFFFF;
  struct Condition {
    Letter atoms = 0;
    Letter values = 0;
  };
  std::vector<std::uint32_t> edges_;                ///< by state: to an accepting component
  std::vector<std::vector<Condition>> conditions_;  ///< by state: of the edges that lead nearer
};

class AutomatonDistance final : public Distance {
 public:
  AutomatonDistance(std::shared_ptr<const WayToAcceptance> way, const SearchSpace& space,
                    const TransitionSystem& system, AtomBinding atoms)
      : way_(std::move(way)), space_(space), system_(system), atoms_(std::move(atoms)) {}

  std::uint32_t of(StateView state, const StateEdges&) override {
    const auto automaton_state = static_cast<std::uint32_t>(space_.automaton_state(state));
    return way_->distance(automaton_state, atoms_.letter_of_state(system_, space_.model_state(state)).letter);
  }

 private:
  std::shared_ptr<const WayToAcceptance> way_;
  const SearchSpace& space_;
  const TransitionSystem& system_;
  AtomBinding atoms_;
};

}  // namespace weir
