// SPDX-License-Identifier: Apache-2.0
// Atoms that are expressions of a model language. The formula parser does not know the language; it only has to find
// where the expression ends. The rule (docs/formulas.md):
//
//   atom  =  term { infix term }
//   term  =  name | number | 'c' | -term | ( ... ) ,  followed by any number of [ ... ] and ( ... )
//   infix =  == != < <= > >= = + - * / % << >> @ : . ? ??
//
// What stands in brackets is taken as it is, if balanced. So comparisons bind tighter than the operators of the logic,
// `&`, `|` and `!` belong to the logic unless they are inside such brackets, and a parenthesis is grouping unless an
// infix of this list follows it. After `?` a term may be [ ... ], Promela's poll.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// For each '(' or '[' or '{' its partner's offset, or npos; 0 elsewhere. Quoted text counts as one piece.
using BracketMatch = std::vector<std::size_t>;
BracketMatch match_brackets(std::string_view text);

/// Whether the parenthesis at `at` begins an atom, and does not group a formula.
bool starts_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets);

struct ModelAtom {
  std::size_t length = 0;  ///< 0: no atom starts here
  std::string text;        ///< blanks normalised: `x<3` and `x  < 3` are both `x < 3`
  std::string error;       ///< why the atom is malformed; empty: it is not
  std::size_t error_offset = 0;
};
ModelAtom scan_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets);

/// The atom that stands for a model's own expression. `dead`, `tau` and `accept_` are atoms of weir; a variable of such
/// a name is told apart by parentheses.
std::string model_atom(std::string expression);

}  // namespace weir
