// SPDX-License-Identifier: Apache-2.0
// Symbolic expansion: splits a formula into a constraint on the current position and an obligation for the next.
//
// r_f, "f holds from here", is expanded into a Boolean function over three kinds of variables:
//     propositions  p    truth of an atom at this position
//     next          x_g  g holds from the next position on
//     postponed     a_g  (infinite words) an until with right side g is postponed once more
// and, on finite words, ξ: a letter follows. The identities are Couvreur's (FM'99, section 3)
//     r_fUg = r_g + a_g r_f x_fUg      r_fRg = r_g (r_f + x_fRg)      r_GFf = (r_f + a_f) x_GFf
// and, with ξ in place of a_g, the derivatives of Jard and Jéron (INRIA RR-1041, section 3):
//     r_fUg = r_g + ξ r_f x_fUg        r_Xf = ¬ξ + x_f                r_X[!]f = ξ x_f
// One mechanism, two readings: see couvreur.h and derivative.h. Untils with the same right side share one a_g: they are
// postponed and fulfilled at the same positions.
//
// Past formulas are part of the state. One bit remembers for each of them what it needs to know of the previous
// position:
//
//     y_π   the previous value of O f, H f, f S g, f T g themselves, or of the operand of Y f, Z f
//
//     r_Of = r_f + y_Of        r_fSg = r_g + r_f y_fSg        r_Yf = y_Yf
//
// and update(π) is the value to remember. On infinite words past formulas have no future operators (prophecy.h), so
// that a letter and the memory determine the update.
//
// Regular expressions expand by their symbolic derivatives (regex_steps.h): with the steps φ_i -> r_i of r,
//
//     r_{r}<>->f = ⋁ φ_i ([ε ∈ r_i] r_f + x_{r_i}<>->f)        r_{r}[]->f = ⋀ φ_i → (([ε ∈ r_i] → r_f) x_{r_i}[]->f)
//
// On infinite words {r}<>->f must end, and so must !{r}; untils with the same right side are fulfilled together, but
// these are not. A breakpoint construction (Miyano and Hayashi 1984) collects them: x̂_g is the obligation g under
// observation, b says that one of these is still pending, and whenever none is, all pending ones come under
// observation. Only one acceptance set is needed for all.
//
// On infinite words formulas must be in negation normal form (rewrite.h); on finite words negation is BDD negation.
// Expansion is lazy: r_f is computed on demand and covers only the step to the next position. May throw LimitReached.
//
// Related variables are adjacent in the order: atoms as they occur in the formula, and after an atom the variables of
// the subformulas whose last atom it is. The diagram of a conjunction is then about as large as those of its parts,
// whatever their order: in G (r1 -> F g1) & G (r2 -> F g2) & ... the order is r1 g1 x_Fg1 r2 g2 x_Fg2 ...
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/bdd.h"
#include "automaton/translate/regex_steps.h"
#include "formula/formula.h"

namespace weir {

class Expansion {
 public:
  /// For `root` and its subformulas. Counts steps with `meter`. `guesses` are atoms whose values are not read.
  Expansion(Words words, Formula root, std::shared_ptr<Meter> meter, const std::vector<Formula>& guesses = {});

  Expansion(const Expansion&) = delete;  // parts refer to each other
  Expansion& operator=(const Expansion&) = delete;

  BddManager& bdds() { return bdds_; }

  enum class Role : std::uint8_t {
    Proposition,
    Next,
    Postponed,
    ObservedNext,   ///< x̂_g
    Previous,       ///< y_π
    Remembered,     ///< the next y_π; not part of any r_f
    Guess,          ///< an atom whose value is not read
    LetterFollows,  ///< ξ (finite words)
    Pending,        ///< b (infinite words)
  };
  struct Variable {
    Role role;
    Formula formula;  ///< the atom p, or g of x_g and a_g, or π
  };
  Variable meaning(std::uint32_t variable) const;
  bool is_proposition(std::uint32_t variable) const { return meaning(variable).role == Role::Proposition; }

  /// Declares the propositions as atoms of `space`, in the same order, unless they exist.
  void declare_propositions(AtomSpace& space) const;

  /// At most one of these propositions holds; those that the formula does not use are ignored.
  Bdd at_most_one(const std::vector<std::string>& atoms);
  /// r_f.
  Bdd now(Formula f);
  /// x_f. Conjunctions are split; on finite words every Boolean operator is.
  Bdd next(Formula f);
  /// r_f for an eventuality under observation: its pending successors are, too.
  Bdd now_observed(Formula f);
  /// Returns whether `f` is an obligation of the breakpoint construction: {r}<>->g, !{r}.
  static bool is_observable(Formula f) {
    return f.is(Op::SuffixConjunction) || (f.is(Op::Not) && f[0].is(Op::Closure));
  }
  /// The variable ξ (finite words) or b (infinite words).
  static constexpr std::uint32_t letter_follows() { return 0; }

  /// The past subformulas of the root, operands first; π is known by its index.
  const std::vector<Formula>& past() const { return past_; }
  /// What is remembered of π before the first position.
  bool initially(std::size_t past) const;
  std::uint32_t previous(std::size_t past) { return number_of(Role::Previous, past_[past]); }
  std::uint32_t remembered(std::size_t past) { return number_of(Role::Remembered, past_[past]); }
  /// The index of the past formula that a Previous or Remembered variable belongs to.
  std::size_t past_index(Formula f) const { return past_index_.at(f); }
  /// The value of π to remember at this position.
  Bdd update(std::size_t past);
  /// What it means for the next position that this value of π is remembered: Y f for Y f and Z f, Y O f for O f.
  Formula memory_text(std::size_t past, bool value) const;
  /// The past subformulas of `f`, in increasing order.
  const std::vector<std::uint32_t>& past_of(Formula f);

 private:
  /// Each formula has three variables, whether used or not: x_f, a_f, and p, x̂_f or y_f, of which a formula needs at
  /// most one. A past formula has two places, for its next memory.
  static constexpr std::uint32_t kPerFormula = 3;

  void arrange(Formula root);
  std::uint32_t number_of(Role role, Formula f);
  Bdd variable_of(Role role, Formula f) { return bdds_.variable(number_of(role, f)); }
  Bdd expand(Formula f);
  Bdd boolean(Formula f, const std::unordered_map<Formula, Bdd>& operands);
  Bdd expand_regex(Formula f, bool observed);
  /// x_f, guarded: postponed (strong) or free at the end (weak).
  Bdd strong_next(Formula f, Formula goal);
  Bdd weak_next(Formula f);

  Words words_;
  BddManager bdds_;
  std::vector<Formula> order_;                         ///< of subformulas, from the top variable down
  std::unordered_map<Formula, std::uint32_t> places_;  ///< index in `order_`
  std::unordered_map<Formula, Bdd> now_, next_, now_observed_;
  RegexSteps regexes_;
  std::unordered_set<Formula> guesses_;
  std::vector<Formula> past_;
  std::unordered_map<Formula, std::size_t> past_index_;
  std::unordered_map<Formula, std::vector<std::uint32_t>> past_of_;
};

/// Returns whether `f` has subformulas for which the breakpoint construction is needed. `f` is in negation normal form.
bool needs_breakpoints(Formula f);

/// The right sides of all untils that expanding `f` (in negation normal form) may postpone: one acceptance set each.
std::vector<Formula> postponable(Formula f);

}  // namespace weir
