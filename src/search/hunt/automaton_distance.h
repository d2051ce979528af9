// SPDX-License-Identifier: Apache-2.0
// The distance of a product state to acceptance: the number of automaton edges to an accepting component, and what
// separates the state from the label of the next such edge: the atoms that differ, each with an estimate of how far it
// is from its other value if it is a condition of a program (condition_estimate.h). Needs the whole automaton.
//
//   !G !(a & b & x == 5):  wait --a & b & x == 5--> accepting     {a} with x = 2 in `wait` lacks one edge, 1 and 3
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "automaton/property_automaton.h"
#include "model/program_system.h"
#include "search/hunt/condition_estimate.h"
#include "search/hunt/distance.h"
#include "search/space/product.h"

namespace weir {

/// The way to acceptance from each state of an automaton. Immutable, shared by threads.
class WayToAcceptance {
 public:
  /// `automaton` must be whole. `visible`: the atoms whose value a state determines.
  WayToAcceptance(const PropertyAutomaton& automaton, Letter visible);

  /// By atom, that is, bit of the letter: how far it is from its other value.
  using Costs = std::array<std::uint32_t, PropertyAutomaton::kMaxAtoms>;
  std::uint32_t distance(std::uint32_t state, Letter letter, const Costs& costs) const;
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
  /// `program`: of which the atoms are conditions; nullptr if there is none.
  AutomatonDistance(std::shared_ptr<const WayToAcceptance> way, const SearchSpace& space,
                    const TransitionSystem& system, AtomBinding atoms, const ProgramSystem* program);

  std::uint32_t of(StateView state, const StateEdges& siblings) override;

 private:
  struct Estimated {
    std::size_t atom;
    ConditionEstimates::Condition condition;
  };
  std::shared_ptr<const WayToAcceptance> way_;
  const SearchSpace& space_;
  const TransitionSystem& system_;
  AtomBinding atoms_;
  std::optional<ConditionEstimates> estimates_;
  std::vector<Estimated> estimated_;
  WayToAcceptance::Costs costs_;
};

}  // namespace weir
