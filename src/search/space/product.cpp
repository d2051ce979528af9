// SPDX-License-Identifier: Apache-2.0
#include "search/space/product.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/space/product_state.h"

namespace weir {

Product::Product(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms,
                 const FairScheduling& fairness, const GuidedSteps* guided)
    : system_(system),
      automaton_(automaton),
      atoms_(std::move(atoms)),
      fairness_(fairness),
      guided_(guided),
      acceptance_(automaton.acceptance()),
      mark_count_(static_cast<std::uint32_t>(std::bit_width(automaton.acceptance().marks().bits()))) {
  if (fairness.kind() != Fairness::None) {
    mark_count_ += fairness.mark_count();
    acceptance_ = Acceptance::conjunction({acceptance_, fairness.acceptance()});
  }
  accepted_ = acceptance_.accepted_marks();
}

Expected<std::unique_ptr<Product>> Product::make(const TransitionSystem& system, PropertyAutomaton& automaton,
                                                 AtomBinding atoms, Fairness fairness,
                                                 const std::vector<std::uint32_t>& strong_first,
                                                 const GuidedSteps* guided) {
  const auto first_free = static_cast<std::uint32_t>(std::bit_width(automaton.acceptance().marks().bits()));
  if (fairness != Fairness::None && system.process_limit() == 0)
    return Diagnostic{.message = "fairness needs a model with processes; this one has none"};
  if (fairness != Fairness::None && MarkSet::kCapacity - first_free < 3)
    return Diagnostic{.message = "the property uses all acceptance marks, so none is left for fairness"};
  // A failure that a terminal automaton finds is a bad prefix, and every finite run has a fair continuation.
  if (automaton.strength() == Strength::Terminal) fairness = Fairness::None;
  const FairScheduling scheduling(fairness, system.process_limit(), first_free, system.capabilities().partner_acts,
                                  strong_first);
  return std::unique_ptr<Product>(new Product(system, automaton, std::move(atoms), scheduling, guided));
}

std::string Product::doubt() const {
  return too_large_ ? "the automaton of the property is too large for --fair with so many processes" : "";
}

std::uint32_t Product::number_of(std::uint32_t q, std::uint32_t turn) {
  const std::uint64_t number = std::uint64_t{q} * fairness_.turns() + turn;
  if (number <= 0xFFFFFFFF) return static_cast<std::uint32_t>(number);
  too_large_ = true;
  return 0;
}

std::uint32_t Product::automaton_part(StateView state) const {
  return read_product_state(state).automaton / fairness_.turns();
}

bool Product::is_state(StateView state) const {
  const std::optional<ProductState> parts = checked_product_state(state);
  return parts && automaton_.has_state(parts->automaton / fairness_.turns()) && system_.is_state(parts->model);
}

StateView Product::model_state(StateView state) const { return read_product_state(state).model; }
std::int64_t Product::automaton_state(StateView state) const { return automaton_part(state); }
ComponentStrength Product::strength_at(StateView state) const { return automaton_.strength_at(automaton_part(state)); }

/// Sets the letter of the current state.
void Product::set_letter(const StateLetter& here) {
  here_ = here;
  room_ = 0;
}

/// Returns false if the automaton has no edge for the letter of the state, so that successors need not be generated.
/// Returns true if the letter also depends on the step.
bool Product::can_continue() {
  if (atoms_.sees_steps() || atoms_.dead != 0) return true;
  letters_.note(here_.letter);
  return !automaton_.edges(from_, here_.letter).empty();
}

void Product::add(StateEdges& out, const Step& step, StateView model_state, Letter letter) {
  FairScheduling::Marked fair{{}, 0};
  if (fairness_.kind() != Fairness::None) fair = fairness_.marks(step, turn_);
  for (const PropertyAutomaton::Edge& edge : automaton_.edges(from_, letter)) {
    const std::uint32_t number = number_of(edge.destination, fair.turn);
    std::byte* target = out.states.append(step, product_state_size(model_state.size(), number));
    write_product_state(target, model_state, number);
    out.marks.push_back(edge.marks | fair.marks);
  }
}

void Product::initial(StateEdges& out) {
  out.clear();
  successors_.clear();
  system_.initial_states(successors_);
  const std::uint32_t start = number_of(automaton_.initial(), 0);
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const StateView model_state = successors_.state(i);
    write_product_state(out.states.append(Step{}, product_state_size(model_state.size(), start)), model_state, start);
    out.marks.push_back({});
  }
}

