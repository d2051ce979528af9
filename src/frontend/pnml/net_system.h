// SPDX-License-Identifier: Apache-2.0
// A P/T net as a transition system. A state is a packed marking: one byte per place (0..254). 255 means "more"; the
// count then follows after all places as eight bytes. Equal markings thus have equal bytes. Every firing is a step
// whose number is the index of the transition.
//
// Firing needs no decoding while all counts are below 255: enabledness and the new marking are byte operations. Each
// transition is in the bucket of one of its input places, and only buckets of marked places are examined.
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

#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"
#include "frontend/pnml/net_dependence.h"
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
  std::vector<std::uint64_t> decode(StateView state) const;
  /// Appends the successor by one transition; returns false if it is not enabled.
  bool fire(std::uint32_t transition, StateView state, SuccessorBuffer& out) const;
  /// Enables --reduce structural.
  void offer(std::unique_ptr<ReducibleStructure> structure) { structure_ = std::move(structure); }

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  bool is_state(StateView state) const override;
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
  struct Need {  // of a transition, in bytes: 255 if more than 254 tokens are needed
    std::uint32_t place;
    std::uint32_t tokens;
  };
  struct Change {
    std::uint32_t place;
    std::int32_t tokens;
  };
  struct Compiled {
    std::uint32_t needs_begin, needs_end;
    std::uint32_t changes_begin, changes_end;
    bool wide;  // some change does not fit into a byte: always use the 64-bit path
  };

  /// Whether the expansion must end: one more successor is not wanted, or does not fit into memory.
  bool must_end(StateView state, const SuccessorBuffer& out) const;
  /// Appends transitions of which one must fire before this preset is marked, or before one that is marked is not.
  void before_marked(const std::vector<Arc>& preset, StateView state, std::vector<std::uint32_t>& out) const;
  void before_unmarked(const std::vector<Arc>& preset, std::vector<std::uint32_t>& out) const;
  bool is_marked(const std::vector<Arc>& preset, StateView state) const;
  bool enabled_bytes(const Compiled& transition, const std::byte* marking) const;
  bool enabled(std::uint32_t transition, StateView state) const;
  void fire_bytes(std::uint32_t transition, StateView state, SuccessorBuffer& out) const;
  void fire_wide(std::uint32_t transition, const std::vector<std::uint64_t>& marking, SuccessorBuffer& out) const;
  void successors_wide(StateView state, SuccessorBuffer& out) const;
  void encode(const std::vector<std::uint64_t>& marking, const Step& step, SuccessorBuffer& out) const;
  std::uint64_t tokens(std::uint32_t place, StateView state) const;
  /// The marking of a coloured place, e.g. "2'(a,b) + (c,d)"; a number if the place has no colours.
  Value show_colours(const NodeGroup& place, StateView state) const;
  std::vector<NetAtom::Term> input_places(const std::vector<std::uint32_t>& transitions) const;
  void choose_buckets();

  Net net_;
  std::shared_ptr<ExpansionLimits> limits_;  // shared with reductions of this net
  NodeNames names_;
  NetDependence dependence_;
  std::vector<Need> needs_;
  std::vector<Change> changes_;
  std::vector<Compiled> compiled_;
  std::vector<std::uint32_t> bucket_begin_;  // by place, one more at the end, and one for transitions without input
  std::vector<std::uint32_t> buckets_;       // transitions; those without input first
  std::vector<NetAtom> state_atoms_;
  std::unordered_map<std::string, Atom> known_atoms_;  // by text
  std::unique_ptr<StateEquation> equation_;            // made when first needed
  std::map<std::vector<std::pair<std::uint32_t, bool>>, bool> proved_never_;
  std::vector<std::vector<std::uint32_t>> event_atoms_;  // the transitions meant, sorted
  std::unique_ptr<ReducibleStructure> structure_;
};

}  // namespace weir::pnml
