// SPDX-License-Identifier: Apache-2.0
#include "search/product.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/product_state.h"

namespace weir {
namespace {

std::uint64_t process_bit(std::int32_t process) {
  return process < 0 || process >= 64 ? 0 : std::uint64_t{1} << process;
}

}  // namespace

Expected<AtomBinding> bind_atoms(TransitionSystem& system, const std::vector<std::string>& atoms) {
  if (atoms.size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "a property may mention at most " + std::to_string(PropertyAutomaton::kMaxAtoms) +
                                 " atoms; this one mentions " + std::to_string(atoms.size())};
  }
  AtomBinding binding;
  Diagnostics problems;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Letter bit = Letter{1} << i;
    if (atoms[i] == "dead") {
      binding.dead = bit;
    } else if (atoms[i] == "tau") {
      binding.tau = bit;
    } else if (Expected<Atom> atom = system.resolve(atoms[i])) {
      (atom->kind == Atom::Kind::State ? binding.states : binding.events).push_back({atom->id, bit});
    } else {
      problems.insert(problems.end(), atom.error().begin(), atom.error().end());
    }
  }
  if (!problems.empty()) return problems;
  return binding;
}

Letter AtomBinding::letter_of_state(const TransitionSystem& system, StateView state) const {
  Letter letter = 0;
  for (const Bound& atom : states) {
    if (system.holds(atom.id, state)) letter |= atom.bit;
  }
  return letter;
}

Letter AtomBinding::letter_of_step(const TransitionSystem& system, StateView state, const Step& step) const {
  Letter letter = 0;
  for (const Bound& atom : events) {
    if (system.occurs(atom.id, state, step)) letter |= atom.bit;
  }
  return letter == 0 ? tau : letter;
}

Expected<std::unique_ptr<Product>> Product::make(const TransitionSystem& system, PropertyAutomaton& automaton,
                                                 AtomBinding atoms, Fairness fairness) {
  std::unique_ptr<Product> product(new Product(system, automaton, std::move(atoms)));
  const MarkSet own = automaton.acceptance().marks();
  product->first_fair_mark_ = static_cast<std::uint32_t>(std::bit_width(own.bits()));
  product->mark_count_ = product->first_fair_mark_;
  product->acceptance_ = automaton.acceptance();
  product->fairness_ = fairness;
  if (fairness == Fairness::None) return product;

  // The limit is what cannot be exceeded; how many processes there are shows in the search (too_many_processes).
  const std::uint32_t per_process = fairness == Fairness::Weak ? 1 : 2;
  const std::uint32_t room = (MarkSet::kCapacity - product->first_fair_mark_) / per_process;
  const std::uint32_t processes = std::min(system.process_limit(), room);
  if (system.process_limit() == 0) return Diagnostic{.message = "fairness is about processes, and this model has none"};
  if (processes == 0) return Diagnostic{.message = "the property's acceptance marks leave none for fairness"};
  product->processes_ = processes;
  product->mark_count_ += per_process * processes;
  std::vector<Acceptance> parts{automaton.acceptance()};
  for (std::uint32_t p = 0; p < processes; ++p) {
    const std::uint32_t acts = product->first_fair_mark_ + p;
    parts.push_back(fairness == Fairness::Weak
                        ? Acceptance::inf(acts)
                        : Acceptance::disjunction({Acceptance::fin(acts + processes), Acceptance::inf(acts)}));
  }
  product->acceptance_ = Acceptance::conjunction(parts);
  return product;
}

StateView Product::model_state(StateView state) const { return read_product_state(state).model; }
std::int64_t Product::automaton_state(StateView state) const { return read_product_state(state).automaton; }
ComponentStrength Product::strength_at(StateView state) const {
  return automaton_.strength_at(read_product_state(state).automaton);
}

Letter Product::letter_of(std::uint64_t true_atoms) const {
  Letter letter = 0;
  for (; true_atoms != 0; true_atoms &= true_atoms - 1)
    letter |= atoms_.states[static_cast<std::size_t>(std::countr_zero(true_atoms))].bit;
  return letter;
}

Letter Product::state_letter(StateView model_state) const {
  if (letters_of_ != nullptr) return letter_of(letters_of_->letter(state_atoms_, model_state));
  return atoms_.letter_of_state(system_, model_state);
}

std::uint64_t Product::actors(const Step& step) const {
  return process_bit(step.process) | (partner_acts_ ? process_bit(step.partner) : 0);
}

void Product::find_enabled(const SuccessorBuffer& successors) {
  enabled_ = 0;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    enabled_ |= actors(step);
    const std::int32_t highest = partner_acts_ ? std::max(step.process, step.partner) : step.process;
    too_many_processes_ = too_many_processes_ || highest >= static_cast<std::int32_t>(processes_);
  }
}

