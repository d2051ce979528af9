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
// Expansion is lazy: r_f is computed when asked for, and looks no further than the next position, so variables come
// into being as they are needed. May throw BddLimitReached.
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
  /// With a manager of its own and variables in the order in which they are met: small diagrams, made for binding the
  /// propositions to a letter.
  explicit Expansion(Words words);
  /// In the manager of `space`: propositions are its atoms and lie above all other variables, so that below the
  /// propositions each node is what is left when they are known.
  Expansion(Words words, AtomSpacePtr space);

  BddManager& bdds() { return *bdds_; }

  enum class Role : std::uint8_t { Proposition, Next, Postponed, LetterFollows };
  struct Variable {
    Role role;
    Formula formula;  ///< the atom p, or g of x_g and a_g
  };
  const Variable& meaning(std::uint32_t variable) const;
  bool is_proposition(std::uint32_t variable) const { return meaning(variable).role == Role::Proposition; }

  /// r_f.
  Bdd now(Formula f);
  /// x_f. Conjunctions are taken apart, on finite words every Boolean operator is.
  Bdd next(Formula f);
  /// `f` with every x_g replaced by r_g.
  Bdd advance(Bdd f);
  /// The variable ξ (finite words).
  std::uint32_t letter_follows() const { return letter_follows_; }

 private:
  std::uint32_t fresh(Role role, Formula f);
  Bdd proposition(Formula atom);
  Bdd next_variable(Formula f);
  Bdd postponed(Formula goal);
  Bdd expand(Formula f);
  Bdd boolean(Formula f, const std::unordered_map<Formula, Bdd>& operands);
  /// x_f, guarded: put off (strong) or free at the end (weak).
  Bdd strong_next(Formula f, Formula goal);
  Bdd weak_next(Formula f);

  Words words_;
  std::unique_ptr<BddManager> own_;
  AtomSpacePtr space_;
  BddManager* bdds_;
  std::vector<Variable> auxiliary_;  ///< variables from first_ on, in their order
  std::uint32_t first_;              ///< number of auxiliary_[0]
  std::vector<Variable> atoms_;      ///< of the space: meaning of variables below first_
  std::uint32_t letter_follows_ = 0;
  std::unordered_map<Formula, Bdd> now_, next_, postponed_, propositions_;
};

/// The right sides of all untils that expanding `f` (in negation normal form) may postpone: one acceptance set each.
std::vector<Formula> postponable(Formula f);

}  // namespace weir