/// Called when the letter of the state is known. Returns how many bytes to reserve behind each successor, or kNone if
/// no successors are needed.
int Product::room_for(const AtomBits& bits) {
  set_letter(atoms_.letter_of(bits));
  if (!can_continue()) return room_ = ExpansionRequest::kNone;
  if (atoms_.sees_steps() || fairness_.turns() > 1) return room_;
  const std::span<const PropertyAutomaton::Edge> edges = automaton_.edges(from_, here_.letter);
  if (edges.size() != 1 || product_state_size(0, edges[0].destination) != 1) return room_;
  only_ = edges[0];
  return room_ = 1;
}

void Product::expand(StateView state, StateEdges& out) {
  out.clear();
  const auto [model_state, number] = read_product_state(state);
  from_ = number / fairness_.turns();
  turn_ = number % fairness_.turns();
  if (is_decided(from_)) {
    Step loop;
    loop.transition = kDecided;
    out.states.append(loop, state);
    out.marks.push_back(*accepted_);
    out.defect = Defect::BadState;
    return;
  }
  const bool has_room = system_.expand(atoms_.state_ids, model_state, *this, out.states);
  if (room_ == ExpansionRequest::kNone) return;
  if (!has_room) room_ = 0;
  // Whether `dead` holds was not known before.
  if (atoms_.dead != 0 && !atoms_.sees_steps() && !out.states.empty()) letters_.note(here_.letter);
  if (guided_ != nullptr && !out.states.empty()) {
    guided_->reduce(from_, here_.letter, model_state, out.states);
    if (out.states.empty()) return;  // not a deadlock: the automaton waits in vain
  }
  bool as_they_stand = room_ > 0 && !out.states.empty();
  for (std::size_t i = 0; i < out.states.size() && as_they_stand; ++i)
    as_they_stand = out.states.step(i).fault != Fault::RuntimeError;
  if (as_they_stand) return append_automaton_state(out);
  std::swap(successors_, out.states);
  out.states.clear();
  combine(model_state, out);
}

/// Turns the successors of the model into product states in place. The automaton has exactly one edge.
void Product::append_automaton_state(StateEdges& out) {
  const bool fair = fairness_.kind() != Fairness::None;
  if (fair) fairness_.enter_state(out.states);
  for (std::size_t i = 0; i < out.states.size(); ++i) {
    const StateView target = out.states.state(i);
    const_cast<std::byte&>(target.back()) = static_cast<std::byte>(only_.destination);
    if (mark_count_ == 0) continue;
    out.marks.push_back(fair ? only_.marks | fairness_.marks(out.states.step(i), 0).marks : only_.marks);
  }
}

/// Combines the model's steps in successors_ with the matching edges of the automaton.
void Product::combine(StateView from, StateEdges& out) {
  if (successors_.empty()) {
    fairness_.enter_deadlock();
    letters_.note(here_.letter | atoms_.dead);
    Step stutter;
    stutter.transition = kStutter;
    return add(out, stutter, from, here_.letter | atoms_.dead);
  }
  if (fairness_.kind() != Fairness::None) fairness_.enter_state(successors_);
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const Step& step = successors_.step(i);
    if (step.fault == Fault::RuntimeError) {
      ++errors_met_;
      continue;
    }
    const Letter letter = here_.letter | (atoms_.sees_steps() ? atoms_.letter_of_step(system_, from, step) : 0);
    if (atoms_.sees_steps()) letters_.note(letter);
    const StateView with_room = successors_.state(i);
    const StateView target = with_room.first(with_room.size() - static_cast<std::size_t>(room_));
    add(out, step, target, letter);
  }
}

}  // namespace weir
