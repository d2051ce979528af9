// SPDX-License-Identifier: Apache-2.0
// A P/T net as a transition system. A state is a packed marking (marking_layout.h). Every firing is a step whose number
// is the index of the transition. Enabledness (preset_index.h) and the new marking (packed_firing.h) need no unpacking
// unless a count changes that is too large for its field.
//
// A reduced net (structure/) is a NetSystem, too: its atoms have the numbers of the model's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weir/reducible.h>
#include <weir/transition_system.h>

#include "frontend/pnml/marking_layout.h"
#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"
#include "frontend/pnml/net_dependence.h"
#include "frontend/pnml/packed_firing.h"
#include "frontend/pnml/preset_index.h"
#include "frontend/pnml/state_equation.h"
#include "model/expansion_limits.h"
#include "model/reducible_structure.h"

namespace weir::pnml {

class NetSystem final : public TransitionSystem, public LimitedSystem, public KnownTransitions, public KnownValues {
 public:
  explicit NetSystem(Net net);
  /// A reduction of `model`, with these atoms. It obeys the limits of the model, which must outlive it.
  NetSystem(Net net, std::vector<NetAtom> state_atoms, std::vector<std::vector<std::uint32_t>> event_atoms,
            const NetSystem& model);
  NetSystem(const NetSystem&) = delete;
  NetSystem& operator=(const NetSystem&) = delete;

  const Net& net() const { return net_; }
  const std::vector<NetAtom>& state_atoms() const { return state_atoms_; }
  const std::vector<std::vector<std::uint32_t>>& event_atoms() const { return event_atoms_; }
  /// Whether no token count can approach the limit at which firing is a run-time error.
  bool is_small() const { return dependence_.small(); }
  const MarkingLayout& layout() const { return layout_; }
  std::vector<std::uint64_t> decode(StateView state) const { return layout_.decode(state); }
  /// Appends the successor by one transition; returns false if it is not enabled.
  bool fire(std::uint32_t transition, StateView state, SuccessorBuffer& out) const;
  /// Enables --reduce structural.
  void offer(std::unique_ptr<ReducibleStructure> structure) { structure_ = std::move(structure); }

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  bool is_state(StateView state) const override { return layout_.is_state(state); }
  Expected<Atom> resolve(std::string_view text) override;
  bool holds(std::uint32_t state_atom, StateView state) const override;
  bool occurs(std::uint32_t event_atom, StateView from, const Step& step) const override;
  std::vector<Variable> show(StateView state) const override;
  StepDescription describe(StateView from, const Step& step, StateView to) const override;

  Capabilities capabilities() const override {
    // Values are computed when they are asked for, before the search.
    return {
        .transitions = this, .structure = structure_.get(), .values = const_cast<NetSystem*>(this), .limited = this};
  }
  bool never(std::span<const Literal> literals) override;
  void obey(const ExpansionLimits& limits) override { *limits_ = limits; }
  ExpansionLimits limits() const override { return *limits_; }
  std::uint32_t transition_count() const override;
  std::uint32_t transition_of(const Step& step) const override { return step.transition; }
  void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const override;
  void disturbed(std::uint32_t transition, std::vector<std::uint32_t>& out) const override {
    dependence_.disturbed(transition, out);
  }
  void needed(std::uint32_t transition, StateView state, std::vector<std::uint32_t>& out) const override;
  bool visible(std::uint32_t transition, std::uint32_t state_atom) const override;
  bool turns(std::uint32_t transition, std::uint32_t state_atom, bool value) const override;
  bool towards(std::uint32_t state_atom, bool value, StateView state, std::vector<std::uint32_t>& out) const override;
  bool never_fails() const override { return is_small(); }
  void close_cycles(std::vector<bool>& closing) const override { dependence_.close_cycles(closing); }

 private:
  /// Whether the expansion must end: one more successor is not wanted, or does not fit into memory.
  bool must_end(StateView state, const SuccessorBuffer& out) const;
  /// Appends transitions of which one must fire before this preset is marked, or before one that is marked is not.
  void before_marked(const std::vector<Arc>& preset, StateView state, std::vector<std::uint32_t>& out) const;
  void before_unmarked(const std::vector<Arc>& preset, std::vector<std::uint32_t>& out) const;
  bool is_marked(const std::vector<Arc>& preset, StateView state) const;
  /// Appends the successor by an enabled transition.
  void fire_enabled(std::uint32_t transition, StateView state, SuccessorBuffer& out) const;
  void fire_unpacked(std::uint32_t transition, const std::vector<std::uint64_t>& marking, SuccessorBuffer& out) const;
  std::uint64_t tokens(std::uint32_t place, StateView state) const { return layout_.tokens(place, state); }
  void index_presets(const NetAtom& atom);
  /// The marking of a coloured place, e.g. "2'(a,b) + (c,d)"; a number if the place has no colours.
  Value show_colours(const NodeGroup& place, StateView state) const;
  std::vector<NetAtom::Term> input_places(const std::vector<std::uint32_t>& transitions) const;

  Net net_;
  std::shared_ptr<ExpansionLimits> limits_;  // shared with reductions of this net
  NodeNames names_;
  NetDependence dependence_;
  MarkingLayout layout_;
  PresetIndex presets_;  ///< of the transitions
  PackedFiring firing_;
  std::vector<NetAtom> state_atoms_;
  std::vector<PresetIndex> atom_presets_;              ///< by state atom; used for those of kind Fireable
  std::unordered_map<std::string, Atom> known_atoms_;  // by text
  std::unique_ptr<StateEquation> equation_;            // made when first needed
  std::map<std::vector<std::pair<std::uint32_t, bool>>, bool> proved_never_;
  std::vector<std::vector<std::uint32_t>> event_atoms_;  // the transitions meant, sorted
  std::unique_ptr<ReducibleStructure> structure_;
};

}  // namespace weir::pnml