MarkSet Product::fairness_marks(const Step& step) const {
  if (fairness_ == Fairness::None) return {};
  const std::uint64_t everybody = MarkSet::first(processes_).bits();
  const std::uint64_t acting = actors(step) & everybody;
  if (fairness_ == Fairness::Weak) return MarkSet((everybody & ~enabled_) | acting).shifted(first_fair_mark_);
  return MarkSet(acting).shifted(first_fair_mark_) |
         MarkSet(enabled_ & everybody).shifted(first_fair_mark_ + processes_);
}

void Product::add(StateEdges& out, const Step& step, StateView model_state,
                  std::span<const PropertyAutomaton::Edge> edges, MarkSet extra) {
  for (const PropertyAutomaton::Edge& edge : edges) {
    std::byte* target = out.states.append(step, product_state_size(model_state.size(), edge.destination));
    write_product_state(target, model_state, edge.destination);
    out.marks.push_back(edge.marks | extra);
  }
}

void Product::initial(StateEdges& out) {
  out.clear();
  successors_.clear();
  system_.initial_states(successors_);
  const PropertyAutomaton::Edge start{automaton_.initial(), {}};
  for (std::size_t i = 0; i < successors_.size(); ++i) add(out, Step{}, successors_.state(i), {&start, 1}, {});
}

/// Called when the letter of the state is known: which successors are wanted, and how much room behind them.
int Product::room_for(std::uint64_t true_atoms) {
  here_ = letter_of(true_atoms);
  room_ = 0;
  if (atoms_.sees_steps()) return room_;
  letters_.note(here_);
  const std::span<const PropertyAutomaton::Edge> edges = automaton_.edges(from_, here_);
  // Where the letter is known from the state alone, an automaton that cannot go on saves generating the successors.
  if (edges.empty() && atoms_.dead == 0) return room_ = Request::kNone;
  if (edges.size() != 1 || product_state_size(0, edges[0].destination) != 1) return room_;
  only_ = edges[0];
  return room_ = 1;
}

void Product::expand(StateView state, StateEdges& out) {
  out.clear();
  const auto [model_state, q] = read_product_state(state);
  from_ = q;
  if (!expands_) {
    here_ = state_letter(model_state);
    room_ = 0;
    if (!atoms_.sees_steps()) letters_.note(here_);
    if (!atoms_.sees_steps() && atoms_.dead == 0 && automaton_.edges(q, here_).empty()) return;
    successors_.clear();
    system_.successors(model_state, successors_);
    return combine(model_state, out);
  }
  letters_of_->expand(state_atoms_, model_state, *this, out.states);
  if (room_ == Request::kNone) return;
  bool as_they_stand = room_ > 0 && !out.states.empty();
  for (std::size_t i = 0; i < out.states.size() && as_they_stand; ++i)
    as_they_stand = out.states.step(i).fault != Fault::RuntimeError;
  if (as_they_stand) return append_automaton_state(out);
  std::swap(successors_, out.states);
  out.states.clear();
  combine(model_state, out);
}

/// The model's successors become those of the product where they stand: there is one step of the automaton.
void Product::append_automaton_state(StateEdges& out) {
  if (fairness_ != Fairness::None) find_enabled(out.states);
  for (std::size_t i = 0; i < out.states.size(); ++i) {
    const StateView target = out.states.state(i);
    const_cast<std::byte&>(target.back()) = static_cast<std::byte>(only_.destination);
    if (mark_count_ > 0) out.marks.push_back(only_.marks | fairness_marks(out.states.step(i)));
  }
}

/// The model's steps in successors_, each with those of the automaton.
void Product::combine(StateView from, StateEdges& out) {
  if (successors_.empty()) {
    enabled_ = 0;
    letters_.note(here_ | atoms_.dead);
    Step stutter;
    stutter.transition = kStutter;
    add(out, stutter, from, automaton_.edges(from_, here_ | atoms_.dead), fairness_marks(stutter));
    return;
  }
  if (fairness_ != Fairness::None) find_enabled(successors_);
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const Step& step = successors_.step(i);
    if (step.fault == Fault::RuntimeError) {
      ++errors_met_;
      continue;
    }
    const Letter letter = atoms_.sees_steps() ? here_ | atoms_.letter_of_step(system_, from, step) : here_;
    if (atoms_.sees_steps()) letters_.note(letter);
    const StateView with_room = successors_.state(i);
    const StateView target = with_room.first(with_room.size() - static_cast<std::size_t>(room_));
    add(out, step, target, automaton_.edges(from_, letter), fairness_marks(step));
  }
}

}  // namespace weir
