// SPDX-License-Identifier: Apache-2.0
#include "search/space/joint_product.h"

#include <bit>
#include <utility>

#include "base/assert.h"
#include "search/space/product_state.h"

namespace weir {

JointProduct::JointProduct(const TransitionSystem& system, PropertyAutomaton& monitor, AtomBinding atoms)
    : system_(system), monitor_(monitor), atoms_(std::move(atoms)) {
  WEIR_ASSERT(!atoms_.sees_steps() && atoms_.dead == 0, "the letter of a state does not depend on its steps");
}

bool JointProduct::is_state(StateView state) const {
  const std::optional<ProductState> parts = checked_product_state(state);
  return parts && monitor_.has_state(parts->automaton) && system_.is_state(parts->model);
}

StateView JointProduct::model_state(StateView state) const { return read_product_state(state).model; }
std::int64_t JointProduct::automaton_state(StateView state) const { return read_product_state(state).automaton; }

void JointProduct::initial(StateEdges& out) {
  out.clear();
  successors_.clear();
  system_.initial_states(successors_);
  const std::uint32_t start = monitor_.initial();
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const StateView model = successors_.state(i);
    write_product_state(out.states.append(Step{}, product_state_size(model.size(), start)), model, start);
  }
}

int JointProduct::room_for(const AtomBits& bits) {
  const auto edges = monitor_.edges(from_, atoms_.letter_of(bits).letter);
  if (edges.empty()) return room_ = ExpansionRequest::kNone;
  next_ = edges.front();
  return room_ = product_state_size(0, next_.destination) == 1 ? 1 : 0;
}

void JointProduct::expand(StateView state, StateEdges& out) {
  out.clear();
  const auto [from, number] = read_product_state(state);
  from_ = number;
  const bool has_room = system_.expand(atoms_.state_ids, from, *this, out.states);
  if (room_ == ExpansionRequest::kNone) return;  // the monitor has given up
  if (!has_room) room_ = 0;
  for (std::uint64_t failed = next_.marks.bits(); failed != 0; failed &= failed - 1)
    out.defect = out.defect | bad_state(static_cast<std::size_t>(std::countr_zero(failed)));
  if (out.states.empty()) {
    if (!system_.may_end(from)) out.defect = out.defect | Defect::Deadlock;
    if (next_.destination == from_) return;
    Step stutter;
    stutter.transition = kStutter;
    const std::size_t size = product_state_size(from.size(), next_.destination);
    return write_product_state(out.states.append(stutter, size), from, next_.destination);
  }
  bool faulty = false;
  for (std::size_t i = 0; i < out.states.size() && !faulty; ++i) faulty = out.states.step(i).fault != Fault::None;
  if (room_ > 0 && !faulty) {
    for (std::size_t i = 0; i < out.states.size(); ++i)
      const_cast<std::byte&>(out.states.state(i).back()) = static_cast<std::byte>(next_.destination);
    return;
  }
  std::swap(successors_, out.states);
  out.states.clear();
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const Step& step = successors_.step(i);
    const StateView with_room = successors_.state(i);
    const StateView model = with_room.first(with_room.size() - static_cast<std::size_t>(room_));
    std::byte* target = out.states.append(step, product_state_size(model.size(), next_.destination));
    write_product_state(target, model, next_.destination);
    if (step.fault != Fault::None) out.set_defect(Defect::Fault, step, out.states.state(out.states.size() - 1));
    if (step.fault != Fault::RuntimeError) continue;
    ++errors_met_;
    out.states.pop_back();
  }
}

}  // namespace weir
