// SPDX-License-Identifier: Apache-2.0
// SearchSpace: the graph that a search traverses, generated on demand. Examples are the state space of a model
// (model_space.h) and the product of a model and a property automaton (product.h). Edges carry acceptance marks.
// A space belongs to one search and one thread; the underlying model may be shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <weir/transition_system.h>

#include "automaton/acceptance.h"
#include "automaton/marks.h"
#include "automaton/strength_kind.h"

namespace weir {

/// Step::transition of the self-loop of a deadlocked state.
inline constexpr std::uint32_t kStutter = 0xFFFFFFFF;
/// Step::transition of the self-loop of a decided state: every continuation of a run that reaches it fails.
inline constexpr std::uint32_t kDecided = 0xFFFFFFFE;

/// A violation shown by a state or a step alone, whatever follows; a set of bits. BadState and the bits above it are
/// one for each property that is watched.
enum class Defect : std::uint64_t { None = 0, Fault = 1, Deadlock = 2, BadState = 4 };
constexpr Defect operator|(Defect a, Defect b) { return Defect(std::uint64_t(a) | std::uint64_t(b)); }
constexpr Defect operator&(Defect a, Defect b) { return Defect(std::uint64_t(a) & std::uint64_t(b)); }
constexpr Defect operator~(Defect a) { return Defect(~std::uint64_t(a)); }
constexpr bool any(Defect a) { return a != Defect::None; }
constexpr bool includes(Defect all, Defect some) { return (all & some) == some; }
/// One of the defects in a set that is not empty.
constexpr Defect first_of(Defect set) { return Defect(std::uint64_t(set) & (0 - std::uint64_t(set))); }

/// The number of properties whose bad states can be told apart, and the bad states of the one with this number.
inline constexpr std::size_t kMostBadStates = 62;
constexpr Defect bad_state(std::size_t property) { return Defect(std::uint64_t(Defect::BadState) << property); }

/// The edges of one state, in flat buffers that are reused. Faulty steps that lead to no state are not among them.
struct StateEdges {
  SuccessorBuffer states;
  std::vector<MarkSet> marks;  ///< of each edge; empty if no edge has marks
  /// The number of leading edges that are preferred: they suffice if they meet the search's cycle proviso (see
  /// Expander::proviso). kAll: there is no reduction here.
  std::size_t preferred = kAll;
  static constexpr std::size_t kAll = ~std::size_t{0};
  bool preferred_alone = false;   ///< expand_preferred left the other edges out
  Defect defect = Defect::None;   ///< of the state itself and of `fault_step`
  Defect on_step = Defect::None;  ///< the part of `defect` that is shown by `fault_step`, which leads to `fault_target`
  Step fault_step = {};
  std::vector<std::byte> fault_target;

  std::size_t size() const { return states.size(); }
  MarkSet marks_of(std::size_t edge) const { return marks.empty() ? MarkSet() : marks[edge]; }
  void clear() {
    states.clear();
    marks.clear();
    preferred = kAll;
    preferred_alone = false;
    defect = Defect::None;
    on_step = Defect::None;
    fault_step = {};
  }
  /// Removes all edges that are not preferred.
  void keep_preferred() {
    while (states.size() > preferred) states.pop_back();
    if (!marks.empty()) marks.resize(states.size());
    preferred = kAll;
  }
  /// Adds the defect of a step, unless another step has one.
  void set_defect(Defect kind, const Step& step, StateView target) {
    if (any(on_step)) return;
    defect = defect | kind;
    on_step = kind;
    fault_step = step;
    fault_target.assign(target.begin(), target.end());
  }
};

class SearchSpace {
 public:
  virtual ~SearchSpace() = default;

  virtual void initial(StateEdges& out) = 0;
  /// Replaces the content of `out`. A state always has the same edges in the same order.
  virtual void expand(StateView state, StateEdges& out) = 0;
  /// Like expand, but may leave out the edges that are not preferred.
  virtual void expand_preferred(StateView state, StateEdges& out) { expand(state, out); }

  /// Whether expand_group may succeed.
  virtual bool expands_groups() const { return false; }
  /// Appends the successors of several states to one buffer; `ends[i]` is where those of state i end. Returns false if
  /// some state has a defect, marks or preferred edges; then the states must be expanded one by one.
  virtual bool expand_group(std::span<const StateView> /*states*/, SuccessorBuffer& /*out*/, std::size_t* /*ends*/) {
    return false;
  }

  /// Whether these bytes, read from a file, are a valid state for the other members.
  virtual bool is_state(StateView) const { return true; }

  virtual const Acceptance& acceptance() const = 0;
  virtual std::uint32_t mark_count() const { return 0; }
  /// Whether a failing cycle must contain a step of every process that acts in its component, because the marks do not
  /// distinguish all processes.
  virtual bool cycles_serve_all() const { return false; }
  /// The strength of the acceptance: of the whole space, and of the automaton component that a state belongs to.
  virtual Strength strength() const { return Strength::Strong; }
  virtual ComponentStrength strength_at(StateView) const { return ComponentStrength::Strong; }
  /// The model part of a state, and the automaton part (-1 if there is none).
  virtual StateView model_state(StateView state) const { return state; }
  virtual std::int64_t automaton_state(StateView) const { return -1; }
  virtual std::uint64_t automaton_states() const { return 0; }
};

}  // namespace weir
