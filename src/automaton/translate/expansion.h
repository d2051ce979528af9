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
#include <vector>

#include "automaton/automaton.h"
#include "automaton/bdd.h"
#include "formula/formula.h"

namespace weir {

class Expansion {
 public:
  /// For `root` and its subformulas. Counts steps with `meter`.
  Expansion(Words words, Formula root, std::shared_ptr<Meter> meter);

  BddManager& bdds() { return bdds_; }

  enum class Role : std::uint8_t { Proposition, Next, Postponed, LetterFollows };
  struct Variable {
    Role role;
    Formula formula;  ///< the atom p, or g of x_g and a_g
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
  /// Returns `f` with every x_g replaced by r_g.
  Bdd advance(Bdd f);
  /// The variable ξ (finite words).
  static constexpr std::uint32_t letter_follows() { return 0; }

 private:
  /// Each subformula has three variables, whether used or not.
  static constexpr std::uint32_t kPerFormula = 3;

  void arrange(Formula root);
  Bdd variable_of(Role role, Formula f);
  Bdd expand(Formula f);
  Bdd boolean(Formula f, const std::unordered_map<Formula, Bdd>& operands);
  /// x_f, guarded: postponed (strong) or free at the end (weak).
  Bdd strong_next(Formula f, Formula goal);
  Bdd weak_next(Formula f);

  Words words_;
  BddManager bdds_;
  std::vector<Formula> order_;                         ///< of subformulas, from the top variable down
  std::unordered_map<Formula, std::uint32_t> places_;  ///< index in `order_`
  std::unordered_map<Formula, Bdd> now_, next_;
};

/// The right sides of all untils that expanding `f` (in negation normal form) may postpone: one acceptance set each.
std::vector<Formula> postponable(Formula f);

}  // namespace weir
