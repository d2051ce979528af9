// SPDX-License-Identifier: Apache-2.0
// Random formulas from a seed, and a shrinker for formulas that fail a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "formula/regex.h"

namespace weir::test {

/// The operators that a random formula may have.
struct RandomOps {
  std::vector<Op> unary = {Op::Not, Op::Next, Op::StrongNext, Op::Finally, Op::Globally};
  std::vector<Op> binary = {Op::And,   Op::Or,      Op::Xor,       Op::Implies,      Op::Equiv,
                            Op::Until, Op::Release, Op::WeakUntil, Op::StrongRelease};
  bool constants = true;       ///< sometimes true or false instead of an atom
  std::vector<Op> regex = {};  ///< Closure, SuffixConjunction, SuffixImplication

  /// All of these and past operators, or operators with a regular expression, or both.
  static RandomOps with_past();
  static RandomOps with_regex();
  static RandomOps with_all();
};

/// A formula whose tree has at most `size` nodes (fewer where And, Or and Not fold), over `atoms`.
Formula random_formula(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms,
                       const RandomOps& ops = {});

/// A regular expression whose tree has about `size` nodes, with any operator. Letters are Boolean formulas.
Regex random_regex(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms);

/// Shapes that are rare among random trees of operators.
enum class FormulaShape : std::uint8_t {
  Tree,       ///< any operators, as random_formula
  Constants,  ///< every second leaf is true or false
  Chain,      ///< one or two operators nested deeply, to the left, to the right or alone
  Repeated,   ///< few subformulas, each in many places
  Trivial,    ///< equivalent to true or false, but not obviously
  Boolean,    ///< xor, <-> and -> around few temporal operators
  Wide,       ///< a conjunction or disjunction of many small formulas
  Past,       ///< past operators among the others, in any order
  Regex,      ///< regular expressions among the others
  All,        ///< past operators and regular expressions
};
inline constexpr FormulaShape kFormulaShapes[] = {
    FormulaShape::Tree,    FormulaShape::Constants, FormulaShape::Chain, FormulaShape::Repeated, FormulaShape::Trivial,
    FormulaShape::Boolean, FormulaShape::Wide,      FormulaShape::Past,  FormulaShape::Regex,    FormulaShape::All};
/// A formula of such a shape with about `size` nodes.
Formula shaped_formula(std::mt19937_64& random, FormulaShape shape, std::size_t size,
                       const std::vector<std::string>& atoms);

/// `f` with operands `operands` instead of its own.
Formula with_operands(Formula f, const std::vector<Formula>& operands);

/// Formulas one step simpler than `f`: an operand instead of its operator, a constant, or an operand dropped.
std::vector<Formula> smaller(Formula f);

/// The simplest formula, found by greedy steps from `f`, for which `fails` is still true.
Formula shrink(Formula f, const std::function<bool(Formula)>& fails);

/// All formulas whose tree has at most `size` nodes, each once. Grows fast: with 2 atoms, all operators and size 4,
/// about 20 000.
std::vector<Formula> all_formulas(std::size_t size, const std::vector<std::string>& atoms, const RandomOps& ops = {});

}  // namespace weir::test
