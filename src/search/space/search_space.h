// SPDX-License-Identifier: Apache-2.0
// SearchSpace: the graph a search walks, generated on demand. A model by itself is one (model_space.h), the product of
// a model and a property's automaton is another (product.h); searches know neither. Edges carry acceptance marks.
// A space belongs to one search and one thread; the model below it may be shared.
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

/// Step::transition of the step that repeats a deadlocked state.
inline constexpr std::uint32_t kStutter = 0xFFFFFFFF;

/// What is wrong at a state or an edge, whatever follows; a set of bits.
enum class Defect : std::uint8_t { None = 0, Fault = 1, Deadlock = 2, BadState = 4 };
constexpr Defect operator|(Defect a, Defect b) { return Defect(std::uint8_t(a) | std::uint8_t(b)); }
constexpr Defect operator&(Defect a, Defect b) { return Defect(std::uint8_t(a) & std::uint8_t(b)); }
constexpr Defect operator~(Defect a) { return Defect(std::uint8_t(~std::uint8_t(a)) & 7); }
constexpr bool any(Defect a) { return a != Defect::None; }

/// The edges of one state, in flat buffers that are reused. A faulty step of a model leads nowhere and stands
/// beside them.
struct StateEdges {
  SuccessorBuffer states;
  std::vector<MarkSet> marks;  ///< of each edge; empty: none carries any
  /// The first so many edges are enough, as long as the search lets one of them lead on (see `proviso` of a search);
  /// kAll: there is no choice.
  std::size_t preferred = kAll;
  static constexpr std::size_t kAll = ~std::size_t{0};
  bool preferred_alone = false;  ///< of expand_preferred: the other edges were left out
  Defect defect = Defect::None;  ///< of the state itself, or of one of its steps
  bool defect_on_step = false;   ///< then `fault_step` is the first such step, and `fault_target` where it leads
  Step fault_step = {};          ///< otherwise it has the choice of atoms that the defect of the state needs
  std::vector<std::byte> fault_target;

  std::size_t size() const { return states.size(); }
  MarkSet marks_of(std::size_t edge) const { return marks.empty() ? MarkSet() : marks[edge]; }
  void clear() {
    states.clear();
    marks.clear();
    preferred = kAll;
    preferred_alone = false;
    defect = Defect::None;
    defect_on_step = false;
    fault_step = {};
  }
  /// Leaves the preferred edges alone.
  void keep_preferred() {
    while (states.size() > preferred) states.pop_back();
    if (!marks.empty()) marks.resize(states.size());
    preferred = kAll;
  }
  void set_defect(Defect kind, const Step& step, StateView target) {
    if (any(defect)) return;
    defect = kind;
    defect_on_step = true;
    fault_step = step;
    fault_target.assign(target.begin(), target.end());
  }
};

class SearchSpace {
 public:
  virtual ~SearchSpace() = default;

  virtual void initial(StateEdges& out) = 0;
  /// Replaces the content of `out`; the same state has always the same edges in the same order.
  virtual void expand(StateView state, StateEdges& out) = 0;
  /// The same, but where some edges are preferred the others may be left out.
  virtual void expand_preferred(StateView state, StateEdges& out) { expand(state, out); }

  /// Whether expand_group may succeed.
  virtual bool expands_groups() const { return false; }
  /// Appends the successors of several states to one buffer; `ends`: for each state, where its successors end. False:
  /// some state has a defect, marks or preferred edges, so that the states must be expanded one by one.
  virtual bool expand_group(std::span<const StateView> /*states*/, SuccessorBuffer& /*out*/, std::size_t* /*ends*/) {
    return false;
  }

  /// Whether these bytes, which come from a file, may be given to the other members.
  virtual bool is_state(StateView) const { return true; }

  virtual const Acceptance& acceptance() const = 0;
  virtual std::uint32_t mark_count() const { return 0; }
  /// How strong the acceptance is: of the whole space, and of the part of the automaton that a state belongs to.
  virtual Strength strength() const { return Strength::Strong; }
  virtual ComponentStrength strength_at(StateView) const { return ComponentStrength::Strong; }
  /// The model's part of a state, and the automaton's (-1: none).
  virtual StateView model_state(StateView state) const { return state; }
  virtual std::int64_t automaton_state(StateView) const { return -1; }
  virtual std::uint64_t automaton_states() const { return 0; }
};

}  // namespace weir
