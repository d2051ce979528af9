// SPDX-License-Identifier: Apache-2.0
#include "search/space/finite_product.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <weir/catalogue.h>

#include "search/space/product_state.h"

namespace weir {
namespace {
/// The automaton has no edge: every continuation of the word is rejected.
constexpr std::uint32_t kRejected = 0x0FFFFFFF;
}  // namespace

template <>
std::span<const Choice<Computations>> choices() {
  static constexpr Choice<Computations> kRows[] = {
      {Computations::All, "all", "every finite computation"},
      {Computations::Maximal, "maximal", "computations that end in a state without successors"},
  };
  return kRows;
}

FiniteProduct::FiniteProduct(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms,
                             std::optional<Computations> computations)
    : system_(system),
      automaton_(automaton),
      atoms_(std::move(atoms)),
      computations_(computations),
      events_only_(atoms_.states.empty() && atoms_.dead == 0) {}

bool FiniteProduct::is_state(StateView state) const {
  const std::optional<ProductState> parts = checked_product_state(state);
  return parts && (parts->automaton == kRejected || automaton_.has_state(parts->automaton)) &&
         system_.is_state(parts->model);
}

StateView FiniteProduct::model_state(StateView state) const { return read_product_state(state).model; }
std::int64_t FiniteProduct::automaton_state(StateView state) const { return read_product_state(state).automaton; }

std::uint32_t FiniteProduct::next(std::uint32_t q, Letter letter) {
  letters_.note(letter);
  if (q == kRejected) return kRejected;
  const auto edges = automaton_.edges(q, letter);
  return edges.empty() ? kRejected : edges.front().destination;
}

bool FiniteProduct::may_end(std::uint32_t q) { return q != kRejected && automaton_.accepts_end(q); }

void FiniteProduct::initial(StateEdges& out) {
  out.clear();
  successors_.clear();
  system_.initial_states(successors_);
  const std::uint32_t q = automaton_.initial();
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const StateView model = successors_.state(i);
    if (events_only_ && computations_ == Computations::Maximal) {
      // A deadlocked initial state has only the empty computation, which does not count. If it is the only initial
      // state it is kept, so that one state is counted, and expand() recognises it; among several it is left out.
      probe_.clear();
      system_.successors(model, probe_);
      if (probe_.empty() && successors_.size() > 1) continue;
      if (probe_.empty()) empty_word_.emplace(model.begin(), model.end());
    }
    write_product_state(out.states.append(Step{}, product_state_size(model.size(), q)), model, q);
  }
}

bool FiniteProduct::depends_on(std::uint32_t q, Letter letter, Letter undefined) {
  constexpr int kMostAtATime = 8;  // beyond that, checking all subsets costs too much
  if (std::popcount(undefined) > kMostAtATime) return true;
  const std::uint32_t without = next(q, letter);
  for (Letter some = (0 - undefined) & undefined; some != 0; some = (some - undefined) & undefined)  // each subset
    if (next(q, letter | some) != without) return true;
  return false;
}

bool FiniteProduct::is_undefined(std::uint32_t q, const StateLetter& here, StateView from,
                                 const SuccessorBuffer& successors) {
  if (here.undefined == 0) return false;
  if (successors.empty()) return depends_on(q, here.letter | atoms_.dead, here.undefined);
  if (computations_ == Computations::All && depends_on(q, here.letter, here.undefined)) return true;
  for (std::size_t i = 0; i < successors.size(); ++i)
    if (depends_on(q, here.letter | atoms_.letter_of_step(system_, from, successors.step(i)), here.undefined))
      return true;
  return false;
}

bool FiniteProduct::ends_undefined(const Run& run) {
  std::uint32_t q = automaton_.initial();
  for (const RunStep& step : run.prefix) {
    const StateLetter here = atoms_.letter_of_state(system_, step.state);
    if (step.last) {
      successors_.clear();
      system_.successors(step.state, successors_);
      return is_undefined(q, here, step.state, successors_);
    }
    q = next(q, here.letter | (step.stutters ? atoms_.dead : atoms_.letter_of_step(system_, step.state, step.step)));
  }
  return false;
}

void FiniteProduct::expand(StateView state, StateEdges& out) {
  out.clear();
  const auto [from, q] = read_product_state(state);
  const bool all = computations_ == Computations::All;
  const bool judged = computations_.has_value();
  const StateLetter here = atoms_.letter_of_state(system_, from);

  successors_.clear();
  system_.successors(from, successors_);
  const bool ends = successors_.empty();
  met_an_end_ = met_an_end_ || ends;
  if (is_undefined(q, here, from, successors_)) {
    out.defect = Defect::BadState;
    return;
  }
  // Every continuation fails. The letter of the state alone may show it.
  if (!judged && (q == kRejected ||
                  (!atoms_.sees_steps() && next(q, ends ? here.letter | atoms_.dead : here.letter) == kRejected))) {
    out.defect = Defect::BadState;
    return;
  }
  if (judged && (ends || all)) {
    if (!events_only_) {
      if (!may_end(next(q, ends ? here.letter | atoms_.dead : here.letter))) out.defect = Defect::BadState;
    } else if (!all && !may_end(q)) {
      const bool empty_word =
          empty_word_ && std::equal(from.begin(), from.end(), empty_word_->begin(), empty_word_->end());
      if (!empty_word) out.defect = Defect::BadState;
    }
  }
  if (!judged && ends) {  // as the beginning of an infinite run, where a deadlocked state repeats
    Step stutter;
    stutter.transition = kStutter;
    const std::uint32_t destination = next(q, here.letter | atoms_.dead);
    write_product_state(out.states.append(stutter, product_state_size(from.size(), destination)), from, destination);
  }
  for (std::size_t i = 0; i < successors_.size(); ++i) {
    const Step& step = successors_.step(i);
    if (step.fault == Fault::RuntimeError) continue;
    const StateView model = successors_.state(i);
    const std::uint32_t destination = next(q, here.letter | atoms_.letter_of_step(system_, from, step));
    std::byte* target = out.states.append(step, product_state_size(model.size(), destination));
    write_product_state(target, model, destination);
    if (all && events_only_ && !may_end(destination))
      out.set_defect(Defect::BadState, step, out.states.state(out.states.size() - 1));
  }
}

}  // namespace weir
