// SPDX-License-Identifier: Apache-2.0
// Atoms that are expressions of a model language. The formula parser does not know the language; it only finds the end
// of the expression. The rule (docs/formulas.md):
//
//   atom  =  term { infix term }
//   term  =  name | number | 'c' | -term | ( ... ) ,  followed by any number of [ ... ] and ( ... )
//   infix =  == != < <= > >= = + - * / % << >> @ : . ? ??
//
// Balanced bracketed text is taken verbatim. Comparisons therefore bind tighter than the operators of the logic; `&`,
// `|` and `!` belong to the logic unless they are inside such brackets; a parenthesis groups a formula unless an infix
// of this list follows it. After `?` a term may be [ ... ], Promela's poll.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// For each '(' or '[' or '{', the offset of its partner or npos; 0 elsewhere. Quoted text is skipped.
using BracketMatch = std::vector<std::size_t>;
BracketMatch match_brackets(std::string_view text);

/// Returns whether the parenthesis at `at` starts an atom rather than grouping a formula.
bool starts_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets);

struct ModelAtom {
  std::size_t length = 0;  ///< 0 if no atom starts here
  std::string text;        ///< blanks normalised: `x<3` and `x  < 3` are both `x < 3`
  std::string error;       ///< why the atom is malformed; empty if it is valid
  std::size_t error_offset = 0;
};
ModelAtom scan_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets);

/// The atom for an expression of the model. `dead`, `tau` and `accept_` are atoms of weir; a model variable of such a
/// name is put in parentheses.
std::string model_atom(const std::string& expression);

}  // namespace weir
