// SPDX-License-Identifier: Apache-2.0
// What can be told of formulas in negation normal form by looking at them: eventualities, universalities, implications.
// Sound, not complete: "no" means "not seen". After Etessami & Holzmann, "Optimizing Büchi automata" (CONCUR 2000), and
// Somenzi & Bloem, "Efficient Büchi automata from LTL formulae" (CAV 2000); the finite-word versions are ours.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "formula/formula.h"
#include "formula/rewrite.h"

namespace weir {

class SyntacticFacts {
 public:
  explicit SyntacticFacts(Semantics semantics) : semantics_(semantics) {}

  /// If it holds of a word, it holds of every word that ends in that word (a suffix satisfies it: so does the whole).
  bool eventual(Formula f) { return kinds(f).eventual; }
  /// If it holds of a word, it holds of every suffix (on finite words: every non-empty one).
  bool universal(Formula f) { return kinds(f).universal; }
  /// f holds of no word of which g does not hold.
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
