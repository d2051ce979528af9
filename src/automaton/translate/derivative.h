// SPDX-License-Identifier: Apache-2.0
// Derivatives of formulas on finite words (Jard & Jéron, INRIA RR-1041, section 3): the deterministic automaton of a
// formula. The derivative of f by a letter is what the rest of the word must satisfy. As a Boolean function over
// next-variables and ξ, "a letter follows" (expansion.h), it is the cofactor of r_f by the letter; equality of decision
// diagrams is the boolean equivalence of the report:
//
//     F b:   r = b + ξ x_Fb       after b: true       after not b: ξ x_Fb, that is F b and not the end
//
// A state is such a function. Without ξ it is a constant (the word ends here), so conditions on the end and on the rest
// of the word never mix: the special rule of the report, that f and f ∨ ¬ξ are equal if λ satisfies f, needs no code. λ
// satisfies a formula as (λ, -1) does in the report: no atom holds, weak next holds, f U g holds iff g does.
//
// With past formulas, a state is also what is remembered of them (expansion.h): for each past subformula a function
// like that of the state, so that past operators may contain future ones: after a letter, `O (X a)` remembers x_a.
//
// The automaton is complete except for the derivative "false", which has no state: no word continues from there.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/property_automaton.h"
#include "automaton/translate/expansion.h"
#include "formula/formula.h"

namespace weir {

/// Returns whether λ, the empty word, satisfies f.
bool empty_word_satisfies(Formula f);

/// A state: what the rest of the word must satisfy, and what is remembered. Past formulas that do not matter any more
/// remember false.
struct Derivative {
  Bdd function;
  std::vector<Bdd> memory = {};
  friend auto operator<=>(const Derivative&, const Derivative&) = default;
};

/// The on-demand construction. A letter without an edge means that no continuation satisfies the formula.
class DerivativeAutomaton final : public PropertyAutomaton {
 public:
  /// `atoms` defines the bits of a letter and must contain all atoms of `f`. Fails beyond 64 atoms.
  static Expected<std::unique_ptr<DerivativeAutomaton>> create(Formula f, std::vector<std::string> atoms,
                                                               const ConstructionLimits& limits = {});
  static Expected<std::unique_ptr<DerivativeAutomaton>> create(Formula f) { return create(f, weir::atoms(f)); }

  const std::vector<std::string>& atoms() const override { return atoms_; }
  /// Unused on finite words.
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t initial() override { return 0; }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override;
  bool accepts_end(std::uint32_t state) override { return states_[state].accepts_end; }
  std::optional<Diagnostic> incomplete() const override { return incomplete_; }
  std::size_t states() const override { return states_.size(); }
  std::string state_name(std::uint32_t state) const override;

 private:
  struct State {
    Derivative derivative;
    bool accepts_end;
    Letter relevant;  ///< atoms that the derivatives depend on
  };
  struct Key {
    std::uint32_t id;
    Letter letter;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };

  DerivativeAutomaton(Formula f, std::vector<std::string> atoms, const ConstructionLimits& limits);
  Edge compute(std::uint32_t state, Letter letter);
  std::uint32_t state_of(Derivative derivative);
  Letter propositions(Bdd f);
  /// The derivative of x_g by a letter: r_g with its propositions bound.
  Bdd bound(std::uint32_t next_variable, Letter letter);

  std::vector<std::string> atoms_;
  std::unordered_map<Formula, std::uint32_t> bit_of_;
  Expansion expansion_;
  Acceptance acceptance_;
  std::vector<State> states_;
  std::map<Derivative, std::uint32_t> by_derivative_;
  std::unordered_map<std::uint32_t, Letter> relevant_;  ///< by next-variable: the propositions of r_g
  std::unordered_map<Key, Bdd, KeyHash> bound_;         ///< by next-variable and letter
  std::unordered_map<Key, Edge, KeyHash> known_;        ///< by state and letter
  std::optional<Diagnostic> incomplete_;
};

struct DerivativeOptions {
  std::uint32_t max_states = kDefaultStateLimit;
  bool name_states = true;  ///< by their formulas, unless these are too long
  /// Mutually exclusive events that include all atoms of the formula: exactly one is true at each position. Empty:
  /// atoms are independent.
  std::vector<std::string> alphabet = {};
  /// With independent atoms: at most one of these is true at each position. Impossible letters have no edge.
  std::vector<std::string> exclusive = {};
};

/// Builds the complete automaton over the atoms of `space`: deterministic, without sink, states numbered as visited.
Expected<Automaton> derivative_automaton(Formula f, const AtomSpacePtr& space, const DerivativeOptions& options = {});

}  // namespace weir
