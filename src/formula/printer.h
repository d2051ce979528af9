// SPDX-License-Identifier: Apache-2.0
// Formula to text, in four syntaxes. Never recurses on the depth of the formula.
//
// Every binary operand of an operator is put in parentheses, so nobody has to remember precedences; parsing the Weir
// syntax gives the same formula again. A formula that shares subformulas is written as a tree: see Formula::size().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formula/formula.h"

namespace weir {

enum class Syntax : std::uint8_t {
  Weir,   ///< what parse_formula reads
  Model,  ///< what it reads as a formula about a model: expressions stand in parentheses, not in quotes, where they can
  Spin,   ///< an `ltl` block of Promela; M and xor are spelt out, X[!] is X
  Spot,   ///< Spot's command-line tools
  Latex,  ///< math mode
};

std::string to_string(Formula f, Syntax syntax = Syntax::Weir);

/// An atom in Weir syntax: a plain name as it is, anything else in quotes.
std::string atom_text(std::string_view name);

}  // namespace weir
