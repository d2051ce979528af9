// SPDX-License-Identifier: Apache-2.0
// Couvreur's construction (On-the-fly Verification of Linear Temporal Logic, FM'99, Theorem 1): translates a formula to
// a transition-based generalised Büchi automaton. A node is a set of pending formulas. Expanding their conjunction
// gives a function over propositions, next- and postponed-variables (expansion.h), whose prime implicants are the
// transitions:
//
//     p U q:   r = q + a p x_pUq        pUq --q {0}--> true,   pUq --p & !q {}--> pUq,   true --true {0}--> true
//
// Two improvements of the paper are always on: nodes are identified by their expanded function, and r_GFf has its own
// identity. A transition subsumed by another one with the same letter (at least its marks, and a destination that
// demands no more) is dropped.
//
// With past formulas, a node is a set of pending formulas and what is remembered for their past subformulas. Its
// function fixes the next memory, y'_π ↔ update(π), so that equal functions still mean equal behaviour, and each
// implicant contains the memory of the destination.
//
// Formulas are in negation normal form. Acceptance sets are numbered like postponable(f), after prophecies are added
// (prophecy.h); the breakpoint construction for regular expressions (expansion.h) adds one more.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/property_automaton.h"
#include "automaton/translate/expansion.h"
#include "automaton/translate/prophecy.h"
#include "formula/formula.h"

namespace weir {

/// The nodes and their functions, shared by the complete and the on-demand construction.
class CouvreurNodes {
 public:
  struct Successor {
    std::uint32_t node = 0;
    MarkSet marks;
    friend bool operator==(const Successor&, const Successor&) = default;
  };

  CouvreurNodes(Formula f, const std::shared_ptr<Meter>& meter) : CouvreurNodes(with_prophecies(f), meter) {}
  /// The number of acceptance sets for `f`, without building anything.
  static std::size_t acceptance_sets_of(Formula f);

  std::uint32_t initial() const { return 0; }
  std::size_t count() const { return nodes_.size(); }
  Bdd function(std::uint32_t node) const { return nodes_[node].function; }
  Formula formula(std::uint32_t node) const { return nodes_[node].formula; }
  std::uint32_t acceptance_sets() const { return acceptance_sets_; }
  Expansion& expansion() { return expansion_; }
  /// The transitions of a function whose propositions are bound: one per prime implicant that is not subsumed.
  std::vector<Successor> successors(Bdd bound);

 private:
  struct Node {
    Bdd function;
    Formula formula;
  };
  struct Owed {
    Formula formula;
    bool observed;  ///< by the breakpoint construction
  };
  CouvreurNodes(const Prophecy& prophecy, const std::shared_ptr<Meter>& meter);
  std::uint32_t node_of(Bdd function, Formula formula);
  /// What a set of pending formulas requires, with what is remembered.
  Formula formula_of(const std::vector<Owed>& owed, const std::vector<bool>& memory);
  /// The function of a set of pending formulas, with what is remembered of past formulas.
  Bdd function_of(const std::vector<Owed>& owed, const std::vector<bool>& memory);

  Expansion expansion_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_function_;
  std::unordered_map<Formula, std::uint32_t> mark_of_;
  bool breakpoints_;  ///< the last acceptance set is that of the breakpoints
  std::uint32_t acceptance_sets_;
};

/// The on-demand construction: computes only the transitions that match the current letter, by binding the propositions
/// before computing prime implicants. GF p1 & ... & GF pn has one transition per letter for every n.
class CouvreurAutomaton final : public PropertyAutomaton {
 public:
  /// `atoms` defines the bits of a letter and must contain all atoms of `f`. Fails beyond 64 atoms or acceptance sets.
  static Expected<std::unique_ptr<CouvreurAutomaton>> create(Formula f, std::vector<std::string> atoms,
                                                             const ConstructionLimits& limits = {});
  static Expected<std::unique_ptr<CouvreurAutomaton>> create(Formula f) { return create(f, weir::atoms(f)); }

  const std::vector<std::string>& atoms() const override { return atoms_; }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t initial() override { return nodes_.initial(); }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override;
  std::optional<Diagnostic> incomplete() const override { return incomplete_; }
  std::size_t states() const override { return nodes_.count(); }
  ComponentStrength strength_at(std::uint32_t state) const override {
    return nodes_.function(state) == kBddTrue ? ComponentStrength::Terminal : ComponentStrength::Strong;
  }
  std::string state_name(std::uint32_t state) const override;

 private:
  struct Key {
    std::uint32_t state;
    Letter letter;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Range {
    std::uint32_t begin, end;
  };

  CouvreurAutomaton(Formula f, std::vector<std::string> atoms, const ConstructionLimits& limits);
  Range compute(std::uint32_t state, Letter letter);
  Letter relevant(std::uint32_t state);

  std::vector<std::string> atoms_;
  std::unordered_map<Formula, std::uint32_t> bit_of_;
  CouvreurNodes nodes_;
  Acceptance acceptance_;
  std::vector<Letter> relevant_;                   ///< per state: the atoms its function depends on, once computed
  std::unordered_map<Key, Range, KeyHash> known_;  ///< by state and relevant bits of the letter
  std::vector<Edge> pool_;
  std::optional<Diagnostic> incomplete_;
};

struct CouvreurOptions {
  std::uint32_t max_states = kDefaultStateLimit;
  std::uint64_t max_letter_classes = ~std::uint64_t{0};  ///< limit over all states
  bool name_states = true;                               ///< by their formulas, unless these are too long
  /// Mutually exclusive events that include all atoms of the formula: exactly one is true at each position. Empty:
  /// atoms are independent.
  std::vector<std::string> alphabet = {};
};

/// Builds the complete automaton over the atoms of `space`.
Expected<Automaton> couvreur_automaton(Formula f, const AtomSpacePtr& space, const CouvreurOptions& options = {});

}  // namespace weir
