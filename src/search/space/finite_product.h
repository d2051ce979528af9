// SPDX-License-Identifier: Apache-2.0
// FiniteProduct: the product of a model and the deterministic automaton of a formula on finite words, whose derivatives
// are computed on demand (Jard and Jéron 1989, section 4). A state has Defect::BadState if a failing computation ends
// there. If words consist of events, the step to the next state completes the word, and the expansion reports that
// step.
//
//   word of events:  s0 -a-> s1 -b-> s2   is a b         (the formula mentions events only)
//   word of states:  the same             is (s0,a) (s1,b) (s2)
//
// Only non-empty words count. Computations::Maximal considers only words that end in a state without successors.
// Without a value the formula is one on infinite words, and a computation is bad if none of its continuations satisfies
// the formula.
//
// In all cases a state is bad if an atom has no value there and the formula depends on it: the derivatives by the
// letters with and without the atom differ.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <weir/options.h>

#include "model/run.h"
#include "search/space/product.h"

namespace weir {

class FiniteProduct final : public SearchSpace {
 public:
  FiniteProduct(const TransitionSystem& system, PropertyAutomaton& automaton, AtomBinding atoms,
                std::optional<Computations> computations);

  void initial(StateEdges& out) override;
  void expand(StateView state, StateEdges& out) override;
  bool is_state(StateView state) const override;
  const Acceptance& acceptance() const override { return acceptance_; }
  StateView model_state(StateView state) const override;
  std::int64_t automaton_state(StateView state) const override;
  std::uint64_t automaton_states() const override { return automaton_.states(); }

  bool events_only() const { return events_only_; }
  /// Whether the last state of this run is bad because of an atom without value.
  bool ends_undefined(const Run& run);
  const ObservedLetters& letters() const { return letters_; }
  /// Whether a state without successors was expanded, so that a maximal computation ends there.
  bool met_an_end() const { return met_an_end_; }

 private:
  std::uint32_t next(std::uint32_t q, Letter letter);
  bool may_end(std::uint32_t q);
  bool depends_on(std::uint32_t q, Letter letter, Letter undefined);
  /// Whether the remaining formula q depends on an undefined atom of the state, for every continuation.
  bool is_undefined(std::uint32_t q, const StateLetter& here, StateView from, const SuccessorBuffer& successors);

  const TransitionSystem& system_;
  PropertyAutomaton& automaton_;
  AtomBinding atoms_;
  std::optional<Computations> computations_;
  bool events_only_;
  Acceptance acceptance_;
  SuccessorBuffer successors_;
  SuccessorBuffer probe_;
  std::optional<std::vector<std::byte>> empty_word_;  ///< the initial state, if only the empty computation starts there
  ObservedLetters letters_;
  bool met_an_end_ = false;
};

}  // namespace weir
