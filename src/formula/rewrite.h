// SPDX-License-Identifier: Apache-2.0
// Rewriting formulas without changing what they mean. Finite and infinite words have different laws (F X a is X F a on
// infinite words and true on finite ones), so everything here is told which words are meant.
//
// The rules are a table (rewrite_rules.cpp): pattern, replacement, side condition, and the words on which it is valid.
// The same table drives the engine, is printed in docs/rewriting.md, and is proved row by row by the tests. λ needs no
// rules of its own: it behaves as the one-letter word without atoms (docs/semantics.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/stop_flag.h"
#include "formula/formula.h"

namespace weir {

enum class Semantics : std::uint8_t { Infinite, Finite };
enum class SimplifyLevel : std::uint8_t {
  None,  ///< leaves the formula as it is
  Low,   ///< negation normal form, constants, idempotence, X, F and G
  High,  ///< all rules: also eventualities and universalities, syntactic implication, merging, contexts
};

/// Negation normal form: `!` only before atoms; no ->, <->, xor. On infinite words X[!] becomes X; on finite words
/// !X f = X[!] !f. Shares subformulas, so it is linear in the number of distinct subformulas.
Formula negation_normal_form(Formula f, Semantics semantics);

/// Only constants, atoms, !, &, |, X, X[!], U and R: the core in which every other operator is an abbreviation.
Formula expand_sugar(Formula f);

/// An equivalent formula, in negation normal form unless `level` is None, that translates to a smaller automaton, one
/// hopes. Once `stop` is raised, what has been reached so far.
Formula simplify(Formula f, Semantics semantics, SimplifyLevel level = SimplifyLevel::High,
                 const StopFlag* stop = nullptr);

/// `f` with every occurrence of the subformula `what` replaced.
Formula substitute(Formula f, Formula what, Formula replacement);

/// One row of the table of simplifications. In patterns a, b, c, d stand for any formula; e for a syntactic
/// eventuality; u for a universality; q for what is both; n for what is no eventuality and m for what is no
/// universality (with digits where there are several); r, r2 for one or more operands of & or |. At its root a pattern
/// made of & or | leaves other operands alone.
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

/// The two simplifications that are no patterns, on their own so that they can be tested on their own.
/// On finite words G F f says that f holds at the last position, where temporal operators are propositional.
Formula at_last_position(Formula f);
/// Beside `G l` (in a conjunction) the literal l is true for ever; beside `F l` (in a disjunction) it is false for
/// ever.
Formula propagate_constants(Formula f);

}  // namespace weir
