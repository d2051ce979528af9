// SPDX-License-Identifier: Apache-2.0
// Rewrites formulas without changing their meaning. Finite and infinite words have different laws (F X a is X F a on
// infinite words and true on finite ones), so every function takes the semantics.
//
// The rules are a table (rewrite_rules.cpp): pattern, replacement, side condition, and the words on which the rule is
// valid. The same table drives the engine, is printed in docs/rewriting.md, and is verified row by row by the tests. λ
// needs no rules of its own: it behaves as the one-letter word without atoms (docs/semantics.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <weir/options.h>

#include "base/stop_flag.h"
#include "formula/formula.h"

namespace weir {

enum class Semantics : std::uint8_t { Infinite, Finite };

/// Negation normal form: `!` only before atoms, past formulas without future operators, and closures; no ->, <->, xor.
/// On infinite words X[!] becomes X; on finite words !X f = X[!] !f. Shares subformulas, so it is linear in the number
/// of distinct subformulas.
Formula negation_normal_form(Formula f, Semantics semantics);

/// Returns an equivalent formula that usually translates to a smaller automaton, in negation normal form unless `level`
/// is None. Once `stop` is raised, returns the current intermediate result.
Formula simplify(Formula f, Semantics semantics, SimplifyLevel level = SimplifyLevel::High,
                 const StopFlag* stop = nullptr);

/// Returns `f` with every occurrence of the subformula `what` replaced.
Formula substitute(Formula f, Formula what, Formula replacement);

/// One row of the table of simplifications. In patterns, a, b, c, d match any formula; e a syntactic eventuality; u a
/// universality; q both; n anything that is not an eventuality and m anything that is not a universality (with digits
/// if there are several); r, r2 one or more operands of & or |. A pattern with & or | at its root may leave other
/// operands unmatched.
struct RewriteRule {
  enum class Words : std::uint8_t { Both, Infinite, Finite };
  const char* name;
  const char* left;
  const char* right;
  const char* condition;  ///< "": none; otherwise an implication that must be seen syntactically
  Words words;
  SimplifyLevel level;
};
std::span<const RewriteRule> rewrite_rules();

/// The two simplifications that are not patterns, exposed for testing.
/// On finite words G F f means that f holds at the last position, where temporal operators are propositional.
Formula at_last_position(Formula f);
/// In a conjunction with `G l`, the literal l is true forever; in a disjunction with `F l`, it is false forever.
Formula propagate_constants(Formula f);

}  // namespace weir
