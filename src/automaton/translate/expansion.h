// SPDX-License-Identifier: Apache-2.0
// The symbolic expansion: what a formula demands of the position at hand, and what it leaves to the next one.
//
// r_f, "f holds from here", is expanded into a Boolean function over three kinds of variables:
//     propositions  p    truth of an atom at this position
//     next          x_g  g holds from the next position on
//     postponed     a_g  (infinite words) an until whose right side is g is put off once more
// and, on finite words, ξ: a letter follows. The identities are Couvreur's (FM'99, section 3)
//     r_fUg = r_g + a_g r_f x_fUg      r_fRg = r_g (r_f + x_fRg)      r_GFf = (r_f + a_f) x_GFf
// and, with ξ in place of a_g, the derivatives of Jard and Jéron (INRIA RR-1041, section 3):
//     r_fUg = r_g + ξ r_f x_fUg        r_Xf = ¬ξ + x_f                r_X[!]f = ξ x_f
// One mechanism, two readings: see couvreur.h and derivative.h. Untils with the same right side share one a_g: they are
// put off, and fulfilled, at the same positions.
//
// On infinite words formulas must be in negation normal form (rewrite.h); on finite words negation is that of BDDs.
// Expansion is lazy: r_f is computed when asked for, and looks no further than the next position. May throw
// LimitReached.
//
// Variables are ordered so that what belongs together lies together: atoms as they appear in the formula, and behind an
// atom the variables of the subformulas of which it is the last. The diagram of a conjunction is then about as large as
// those of its parts, whatever their order: in G (r1 -> F g1) & G (r2 -> F g2) & ... it is r1 g1 x_Fg1 r2 g2 x_Fg2 ...
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
  /// For `root` and its subformulas. Counts with `meter`.
  Expansion(Words words, Formula root, std::shared_ptr<Meter> meter);

  BddManager& bdds() { return bdds_; }

  enum class Role : std::uint8_t { Proposition, Next, Postponed, LetterFollows };
  struct Variable {
    Role role;
    Formula formula;  ///< the atom p, or g of x_g and a_g
  };
  Variable meaning(std::uint32_t variable) const;
  bool is_proposition(std::uint32_t variable) const { return meaning(variable).role == Role::Proposition; }

  /// Makes the propositions atoms of `space`, in the same order, unless they are already.
  void declare_propositions(AtomSpace& space) const;

  /// Of these propositions at most one holds; those that the formula does not mention play no part.
  Bdd at_most_one(const std::vector<std::string>& atoms);
  /// r_f.
  Bdd now(Formula f);
  /// x_f. Conjunctions are taken apart, on finite words every Boolean operator is.
  Bdd next(Formula f);
  /// `f` with every x_g replaced by r_g.
  Bdd advance(Bdd f);
  /// The variable ξ (finite words).
  static constexpr std::uint32_t letter_follows() { return 0; }

 private:
  /// Each subformula has three variables, used or not.
  static constexpr std::uint32_t kPerFormula = 3;

  void arrange(Formula root);
  Bdd variable_of(Role role, Formula f);
  Bdd expand(Formula f);
  Bdd boolean(Formula f, const std::unordered_map<Formula, Bdd>& operands);
  /// x_f, guarded: put off (strong) or free at the end (weak).
  Bdd strong_next(Formula f, Formula goal);
  Bdd weak_next(Formula f);

  Words words_;
  BddManager bdds_;
  std::vector<Formula> order_;                         ///< of subformulas, from the top variable down
  std::unordered_map<Formula, std::uint32_t> places_;  ///< in `order_`
  std::unordered_map<Formula, Bdd> now_, next_;
};

/// The right sides of all untils that expanding `f` (in negation normal form) may postpone: one acceptance set each.
std::vector<Formula> postponable(Formula f);

}  // namespace weir
