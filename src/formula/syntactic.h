// SPDX-License-Identifier: Apache-2.0
// Syntactic facts about formulas in negation normal form: eventual and universal formulas, implications. Sound but not
// complete: "no" means "unknown". After Etessami & Holzmann, "Optimizing Büchi automata" (CONCUR 2000), and Somenzi &
// Bloem, "Efficient Büchi automata from LTL formulae" (CAV 2000); the finite-word versions are ours.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "formula/formula.h"
#include "formula/rewrite.h"

namespace weir {

class SyntacticFacts {
 public:
  explicit SyntacticFacts(Semantics semantics) : semantics_(semantics) {}

  /// If the formula holds on a suffix of a word, it holds on the whole word.
  bool eventual(Formula f) { return kinds(f).eventual; }
  /// If the formula holds on a word, it holds on every suffix (on finite words: every non-empty suffix).
  bool universal(Formula f) { return kinds(f).universal; }
  /// Every word that satisfies f satisfies g.
  bool implies(Formula f, Formula g) { return implies(f, g, 0); }

 private:
  struct Kinds {
    bool eventual = false;
    bool universal = false;
  };
  Kinds kinds(Formula f);
  Kinds compute_kinds(Formula f) const;
  bool implies(Formula f, Formula g, int depth);
  bool implies_now(Formula f, Formula g, int depth);
  bool implies_by_left(Formula f, Formula g, int depth);
  bool implies_by_right(Formula f, Formula g, int depth);
  bool implies_until(Formula f, Formula g, int depth);

  Semantics semantics_;
  std::unordered_map<Formula, Kinds> kinds_;
  std::unordered_map<std::uint64_t, bool> implications_;
};

}  // namespace weir
