// SPDX-License-Identifier: Apache-2.0
// Prints formulas in several syntaxes. Never recurses on the depth of the formula.
//
// Every binary operand is put in parentheses, so that no knowledge of precedence is needed. Parsing the Weir syntax
// returns the same formula. Shared subformulas are printed repeatedly, as a tree: see Formula::size().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formula/formula.h"

namespace weir {

enum class Syntax : std::uint8_t {
  Weir,   ///< read by parse_formula
  Model,  ///< formulas about a model: expressions in parentheses instead of quotes, where possible
  Spin,   ///< an `ltl` block of Promela; M and xor are spelt out, X[!] is X
  Spot,   ///< Spot's command-line tools
  Latex,  ///< math mode
};

std::string to_string(Formula f, Syntax syntax = Syntax::Weir);

/// `[0,5s]`
std::string to_string(TimeBounds bounds);

/// An atom in Weir syntax: a plain name unchanged, anything else in quotes.
std::string atom_text(std::string_view name, Syntax syntax = Syntax::Weir);

}  // namespace weir
