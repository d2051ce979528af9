// SPDX-License-Identifier: Apache-2.0
// The table of productions of all languages for random models: the sort of phrase a production makes, its precedence,
// which children may be left out, and how it is printed. Generators build trees of productions, the printer writes them
// and counts which were used, the shrinker simplifies them; all three use this table. A language has its own section
// and shares others: C-like expressions, formulas of the command line.
//
// Print patterns: %t the node's own text; %0 .. %9 a child; %,N children from N on, separated by commas; %;N by
// semicolons and line ends; %>N by arrows; %/N by line ends alone; %.N by commas and line ends; %:N each on a line
// after `::`; %|N by semicolons on one line; %_N concatenated; %+ and %- increase and decrease the indentation of the
// following lines.
//
// Columns: name, sort, precedence, minimal precedence of the first child, and of the others (a looser child is put in
// parentheses), first child that may be removed (-1: none), how many children must stay, pattern.
#pragma once

#include <cstdint>
#include <string_view>

#include "support/dve/productions.h"
#include "support/model/productions.h"
#include "support/net/productions.h"
#include "support/promela/productions.h"

namespace weir::test {

enum class Sort : std::uint8_t {
  Whole,
  Unit,
  Clause,
  Name,
  Declaration,
  Visibility,
  Type,
  Declarator,
  Sequence,
  Statement,
  Option,
  Argument,  ///< of a receive
  Expression,
  Formula,
};

// clang-format off
#define WEIR_COMMON_PRODUCTIONS(X) \
  X(Case, Whole, 0, 0, 0, -1, 0, "%_0") \
  X(Name, Name, 0, 0, 0, -1, 0, "%t") \
  X(Number, Expression, 14, 0, 0, -1, 0, "%t")

/* Expressions and declarators in C's manner: Promela and DVE. */
#define WEIR_EXPRESSION_PRODUCTIONS(X) \
  X(Scalar, Declarator, 0, 0, 0, -1, 0, "%t") \
  X(ScalarInitialised, Declarator, 0, 0, 0, -1, 0, "%t = %0") \
  X(Array, Declarator, 0, 0, 0, -1, 0, "%t[%0]") \
  X(ArrayInitialised, Declarator, 0, 0, 0, -1, 0, "%t[%0] = %1") \
  X(ArrayOfValues, Declarator, 0, 0, 0, 1, 2, "%t[%0] = { %,1 }") \
  X(NegativeNumber, Expression, 13, 0, 0, -1, 0, "-%t") \
  X(True, Expression, 14, 0, 0, -1, 0, "true") \
  X(False, Expression, 14, 0, 0, -1, 0, "false") \
  X(Variable, Expression, 14, 0, 0, -1, 0, "%t") \
  X(Element, Expression, 14, 0, 0, -1, 0, "%t[%0]") \
  X(Not, Expression, 13, 14, 14, -1, 0, "!%0") \
  X(Complement, Expression, 13, 14, 14, -1, 0, "~%0") \
  X(Negate, Expression, 13, 14, 14, -1, 0, "-%0") \
  X(Add, Expression, 11, 11, 12, -1, 0, "%0 + %1") \
  X(Subtract, Expression, 11, 11, 12, -1, 0, "%0 - %1") \
  X(Multiply, Expression, 12, 12, 13, -1, 0, "%0 * %1") \
  X(Divide, Expression, 12, 12, 13, -1, 0, "%0 / %1") \
  X(Modulo, Expression, 12, 12, 13, -1, 0, "%0 %% %1") \
  X(BitAnd, Expression, 7, 7, 8, -1, 0, "%0 & %1") \
  X(BitXor, Expression, 6, 6, 7, -1, 0, "%0 ^ %1") \
  X(BitOr, Expression, 5, 5, 6, -1, 0, "%0 | %1") \
  X(ShiftLeft, Expression, 10, 10, 11, -1, 0, "%0 << %1") \
  X(ShiftRight, Expression, 10, 10, 11, -1, 0, "%0 >> %1") \
  X(Less, Expression, 9, 9, 10, -1, 0, "%0 < %1") \
  X(LessEqual, Expression, 9, 9, 10, -1, 0, "%0 <= %1") \
  X(Greater, Expression, 9, 9, 10, -1, 0, "%0 > %1") \
  X(GreaterEqual, Expression, 9, 9, 10, -1, 0, "%0 >= %1") \
  X(Equal, Expression, 8, 8, 9, -1, 0, "%0 == %1") \
  X(NotEqual, Expression, 8, 8, 9, -1, 0, "%0 != %1") \
  X(And, Expression, 3, 3, 4, -1, 0, "%0 && %1") \
  X(Or, Expression, 2, 2, 3, -1, 0, "%0 || %1") \
  X(Parenthesised, Expression, 14, 0, 0, -1, 0, "(%0)") \
  X(NonProgress, Expression, 14, 0, 0, -1, 0, "np_") \
  X(AcceptAtom, Expression, 14, 0, 0, -1, 0, "accept_") \
  X(FormulaAtomCompared, Formula, 7, 0, 0, -1, 0, "(%0) != 0")

/* Formulas of the command line: weir's grammar. */
#define WEIR_FORMULA_PRODUCTIONS(X) \
  X(Dead, Expression, 14, 0, 0, -1, 0, "dead") \
  X(Tau, Expression, 14, 0, 0, -1, 0, "tau") \
  X(FormulaNot, Formula, 6, 6, 6, -1, 0, "!%0") \
  X(FormulaNext, Formula, 6, 6, 6, -1, 0, "X %0") \
  X(FormulaStrongNext, Formula, 6, 6, 6, -1, 0, "X[!] %0") \
  X(FormulaFinally, Formula, 6, 6, 6, -1, 0, "F %0") \
  X(FormulaGlobally, Formula, 6, 6, 6, -1, 0, "G %0") \
  X(FormulaFinallyWithin, Formula, 6, 6, 6, -1, 0, "F[%1:%2] %0") \
  X(FormulaGloballyWithin, Formula, 6, 6, 6, -1, 0, "G[%1:%2] %0") \
  X(FormulaYesterday, Formula, 6, 6, 6, -1, 0, "Y (%0)") \
  X(FormulaWeakYesterday, Formula, 6, 6, 6, -1, 0, "Z (%0)") \
  X(FormulaOnce, Formula, 6, 6, 6, -1, 0, "O (%0)") \
  X(FormulaHistorically, Formula, 6, 6, 6, -1, 0, "H (%0)") \
  X(FormulaSince, Formula, 5, 6, 5, -1, 0, "%0 S %1") \
  X(FormulaTrigger, Formula, 5, 6, 5, -1, 0, "%0 T %1") \
  X(FormulaUntil, Formula, 5, 6, 5, -1, 0, "%0 U %1") \
  X(FormulaRelease, Formula, 5, 6, 5, -1, 0, "%0 R %1") \
  X(FormulaWeakUntil, Formula, 5, 6, 5, -1, 0, "%0 W %1") \
  X(FormulaStrongRelease, Formula, 5, 6, 5, -1, 0, "%0 M %1") \
  X(FormulaAnd, Formula, 4, 4, 5, -1, 0, "%0 & %1") \
  X(FormulaXor, Formula, 3, 3, 4, -1, 0, "%0 xor %1") \
  X(FormulaOr, Formula, 2, 2, 3, -1, 0, "%0 | %1") \
  X(FormulaImplies, Formula, 1, 2, 1, -1, 0, "%0 -> %1") \
  X(FormulaEquivalent, Formula, 1, 2, 1, -1, 0, "%0 <-> %1") \
  X(FormulaTrue, Formula, 7, 0, 0, -1, 0, "true") \
  X(FormulaFalse, Formula, 7, 0, 0, -1, 0, "false") \
  X(FormulaAtom, Formula, 7, 0, 0, -1, 0, "%0") \
  X(FormulaAtomQuoted, Formula, 7, 0, 0, -1, 0, "\"%0\"")
// clang-format on

/// Parts of the table. A language uses several.
#define WEIR_SECTIONS(S)                     \
  S(Common, WEIR_COMMON_PRODUCTIONS)         \
  S(Expression, WEIR_EXPRESSION_PRODUCTIONS) \
  S(Formula, WEIR_FORMULA_PRODUCTIONS)       \
  S(Promela, WEIR_PROMELA_PRODUCTIONS)       \
  S(Dve, WEIR_DVE_PRODUCTIONS)               \
  S(Net, WEIR_NET_PRODUCTIONS)               \
  S(Model, WEIR_MODEL_PRODUCTIONS)

enum class Section : std::uint8_t {
#define WEIR_ENUMERATE(name, rows) name,
  WEIR_SECTIONS(WEIR_ENUMERATE)
#undef WEIR_ENUMERATE
};

enum class Production : std::uint16_t {
#define WEIR_ENUMERATE(name, ...) name,
#define WEIR_ENUMERATE_SECTION(name, rows) rows(WEIR_ENUMERATE)
  WEIR_SECTIONS(WEIR_ENUMERATE_SECTION)
#undef WEIR_ENUMERATE_SECTION
#undef WEIR_ENUMERATE
      Count
};
inline constexpr std::size_t kProductions = static_cast<std::size_t>(Production::Count);

struct ProductionInfo {
  std::string_view name;
  Section section;
  Sort sort;
  int precedence;
  int first_child;   ///< minimal precedence of the first child
  int other_child;   ///< minimal precedence of the others
  int removable;     ///< first child that may be removed; -1: none
  std::size_t keep;  ///< how many children must stay
  std::string_view pattern;
};

const ProductionInfo& info(Production production);
inline std::string_view name_of(Production production) { return info(production).name; }

}  // namespace weir::test
