// SPDX-License-Identifier: Apache-2.0
// Formulas about all values of a field of a log:
//
//     forall user: G (login(user) -> F logout(user))
//     forall u in user: G !("user == u" & "approver == u")
//
// NAME(VAR) is the event NAME whose field has the value of the variable; a comparison in quotes compares another field
// with it. The field is called like the variable unless `in` names it. The logic itself has no such formulas: here the
// text around the formula is read, and its atoms about the variable are told apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

#include "formula/parser.h"

namespace weir {

struct Quantifier {
  std::string variable;
  std::string field;
  /// An atom of the formula about the variable.
  struct VariableAtom {
    std::string atom;   ///< in the formula
    std::string shown;  ///< as written: `login(u)`
    std::string event;  ///< of NAME(VAR): the event, and `field` is the quantifier's; otherwise empty
    std::string field;
    bool negated = false;  ///< !=
  };
  std::vector<VariableAtom> atoms;
};

struct QuantifiedFormula {
  std::optional<Quantifier> quantifier;
  Formula formula;
};

/// Like parse_formula(); accepts a quantifier if the options do.
Expected<QuantifiedFormula> parse_quantified(std::string_view text, const ParseOptions& options,
                                             const std::string& source_name = "",
                                             std::vector<AtomPlace>* places = nullptr);

}  // namespace weir
